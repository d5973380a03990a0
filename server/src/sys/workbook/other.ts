// Workbooks that are read whole: those of Excel 97 to 2003, and OpenDocument.
import { read } from 'hucre';
import { cellOf, Unreadable } from './cell.ts';
import { zipText } from './zip.ts';

/** @returns the name and the rows of each sheet */
export async function readOtherSheets(content: Buffer, kind: 'xls' | 'ods'): Promise<{ name: string; rows: string[][] }[]> {
  if (kind === 'xls' ? hasPassword(content) : isEncrypted(content)) throw new Unreadable('workbook.protected');
  try {
    const { sheets } = await read(content);
    // The library leaves holes for rows and cells that a file leaves out.
    return sheets.map(({ name, rows }) => ({
      name,
      rows: Array.from(rows, (row?: unknown[]) => trimmed(Array.from(row ?? [], cellOf))),
    }));
  } catch {
    throw new Unreadable(kind === 'xls' ? 'workbook.isOldXls' : 'workbook.unreadable');
  }
}

/** Without the empty cells at its end: some programs format whole rows. */
const trimmed = (cells: readonly string[]): string[] => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);

/** OpenDocument 1.3, part 2, 3.4.1: the manifest says how each file is encrypted. */
function isEncrypted(content: Buffer): boolean {
  try {
    return /<(?:\w+:)?encryption-data[\s>]/.test(zipText(content, 'META-INF/manifest.xml'));
  } catch {
    return false;
  }
}

/** First bytes of the stream of a workbook: the record BOF of BIFF8, of 20 bytes ([MS-XLS] 2.4.21). */
const BEGIN = Buffer.from('0908100000060500', 'hex');
const BEGIN_BYTES = 20;
/** Record that says how the rest is encrypted ([MS-XLS] 2.4.117). */
const FILE_PASS = 0x2f;

function hasPassword(content: Buffer): boolean {
  const next = content.indexOf(BEGIN) + BEGIN_BYTES;
  return next >= BEGIN_BYTES && next + 2 <= content.length && content.readUInt16LE(next) === FILE_PASS;
}
