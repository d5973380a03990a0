// Imports written in parts: the sender of one that was interrupted by a restart or fault is notified of its progress.
import { sql, type RawBuilder } from 'kysely';
import type { Caller, OwnContext, Services, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import { runAsSystem } from '../clock.ts';
import { closeByCause, notifyAll } from '../msg-inbox/notify.ts';

/** An import without a heartbeat for this long counts as interrupted; no part takes that long. */
const HEARTBEAT_TIMEOUT = sql`interval '60 seconds'`;

export interface Run {
  /** Counts rows in the commit that writes them. */
  wrote: (inside: WriteContext<Caller>, rows: number) => Promise<void>;
  /** Heartbeat without writes. */
  goesOn: () => Promise<void>;
  /** Ends a run that has an answer, including one stored for the same call. */
  end: () => Promise<void>;
  /** Ends a run whose session was revoked, and notifies of its progress at once. */
  cut: () => Promise<void>;
}

export async function beginRun({ db, caller, services }: OwnContext<Caller>, file: string, total: number): Promise<Run> {
  const id = newId();
  await db.insertInto('sys_import_run').values({ id, file, user_id: caller.userId, total }).execute();
  const counted = (rows: number) => sql`update sys_import_run set done = done + ${rows}, seen_at = now() where id = ${id}`;
  return {
    wrote: async ({ trx }, rows) => void (await counted(rows).execute(trx)),
    goesOn: async () => void (await counted(0).execute(db)),
    end: async () => void (await db.deleteFrom('sys_import_run').where('id', '=', id).execute()),
    cut: async () => void (await notifySenders(services, sql<boolean>`id = ${id}`)),
  };
}

/** @returns number of interrupted imports */
export async function notifyInterrupted(services: Services): Promise<number> {
  const silent = sql<boolean>`seen_at < now() - ${HEARTBEAT_TIMEOUT}`;
  const some = await services.db.selectFrom('sys_import_run').where(silent).select('id').limit(1).execute();
  return some.length === 0 ? 0 : notifySenders(services, silent);
}

const interruptionCause = (userId: string, file: string): string => `import ${userId} ${file}`;

/** Closes messages about an earlier interruption once the file is finished. */
export const closeInterruptionMessages = (inside: WriteContext<Caller>, file: string): Promise<void> =>
  closeByCause(inside, interruptionCause(inside.caller.userId, file));

const notifySenders = (services: Services, which: RawBuilder<boolean>): Promise<number> =>
  runAsSystem(services, 'imports that were cut off', async (context) => {
    const cut = await context.trx.deleteFrom('sys_import_run').where(which).returningAll().execute();
    const notices = cut.map(({ user_id, file, done, total }) => ({
      to: [user_id],
      template: 'msg.importCut' as const,
      params: { file, done, total },
      cause: interruptionCause(user_id, file),
    }));
    // Progress messages of earlier runs are obsolete.
    for (const { cause } of notices) await closeByCause(context, cause);
    await notifyAll(context, notices);
    for (const { id, file, done, total } of cut)
      context.logChange({ entity: 'sys_import_run', id, change: { file, done, total } });
    return cut.length;
  });
