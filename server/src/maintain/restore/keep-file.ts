// Stored files out of a backup: on the disk under their ids before any row that names them. A file never changes under its id, so
// what lies there is put right where it is not what was stored, and nothing is removed.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '../../services/file/store.ts';
import type { LoadOptions } from './load.ts';

/** @param missing ids of those that were not as they had been stored when the backup was made: what lies here is no worse */
export function createFileRestorer(store: FileStore, missing: ReadonlySet<string>): LoadOptions['keepFile'] {
  return async (id, size, body) => {
    const path = store.pathOf(id);
    const found = await stat(path).catch(() => null);
    const beside = join(store.incoming, `restored-${randomUUID()}`);
    try {
      const sha256 = await writeBody(beside, body);
      const isHere = found !== null && (missing.has(id) || (found.size === size && (await hashOf(path)) === sha256));
      if (!isHere) await store.keep(id, beside);
      return sha256;
    } finally {
      await rm(beside, { force: true });
    }
  };
}

/** @returns SHA-256, in hex */
async function writeBody(path: string, body: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of body) {
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
