// Reads a backup entry by entry, in the order written. Files are untrusted: names are never used as paths, and anything that our
// backups do not contain is rejected.
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Duplex, Writable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import { decrypting, HEAD_BYTES, MAGIC } from './encrypt.ts';
import { Fault } from './fault.ts';

export interface Entry {
  name: string;
  size: number;
  /** Must be read to the end, or not at all. */
  body: AsyncIterable<Uint8Array>;
}

/** Magic bytes of zstd. */
const ZSTD = Buffer.from('28b52ffd', 'hex');
/** Maximum compression ratio; more is a decompression bomb. */
const RATIO_MAX = 500;
const RATIO_EXEMPT_BYTES = 100_000_000;

export const isEncrypted = (head: Buffer): boolean => head.subarray(0, MAGIC.length).equals(MAGIC);

export async function headOf(path: string): Promise<Buffer> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Fault('MISSING') : error;
  });
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * @param keys candidates for decryption
 * @param whole hash updated with all bytes of the file as stored
 * @throws Fault MISSING, NOT_A_BACKUP, KEY_MISSING, KEY_WRONG, BROKEN
 */
export async function* entriesOf(path: string, keys: readonly string[], whole?: Hash): AsyncGenerator<Entry> {
  const head = await headOf(path);
  const { size } = await stat(path);
  const encrypted = isEncrypted(head);
  if (!encrypted && !head.subarray(0, ZSTD.length).equals(ZSTD)) throw new Fault('NOT_A_BACKUP');
  whole?.update(encrypted ? head : '');
  const source = createReadStream(path, { start: encrypted ? HEAD_BYTES : 0, highWaterMark: 256 * 1024 });
  const hashed = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      whole?.update(chunk);
      yield chunk;
    }
  };
  const most = size * RATIO_MAX + RATIO_EXEMPT_BYTES;
  let bytes = 0;
  const bounded = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > most) throw new Fault('BROKEN');
      yield chunk;
    }
  };
  const stages: Transform[] = encrypted ? [await decrypting(head, keys)] : [];
  const decoder = createTarDecoder({ strict: true });
  const failure: { error?: unknown } = {};
  // The first failure is the cause: the decoder only reports a premature end.
  const through = [Duplex.from(hashed), ...stages, createZstdDecompress(), Duplex.from(bounded)];
  const pumping = pipeline([source, ...through, Writable.fromWeb(decoder.writable)]).catch((error: unknown) => {
    failure.error ??= error;
  });
  const read = async function* <T>(chunks: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      for await (const chunk of chunks) yield chunk;
    } catch (error) {
      source.destroy();
      await pumping;
      const why = failure.error ?? error;
      throw why instanceof Fault || isDiskError(why) ? why : new Fault('BROKEN', {}, why);
    }
  };
  try {
    for await (const { header, body } of read(decoder.readable)) {
      const { name, size: length, type, linkname, pax } = header;
      if (type !== 'file' || (linkname ?? '') !== '' || pax !== undefined) throw new Fault('EXTRA', { name: sanitizeName(name) });
      yield { name, size: length, body: read(body) };
    }
    await pumping;
    if ('error' in failure) throw new Fault('BROKEN', {}, failure.error);
  } finally {
    source.destroy();
  }
}

const isDiskError = (error: unknown): boolean => /^E(IO|ACCES|NOENT|MFILE)$/.test((error as { code?: string }).code ?? '');

/** Makes an untrusted name safe to show. */
export const sanitizeName = (name: string): string => name.replace(/\p{Cc}/gu, '?').slice(0, 80);

/** Content of a small entry. @throws Fault BROKEN if it is too large */
export async function textOf(entry: Entry, most = 16_000_000): Promise<string> {
  if (entry.size > most) throw new Fault('BROKEN');
  return Buffer.concat(await Array.fromAsync(entry.body)).toString('utf8');
}

export const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();
