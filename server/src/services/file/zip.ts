// The directory of a ZIP archive (APPNOTE 4.3.12), read without unpacking anything.

export interface ZipEntry {
  name: string;
  /** Declared unpacked size in bytes. */
  size: number;
  /** Packed size and offset in the archive, and whether it is uncompressed. */
  packed: number;
  offset: number;
  stored: boolean;
}

/** The entries of an archive; empty if it is none, null if its directory is broken. */
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
