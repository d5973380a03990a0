// Logs refused and failed calls: who, what, when, from where, the response and its duration. Request data are not logged, except
// the parameters of a refusal's message. Rows are written in batches outside of any call and are limited, so that a flood of
// refused calls does not flood the log.
import type { PhraseParams } from '@kuwei/contract/phrase-params';
import type { LogKind } from '@kuwei/contract/sys/log';
import type { Logger } from 'pino';
import { insertOf } from '../db/rows.ts';
import type { Db } from '../db/open.ts';
import { isMissingMonth, makeMonths } from '../db/log-months.ts';

export interface Refused {
  /** Whom it counts for: a person, or the address of a guest. */
  key: string;
  action: string;
  userId: string | null;
  proxyUserId: string | null;
  pageRole: string | null;
  orgId: string | null;
  deviceId: string;
  apiToken: string | null;
  ip: string;
  requestId: string;
  /** The id in its URL. */
  recordId: string | null;
  status: number;
  ms: number;
  /** The response, and for internal errors the cause; fields by name. */
  answer: { code: string; cause?: string; fields?: string[]; particulars?: PhraseParams };
}

const MINUTE_MS = 60_000;
/** Rows per minute: of one person or address, and in total. */
const EACH = 30;
const ALL = 600;
/** Keys beyond the limit that are still counted individually. */
const COUNTED = 50;
/** Rows buffered until the database accepts them. */
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
  /** This minute's counts by key: rows written, and calls beyond the limit. */
  #keys = new Map<string, { rows: number; more: number; last: Refused }>();
  /** All calls beyond the limit, and those no longer counted by key. */
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

  /** Writes buffered rows. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due = Infinity;
    if (Math.floor(Date.now() / MINUTE_MS) !== this.#minute) this.#turn(this.#minute + 1);
    if (this.#more > 0) this.#wake(MINUTE_MS);
    return (this.#writing = this.#writing.then(() => this.#write()));
  }

  /** Writes buffered rows and the counts. */
  close(): Promise<void> {
    this.#turn(0);
    return this.flush();
  }

  #begin(call: Refused): { rows: number; more: number; last: Refused } | null {
    // As many keys as may have rows, and a few that are only counted.
    if (this.#keys.size >= ALL + COUNTED) return null;
    const of = { rows: 0, more: 0, last: call };
    this.#keys.set(call.key, of);
    return of;
  }

  /** Starts a new minute and logs the counts beyond the limits, individually for the busiest. */
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
      if (isMissingMonth(error)) await makeMonths(this.#db).catch(() => {});
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
  api_name: call.apiToken,
  ip: call.ip,
  request_id: call.requestId as string | null,
  entity_id: call.recordId,
  change: call.answer as object,
  status: call.status as number | null,
  ms: call.ms as number | null,
});

/** One row for many calls. @param last the last of them; null for those of many callers */
const moreOf = (last: Refused | null, count: number): Row => ({
  kind: 'API',
  at: new Date().toISOString(),
  action: 'more calls',
  user_id: last?.userId ?? null,
  proxy_user_id: last?.proxyUserId ?? null,
  page_role: null,
  org_id: null,
  device_id: '',
  api_name: null,
  ip: last?.ip ?? '',
  request_id: null,
  entity_id: null,
  change: { count },
  status: null,
  ms: null,
});
