// Reads single files of a ZIP archive as text.
import { inflateRawSync } from 'node:zlib';
import { zipEntries } from '../../services/file/zip.ts';
import { Unreadable } from './cell.ts';

/** Maximum unpacked bytes of a file, whatever the archive declares. */
const FILE_MAX_BYTES = 60 * 1024 * 1024;

/**
 * A tag with more attributes than any program writes: 300,000 would block the reading thread for half a minute. A single
 * attribute may be long: conditional formatting lists all its ranges in one.
 */
const FULL_TAG = /<[^<>"]*(?:"[^"]*"[^<>"]*){500}/;

/**
 * A file of the archive as text; empty if it does not exist.
 * @throws Error if it is corrupt, unpacks beyond 60 MB or has an abnormal tag
 */
export function zipText(content: Buffer, name: string): string {
  const entry = zipEntries(content)?.find((each) => each.name === name);
  if (!entry) return '';
  const start = entry.offset + 30 + content.readUInt16LE(entry.offset + 26) + content.readUInt16LE(entry.offset + 28);
  const packed = content.subarray(start, start + entry.packed);
  const text = (entry.stored ? packed : inflateRawSync(packed, { maxOutputLength: FILE_MAX_BYTES })).toString('utf8');
  if (FULL_TAG.test(text)) throw new Unreadable('workbook.unreadable');
  return text;
}
