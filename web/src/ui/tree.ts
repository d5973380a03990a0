// Trees as the server sends them, one list in which each names the one above it, as rows that fold. Pure.

export interface TreeNode {
  id: string;
  parentId: string | null;
}

export interface TreeRow<T extends TreeNode> {
  item: T;
  /** 1 at the top. */
  level: number;
  /** How many are right below it. */
  children: number;
  isOpen: boolean;
}

/** By the one above; those whose parent is not there stand at the top. */
function below<T extends TreeNode>(items: readonly T[]): Map<string | null, T[]> {
  const known = new Set(items.map(({ id }) => id));
  return Map.groupBy(items, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null));
}

/**
 * What is in sight: everything whose parents are all open; with something wanted, what is called so with the way to it,
 * and what is in it as far as that is open.
 * @param open ids of those that are unfolded
 * @param wanted part of what `textOf` says
 */
export function treeRows<T extends TreeNode>(
  items: readonly T[],
  open: ReadonlySet<string>,
  wanted: string,
  textOf: (item: T) => string,
): TreeRow<T>[] {
  const children = below(items);
  const text = wanted.trim().toLowerCase();
  const found = text === '' ? null : namesakes(items, (item) => textOf(item).toLowerCase().includes(text));
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

/** Whatever is meant, and the way to it, itself included. */
function namesakes<T extends TreeNode>(
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

/** From the top down to the item itself. */
export function pathTo<T extends TreeNode>(byId: ReadonlyMap<string, T>, id: string): T[] {
  const item = byId.get(id);
  return item ? [...(item.parentId === null ? [] : pathTo(byId, item.parentId)), item] : [];
}

/** An item and everything below it. */
export function idsBelow(items: readonly TreeNode[], id: string): Set<string> {
  const children = Map.groupBy(items, (item) => item.parentId);
  const found = new Set([id]);
  for (const each of found) for (const child of children.get(each) ?? []) found.add(child.id);
  return found;
}

/** Where an arrow key leads: to another row, or opens or closes the one it is on. */
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
