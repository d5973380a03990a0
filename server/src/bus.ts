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

type Listener = (event: BusEvent) => void;

const CHANNEL = 'kuwei_event';
/** NOTIFY takes 8,000 bytes; recipients are cut into groups that stay below. */
const RECIPIENTS_PER_NOTE = 150;
const RETRY_MS = 1_000;
const CONNECT_MS = 5_000;
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
  EVENTS.transaction,
  EVENTS.product,
  EVENTS.category,
  EVENTS.message,
].map((kind) => ({ to: 'all', ...kind, d: {} }));

export class Bus {
  readonly #origin = randomUUID();
  readonly #listeners = new Set<Listener>();
  readonly #log: Logger;
  #url = '';
  #others: Pool | null = null;
  #listener: Client | null = null;
  #closed = false;
  /** What the other processes are still to be told. */
  readonly #notes: string[] = [];
  #telling: Promise<void> | null = null;
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
   * @param others connections to tell them by; null where no other process can serve this database
   */
  async join(url: string, others: Pool | null): Promise<void> {
    this.#url = url;
    this.#others = others;
    await this.#listen();
  }

  /** Call after the commit. The other processes hear of it as soon as the database takes it; nobody waits for that. */
  publish(events: readonly BusEvent[]): void {
    for (const event of events) this.#deliver(event);
    if (!this.#others) return;
    this.#notes.push(...events.flatMap(split).map((event) => this.#noteOf(event)));
    this.#telling ??= this.#tell(this.#others).finally(() => (this.#telling = null));
  }

  /** To whom this process serves alone: the others come to know by themselves. */
  tellHere(event: BusEvent): void {
    this.#deliver(event);
  }

  #noteOf(event: BusEvent): string {
    return JSON.stringify({ origin: this.#origin, event });
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
    for (const listener of this.#listeners) listener(event);
  }

  async #listen(): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      application_name: `kuwei-events:${process.pid}`,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    });
    const lost = (): void => {
      if (this.#listener !== client) return;
      this.#listener = null;
      this.connected = false;
      if (!this.#closed) setTimeout(() => void this.#listen(), RETRY_MS).unref();
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', (note) => {
      const { origin, event } = JSON.parse(note.payload!) as { origin: string; event: BusEvent };
      if (origin !== this.#origin) this.#deliver(event);
    });
    this.#listener = client;
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch {
      void client.end().catch(() => {});
      return lost();
    }
    this.connected = true;
    for (const event of MISSED) this.#deliver(event);
  }
}

function split(event: BusEvent): BusEvent[] {
  if (event.to === 'all' || event.to.length <= RECIPIENTS_PER_NOTE) return [event];
  const parts: BusEvent[] = [];
  for (let from = 0; from < event.to.length; from += RECIPIENTS_PER_NOTE) {
    parts.push({ ...event, to: event.to.slice(from, from + RECIPIENTS_PER_NOTE) });
  }
  return parts;
}
