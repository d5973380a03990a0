// Opens the database, bundled or at DATABASE_URL, and migrates it.
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Client, Pool, types as ofDriver, type ClientConfig, type CustomTypesConfig } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { DEFAULT_TIME_ZONE } from '../config.ts';
import { StartProblem } from '../problem.ts';
import { enablePipelining } from './pipeline.ts';
import { DATABASE } from './bundled-owner.ts';
import { findBundled, startBundled } from './bundled.ts';
import { enablePreparedStatements } from './prepared.ts';
import { migrate, type BeforeUpgrade } from './migrate.ts';
import { connectOrExplain, assertNoPooler } from './connect.ts';
import { limitPoolByKey } from './pool-share.ts';
import type { DB } from './types.ts';

/** Time zone of the warehouse, which defines its days. */
export const TIME_ZONE = process.env['TZ'] || DEFAULT_TIME_ZONE;
const OLDEST_SERVER = 150_000;
/** Arbitrary advisory-lock id, held while a process uses the data folder. */
const INSTANCE_LOCK = 7_318_002;
const RETRY_MS = 500;
/** Time for running statements at shutdown. */
const STATEMENTS_MS = 2_000;

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

export interface Database {
  db: Db;
  pool: Pool;
  url: string;
  /** URL with the report login; null without one. */
  reportUrl: string | null;
  /** Ends the pool, and the bundled server if this process started it. */
  close: () => Promise<void>;
}

export interface DatabaseOptions {
  /** Connection string; without it the bundled server runs on `dataDir`. */
  url?: string | undefined;
  /** The same with the report login, if `url` is given. */
  reportUrl?: string | null;
  dataDir: string;
  poolSize: number;
  log: Logger;
  /** Called before a database that is not empty is migrated. */
  beforeUpgrade?: (url: string, ...names: Parameters<BeforeUpgrade>) => Promise<void>;
}

/** @throws StartProblem if no database answers, it is too old or too new, or another process uses this folder */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url !== undefined) {
    await prepare(options.url, options);
    return connect(options.url, options, async () => {}, options.reportUrl);
  }
  const server = await startBundled(options.dataDir);
  const hold = await lockDataFolder(server.url('postgres'), options.dataDir, options.log);
  server.endWithThis();
  try {
    await createDatabase(hold.client);
    const url = server.url(DATABASE);
    await prepare(url, options);
    const stop = async (): Promise<void> => {
      await hold.release();
      await server.stop();
    };
    return connect(url, options, stop, server.reportUrl?.(DATABASE));
  } catch (error) {
    await hold.release();
    await server.stop();
    throw error;
  }
}

/**
 * Opens the same database for a tool, beside a running server: starts, migrates and locks nothing.
 * @throws StartProblem if there is none
 */
export async function attachDatabase(options: DatabaseOptions): Promise<Database> {
  const nothing = (): Promise<void> => Promise.resolve();
  if (options.url !== undefined) {
    await (await connectOrExplain(sessionOf(options.url))).end();
    return connect(options.url, options, nothing);
  }
  const running = await findBundled(options.dataDir);
  return running ? connect(running(DATABASE), options, nothing) : openDatabase(options);
}

/** A connection pool with the limits that every query runs under. */
export function connect(
  url: string,
  { poolSize, log }: Pick<DatabaseOptions, 'poolSize' | 'log'>,
  stop: () => Promise<void>,
  reportUrl: string | null = null,
): Database {
  const pool = new Pool({
    ...sessionOf(url),
    max: poolSize,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: 1_800,
    types: driverTypes,
    pipeline: true,
  });
  let closing = false;
  const lost = (error: Error, what: string): void => {
    if (!closing) log.warn({ err: error }, what);
  };
  // Without a handler, a lost idle connection would end the process; pending queries get their own error.
  pool.on('error', (error) => lost(error, 'idle database connection lost'));
  pool.on('connect', (client) => {
    client.on('error', (error) => lost(error, 'database connection lost'));
    enablePreparedStatements(client);
    enablePipelining(client);
  });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: limitPoolByKey(pool, poolSize) }) });
  return {
    db,
    pool,
    url,
    reportUrl,
    close: async () => {
      closing = true;
      // A running statement does not keep the process alive; its transaction is rolled back.
      await Promise.race([db.destroy(), sleep(STATEMENTS_MS, undefined, { ref: false })]);
      await stop();
    },
  };
}

/** Overrides the search path of role and database. */
const SEARCH_PATH = 'public,pg_temp';
/**
 * Startup options take precedence over settings of role and database. JIT is off: compiling a statement that may read many
 * tables, such as the partitions of the log, takes longer than running it.
 */
const SESSION_OPTIONS = `-c timezone=${TIME_ZONE} -c search_path=${SEARCH_PATH} -c jit=off`;

/**
 * Resets the settings that change the meaning of statements for a transaction, whatever its session has. Calls no functions, since
 * their names depend on the search path.
 */
export async function fixSession(trx: Trx): Promise<void> {
  await sql`set local search_path = public, pg_temp`.execute(trx);
  await sql`set local row_security = on`.execute(trx);
  await sql`set local quote_all_identifiers = off`.execute(trx);
  await sql`set local transform_null_equals = off`.execute(trx);
}

/** Options of every session. */
const sessionOf = (url: string): ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: 5_000,
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
  application_name: `kuwei:${process.pid}`,
  options: SESSION_OPTIONS,
});

/** @throws StartProblem if the database cannot be used */
async function prepare(url: string, { log, beforeUpgrade }: DatabaseOptions): Promise<void> {
  const session = sessionOf(url);
  await assertNoPooler(() => connectOrExplain(session), TIME_ZONE);
  // No statement timeout: migrations may take long.
  const client = await connectOrExplain({
    connectionString: url,
    connectionTimeoutMillis: session.connectionTimeoutMillis!,
    options: SESSION_OPTIONS,
  });
  try {
    const { rows } = await client.query<{ version: number; standby: boolean; readOnly: boolean }>(
      `select current_setting('server_version_num')::int as version, pg_is_in_recovery() as standby,
              current_setting('transaction_read_only') = 'on' as "readOnly"`,
    );
    const { version, standby, readOnly } = rows[0]!;
    if (version < OLDEST_SERVER) throw new StartProblem('PostgreSQL 15 or newer is needed.');
    if (standby || readOnly)
      throw new StartProblem(
        `The database takes no writes (${standby ? 'it is a standby' : 'it is read-only'}): set DATABASE_URL to the primary.`,
      );
    const before: BeforeUpgrade | undefined = beforeUpgrade && ((...names) => beforeUpgrade(url, ...names));
    for (const name of await migrate(client, before)) log.info({ migration: name }, 'migration applied');
  } finally {
    await client.end();
  }
}

interface Hold {
  client: Client;
  release: () => Promise<void>;
}

/**
 * Locks the data folder for this process. The lock ends with its connection; after a restart of the database it is taken again.
 */
async function lockDataFolder(url: string, folder: string, log: Logger): Promise<Hold> {
  const hold: Hold = { client: await lockFolder(url, folder), release: () => Promise.resolve() };
  let released = false;
  const watch = (client: Client): void => {
    client.once('end', () => {
      if (!released) void again();
    });
  };
  const again = async (): Promise<void> => {
    for (;;) {
      await sleep(RETRY_MS);
      if (released) return;
      try {
        hold.client = await lockFolder(url, folder);
        watch(hold.client);
        return;
      } catch (error) {
        if (!(error instanceof StartProblem)) continue; // the database is not back yet
        log.fatal(error.message);
        process.kill(process.pid, 'SIGTERM');
        return;
      }
    }
  };
  watch(hold.client);
  hold.release = async () => {
    released = true;
    await hold.client.end().catch(() => {});
  };
  return hold;
}

async function lockFolder(url: string, folder: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: `kuwei:${process.pid}` });
  client.on('error', () => {});
  await client.connect();
  // A process that was just killed may hold it for a moment.
  for (let attempt = 0; attempt < 10; attempt++) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [INSTANCE_LOCK]);
    if (rows[0]!.taken) return client;
    await sleep(100);
  }
  const { rows } = await client.query<{ holder: string }>(
    `select a.application_name as holder from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
    [INSTANCE_LOCK],
  );
  await client.end();
  const pid = rows[0]?.holder.split(':')[1] ?? 'unknown';
  throw new StartProblem(
    `Another server (process ${pid}) runs on the data folder ${folder}. Stop it, or set DATA_DIR to another folder.`,
  );
}

async function createDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
  if (!rowCount) await client.query(`create database ${DATABASE}`);
}

// ---------------------------------------------------------------- types as they leave the driver

/** Timestamps as ISO text, dates unchanged, decimals as text without trailing zeros, bigint as number. */
export const driverTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers[oid] ?? ofDriver.getTypeParser(oid, format),
};
const moment = (text: string): string => new Date(text).toISOString();
const parsers: Record<number, (text: string) => unknown> = {
  20: (text) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw new Error(`bigint ${text} is beyond what a number holds`);
    return value;
  },
  1082: (text) => text,
  1184: moment,
  1700: (text) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text),
};
