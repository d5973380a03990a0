// The job of every minute: a backup that is due, and the work that waits.
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Services } from '../context.ts';
import { byTheClock } from '../platform/clock.ts';
import { isTime } from '../site/nightly/time.ts';
import { askForBackup, backupDoer, verifyDoer } from './backup/backups.ts';
import { lookAtNew, lookDoer } from './load/looks.ts';
import { restoreDoer } from './restore/restores.ts';
import { dropGivenUp } from './load/upload.ts';
import { endOverdue } from './mode/mode.ts';
import { ACTION, takeWork, tellPages, type Doers, type Taken } from './work/work.ts';

const doers: Doers = { BACKUP: backupDoer, VERIFY: verifyDoer, CHECK: lookDoer, RESTORE: restoreDoer };

/** Any number: all processes of this product agree on it. */
const LOCK = 7_318_490;
/** How often one that was cut off is begun again. */
const TRIES = 3;

/** @returns what was taken, and is under way */
export async function maintain(services: Services, signal: AbortSignal): Promise<Taken | null> {
  await endOverdue(services);
  if (services.settings.get('SYS_BACKUP_ON')) await beginDue(services);
  await dropGivenUp(services);
  await lookAtNew(services);
  return takeWork(services, doers, signal);
}

/**
 * Once for each time of the day that has passed, however late: where the program did not run then, when it runs again. Not for one
 * that had passed before there was anything.
 */
async function beginDue(services: Services): Promise<void> {
  const time = services.settings.get('SYS_BACKUP_TIME').trim();
  if (!isTime(time)) return;
  try {
    await byTheClock(services, ACTION, async (context) => {
      const { trx } = context;
      const { rows } = await sql<{ due: boolean }>`
        with due as (
          select max(d::date + ${time}::time) as at from unnest(array[current_date, current_date - 1]) d
           where localtimestamp >= d::date + ${time}::time
        )
        select pg_try_advisory_xact_lock(${LOCK}::bigint)
           and (select min(applied_at) from sys_migration)::timestamp < due.at
           and not exists (select from sys_maintain_work where ended_at is null)
           and (select count(*) filter (where b.state <> 'FAILED' or b.fault ->> 'code' <> 'CUT') = 0 and count(*) < ${TRIES}
                  from sys_backup b where b.kind = 'AUTO' and b.created_at::timestamp >= due.at) as due
          from due`.execute(trx);
      if (!rows[0]!.due) return;
      const id = await askForBackup({ trx, services }, 'AUTO', null);
      context.logChange({ entity: 'sys_backup', id, change: { action: 'begun', kind: 'AUTO' } });
      await tellPages(context);
    });
  } catch (error) {
    // Somebody asked for other work just now: the next minute looks again.
    if (!(error instanceof AppError && error.code === 'MAINTAIN_BUSY')) throw error;
  }
}
