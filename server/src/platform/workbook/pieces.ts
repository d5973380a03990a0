// Splits rows into chunks between which to yield: by number of rows, or less if cells are long.

/** Maximum characters of a chunk: a cell may hold megabytes. */
const TEXT_MAX = 200_000;

/** @param cellsOf what a row holds @param most rows of a chunk */
export function* piecesOf<R>(rows: readonly R[], most: number, cellsOf: (row: R) => readonly string[]): Generator<R[]> {
  let from = 0;
  let text = 0;
  for (const [at, row] of rows.entries()) {
    const length = cellsOf(row).reduce((sum, cell) => sum + cell.length, 0);
    if (at > from && (at - from === most || text + length > TEXT_MAX)) {
      yield rows.slice(from, at);
      from = at;
      text = 0;
    }
    text += length;
  }
  if (from < rows.length) yield rows.slice(from);
}
