// Retention of the log: whole months are dropped (decision 123). A row lives for the retention of its kind and until its month is
// over.
import type { SettingCode } from '@kuwei/contract/setting';
import { LOG_KINDS, type LogKind } from '@kuwei/contract/sys/log';
import { sql, type Kysely } from 'kysely';
import type { Services } from '../../context.ts';
import type { Trx } from '../../db/open.ts';
import type { DB } from '../../db/types.ts';
import { isRetryable } from '../../error.ts';
import { runAsSystem } from '../../platform/clock.ts';
import { makeMonths } from '../../db/log-months.ts';

/** Retention of each part. */
export const KEPT_DAYS = {
  OPERATION: 'SYS_LOG_CALL_DAYS',
  SIGN_IN: 'SYS_LOG_SIGN_IN_DAYS',
  API: 'SYS_LOG_API_DAYS',
  ERROR: 'SYS_LOG_ERROR_DAYS',
  DATA: 'SYS_LOG_DATA_DAYS',
  ACTING: 'SYS_LOG_ACTING_DAYS',
  JOB: 'SYS_LOG_JOB_DAYS',
} as const satisfies Record<LogKind, SettingCode>;

/** A month of one kind: a partition. */
interface Part {
  name: string;
  month: string;
  kind: LogKind;
}

/** @returns number of months dropped */
export async function deleteExpiredLog(services: Services): Promise<number> {
  await makeMonths(services.db);
  let count = 0;
  for (const part of await findExpiredMonths(services)) {
    try {
      await runAsSystem(services, 'drop log', async ({ trx, logChange }) => {
        await forgetKeys(trx, part);
        // Do not block readers, nor wait for them: retried in an hour.
        await sql`set local lock_timeout = '1s'`.execute(trx);
        await sql`drop table if exists ${sql.id(part.name)}`.execute(trx);
        logChange({ entity: 'log', id: part.month, change: { kind: part.kind } });
      });
      count++;
    } catch (error) {
      if (!isRetryable(error)) throw error;
    }
  }
  await dropEmpty(services.db);
  return count;
}

/** Deletes the search keys of a month, which are contiguous. */
async function forgetKeys(trx: Trx, { kind, month }: Part): Promise<void> {
  await sql`delete from sys_log_key k where k.kind = ${kind}
    and k.id >= sys_log_since(to_date(${month}, 'YYYY-MM')::timestamp at time zone 'UTC')
    and k.id < sys_log_since((to_date(${month}, 'YYYY-MM') + interval '1 month') at time zone 'UTC')`.execute(trx);
}

/** Months that ended before the retention of their kind. */
async function findExpiredMonths({ db, settings }: Services): Promise<Part[]> {
  const days = JSON.stringify(Object.fromEntries(LOG_KINDS.map((kind) => [kind, settings.get(KEPT_DAYS[kind])])));
  const { rows } = await sql<Part>`
    select p.name, substr(p.name, 9, 4) || '-' || substr(p.name, 13, 2) as month, upper(substr(p.name, 16)) as kind
      from (select c.relname::text as name from pg_partition_tree('sys_log') t join pg_class c on c.oid = t.relid where t.isleaf and t.level = 2) p
      join jsonb_each_text(${days}::jsonb) k on k.key = upper(substr(p.name, 16))
     where (to_date(substr(p.name, 9, 6), 'YYYYMM') + interval '1 month') at time zone 'UTC' <= now() - make_interval(days => k.value::int)
     order by p.name`.execute(db);
  return rows;
}

/** Drops months without partitions. Does not wait for locks, because all writers would wait behind it. */
async function dropEmpty(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'sys_log'::regclass and not exists (select from pg_inherits x where x.inhparent = c.oid)`.execute(db);
  for (const { name } of rows) {
    try {
      await db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = '100ms'`.execute(trx);
        await sql`drop table if exists ${sql.id(name)}`.execute(trx);
      });
    } catch (error) {
      if (!isRetryable(error)) throw error;
    }
  }
}
