// Database access for reports: a separate login, a connection for each run, and resource limits. Never uses the program's own
// login.
import { randomUUID } from 'node:crypto';
import { connect as connectSocket, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@kuwei/contract/error';
import { sql, type Kysely } from 'kysely';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { createKeyedSemaphore } from '../../limiter.ts';
import { driverTypes, TIME_ZONE } from '../../db/open.ts';
import type { DB } from '../../db/types.ts';
import { fitnessOf, type Fitness } from './check.ts';
import { registerReader, unregisterReader, type Reader } from './register-reader.ts';

/** Concurrent runs in one process: interactive ones, and exports; one of each for a person. */
const AT_ONCE = { screen: 3, file: 2 };
const LINE_MAX = 20;
const LINE_MS = 60_000;
/** How long a successful check of the login is valid. */
const FIT_MS = 30_000;
/** Limit for a single row or burst, which the driver buffers in memory. */
const BURST_MAX_BYTES = 32_000_000;
/** Added to a run's own time, for setup and cleanup. */
const MARGIN_S = 30;
/** Time for a connection to close by itself. */
const END_MS = 1_000;

/** Session settings: no parallelism, short waits, only names of the views. */
const OPTIONS = [
  `timezone=${TIME_ZONE}`,
  'search_path=report',
  'jit=off',
  'default_transaction_read_only=on',
  'max_parallel_workers_per_gather=0',
  'work_mem=32MB',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

export const userOf = (url: string | null): string | null =>
  url === null ? null : decodeURIComponent(new URL(url).username) || null;

export interface Bounds {
  kind: keyof typeof AT_ONCE;
  /** Limit for the whole run, including reading. */
  seconds: number;
}

/** @public handle of a run */
export interface Run {
  client: Client;
  /** Aborted at the time limit, or when the client disconnects. */
  signal: AbortSignal;
  /** Called before each piece is read: earlier data have been processed. */
  fresh: () => void;
  /** Maps an error of the run to a refusal. */
  refusalOf: (error: unknown) => unknown;
  end: () => Promise<void>;
}

/** Waits for a place among all, and for one of the person's own. */
function placesOf(kind: keyof typeof AT_ONCE): (userId: string) => Promise<() => void> {
  const all = createKeyedSemaphore(AT_ONCE[kind], LINE_MAX, LINE_MS);
  const each = createKeyedSemaphore(1, 3, LINE_MS);
  return async (userId) => {
    const leaveOwn = await each(userId);
    try {
      const leaveAll = await all('');
      return () => {
        leaveAll();
        leaveOwn();
      };
    } catch (error) {
      leaveOwn();
      throw error;
    }
  };
}

export class ReportDatabase {
  readonly url: string | null;
  readonly #db: Kysely<DB>;
  readonly #log: Logger;
  readonly #places = { screen: placesOf('screen'), file: placesOf('file') };
  #fit: { at: number; fitness: Fitness } | null = null;

  /** @param db of the program's own login, which registers readers of connections */
  constructor(url: string | null, db: Kysely<DB>, log: Logger) {
    this.url = url;
    this.#db = db;
    this.#log = log;
  }

  /** Checks again whether reports can run. */
  async fitness(): Promise<Fitness> {
    if (this.url === null) return { unfit: [{ why: 'NO_LOGIN', what: [] }], open: [] };
    const name = `kuwei-report:${randomUUID()}`;
    let client: Client;
    try {
      client = await this.#connect(this.url, 10, name);
    } catch (error) {
      this.#log.warn({ err: error }, 'the database rejects the report login');
      return { unfit: [{ why: 'UNREACHABLE', what: [(error as { code?: string }).code ?? ''] }], open: [] };
    }
    try {
      const fitness = await fitnessOf(client);
      const same = await this.#isSameDatabase(client, name);
      if (!same) fitness.unfit.push({ why: 'OTHER_DATABASE', what: [] });
      this.#fit = { at: Date.now(), fitness };
      return fitness;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /**
   * Whether the connection leads to the program's own database: looks for its random application name, as the login cannot write.
   * Also, without a registered reader the views must be empty.
   */
  async #isSameDatabase(client: Client, name: string): Promise<boolean> {
    const { rows } =
      await sql`select from pg_stat_activity where datname = current_database() and application_name = ${name}`.execute(this.#db);
    const shown = await client.query('select from report.people limit 1').catch(() => ({ rowCount: null }));
    return rows.length === 1 && shown.rowCount === 0;
  }

  /** @throws AppError REPORT_UNFIT */
  async #requireUrl(): Promise<string> {
    const known = this.#fit !== null && Date.now() - this.#fit.at < FIT_MS ? this.#fit.fitness : await this.fitness();
    if (this.url === null || known.unfit.length > 0) throw new AppError('REPORT_UNFIT');
    return this.url;
  }

  /**
   * Opens a connection that sees only the reader's rows. Session changes by a statement do not outlive it.
   * @param userId limits concurrent runs of each person
   * @throws AppError REPORT_UNFIT, TOO_MANY_AT_ONCE
   */
  async open(userId: string, reader: Reader, { kind, seconds }: Bounds, aborted: AbortSignal): Promise<Run> {
    const url = await this.#requireUrl();
    const leave = await this.#places[kind](userId);
    const client = await this.#connect(url, seconds).catch((error: unknown) => {
      leave();
      throw error;
    });
    const signal = AbortSignal.any([aborted, AbortSignal.timeout(seconds * 1_000)]);
    const stop = (): void => cancel(client);
    signal.addEventListener('abort', stop);
    let pid: number | null = null;
    let isBurst = false;
    const bursts = watchBursts(client, () => {
      isBurst = true;
      client.connection.stream.destroy();
    });
    const run: Run = {
      client,
      signal,
      fresh: bursts.fresh,
      refusalOf: (error) => {
        if (isBurst) return new AppError('REPORT_TOO_LARGE');
        if (aborted.aborted) return aborted.reason;
        if (signal.aborted || (error as { code?: string }).code === '57014') return new AppError('REPORT_TOO_SLOW');
        return error;
      },
      end: async () => {
        signal.removeEventListener('abort', stop);
        bursts.end();
        await Promise.race([client.end(), sleep(END_MS, undefined, { ref: false })]).catch(() => {});
        client.connection.stream.destroy();
        if (pid !== null) await unregisterReader(this.#db, pid).catch(() => {});
        leave();
      },
    };
    try {
      pid = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;
      await registerReader(this.#db, pid, reader, seconds + MARGIN_S);
      await client.query('begin isolation level repeatable read, read only');
      return run;
    } catch (error) {
      await run.end();
      throw run.refusalOf(error);
    }
  }

  /** Runs `work` on such a connection. @throws AppError REPORT_UNFIT, TOO_MANY_AT_ONCE, REPORT_TOO_SLOW, REPORT_TOO_LARGE */
  async run<T>(userId: string, reader: Reader, bounds: Bounds, aborted: AbortSignal, work: (run: Run) => Promise<T>): Promise<T> {
    const run = await this.open(userId, reader, bounds, aborted);
    try {
      run.signal.throwIfAborted();
      return await work(run);
    } catch (error) {
      throw run.refusalOf(error);
    } finally {
      await run.end();
    }
  }

  async #connect(url: string, seconds: number, name = `kuwei-report:${process.pid}`): Promise<Client & Inner> {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      statement_timeout: seconds * 1_000,
      lock_timeout: 2_000,
      idle_in_transaction_session_timeout: (seconds + MARGIN_S) * 1_000,
      application_name: name,
      options: OPTIONS,
      types: driverTypes,
    }) as Client & Inner;
    client.on('error', () => {});
    await client.connect();
    return client;
  }
}

/** Undeclared properties of the driver. */
interface Inner {
  connection: { stream: Socket };
  processID: number;
  secretKey: number;
  host: string;
  port: number;
}

/** Sends a cancel request, which works whatever the statement has set in its session. */
function cancel(client: Client): void {
  const { host, port, processID, secretKey } = client as Client & Inner;
  const asked = Buffer.concat([16, 80_877_102, processID, secretKey].map(int32));
  const socket = host.startsWith('/') ? connectSocket(`${host}/.s.PGSQL.${port}`) : connectSocket(port, host);
  socket.on('error', () => {});
  socket.end(asked);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** Ends a run that buffers too much at once: the driver holds a whole row in memory. */
function watchBursts({ connection: { stream } }: Inner, tooMuch: () => void): { fresh: () => void; end: () => void } {
  let since = 0;
  const count = (chunk: Buffer): void => {
    since += chunk.length;
    if (since > BURST_MAX_BYTES) tooMuch();
  };
  stream.on('data', count);
  return { fresh: () => (since = 0), end: () => stream.off('data', count) };
}
