// Verifies that stored files exist with unchanged content.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { Services } from '../../context.ts';

const AT_ONCE = 500;
/** Files of earlier versions hashed per tidy run. */
const HASHED_AT_ONCE = 200;

type Store = Pick<Services, 'db' | 'files'>;

async function hashFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest();
}

export interface FileVerification {
  files: number;
  /** Files without a hash, of which only existence and size were checked. */
  unhashed: number;
  faults: { subject: string; detail: string }[];
}

/** Reads every stored file. */
export async function verifyFiles({ db, files }: Store): Promise<FileVerification> {
  const proof: FileVerification = { files: 0, unhashed: 0, faults: [] };
  for (let after: string | null = null; ;) {
    const rows = await db
      .selectFrom('sys_file')
      .$if(after !== null, (query) => query.where('id', '>', after))
      .select(['id', 'name', 'size', 'stored_sha256'])
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    for (const { id, name, size, stored_sha256: wanted } of rows) {
      proof.files++;
      if (wanted === null) proof.unhashed++;
      const path = files.pathOf(id);
      const detail = await checkFile(path, size, wanted);
      // Deleted meanwhile, it is not missing.
      if (detail !== null && (await isStillStored(db, id))) proof.faults.push({ subject: `${name} (${path})`, detail });
    }
    if (rows.length < AT_ONCE) return proof;
    after = rows.at(-1)!.id;
  }
}

/**
 * What is wrong with a stored file; null for nothing.
 * @param wanted SHA-256; null if only its size is known
 */
export async function checkFile(path: string, size: number, wanted: Buffer | null): Promise<string | null> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
  if (typeof found === 'string') return found === 'ENOENT' ? 'the file is missing' : `the file cannot be read (${found})`;
  if (found.size !== size) return `the file has ${found.size} bytes, not ${size}`;
  try {
    return wanted === null || wanted.equals(await hashFile(path)) ? null : 'the file is not what was stored';
  } catch (error) {
    return `the file cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
}

const isStillStored = async (db: Store['db'], id: string): Promise<boolean> =>
  (await db.selectFrom('sys_file').where('id', '=', id).select('id').executeTakeFirst()) !== undefined;

/** Hashes pictures stored by earlier versions. @returns their number */
export async function hashOlderFiles({ db, files }: Store): Promise<number> {
  const rows = await db
    .selectFrom('sys_file')
    .where('stored_sha256', 'is', null)
    // Random, so that unreadable files do not block the rest.
    .orderBy(sql`random()`)
    .select('id')
    .limit(HASHED_AT_ONCE)
    .execute();
  let count = 0;
  for (const { id } of rows) {
    const hash = await hashFile(files.pathOf(id)).catch(() => null);
    if (hash === null) continue;
    await db.updateTable('sys_file').set({ stored_sha256: hash }).where('id', '=', id).execute();
    count++;
  }
  return count;
}
