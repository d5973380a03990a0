// Trees from the server: a flat list of rows with parent ids.

export interface TreeRow {
  id: string;
  parentId: string | null;
  name: string;
}

export interface TreeOption {
  value: string;
  label: string;
  /** Depth, 0 at the root. */
  depth: number;
  /** Names from the root down, used for searching. */
  path: string;
}

/** A tree as options in display order. Rows with a missing parent are roots. @param without id to exclude with its descendants */
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

/** Names from the root down to a row. */
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
