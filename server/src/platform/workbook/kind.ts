// Detects the file type by its first bytes: extensions are often wrong.
import type { PhraseKey } from '@kuwei/contract/phrase';
import { Unreadable } from './cell.ts';
import { zipEntries } from '../../services/file/zip.ts';

export type FileKind = 'xlsx' | 'xls' | 'ods' | 'csv';

/** Maximum columns of a sheet. */
export const COLUMNS_MAX = 200;

/** Maximum cells of a sheet: a small file can expand to millions of them, each using memory. */
export const cellsMax = (rowsMax: number): number => Math.max(1_000_000, rowsMax * 50);

/** A small archive can contain a huge sheet. */
const UNPACKED_MAX_BYTES = 50_000_000;
const UNPACKED_MAX_BYTES_PER_ROW = 10_000;

/** Maximum unpacked bytes of an archive. */
export const unpackedMax = (rowsMax: number): number => Math.min(UNPACKED_MAX_BYTES, rowsMax * UNPACKED_MAX_BYTES_PER_ROW);

const OTHERS: readonly [magic: string, key: PhraseKey][] = [
  ['255044462d', 'workbook.isPdf'],
  ['89504e47', 'workbook.isImage'],
  ['ffd8ff', 'workbook.isImage'],
  ['7b5c727466', 'workbook.unreadable'],
];

/** @throws Unreadable with a sentence naming the actual type */
export function fileKind(content: Buffer, rowsMax: number): FileKind {
  const starts = (hex: string): boolean => content.subarray(0, hex.length / 2).toString('hex') === hex;
  if (starts('504b0304')) return archiveKind(content, rowsMax);
  if (starts('d0cf11e0')) {
    if (content.includes(Buffer.from('EncryptedPackage', 'utf16le'))) throw new Unreadable('workbook.protected');
    return 'xls';
  }
  for (const [magic, key] of OTHERS) if (starts(magic)) throw new Unreadable(key);
  const head = content.subarray(0, 2_000);
  const markup = detectMarkup(head);
  if (markup !== null) throw new Unreadable(markup);
  if (head.includes(0) && !starts('fffe') && !starts('feff')) throw new Unreadable('workbook.unreadable');
  return 'csv';
}

/** Tables saved as HTML or XML under any extension; cells of a text file may contain tags as well. */
function detectMarkup(head: Buffer): PhraseKey | null {
  // Covers UTF-16, in which every other byte is 0.
  const text = head.toString('latin1').replace(/[\0\xef\xbb\xbf\xfe\xff\s]+/g, '');
  if (/^<(?:!doctypehtml|html|head|meta|table|style|div)/i.test(text)) return 'workbook.isHtml';
  if (!text.startsWith('<?xml')) return null;
  return /<html/i.test(text) ? 'workbook.isHtml' : 'workbook.isXml';
}

function archiveKind(content: Buffer, rowsMax: number): FileKind {
  const entries = zipEntries(content);
  if (entries === null) throw new Unreadable('workbook.unreadable');
  const has = (name: string): boolean => entries.some((entry) => entry.name === name);
  if (has('xl/workbook.bin')) throw new Unreadable('workbook.isXlsb');
  const kind = has('xl/workbook.xml') ? 'xlsx' : has('content.xml') ? 'ods' : null;
  if (kind === null) throw new Unreadable('workbook.unreadable');
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0);
  if (unpacked > unpackedMax(rowsMax)) throw new Unreadable('workbook.tooLarge');
  return kind;
}
