// Workbooks that are read as a whole: Excel 97 to 2003, and OpenDocument.
import { read } from 'hucre';
import { Unreadable, type Merge, type TakeRow } from './cell.ts';
import { countOdsCells } from './ods.ts';
import { zipEntries } from '../../services/file/zip.ts';
import { zipText } from './zip.ts';

/**
 * @param most cells of all sheets; more are refused before they are created
 * @param take converts the cells of a row to texts
 * @returns name and rows of each sheet, and merged cells
 */
export async function readOtherSheets(
  content: Buffer,
  kind: 'xls' | 'ods',
  most: number,
  take: TakeRow,
): Promise<{ name: string; rows: string[][]; merges: Merge[] }[]> {
  if (kind === 'xls' ? hasPassword(content) : isEncrypted(content)) throw new Unreadable('workbook.protected');
  if (kind === 'ods' && countCells(content, most) > most) throw new Unreadable('workbook.tooManyCells');
  const { sheets } = await read(content).catch(() => {
    throw new Unreadable(kind === 'xls' ? 'workbook.isOldXls' : 'workbook.unreadable');
  });
  // The library leaves holes for missing rows and cells.
  return sheets.map(({ name, rows, merges = [] }) => ({
    name,
    rows: Array.from(rows, (row: unknown[] | undefined, at) => trimmed(take(Array.from(row ?? []), at + 1))),
    merges,
  }));
}

/** Of duplicate files in the archive, it is unclear which one is read. */
function countCells(content: Buffer, most: number): number {
  const isOne = zipEntries(content)?.filter(({ name }) => name === 'content.xml').length === 1;
  try {
    return isOne ? countOdsCells(zipText(content, 'content.xml'), most) : Infinity;
  } catch {
    throw new Unreadable('workbook.unreadable');
  }
}

/** Without trailing empty cells: some programs format whole rows. */
const trimmed = (cells: readonly string[]): string[] => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);

/** OpenDocument 1.3, part 2, 3.4.1: the manifest tells how each file is encrypted. */
function isEncrypted(content: Buffer): boolean {
  try {
    return /<(?:\w+:)?encryption-data[\s>]/.test(zipText(content, 'META-INF/manifest.xml'));
  } catch {
    return false;
  }
}

/** First bytes of a workbook stream: the 20-byte BOF record of BIFF8 ([MS-XLS] 2.4.21). */
const BEGIN = Buffer.from('0908100000060500', 'hex');
const BEGIN_BYTES = 20;
/** Record that describes the encryption of the rest ([MS-XLS] 2.4.117). */
const FILE_PASS = 0x2f;

function hasPassword(content: Buffer): boolean {
  const next = content.indexOf(BEGIN) + BEGIN_BYTES;
  return next >= BEGIN_BYTES && next + 2 <= content.length && content.readUInt16LE(next) === FILE_PASS;
}
