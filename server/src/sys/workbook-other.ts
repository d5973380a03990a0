// Workbooks that are read whole: those of Excel 97 to 2003, and OpenDocument.
import { EncryptedFileError, read } from 'hucre';
import { cellOf, Unreadable } from './workbook-cell.ts';

/** @returns the rows of each sheet */
export async function readOtherSheets(content: Buffer, kind: 'xls' | 'ods'): Promise<string[][][]> {
  try {
    const { sheets } = await read(content);
    // The library leaves holes for rows and cells that a file leaves out.
    return sheets.map(({ rows }) => Array.from(rows, (row?: unknown[]) => trimmed(Array.from(row ?? [], cellOf))));
  } catch (error) {
    // The library takes any other file of that container for an encrypted one: a document, or one that was cut short.
    const isBook = kind === 'ods' || content.includes(Buffer.from('Workbook', 'utf16le'));
    if (isBook && error instanceof EncryptedFileError) throw new Unreadable('workbook.protected');
    throw new Unreadable(kind === 'xls' ? 'workbook.isOldXls' : 'workbook.unreadable');
  }
}

/** Without the empty cells at its end: some programs format whole rows. */
const trimmed = (cells: readonly string[]): string[] => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
