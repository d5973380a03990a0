// Which rows are selected: some by name, on whatever page they stand, or all that the filters find. Pure.

export interface Selection {
  ids: ReadonlySet<string>;
  /** Everything that the filters find. */
  all: boolean;
  /** Where a range that is drawn with Shift begins. */
  anchor: string | null;
}

export const NOTHING: Selection = { ids: new Set(), all: false, anchor: null };

/** Rows that a batch call may name. */
export const SELECT_MAX = 1_000;

export const isSelected = ({ ids, all }: Selection, id: string): boolean => all || ids.has(id);
export const countOf = ({ ids, all }: Selection, total: number): number => (all ? total : ids.size);

/** @param page rows in sight, in their order */
export function toggled(selection: Selection, page: readonly string[], id: string): Selection {
  const ids = new Set(selection.all ? page : selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, all: false, anchor: id };
}

/** Everything between the row selected last and this one becomes what that one is. */
export function extendSelection(selection: Selection, page: readonly string[], id: string): Selection {
  const from = page.indexOf(selection.anchor ?? '');
  const to = page.indexOf(id);
  if (from < 0 || to < 0 || selection.all) return toggled(selection, page, id);
  const select = selection.ids.has(selection.anchor!);
  const ids = new Set(selection.ids);
  for (const each of page.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (select) ids.add(each);
    else ids.delete(each);
  }
  return { ids, all: false, anchor: id };
}

/** Whether of the rows in sight all are selected, some, or none. */
export function pageState(selection: Selection, page: readonly string[]): 'all' | 'some' | 'none' {
  const count = page.filter((id) => isSelected(selection, id)).length;
  return count === 0 ? 'none' : count === page.length ? 'all' : 'some';
}

export function togglePage(selection: Selection, page: readonly string[]): Selection {
  const select = pageState(selection, page) !== 'all';
  const ids = new Set(selection.all ? page : selection.ids);
  for (const id of page) {
    if (select) ids.add(id);
    else ids.delete(id);
  }
  return { ids, all: false, anchor: null };
}
