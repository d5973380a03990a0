// Writes a backup as a stream of tar, zstd and optional encryption, in constant memory.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import { encrypting } from './encrypt.ts';
import { Fault } from './fault.ts';

/** Of zstd: compresses as well as gzip, at a third of the CPU time. */
const LEVEL = 1;
/** Interval of free-space checks. */
const LOOK_EVERY_BYTES = 4_000_000;

export interface Packer {
  /** @param size exact length of the content in bytes */
  add: (name: string, size: number, content: Iterable<Buffer> | AsyncIterable<Buffer>) => Promise<void>;
  /** Closes the file and syncs it to disk. */
  finish: () => Promise<{ size: number; sha256: Buffer }>;
  /** Aborts; the caller removes the partial file. */
  abort: (why: Error) => Promise<void>;
}

export interface PackOptions {
  key: string | null;
  /** Bytes that must stay free on the disk. */
  keepFree: number;
}

/** @param path of a new file. @throws Fault NO_ROOM, from any of its methods */
export async function packTo(path: string, { key, keepFree }: PackOptions): Promise<Packer> {
  const { readable, controller } = createTarPacker();
  const hash = createHash('sha256');
  let size = 0;
  let checkedSize = -Infinity;
  const measure = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      if (size - checkedSize >= LOOK_EVERY_BYTES) {
        checkedSize = size;
        const { bavail, bsize } = await statfs(dirname(path));
        if (bavail * bsize < keepFree) throw new Fault('NO_ROOM');
      }
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  const stages = key === null ? [compress] : [compress, await encrypting(key)];
  const written = pipeline([Readable.fromWeb(readable), ...stages, Duplex.from(measure), file]);
  // Make pending and later add() calls fail as well.
  written.catch((error: Error) => controller.error(error));
  const withCause = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      // The pipeline reports the actual error.
      await written;
      throw error;
    }
  };
  return {
    add: (name, bytes, content) =>
      withCause(
        (async () => {
          const entry = controller.add({ name, size: bytes, type: 'file', mode: 0o600, mtime: new Date(0) }).getWriter();
          for await (const chunk of content) await entry.write(chunk);
          await entry.close();
        })(),
      ),
    finish: async () => {
      controller.finalize();
      await written;
      await syncFolder(dirname(path));
      return { size, sha256: hash.digest() };
    },
    abort: async (why) => {
      controller.error(why);
      await written.catch(() => {});
    },
  };
}

/** Syncs the directory entry, so that the file survives a power cut. Windows cannot open folders and does not need this. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
