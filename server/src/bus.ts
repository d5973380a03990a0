// Live events: delivered at once inside this process, and to other processes by LISTEN/NOTIFY.
// An event carries ids and states only; clients fetch the rest under their own rights.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EVENTS } from '@kuwei/contract/event';
import { Client, type Pool } from 'pg';
import type { Logger } from 'pino';

export interface BusEvent {
  /** Ids of the users whose open sessions receive it; 'all' for every connected session. */
  to: readonly string[] | 'all';
  bc: string;
  fc: string;
  ec: string;
  d: Record<string, unknown>;
}

/** Sent by a database trigger when settings change: every process reloads them. */
export const SETTINGS_WRITTEN = { bc: 'sys', fc: 'config', ec: 'write' } as const;

/** The log level was changed for a while, or reset: every process reloads it. */
export const LOG_LEVEL_SET = { bc: 'sys', fc: 'log-level', ec: 'set' } as const;

/** A backup was restored: everything that a process has cached is stale. */
export const RESTORED = { bc: 'sys', fc: 'restored', ec: 'done' } as const;

/** Cached by every process: a write that changes it is answered once all processes have applied it. */
const CACHED: readonly Pick<BusEvent, 'bc' | 'fc'>[] = [
  SETTINGS_WRITTEN,
  EVENTS.rights,
  EVENTS.account,
  EVENTS.role,
  EVENTS.power,
  EVENTS.org,
  EVENTS.dictionary,
  EVENTS.menu,
  EVENTS.mode,
  LOG_LEVEL_SET,
  RESTORED,
];
export const isKept = ({ bc, fc }: BusEvent): boolean => CACHED.some((kind) => kind.bc === bc && kind.fc === fc);

/** Returns a promise if it applies the event asynchronously. */
type Listener = (event: BusEvent) => unknown;
/** Payload of a notification: a process starts listening or confirms that it listens; an event; a request for acknowledgement, or the reply. */
type Note = { origin: string } & ({ listens: 'new' | 'too' } | { event: BusEvent } | { ask: string } | { heard: string });
/** Origin of notifications of a restore, which is not a serving process. */
const RESTORE = 'restore';

export const CHANNEL = 'kuwei_event';
/** Prefix of `application_name` of listening connections, followed by the process id. */
const LISTENER = 'kuwei-events:';
/** NOTIFY payloads are limited to 8,000 bytes, so recipients are split into groups. */
const RECIPIENTS_PER_NOTE = 150;
const RETRY_MS = 1_000;
const CONNECT_MS = 5_000;
/** A silently broken connection is detected within both of these; until then caches may be stale. */
const PULSE_MS = 2_000;
const PULSE_TIMEOUT_MS = 5_000;
/** By then a process that cannot listen has noticed, and caches nothing. */
const HEARD_MS = PULSE_MS + PULSE_TIMEOUT_MS + 500;
const RECOUNT_MS = 250;
/** Notifications queued while the database is unreachable; beyond that, other processes reload everything instead. */
const NOTES_MAX = 10_000;
/** PostgreSQL's error code for a payload that it will never accept. */
const REFUSED = '22023';
/** Assumed to have changed while this process could not listen: rights, dictionaries, and what lists show. */
const MISSED: readonly BusEvent[] = [
  SETTINGS_WRITTEN,
  EVENTS.rights,
  EVENTS.dictionary,
  EVENTS.menu,
  EVENTS.mode,
  LOG_LEVEL_SET,
  EVENTS.transaction,
  EVENTS.product,
  EVENTS.category,
  EVENTS.message,
].map((kind) => ({ to: 'all', ...kind, d: {} }));

/** Payload for the transaction of a restore: delivered with its commit. */
export const restoredNote = (): string =>
  JSON.stringify({ origin: RESTORE, event: { to: 'all', ...RESTORED, d: {} } } satisfies Note);
/** Payload for entering or leaving maintenance mode. */
export const modeNote = (): string =>
  JSON.stringify({ origin: RESTORE, event: { to: 'all', ...EVENTS.mode, d: {} } } satisfies Note);

export class Bus {
  readonly #origin = randomUUID();
  readonly #listeners = new Set<Listener>();
  readonly #log: Logger;
  #url = '';
  #others: Pool | null = null;
  /** Connections for `#others`, used once another process is heard. */
  #spare: Pool | null = null;
  #listener: Client | null = null;
  #closed = false;
  /** Payloads still to be sent to other processes. */
  readonly #notes: string[] = [];
  #telling: Promise<void> | null = null;
  /** Listeners' asynchronous work in progress. */
  readonly #busy = new Set<Promise<unknown>>();
  /** Acknowledgements received, by request id. */
  readonly #answers = new Map<string, { n: number; one: () => void }>();
  /** False while other processes cannot be heard; nothing may be cached then. */
  connected = true;

  constructor(log: Logger) {
    this.#log = log;
  }

  subscribe(listener: Listener): void {
    this.#listeners.add(listener);
  }

  /**
   * Starts listening to the database and to the other processes that serve it, and sending to them.
   * @param others pool for sending
   * @param isAlone no other process is expected, as on the bundled database: nothing is sent until one is heard
   */
  async join(url: string, others: Pool, isAlone = false): Promise<void> {
    this.#url = url;
    if (isAlone) this.#spare = others;
    else this.#others = others;
    await this.#listen();
  }

  /** Makes this process reload everything that it caches. */
  lookAgain(): void {
    for (const event of MISSED) this.#deliver(event);
  }

  /** Call after the commit. Sending to other processes is not awaited. */
  publish(events: readonly BusEvent[]): void {
    for (const event of events) this.#deliver(event);
    if (!this.#others) return;
    this.#tellOthers(this.#others, events);
  }

  #tellOthers(others: Pool, events: readonly BusEvent[]): void {
    this.#notes.push(...events.flatMap(split).map((event) => this.#noteOf(event)));
    this.#telling ??= this.#tell(others).finally(() => (this.#telling = null));
  }

  /** Delivers within this process only, where others learn of it by themselves. */
  publishLocally(event: BusEvent): void {
    this.#deliver(event);
  }

  /** Resolves when every process that serves this database has applied what was published before. */
  async awaitDelivery(): Promise<void> {
    await Promise.allSettled(this.#busy);
    const others = this.#others;
    if (!others) return;
    const over = AbortSignal.timeout(HEARD_MS);
    const late = new Promise<void>((resolve) => over.addEventListener('abort', () => resolve()));
    await Promise.race([late, this.#askAll(others, over)]).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'not known whether the other processes have heard'),
    );
    if (over.aborted) this.#log.warn('another process has not said that it has heard');
  }

  async #askAll(pool: Pool, over: AbortSignal): Promise<void> {
    await this.#telling;
    const id = randomUUID();
    let one = (): void => {};
    const answers = { n: 0, one: () => one() };
    this.#answers.set(id, answers);
    try {
      await this.#send(pool, { origin: this.#origin, ask: id });
      while (!over.aborted) {
        const { rows } = await pool.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name like '${LISTENER}%'`,
        );
        if (answers.n >= rows[0]!.n) return;
        // A process that ends meanwhile never answers.
        const again = sleep(RECOUNT_MS, undefined, { ref: false });
        const each = new Promise<void>((resolve) => (one = () => answers.n >= rows[0]!.n && resolve()));
        if (answers.n < rows[0]!.n) await Promise.race([again, each]);
      }
    } finally {
      this.#answers.delete(id);
    }
  }

  #send = (pool: Pool, note: Note): Promise<unknown> => pool.query(`select pg_notify('${CHANNEL}', $1)`, [JSON.stringify(note)]);

  /** Lets a process that believes to be alone know of this one, whichever started first. */
  #announce(listens: 'new' | 'too'): void {
    const others = this.#others ?? this.#spare;
    if (!others) return;
    void this.#send(others, { origin: this.#origin, listens }).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'other processes may not know that this one listens'),
    );
  }

  /** The first other process that is heard may have missed earlier events. */
  #isNotAlone(): void {
    if (this.#others || !this.#spare) return;
    this.#others = this.#spare;
    this.#tellOthers(this.#others, MISSED);
  }

  #take(note: Note): void {
    if (note.origin !== this.#origin && note.origin !== RESTORE) this.#isNotAlone();
    if ('listens' in note) {
      if (note.listens === 'new' && note.origin !== this.#origin) this.#announce('too');
      return;
    }
    if ('event' in note) {
      if (note.origin !== this.#origin) this.#deliver(note.event);
    } else if ('heard' in note) {
      const answers = this.#answers.get(note.heard);
      if (!answers) return;
      answers.n++;
      answers.one();
    } else {
      void Promise.allSettled(this.#busy)
        .then(() => this.#others && this.#send(this.#others, { origin: this.#origin, heard: note.ask }))
        .catch((error: unknown) => this.#log.warn({ err: error }, 'not said what was heard'));
    }
  }

  #noteOf(event: BusEvent): string {
    return JSON.stringify({ origin: this.#origin, event } satisfies Note);
  }

  /** Sends everything queued in one statement, because each NOTIFY is a commit of its own. */
  async #tell(pool: Pool): Promise<void> {
    while (this.#notes.length > 0) {
      const notes = this.#notes.splice(0);
      try {
        await pool.query(`select pg_notify('${CHANNEL}', note) from unnest($1::text[]) note`, [notes]);
      } catch (error) {
        this.#log.warn({ err: error }, 'live events did not reach the other processes');
        if (this.#closed) return;
        this.#notes.unshift(...notes);
        if ((error as { code?: string }).code === REFUSED || this.#notes.length > NOTES_MAX) {
          this.#notes.splice(0, Infinity, ...MISSED.map((event) => this.#noteOf(event)));
        }
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#telling;
    await this.#listener?.end().catch(() => {});
  }

  #deliver(event: BusEvent): void {
    for (const listener of this.#listeners) {
      const work = listener(event);
      if (!(work instanceof Promise)) continue;
      this.#busy.add(work);
      void Promise.allSettled([work]).then(() => this.#busy.delete(work));
    }
  }

  async #listen(): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      application_name: `${LISTENER}${process.pid}`,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    });
    const lost = (): void => {
      if (this.#listener !== client) return;
      clearInterval(pulse);
      this.#listener = null;
      this.connected = false;
      if (!this.#closed) setTimeout(() => void this.#listen(), RETRY_MS).unref();
    };
    let pulse: NodeJS.Timeout | undefined;
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ payload }) => this.#take(JSON.parse(payload!) as Note));
    this.#listener = client;
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch {
      void client.end().catch(() => {});
      return lost();
    }
    this.connected = true;
    this.#announce('new');
    pulse = setInterval(() => void isAlive(client).then((alive) => alive || lost()), PULSE_MS).unref();
    this.lookAgain();
  }
}

/** Pings a connection, and closes it if there is no reply. */
async function isAlive(client: Client): Promise<boolean> {
  let late: NodeJS.Timeout | undefined;
  const alive = await Promise.race([
    client.query('select').then(
      () => true,
      () => false,
    ),
    // A reply that arrived while this process was busy is read before the ping counts as late.
    new Promise<false>((resolve) => (late = setTimeout(() => setImmediate(() => resolve(false)), PULSE_TIMEOUT_MS))),
  ]);
  clearTimeout(late);
  if (!alive) void client.end().catch(() => {});
  return alive;
}

function split(event: BusEvent): BusEvent[] {
  if (event.to === 'all' || event.to.length <= RECIPIENTS_PER_NOTE) return [event];
  const parts: BusEvent[] = [];
  for (let from = 0; from < event.to.length; from += RECIPIENTS_PER_NOTE) {
    parts.push({ ...event, to: event.to.slice(from, from + RECIPIENTS_PER_NOTE) });
  }
  return parts;
}
