// The directory of a ZIP archive (APPNOTE 4.3.12), read without unpacking anything, and single files of it.
import { inflateRawSync } from 'node:zlib';
import { Unreadable } from './cell.ts';

/** Bytes that no file unpacks beyond, whatever its archive says. */
const FILE_MAX_BYTES = 60 * 1024 * 1024;

export interface ZipEntry {
  name: string;
  /** Bytes that it says it unpacks to. */
  size: number;
  /** Bytes that it takes in the archive, from where, and whether they are not packed. */
  packed: number;
  offset: number;
  stored: boolean;
}

/** What an archive says is in it; nothing when it is none, null where its directory is broken. */
export function zipEntries(content: Buffer): ZipEntry[] | null {
  const end = content.lastIndexOf(Buffer.from('504b0506', 'hex'));
  if (end < 0 || end + 20 > content.length) return [];
  const entries: ZipEntry[] = [];
  let at = content.readUInt32LE(end + 16);
  for (let left = content.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > content.length || content.readUInt32LE(at) !== 0x02014b50) return null;
    const nameEnd = at + 46 + content.readUInt16LE(at + 28);
    entries.push({
      name: content.toString('latin1', at + 46, nameEnd),
      size: content.readUInt32LE(at + 24),
      packed: content.readUInt32LE(at + 20),
      offset: content.readUInt32LE(at + 42),
      stored: content.readUInt16LE(at + 10) === 0,
    });
    at = nameEnd + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
  }
  return entries;
}

/**
 * A tag with more attributes than any program writes: one with 300,000 holds the thread that reads it for half a minute. The text of one
 * attribute may be long: a rule of colours names all its ranges in one.
 */
const FULL_TAG = /<[^<>"]*(?:"[^"]*"[^<>"]*){500}/;

/**
 * A file of the archive as text; empty where there is none.
 * @throws Error where it is broken, unpacks beyond 60 MB or has a tag that no program writes
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
