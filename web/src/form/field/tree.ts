// Trees as the server sends them: one list, each row with its parent.

export interface TreeRow {
  id: string;
  parentId: string | null;
  name: string;
}
export interface TreeNode {
  value: string;
  title: string;
  children: TreeNode[];
}

/** The tree of a list. Rows whose parent is not there stand at the top. @param without left out, with all below it */
export function treeOf(rows: readonly TreeRow[], without?: string): TreeNode[] {
  const known = new Set(rows.map(({ id }) => id));
  const below = new Map<string | null, TreeRow[]>();
  for (const row of rows) {
    const parent = row.parentId !== null && known.has(row.parentId) ? row.parentId : null;
    below.set(parent, [...(below.get(parent) ?? []), row]);
  }
  const nodes = (parent: string | null): TreeNode[] =>
    (below.get(parent) ?? [])
      .filter(({ id }) => id !== without)
      .map(({ id, name }) => ({ value: id, title: name, children: nodes(id) }));
  return nodes(null);
}

/** Names from the top down to a row. */
export function pathNames(rows: readonly TreeRow[], id: string): string[] {
  const names: string[] = [];
  let row = rows.find((each) => each.id === id);
  while (row && names.length < 20) {
    names.unshift(row.name);
    const { parentId } = row;
    row = rows.find((each) => each.id === parentId);
  }
  return names.length > 0 ? names : [id];
}
