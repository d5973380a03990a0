// Calls that were refused or that failed, as rows of the log: who, what, when, from where, what was answered and after how long.
// Never what was sent, but for what the sentence of a refusal says of it. They are written together, outside of any call, and only so many of them: whoever floods the server with
// calls that are refused does not flood the log.
import type { PhraseParams } from '@kuwei/contract/phrase-params';
import type { LogKind } from '@kuwei/contract/sys/log';
import type { Logger } from 'pino';
import { insertOf } from '../db/rows.ts';
import type { Db } from '../db/open.ts';
import { lacksMonth, makeMonths } from '../db/log-months.ts';

export interface Refused {
  /** Whom it counts for: a person, or an address of guests. */
  key: string;
  action: string;
  userId: string | null;
  proxyUserId: string | null;
  pageRole: string | null;
  orgId: string | null;
  deviceId: string;
  ip: string;
  requestId: string;
  /** Id in its address. */
  recordId: string | null;
  status: number;
  ms: number;
  /** What was answered, and for faults of ours what was thrown; fields by their names. */
  answer: { code: string; cause?: string; fields?: string[]; particulars?: PhraseParams };
}

const MINUTE_MS = 60_000;
/** Rows of one person or address in a minute, and of all. */
const EACH = 30;
const ALL = 600;
/** Whose further calls are counted one by one. */
const COUNTED = 50;
/** Rows that wait until the database takes them. */
const WAITING = 1_000;
const SOON_MS = 1_000;
const LATER_MS = 5_000;

type Row = ReturnType<typeof rowOf>;

export class CallLog {
  readonly #db: Db;
  readonly #log: Logger;
  #waiting: Row[] = [];
  #timer: NodeJS.Timeout | undefined;
  #due = Infinity;
  #writing: Promise<void> = Promise.resolve();
  #minute = 0;
  #count = 0;
  /** In this minute, by key: rows, and what was not made a row of any more. */
  #keys = new Map<string, { rows: number; more: number; last: Refused }>();
  /** All of those, and those of whom nobody is known any more. */
  #more = 0;
  #others = 0;

  constructor(db: Db, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  note(call: Refused): void {
    const minute = Math.floor(Date.now() / MINUTE_MS);
    if (minute !== this.#minute) this.#turn(minute);
    const of = this.#keys.get(call.key) ?? this.#begin(call);
    if (of && of.rows < EACH && this.#count < ALL && this.#waiting.length < WAITING) {
      of.rows++;
      this.#count++;
      this.#add(rowOf(call));
      return;
    }
    if (of) {
      of.more++;
      of.last = call;
    } else this.#others++;
    this.#more++;
    this.#wake(MINUTE_MS);
  }

  /** Writes what waits. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due = Infinity;
    if (Math.floor(Date.now() / MINUTE_MS) !== this.#minute) this.#turn(this.#minute + 1);
    if (this.#more > 0) this.#wake(MINUTE_MS);
    return (this.#writing = this.#writing.then(() => this.#write()));
  }

  /** Writes what waits, and what is counted as well. */
  close(): Promise<void> {
    this.#turn(0);
    return this.flush();
  }

  #begin(call: Refused): { rows: number; more: number; last: Refused } | null {
    // As many as may have rows, and a few to count.
    if (this.#keys.size >= ALL + COUNTED) return null;
    const of = { rows: 0, more: 0, last: call };
    this.#keys.set(call.key, of);
    return of;
  }

  /** Another minute: those of whom there was more than rows are told, the busiest by name. */
  #turn(minute: number): void {
    const busy = [...this.#keys.values()].filter(({ more }) => more > 0).toSorted((a, b) => b.more - a.more);
    for (const { more, last } of busy.slice(0, COUNTED)) this.#add(moreOf(last, more));
    const rest = busy.slice(COUNTED).reduce((sum, { more }) => sum + more, this.#others);
    if (rest > 0) this.#add(moreOf(null, rest));
    this.#minute = minute;
    this.#count = 0;
    this.#more = 0;
    this.#others = 0;
    this.#keys = new Map();
  }

  #add(row: Row): void {
    this.#waiting.push(row);
    this.#wake(SOON_MS);
  }

  #wake(ms: number): void {
    const due = Date.now() + ms;
    if (due >= this.#due) return;
    this.#due = due;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), ms).unref();
  }

  async #write(): Promise<void> {
    const rows = this.#waiting;
    if (rows.length === 0) return;
    this.#waiting = [];
    try {
      await insertOf('sys_log', rows).execute(this.#db);
    } catch (error) {
      const room = WAITING - this.#waiting.length;
      this.#waiting.unshift(...rows.slice(0, room));
      this.#log.warn(
        { err: error, waiting: this.#waiting.length, lost: Math.max(0, rows.length - room) },
        'calls not logged yet',
      );
      if (lacksMonth(error)) await makeMonths(this.#db).catch(() => {});
      this.#wake(LATER_MS);
    }
  }
}

const rowOf = (call: Refused) => ({
  kind: (call.status >= 500 ? 'ERROR' : 'API') as LogKind,
  at: new Date().toISOString(),
  action: call.action,
  user_id: call.userId,
  proxy_user_id: call.proxyUserId,
  page_role: call.pageRole,
  org_id: call.orgId,
  device_id: call.deviceId,
  ip: call.ip,
  request_id: call.requestId as string | null,
  entity_id: call.recordId,
  change: call.answer as object,
  status: call.status as number | null,
  ms: call.ms as number | null,
});

/** One row for many. @param last of them; null for those of very many people */
const moreOf = (last: Refused | null, count: number): Row => ({
  kind: 'API',
  at: new Date().toISOString(),
  action: 'more calls',
  user_id: last?.userId ?? null,
  proxy_user_id: last?.proxyUserId ?? null,
  page_role: null,
  org_id: null,
  device_id: '',
  ip: last?.ip ?? '',
  request_id: null,
  entity_id: null,
  change: { count },
  status: null,
  ms: null,
});
