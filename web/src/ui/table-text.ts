// Clipboard format of spreadsheets: tabs between cells, quotes around cells with line breaks.

/** Whether the text has more than one cell. */
export const isTable = (text: string): boolean => /[\t\n]/.test(text.trim());

/** Cells as clipboard text for a spreadsheet. */
export const tableText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t')).join('\n');

/** Cells of a clipboard text, by row; empty rows are omitted. */
export function cellsIn(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = (): void => void (row.push(cell.trim()), (cell = ''));
  const endRow = (): void => {
    endCell();
    if (row.some((each) => each !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') cell += text[at++]!;
      else quoted = false;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === '\t') endCell();
    else if (char === '\n') endRow();
    else if (char !== '\r') cell += char;
  }
  endRow();
  return rows;
}
