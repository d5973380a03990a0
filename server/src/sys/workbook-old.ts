// Workbooks of Excel 97 to 2003.
import { EncryptedFileError, read } from 'hucre';
import { cellOf, Unreadable } from './workbook-cell.ts';

/** @returns the rows of each sheet */
export async function readOldSheets(content: Buffer): Promise<string[][][]> {
  try {
    const { sheets } = await read(content);
    return sheets.map(({ rows }) => rows.map((row) => row.map(cellOf)));
  } catch (error) {
    throw new Unreadable(error instanceof EncryptedFileError ? 'workbook.protected' : 'workbook.isOldXls');
  }
}
