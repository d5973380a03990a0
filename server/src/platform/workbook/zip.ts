// Single files of a ZIP archive, as texts.
import { inflateRawSync } from 'node:zlib';
import { zipEntries } from '../../services/file/zip.ts';
import { Unreadable } from './cell.ts';

/** Bytes that no file unpacks beyond, whatever its archive says. */
const FILE_MAX_BYTES = 60 * 1024 * 1024;

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
