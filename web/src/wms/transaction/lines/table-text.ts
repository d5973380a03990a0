// Text as spreadsheets exchange it over the clipboard; reading it is the matter of paste.ts.

/** True for text that is more than one cell. */
export const isTable = (text: string): boolean => /[\t\n]/.test(text.trim());

/** The text that a spreadsheet reads back as these cells. */
export const tableText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t')).join('\n');
