// Deletes unreferenced files: abandoned uploads, and old downloads.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Services } from '../../context.ts';
import { anyOf } from '../../db/rows.ts';
import { referredFiles } from '../../services/file/files.ts';

/** Maximum age of partial uploads. */
const HOURS = 24;
const AT_ONCE = 500;

type Store = Pick<Services, 'db' | 'files'>;
type Tidied = Pick<Services, 'db' | 'files' | 'settings'>;

/**
 * Deletes files unreferenced for the configured retention (a day) since upload; public files stay. Safe under concurrency, also
 * with references being written.
 * @returns number of files deleted
 */
export async function deleteUnreferencedFiles({ db, files, settings }: Tidied): Promise<number> {
  const hours = settings.get('SYS_UNATTACHED_HOURS');
  const perishable = sql`f.visibility <> 'ALL' and f.created_at < now() - make_interval(hours => ${hours})`;
  const isUnreferenced = sql`not exists (select from (${referredFiles}) r where r.id = f.id)`;
  let count = 0;
  for (let after = null as string | null; ;) {
    const { rows: found } = await sql<{ id: string }>`select f.id from sys_file f
      where ${perishable} and ${isUnreferenced} and (${after}::uuid is null or f.id > ${after}) order by f.id limit ${AT_ONCE}`.execute(
      db,
    );
    if (found.length === 0) break;
    after = found.at(-1)!.id;
    count += await db.transaction().execute(async (trx) => {
      // Writers of references lock the file: locked ones are skipped here, and ours are gone when they look.
      const locked = await trx
        .selectFrom('sys_file')
        .where('id', '=', anyOf(found.map(({ id }) => id)))
        .select('id')
        .forUpdate()
        .skipLocked()
        .execute();
      // Checked again: a reference may have been committed just before the lock.
      const { numAffectedRows } = await sql`with gone as (
          delete from sys_file f where f.id = ${anyOf(locked.map(({ id }) => id))} and ${isUnreferenced} returning f.id)
        insert into sys_file_gone (id) select id from gone`.execute(trx);
      return Number(numAffectedRows ?? 0);
    });
  }
  await removeBytes({ db, files });
  return count;
}

/**
 * Deletes contents whose row is gone; an interrupted run is completed by the next. Skipped during a backup, whose snapshot may
 * still contain the rows.
 */
async function removeBytes({ db, files }: Store): Promise<void> {
  const backup = await db
    .selectFrom('sys_maintain_work')
    .where('kind', 'in', ['BACKUP', 'RESTORE'])
    .where('ended_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  if (backup) return;
  const gone = await db.selectFrom('sys_file_gone').select('id').execute();
  for (const { id } of gone) {
    await files.remove(id);
    await db.deleteFrom('sys_file_gone').where('id', '=', id).execute();
  }
}

/** Deletes partial uploads of ended processes. @returns their number */
export async function deletePartialUploads({ incoming }: Pick<Services['files'], 'incoming'>): Promise<number> {
  const before = Date.now() - HOURS * 3_600_000;
  let count = 0;
  for (const name of await readdir(incoming).catch(() => [])) {
    const path = join(incoming, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs >= before) continue;
    await rm(path, { force: true });
    count++;
  }
  return count;
}
