// Rebuilds the indexes of a table concurrently, one table at a time across all processes. Its state consists of log rows for the
// start and the end, and an advisory lock that is released with the connection.
import { AppError } from '@kuwei/contract/error';
import type { ReplyOf } from '@kuwei/contract/route';
import type { maintainUtilsRoutes } from '@kuwei/contract/sys/maintain-utils';
import { sql } from 'kysely';
import { Client } from 'pg';
import type { OwnContext, Services } from '../../context.ts';
import { runAsSystem } from '../../platform/clock.ts';
import { ACTION, assertIdle, notifyAdminPages } from '../work/work.ts';
import { tableSizes } from './sizes.ts';

type Reindex = ReplyOf<(typeof maintainUtilsRoutes)['getReindex']>;

const ID = 'reindex';
/** Arbitrary advisory-lock id. */
const LOCK = 7_318_491;
/** Of error messages. */
const ERROR_LENGTH = 300;

export async function reindexState({ db }: Pick<Services, 'db'>): Promise<Reindex> {
  const last = await getLastReindex(db);
  if (last?.state !== 'RUNNING' || (await isLocked(db))) return last;
  // The end is logged before the lock is released: without a lock and an end it was interrupted.
  const now = await getLastReindex(db);
  return now?.state === 'RUNNING' && now.at === last.at ? { ...now, state: 'CUT' } : now;
}

async function getLastReindex(db: Services['db']): Promise<Reindex> {
  const { rows } = await sql<NonNullable<Reindex>>`
    select l.change ->> 'name' as table, l.at, (l.change ->> 'ms')::float8 as ms, l.change ->> 'reason' as error,
           case l.change ->> 'action' when 'reindexed' then 'DONE' when 'reindexFailed' then 'FAILED' else 'RUNNING' end as state
      from sys_log l where l.entity = 'tool' and l.entity_id = ${ID} order by l.id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

async function isLocked(db: Services['db']): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${LOCK} and granted
       and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows.length > 0;
}

/**
 * Starts the rebuild and returns.
 * @param name of the table, as in the list of sizes
 * @throws AppError NOT_FOUND for tables not of the program, MAINTAIN_BUSY, REINDEX_BUSY
 */
export async function beginReindex({ once, services }: OwnContext, name: string): Promise<void> {
  let client: Client | null = null;
  try {
    await once(async (context) => {
      const { trx, logChange } = context;
      await assertIdle(trx);
      const tables = await tableSizes(trx);
      if (!tables.some((table) => table.name === name)) throw new AppError('NOT_FOUND');
      client ??= await holdLock(services.url);
      logChange({ entity: 'tool', id: ID, change: { action: 'reindex', name } });
      await notifyAdminPages(context);
    });
  } catch (error) {
    await closeSafely(client);
    throw error;
  }
  // Null if the call was repeated: it is running already.
  if (client) void runReindex(services, client, name);
}

/** Errors are ignored: the connection may be closed already. */
const closeSafely = async (client: Client | null): Promise<void> => client?.end().catch(() => {});

/** @throws AppError REINDEX_BUSY */
async function holdLock(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: `kuwei:${process.pid}` });
  // Connection errors reject the pending query.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [LOCK]);
  if (rows[0]!.held) return client;
  await closeSafely(client);
  throw new AppError('REINDEX_BUSY');
}

/** @param name as quoted by PostgreSQL */
async function runReindex(services: Services, client: Client, name: string): Promise<void> {
  const { log } = services;
  const begun = performance.now();
  let failure: unknown = null;
  try {
    await dropInvalidIndexes(client, name);
    await client.query(`reindex table concurrently ${name}`);
  } catch (error) {
    failure = error;
    log.warn({ err: error, table: name }, 'indexes were not rebuilt');
    await dropInvalidIndexes(client, name).catch((left: unknown) =>
      log.warn({ err: left, table: name }, 'half-built indexes were left'),
    );
  }
  const ms = Math.round(performance.now() - begun);
  const change =
    failure === null
      ? { action: 'reindexed', name, ms }
      : { action: 'reindexFailed', name, ms, reason: (failure as Error).message.slice(0, ERROR_LENGTH) };
  try {
    await runAsSystem(services, ACTION, async (context) => {
      context.logChange({ entity: 'tool', id: ID, change });
      await notifyAdminPages(context);
    });
  } catch (error) {
    log.warn({ err: error, table: name }, 'the end of an index rebuild could not be logged');
  }
  // Releases the lock.
  await closeSafely(client);
}

/**
 * Drops invalid indexes of an interrupted run, which slow down writes and are never used. TOAST indexes remain: only a superuser
 * may drop those.
 */
async function dropInvalidIndexes(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ index: string }>(
    `select i.indexrelid::regclass::text as index from pg_index i join pg_class c on c.oid = i.indexrelid
      where not i.indisvalid and c.relkind = 'i' and c.relname ~ '_cc(new|old)\\d*$'
        and i.indrelid in (select relid from pg_partition_tree($1::regclass) union select $1::regclass)`,
    [name],
  );
  for (const { index } of rows) await client.query(`drop index concurrently if exists ${index}`);
}
