// Restores stored files, before any row that refers to them. A file never changes under its id: existing files are repaired if
// they differ from what was stored, and none is removed.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '../../services/file/store.ts';
import type { LoadOptions } from './load.ts';

/** @param missing ids of files that were already missing or corrupt at backup time; existing ones are left alone */
export function createFileRestorer(store: FileStore, missing: ReadonlySet<string>): LoadOptions['keepFile'] {
  return async (id, size, body) => {
    const path = store.pathOf(id);
    const found = await stat(path).catch(() => null);
    const temporaryPath = join(store.incoming, `restored-${randomUUID()}`);
    try {
      const sha256 = await writeBody(temporaryPath, body);
      const isHere = found !== null && (missing.has(id) || (found.size === size && (await hashFile(path)) === sha256));
      if (!isHere) await store.keep(id, temporaryPath);
      return sha256;
    } finally {
      await rm(temporaryPath, { force: true });
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

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
