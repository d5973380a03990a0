// Row selection: individual ids across pages, or everything that matches the filters. Pure functions.

export interface Selection {
  ids: ReadonlySet<string>;
  /** Everything that matches the filters. */
  all: boolean;
  /** Start of a Shift range. */
  anchor: string | null;
}

export const NOTHING: Selection = { ids: new Set(), all: false, anchor: null };

/** Maximum number of rows per batch call. */
export const SELECT_MAX = 1_000;

export const isSelected = ({ ids, all }: Selection, id: string): boolean => all || ids.has(id);
export const countOf = ({ ids, all }: Selection, total: number): number => (all ? total : ids.size);

/** @param page visible rows in order */
export function toggled(selection: Selection, page: readonly string[], id: string): Selection {
  const ids = new Set(selection.all ? page : selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, all: false, anchor: id };
}

/** Gives all rows between the anchor and this one the anchor's state. */
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

/** Whether all, some or none of the visible rows are selected. */
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
