// The way of reports to the database: a login of their own, a connection for each run, and bounds on what it may take. Never the
// program's own login.
import { randomUUID } from 'node:crypto';
import { connect as connectSocket, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@kuwei/contract/error';
import { sql, type Kysely } from 'kysely';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { placesEach } from '../../bounded.ts';
import { driverTypes, TIME_ZONE } from '../../db/open.ts';
import type { DB } from '../../db/types.ts';
import { fitnessOf, type Fitness } from './check.ts';
import { admit, dismiss, type Reader } from './admit.ts';

/** Runs at once in one process, of those somebody waits for in front of a screen and of those that become files; one of each for a person. */
const AT_ONCE = { screen: 3, file: 2 };
const LINE_MAX = 20;
const LINE_MS = 60_000;
/** How long it is taken for granted that the login is as it should be. */
const FIT_MS = 30_000;
/** A row, or what comes at once, is held in memory as a whole. */
const BURST_MAX_BYTES = 32_000_000;
/** Given to a run beyond its own time, to begin and to end. */
const MARGIN_S = 30;
/** For a connection to end by itself. */
const END_MS = 1_000;

/** Settings of a session for reports: one processor, nothing waited for long, no names but those of the views. */
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
  /** Of all of it, reading included. */
  seconds: number;
}

/** @public what a run is given */
export interface Run {
  client: Client;
  /** Ends with the time that the run has, or when nobody waits for it. */
  signal: AbortSignal;
  /** Said before each piece that is read: what came until then has been dealt with. */
  fresh: () => void;
  /** What somebody is told of an error in it. */
  refusalOf: (error: unknown) => unknown;
  end: () => Promise<void>;
}

/** Waits for a place among all, and for one of the person's own. */
function placesOf(kind: keyof typeof AT_ONCE): (userId: string) => Promise<() => void> {
  const all = placesEach(AT_ONCE[kind], LINE_MAX, LINE_MS);
  const each = placesEach(1, 3, LINE_MS);
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

  /** @param db of the program's own login, which says for whom a connection is */
  constructor(url: string | null, db: Kysely<DB>, log: Logger) {
    this.url = url;
    this.#db = db;
    this.#log = log;
  }

  /** Whether reports can run, asked anew. */
  async fitness(): Promise<Fitness> {
    if (this.url === null) return { unfit: [{ why: 'NO_LOGIN', what: [] }], open: [] };
    const name = `kuwei-report:${randomUUID()}`;
    let client: Client;
    try {
      client = await this.#connect(this.url, 10, name);
    } catch (error) {
      this.#log.warn({ err: error }, 'the database does not let the login of reports in');
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
   * Whether the connection leads to the program's own database: known there by a name that nobody guesses, as nothing is written to ask.
   * One that shows rows to nobody is none of the program's.
   */
  async #isSameDatabase(client: Client, name: string): Promise<boolean> {
    const { rows } =
      await sql`select from pg_stat_activity where datname = current_database() and application_name = ${name}`.execute(this.#db);
    const shown = await client.query('select from report.people limit 1').catch(() => ({ rowCount: null }));
    return rows.length === 1 && shown.rowCount === 0;
  }

  /** @throws AppError REPORT_UNFIT */
  async #assertFitRow(): Promise<string> {
    const known = this.#fit !== null && Date.now() - this.#fit.at < FIT_MS ? this.#fit.fitness : await this.fitness();
    if (this.url === null || known.unfit.length > 0) throw new AppError('REPORT_UNFIT');
    return this.url;
  }

  /**
   * A connection on which a reader's own rows are all there is, until it is ended. Nothing that a statement changes in its session
   * outlives it.
   * @param userId for whom it counts: nobody has all the places
   * @throws AppError REPORT_UNFIT, TOO_MANY_AT_ONCE
   */
  async open(userId: string, reader: Reader, { kind, seconds }: Bounds, aborted: AbortSignal): Promise<Run> {
    const url = await this.#assertFitRow();
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
        if (pid !== null) await dismiss(this.#db, pid).catch(() => {});
        leave();
      },
    };
    try {
      pid = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;
      await admit(this.#db, pid, reader, seconds + MARGIN_S);
      await client.query('begin isolation level repeatable read, read only');
      return run;
    } catch (error) {
      await run.end();
      throw run.refusalOf(error);
    }
  }

  /** The same for a piece of work. @throws AppError REPORT_UNFIT, TOO_MANY_AT_ONCE, REPORT_TOO_SLOW, REPORT_TOO_LARGE */
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

/** What the driver has and does not declare. */
interface Inner {
  connection: { stream: Socket };
  processID: number;
  secretKey: number;
  host: string;
  port: number;
}

/** Tells the database to stop what runs on a connection: it listens to this whatever the statement has set in its session. */
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

/** Looks that no more comes at once than memory is for: the driver holds a row as a whole. */
function watchBursts({ connection: { stream } }: Inner, tooMuch: () => void): { fresh: () => void; end: () => void } {
  let since = 0;
  const count = (chunk: Buffer): void => {
    since += chunk.length;
    if (since > BURST_MAX_BYTES) tooMuch();
  };
  stream.on('data', count);
  return { fresh: () => (since = 0), end: () => stream.off('data', count) };
}
