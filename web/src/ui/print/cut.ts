// How rows are cut into sheets. Pure.

export interface Page<R> {
  rows: R[];
  isLast: boolean;
}

/** What rows may fill of a sheet, in the unit of their heights. */
export interface Room {
  /** Of a list of one sheet. */
  only: number;
  /** Of a sheet that others follow. */
  full: number;
  /** Of the last one, which holds the sum of all and what closes the list. */
  last: number;
}

/** Full sheets, and a last one that leaves room for what closes the list. @param heights of the rows */
export function cutPages<R>(rows: readonly R[], heights: readonly number[], { only, full, last }: Room): Page<R>[] {
  if (heights.reduce((sum, height) => sum + height, 0) <= only) return [{ rows: [...rows], isLast: true }];
  const pages: Page<R>[] = [];
  // How many rows of the end fit on the last sheet is the same wherever the sheets before it end.
  const tail = rows.length - fitting(heights.toReversed(), last);
  let at = 0;
  while (at < rows.length - 1 && tail > at) {
    const most = at + Math.max(1, fitting(heights.slice(at), full));
    // The last sheet takes no more than half of what two share.
    const next = most < rows.length ? most : Math.max(tail, Math.ceil((at + rows.length) / 2));
    pages.push({ rows: rows.slice(at, next), isLast: false });
    at = next;
  }
  return [...pages, { rows: rows.slice(at), isLast: true }];
}

/** How many of these, from the first on, fit. */
function fitting(heights: readonly number[], room: number): number {
  let left = room;
  const over = heights.findIndex((height) => (left -= height) < 0);
  return over < 0 ? heights.length : over;
}
