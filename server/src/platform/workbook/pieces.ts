// Rows in pieces, between which others get their turn: of so many rows, and of less where their cells are long.

/** Characters of a piece: a cell may hold megabytes. */
const TEXT_MAX = 200_000;

/** @param cellsOf what a row holds; @param most rows of a piece */
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
