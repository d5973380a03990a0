// Pagination of rows into sheets. Pure functions.

export interface Page<R> {
  rows: R[];
  isLast: boolean;
}

/** Space for rows on a sheet, in the unit of their heights. */
export interface Room {
  /** On the only sheet of a list. */
  only: number;
  /** On a sheet followed by others. */
  full: number;
  /** On the last sheet, which also holds the total and the closing section. */
  last: number;
}

/** Full sheets, then a last one with space for the closing section. @param heights row heights */
export function cutPages<R>(rows: readonly R[], heights: readonly number[], { only, full, last }: Room): Page<R>[] {
  if (heights.reduce((sum, height) => sum + height, 0) <= only) return [{ rows: [...rows], isLast: true }];
  const pages: Page<R>[] = [];
  // How many rows fit on the last sheet does not depend on the other page breaks.
  const tail = rows.length - countFitting(heights.toReversed(), last);
  let at = 0;
  while (at < rows.length - 1 && tail > at) {
    const most = at + Math.max(1, countFitting(heights.slice(at), full));
    // Of the last two sheets, the last gets at most half of the rows.
    const next = most < rows.length ? most : Math.max(tail, Math.ceil((at + rows.length) / 2));
    pages.push({ rows: rows.slice(at, next), isLast: false });
    at = next;
  }
  return [...pages, { rows: rows.slice(at), isLast: true }];
}

/** Number of leading rows that fit. */
function countFitting(heights: readonly number[], room: number): number {
  let left = room;
  const over = heights.findIndex((height) => (left -= height) < 0);
  return over < 0 ? heights.length : over;
}
