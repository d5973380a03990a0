// Trees from flat lists with parent ids, as collapsible rows. Pure functions.
import { hasWords } from '@kuwei/contract/normalize-text';

export interface TreeNode {
  id: string;
  parentId: string | null;
}

export interface TreeRow<T extends TreeNode> {
  item: T;
  /** 1 at the top. */
  level: number;
  /** Number of direct children. */
  children: number;
  isOpen: boolean;
}

/** By parent id; items with a missing parent are roots. */
function groupByParent<T extends TreeNode>(items: readonly T[]): Map<string | null, T[]> {
  const known = new Set(items.map(({ id }) => id));
  return Map.groupBy(items, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null));
}

/**
 * The visible rows: items whose ancestors are all open. With a search text, matches and their ancestors, and their open descendants.
 * @param open ids of expanded items
 * @param wanted search text, matched against `textOf`
 */
export function treeRows<T extends TreeNode>(
  items: readonly T[],
  open: ReadonlySet<string>,
  wanted: string,
  textOf: (item: T) => string,
): TreeRow<T>[] {
  const children = groupByParent(items);
  const found = wanted.trim() === '' ? null : findMatches(items, (item) => hasWords(textOf(item), wanted));
  const rows: TreeRow<T>[] = [];
  const add = (parentId: string | null, level: number, inFound: boolean): void => {
    for (const item of children.get(parentId) ?? []) {
      if (found && !inFound && !found.way.has(item.id)) continue;
      const inside = children.get(item.id) ?? [];
      const isInside = inFound || (found?.items.has(item.id) ?? false);
      const leads = found !== null && inside.some(({ id }) => found.way.has(id));
      const isOpen = inside.length > 0 && (leads || ((found === null || isInside) && open.has(item.id)));
      rows.push({ item, level, children: inside.length, isOpen });
      if (isOpen) add(item.id, level + 1, isInside);
    }
  };
  add(null, 1, false);
  return rows;
}

/** Matches and their ancestors. */
function findMatches<T extends TreeNode>(
  all: readonly T[],
  isMeant: (item: T) => boolean,
): { items: Set<string>; way: Set<string> } {
  const byId = new Map(all.map((item) => [item.id, item]));
  const items = new Set<string>();
  const way = new Set<string>();
  for (const item of all.filter(isMeant)) {
    items.add(item.id);
    for (const each of pathTo(byId, item.id)) way.add(each.id);
  }
  return { items, way };
}

/** From the root down to the item itself. */
export function pathTo<T extends TreeNode>(byId: ReadonlyMap<string, T>, id: string): T[] {
  const item = byId.get(id);
  return item ? [...(item.parentId === null ? [] : pathTo(byId, item.parentId)), item] : [];
}

/** The ids of an item and all its descendants. */
export function idsBelow(items: readonly TreeNode[], id: string): Set<string> {
  const children = Map.groupBy(items, (item) => item.parentId);
  const found = new Set([id]);
  for (const each of found) for (const child of children.get(each) ?? []) found.add(child.id);
  return found;
}

/** Result of an arrow key: another row, or expanding or collapsing the current one. */
export function stepInTree(
  rows: readonly TreeRow<TreeNode>[],
  at: number,
  key: string,
): { to: number } | { toggle: string } | null {
  const row = rows[at];
  const within = (to: number): { to: number } => ({ to: Math.max(0, Math.min(rows.length - 1, to)) });
  if (key === 'ArrowDown') return within(at + 1);
  if (key === 'ArrowUp') return within(at - 1);
  if (key === 'Home') return within(0);
  if (key === 'End') return within(rows.length - 1);
  if (!row) return null;
  if (key === 'ArrowRight' && row.children > 0) return row.isOpen ? within(at + 1) : { toggle: row.item.id };
  if (key !== 'ArrowLeft') return null;
  if (row.isOpen) return { toggle: row.item.id };
  const parent = rows.findLastIndex((each, index) => index < at && each.level < row.level);
  return parent < 0 ? null : { to: parent };
}

/** A position in a tree: the parent, and the preceding sibling; null for the first position. */
export interface TreePlace {
  parentId: string | null;
  after: string | null;
}

export const TREE_STEPS = ['up', 'down', 'in', 'out'] as const;
export type TreeStep = (typeof TREE_STEPS)[number];

/** The position one step away: before or after a sibling, into the preceding one, or after the parent. */
export function stepPlace(items: readonly TreeNode[], id: string, step: TreeStep): TreePlace | null {
  const item = items.find((each) => each.id === id);
  if (!item) return null;
  const neighbours = items.filter(({ parentId }) => parentId === item.parentId);
  const at = neighbours.indexOf(item);
  const { parentId } = item;
  const before = neighbours[at - 1];
  const next = neighbours[at + 1];
  const parent = items.find((each) => each.id === parentId);
  if (step === 'up') return before ? { parentId, after: neighbours[at - 2]?.id ?? null } : null;
  if (step === 'down') return next ? { parentId, after: next.id } : null;
  if (step === 'out') return parent ? { parentId: parent.parentId, after: parent.id } : null;
  return before ? lastIn(items, before.id) : null;
}

const lastIn = (items: readonly TreeNode[], parentId: string): TreePlace => ({
  parentId,
  after: items.findLast((each) => each.parentId === parentId)?.id ?? null,
});

export type DropZone = 'before' | 'inside' | 'after';

/** The position at a drop target; null if it lies below the item itself, or would not move it. */
export function dropPlace(items: readonly TreeNode[], id: string, over: string, zone: DropZone): TreePlace | null {
  if (idsBelow(items, id).has(over)) return null;
  const others = items.filter((each) => each.id !== id);
  if (zone === 'inside') return lastIn(others, over);
  const { parentId } = others.find((each) => each.id === over)!;
  const neighbours = others.filter((each) => each.parentId === parentId);
  const at = neighbours.findIndex((each) => each.id === over) - (zone === 'before' ? 1 : 0);
  return { parentId, after: neighbours[at]?.id ?? null };
}
