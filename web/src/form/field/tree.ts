// Trees as the server sends them: one list, each row with its parent.

export interface TreeRow {
  id: string;
  parentId: string | null;
  name: string;
}

export interface TreeOption {
  value: string;
  label: string;
  /** Steps below the top. */
  depth: number;
  /** Names from the top down, what is searched. */
  path: string;
}

/** A tree as options, top down. Rows whose parent is not there stand at the top. @param without left out, with all below it */
export function treeOptions(rows: readonly TreeRow[], without?: string): TreeOption[] {
  const known = new Set(rows.map(({ id }) => id));
  const below = new Map<string | null, TreeRow[]>();
  for (const row of rows) {
    const parent = row.parentId !== null && known.has(row.parentId) ? row.parentId : null;
    below.set(parent, [...(below.get(parent) ?? []), row]);
  }
  const walk = (parent: string | null, above: readonly string[]): TreeOption[] =>
    (below.get(parent) ?? [])
      .filter(({ id }) => id !== without)
      .flatMap(({ id, name }) => {
        const names = [...above, name];
        return [{ value: id, label: name, depth: above.length, path: names.join(' / ') }, ...walk(id, names)];
      });
  return walk(null, []);
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
