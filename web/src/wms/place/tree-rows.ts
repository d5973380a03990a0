// Warehouses and containers as the rows of one tree. Pure.
import type { ContainerNode } from '@kuwei/contract/wms/container';
import type { ContainerType } from '@kuwei/contract/wms/place';

export interface TreeItem {
  id: string;
  /** Container above, or the warehouse; null for a warehouse. */
  parentId: string | null;
  warehouseId: string;
  type: ContainerType | 'WAREHOUSE';
  code: string;
  name: string;
  closed: boolean;
  boxes: number;
  occupiedBoxes: number;
}

export interface TreeRow {
  item: TreeItem;
  /** 1 for warehouses. */
  level: number;
  hasChildren: boolean;
  isOpen: boolean;
}

export interface TreeWarehouse {
  id: string;
  code: string;
  name: string;
  state: 'ACTIVE' | 'CLOSED';
  boxes: number;
  occupiedBoxes: number;
}

/** Every warehouse with everything in it, in the order they came. */
export function treeItems(warehouses: readonly TreeWarehouse[], containers: readonly ContainerNode[]): TreeItem[] {
  return [
    ...warehouses.map(({ state, ...warehouse }) => ({
      ...warehouse,
      parentId: null,
      warehouseId: warehouse.id,
      type: 'WAREHOUSE' as const,
      closed: state === 'CLOSED',
    })),
    ...containers.map((node) => ({ ...node, parentId: node.parentId ?? node.warehouseId, closed: false })),
  ];
}

/**
 * What is in sight: everything whose parents are all open; with something wanted, what is called so with the way to it,
 * and what is in it as far as that is open.
 * @param wanted part of a code or name
 */
export function treeRows(items: readonly TreeItem[], open: ReadonlySet<string>, wanted: string): TreeRow[] {
  const children = Map.groupBy(items, (item) => item.parentId);
  const found = wanted.trim() === '' ? null : namesakes(items, wanted.trim().toLowerCase());
  const rows: TreeRow[] = [];
  const add = (parentId: string | null, level: number, inFound: boolean): void => {
    for (const item of children.get(parentId) ?? []) {
      if (found && !inFound && !found.way.has(item.id)) continue;
      const below = children.get(item.id) ?? [];
      const isInside = inFound || (found?.items.has(item.id) ?? false);
      const leads = found !== null && below.some(({ id }) => found.way.has(id));
      const isOpen = below.length > 0 && (leads || ((found === null || isInside) && open.has(item.id)));
      rows.push({ item, level, hasChildren: below.length > 0, isOpen });
      if (isOpen) add(item.id, level + 1, isInside);
    }
  };
  add(null, 1, false);
  return rows;
}

/** Whatever is called so, and the way to it, itself included. */
function namesakes(all: readonly TreeItem[], wanted: string): { items: Set<string>; way: Set<string> } {
  const byId = new Map(all.map((item) => [item.id, item]));
  const items = new Set<string>();
  const way = new Set<string>();
  for (const item of all) {
    if (!`${item.code} ${item.name}`.toLowerCase().includes(wanted)) continue;
    items.add(item.id);
    for (const each of pathTo(byId, item.id)) way.add(each.id);
  }
  return { items, way };
}

/** From the warehouse down to the item itself. */
export function pathTo(byId: ReadonlyMap<string, TreeItem>, id: string): TreeItem[] {
  const item = byId.get(id);
  return item ? [...(item.parentId === null ? [] : pathTo(byId, item.parentId)), item] : [];
}

/** A container and everything in it. */
export function idsBelow(items: readonly TreeItem[], id: string): Set<string> {
  const children = Map.groupBy(items, (item) => item.parentId);
  const found = new Set([id]);
  for (const each of found) for (const child of children.get(each) ?? []) found.add(child.id);
  return found;
}

/** Where an arrow key leads: to another row, or opens or closes the one it is on. */
export function stepInTree(rows: readonly TreeRow[], at: number, key: string): { to: number } | { toggle: string } | null {
  const row = rows[at];
  const within = (to: number): { to: number } => ({ to: Math.max(0, Math.min(rows.length - 1, to)) });
  if (key === 'ArrowDown') return within(at + 1);
  if (key === 'ArrowUp') return within(at - 1);
  if (key === 'Home') return within(0);
  if (key === 'End') return within(rows.length - 1);
  if (!row) return null;
  if (key === 'ArrowRight' && row.hasChildren) return row.isOpen ? within(at + 1) : { toggle: row.item.id };
  if (key !== 'ArrowLeft') return null;
  if (row.isOpen) return { toggle: row.item.id };
  const parent = rows.findLastIndex((each, index) => index < at && each.level < row.level);
  return parent < 0 ? null : { to: parent };
}
