// Imports that are written in parts: whoever started one that was cut off, by a restart or a fault, is told how far it came.
import { sql, type RawBuilder } from 'kysely';
import type { Caller, OwnContext, Services, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import { byTheClock } from '../clock.ts';
import { endCause, notifyAll } from '../msg-inbox/notify.ts';

/** After so long without a word an import is taken for cut off: no part takes that long. */
const SILENT = sql`interval '60 seconds'`;

export interface Run {
  /** Counts rows in the commit that writes them. */
  wrote: (inside: WriteContext<Caller>, rows: number) => Promise<void>;
  /** It goes on, though nothing was written. */
  goesOn: () => Promise<void>;
  /** It has come to its end, and has an answer: also one that was kept before, of the same call. */
  end: () => Promise<void>;
  /** Whoever sent it may write no more: they are told at once how far it came. */
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
    cut: async () => void (await tell(services, sql<boolean>`id = ${id}`)),
  };
}

/** @returns how many were cut off */
export async function notifyInterrupted(services: Services): Promise<number> {
  const silent = sql<boolean>`seen_at < now() - ${SILENT}`;
  const some = await services.db.selectFrom('sys_import_run').where(silent).select('id').limit(1).execute();
  return some.length === 0 ? 0 : tell(services, silent);
}

const cutOff = (userId: string, file: string): string => `import ${userId} ${file}`;

/** A file has come to its end, whose import may have been cut off before. */
export const endCutOff = (inside: WriteContext<Caller>, file: string): Promise<void> =>
  endCause(inside, cutOff(inside.caller.userId, file));

const tell = (services: Services, which: RawBuilder<boolean>): Promise<number> =>
  byTheClock(services, 'imports that were cut off', async (context) => {
    const cut = await context.trx.deleteFrom('sys_import_run').where(which).returningAll().execute();
    const notices = cut.map(({ user_id, file, done, total }) => ({
      to: [user_id],
      template: 'msg.importCut' as const,
      params: { file, done, total },
      cause: cutOff(user_id, file),
    }));
    // How far an earlier one came is of no use any more.
    for (const { cause } of notices) await endCause(context, cause);
    await notifyAll(context, notices);
    for (const { id, file, done, total } of cut)
      context.logChange({ entity: 'sys_import_run', id, change: { file, done, total } });
    return cut.length;
  });
