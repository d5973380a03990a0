// Live events between sessions: at once inside this process, by LISTEN/NOTIFY to the other ones.
// What travels is ids and states; whoever may know more asks for it.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EVENTS } from '@kuwei/contract/event';
import { Client, type Pool } from 'pg';
import type { Logger } from 'pino';

export interface BusEvent {
  /** Users whose open sessions hear it; 'all' for everyone who is connected. */
  to: readonly string[] | 'all';
  bc: string;
  fc: string;
  ec: string;
  d: Record<string, unknown>;
}

/** The note of the database that settings were written: every process reads them again. */
export const SETTINGS_WRITTEN = { bc: 'sys', fc: 'config', ec: 'write' } as const;

/** The level of the log was set for a while, or back: every process reads it again. */
export const LOG_LEVEL_SET = { bc: 'sys', fc: 'log-level', ec: 'set' } as const;

/** A backup was put back: whatever a process keeps of the database is of before. */
export const RESTORED = { bc: 'sys', fc: 'restored', ec: 'done' } as const;

/** What a process keeps in memory of the database: whoever changes it is answered when every process goes by it. */
const KEPT: readonly Pick<BusEvent, 'bc' | 'fc'>[] = [
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
export const isKept = ({ bc, fc }: BusEvent): boolean => KEPT.some((kind) => kind.bc === bc && kind.fc === fc);

/** One that takes its time to go by what it has heard answers with a promise. */
type Listener = (event: BusEvent) => unknown;
/** That a process has begun to listen, or that another one does too; an event; the question whether it was heard, or the answer to that. */
type Note = { origin: string } & ({ listens: 'new' | 'too' } | { event: BusEvent } | { ask: string } | { heard: string });
/** Origin of notes of a restore, which is not a process that serves. */
const RESTORE = 'restore';

export const CHANNEL = 'kuwei_event';
/** What the connections that hear are called; behind it the number of the process. */
const LISTENER = 'kuwei-events:';
/** NOTIFY takes 8,000 bytes; recipients are cut into groups that stay below. */
const RECIPIENTS_PER_NOTE = 150;
const RETRY_MS = 1_000;
const CONNECT_MS = 5_000;
/** A line that breaks without a word is found out by asking, within both: until then what is kept may be old. */
const PULSE_MS = 2_000;
const PULSE_PATIENCE_MS = 5_000;
/** By then a process that hears nothing knows so itself, and keeps nothing. */
const HEARD_MS = PULSE_MS + PULSE_PATIENCE_MS + 500;
const RECOUNT_MS = 250;
/** What waits for a database that is away; beyond that, the others look at everything again. */
const NOTES_MAX = 10_000;
/** PostgreSQL's code for a note it will never take. */
const REFUSED = '22023';
/** What may have gone past who could not hear: everyone's rights, what things are called, and whatever lists show. */
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

/** The note of a restore, for the transaction that brings it about: whoever listens hears of it with its commit. */
export const restoredNote = (): string =>
  JSON.stringify({ origin: RESTORE, event: { to: 'all', ...RESTORED, d: {} } } satisfies Note);
/** That nobody is answered from now on, or that the time in which people look has ended. */
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
  /** What the other processes are still to be told. */
  readonly #notes: string[] = [];
  #telling: Promise<void> | null = null;
  /** What listeners still do about what they have heard. */
  readonly #busy = new Set<Promise<unknown>>();
  /** How many have answered each question of ours. */
  readonly #answers = new Map<string, { n: number; one: () => void }>();
  /** False while other processes cannot be heard; nothing may then be cached. */
  connected = true;

  constructor(log: Logger) {
    this.#log = log;
  }

  subscribe(listener: Listener): void {
    this.#listeners.add(listener);
  }

  /**
   * Starts to hear what the database itself tells, and the other processes that serve it, and to be heard by them.
   * @param others connections to tell them by
   * @param isAlone whether none is expected, as on the bundled database: then nothing is told until one is heard
   */
  async join(url: string, others: Pool, isAlone = false): Promise<void> {
    this.#url = url;
    if (isAlone) this.#spare = others;
    else this.#others = others;
    await this.#listen();
  }

  /** Lets this process look at everything again that it keeps. */
  lookAgain(): void {
    for (const event of MISSED) this.#deliver(event);
  }

  /** Call after the commit. The other processes hear of it as soon as the database takes it; nobody waits for that. */
  publish(events: readonly BusEvent[]): void {
    for (const event of events) this.#deliver(event);
    if (!this.#others) return;
    this.#tellOthers(this.#others, events);
  }

  #tellOthers(others: Pool, events: readonly BusEvent[]): void {
    this.#notes.push(...events.flatMap(split).map((event) => this.#noteOf(event)));
    this.#telling ??= this.#tell(others).finally(() => (this.#telling = null));
  }

  /** To whom this process serves alone: the others come to know by themselves. */
  tellHere(event: BusEvent): void {
    this.#deliver(event);
  }

  /** Resolves when every process that serves this database goes by what was committed and published before. */
  async heard(): Promise<void> {
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
        // One that ends meanwhile answers no more.
        const again = sleep(RECOUNT_MS, undefined, { ref: false });
        const each = new Promise<void>((resolve) => (one = () => answers.n >= rows[0]!.n && resolve()));
        if (answers.n < rows[0]!.n) await Promise.race([again, each]);
      }
    } finally {
      this.#answers.delete(id);
    }
  }

  #send = (pool: Pool, note: Note): Promise<unknown> => pool.query(`select pg_notify('${CHANNEL}', $1)`, [JSON.stringify(note)]);

  /** A process that takes itself to be alone is told of this one, whichever of them listened first. */
  #announce(listens: 'new' | 'too'): void {
    const others = this.#others ?? this.#spare;
    if (!others) return;
    void this.#send(others, { origin: this.#origin, listens }).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'other processes may not know that this one listens'),
    );
  }

  /** The first other process that is heard may have missed what was sent to none. */
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

  /** Everything that came together goes out together: each NOTIFY is a commit of its own. */
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

/** Asks a connection something; one that does not answer is given up. */
async function isAlive(client: Client): Promise<boolean> {
  let late: NodeJS.Timeout | undefined;
  const alive = await Promise.race([
    client.query('select').then(
      () => true,
      () => false,
    ),
    // What has come while this process was busy is read before it counts as late.
    new Promise<false>((resolve) => (late = setTimeout(() => setImmediate(() => resolve(false)), PULSE_PATIENCE_MS))),
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
