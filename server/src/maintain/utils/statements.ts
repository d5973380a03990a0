// Database activity: long-running statements, and the slowest so far.
import { AppError } from '@kuwei/contract/error';
import type { BodyOf, ReplyOf } from '@kuwei/contract/route';
import type { maintainUtilsRoutes, Statement } from '@kuwei/contract/sys/maintain-utils';
import { sql } from 'kysely';
import type { Services, WriteContext } from '../../context.ts';
import { withoutValues } from './mask-values.ts';

type Statements = ReplyOf<(typeof maintainUtilsRoutes)['getStatements']>;

const LONG_MS = 1_000;
const SLOWEST = 20;
/** Maximum length shown. */
const SHOWN = 300;
/** PostgreSQL's code when an extension's library was not preloaded. */
const NOT_LOADED = '55000';
/** PostgreSQL's placeholder for statements of other roles. */
const HIDDEN = '<insufficient privilege>';

/** The check of pg_cancel_backend(). */
const mayCancel = sql<boolean>`(a.state = 'active' and (pg_has_role(a.usesysid, 'USAGE')
  or pg_has_role('pg_signal_backend', 'USAGE') and not (select r.rolsuper from pg_roles r where r.oid = a.usesysid)))`;
/** Other active client connections of this database; idle ones only show their last statement. */
const others = sql`pg_stat_activity a where a.datname = current_database() and a.backend_type = 'client backend'
  and a.pid <> pg_backend_pid() and a.state not in ('idle', 'disabled')`;

export async function statements({ db }: Pick<Services, 'db'>): Promise<Statements> {
  const { rows } = await sql<Statement>`
    select a.pid, a.query_start as "begunAt", extract(epoch from clock_timestamp() - a.query_start)::float8 * 1000 as ms,
           case a.state when 'idle in transaction' then 'IDLE' when 'idle in transaction (aborted)' then 'ABORTED' else 'ACTIVE' end as state,
           coalesce(a.wait_event_type = 'Lock', false) as "waitsForLock", a.usename::text as "user", a.application_name as application,
           a.query as text, ${mayCancel} as "mayCancel"
      from ${others} and a.query_start < clock_timestamp() - ${LONG_MS} * interval '1 millisecond'
     order by a.query_start, a.pid`.execute(db);
  return { running: rows.map((row) => ({ ...row, text: shown(row.text) })), slowest: await slowest(db) };
}

async function slowest(db: Services['db']): Promise<Statements['slowest']> {
  const { rows: found } = await sql<{ schema: string }>`
    select n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
     where e.extname = 'pg_stat_statements'`.execute(db);
  if (!found[0]) return null;
  try {
    const { rows } = await sql<NonNullable<Statements['slowest']>[number]>`
      select query as text, calls::float8 as calls, mean_exec_time as "meanMs", max_exec_time as "maxMs", total_exec_time as "totalMs"
        from ${sql.id(found[0].schema, 'pg_stat_statements')}
       where dbid = (select oid from pg_database where datname = current_database())
       order by mean_exec_time desc limit ${SLOWEST}`.execute(db);
    return rows.map((row) => ({ ...row, text: shown(row.text) }));
  } catch (error) {
    if ((error as { code?: string }).code === NOT_LOADED) return null;
    throw error;
  }
}

const shown = (text: string | null): string | null =>
  text === null || text === HIDDEN ? null : withoutValues(text).slice(0, SHOWN);

/**
 * Cancels a running statement if it is still the one the user saw.
 * @throws AppError NOT_FOUND if it has ended or belongs to another database; FORBIDDEN without the privilege to cancel it
 */
export async function cancelStatement(
  { trx, logChange }: WriteContext,
  { pid, begunAt }: BodyOf<(typeof maintainUtilsRoutes)['cancelStatement']>,
): Promise<void> {
  const { rows } = await sql<Pick<Statement, 'mayCancel' | 'user' | 'application' | 'text'>>`
    select ${mayCancel} as "mayCancel", a.usename::text as "user", a.application_name as application, a.query as text
      from ${others} and a.pid = ${pid} and date_trunc('milliseconds', a.query_start) = ${begunAt}::timestamptz`.execute(trx);
  const [found] = rows;
  if (!found) throw new AppError('NOT_FOUND');
  if (!found.mayCancel) throw new AppError('FORBIDDEN');
  await sql`select pg_cancel_backend(${pid})`.execute(trx);
  const { user, application, text } = found;
  logChange({
    entity: 'tool',
    id: String(pid),
    change: { action: 'cancel', username: user, source: application, sql: shown(text) },
  });
}
