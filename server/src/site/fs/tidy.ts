// Files that nothing refers to: uploads that no document carried in the end, and workbooks that were fetched long ago.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Services } from '../../context.ts';
import { anyOf } from '../../db/rows.ts';
import { referredFiles } from '../../services/file/files.ts';

/** Of what was being received. */
const HOURS = 24;
const AT_ONCE = 500;

type Store = Pick<Services, 'db' | 'files'>;
type Tidied = Pick<Services, 'db' | 'files' | 'settings'>;

/**
 * Deletes what has been without a reference for as long as the site keeps it (a day) since it was stored; what everyone may read stays. Several processes
 * may do so at once, and while references are written.
 * @returns how many files went
 */
export async function tidyFiles({ db, files, settings }: Tidied): Promise<number> {
  const hours = settings.get('SYS_UNATTACHED_HOURS');
  const perishable = sql`f.visibility <> 'ALL' and f.created_at < now() - make_interval(hours => ${hours})`;
  const unreferred = sql`not exists (select from (${referredFiles}) r where r.id = f.id)`;
  let count = 0;
  for (let after = null as string | null; ;) {
    const { rows: found } = await sql<{ id: string }>`select f.id from sys_file f
      where ${perishable} and ${unreferred} and (${after}::uuid is null or f.id > ${after}) order by f.id limit ${AT_ONCE}`.execute(
      db,
    );
    if (found.length === 0) break;
    after = found.at(-1)!.id;
    count += await db.transaction().execute(async (trx) => {
      // A file that somebody is about to refer to is locked by them; one that we lock first is gone when they look.
      const locked = await trx
        .selectFrom('sys_file')
        .where('id', '=', anyOf(found.map(({ id }) => id)))
        .select('id')
        .forUpdate()
        .skipLocked()
        .execute();
      // Looked at once more: the reference may have been committed just before the lock.
      const { numAffectedRows } = await sql`with gone as (
          delete from sys_file f where f.id = ${anyOf(locked.map(({ id }) => id))} and ${unreferred} returning f.id)
        insert into sys_file_gone (id) select id from gone`.execute(trx);
      return Number(numAffectedRows ?? 0);
    });
  }
  await removeBytes({ db, files });
  return count;
}

/**
 * Of files whose row is gone. Ended in between, it goes on the next time. A backup that runs has seen rows that are gone since, and
 * takes their bytes.
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

/** What was being received when a process ended. @returns how many went */
export async function tidyReceived({ incoming }: Pick<Services['files'], 'incoming'>): Promise<number> {
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
