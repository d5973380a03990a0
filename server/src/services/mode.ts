// Read-only periods, as cached by each process: reads continue, and writes are refused with the reason and the expected end.
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { sessionRoutes } from '@kuwei/contract/auth/session';
import { secondFactorRoutes, signInRoutes } from '@kuwei/contract/auth/sign-in';
import { tokenRoutes } from '@kuwei/contract/auth/token';
import { userRoutes } from '@kuwei/contract/auth/user';
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import type { Route } from '@kuwei/contract/route';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import type { Mode } from '@kuwei/contract/sys/maintain';
import { versionRoutes } from '@kuwei/contract/sys/version';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { sql } from 'kysely';
import type { Bus } from '../bus.ts';
import { TIME_ZONE, type Db, type Trx } from '../db/open.ts';
import { ClosedForRestore } from '../error.ts';
import { isWorkLockHeld } from './work-lock.ts';

/** Exempt writes: signing in and out, page settings, read marks, checks of the ledger. */
const ALLOWED_IN_MODE: ReadonlySet<Route> = new Set<Route>([
  tokenRoutes.login,
  tokenRoutes.refresh,
  tokenRoutes.revoke,
  signInRoutes.demo,
  signInRoutes.beginSso,
  signInRoutes.sso,
  signInRoutes.second,
  secondFactorRoutes.resetSecondFactor,
  sessionRoutes.endMySession,
  sessionRoutes.endMyOtherSessions,
  sessionRoutes.endUserSessions,
  sessionRoutes.endSession,
  proxyRoutes.back,
  userRoutes.saveSetting,
  orgRoutes.switchOrg,
  msgInboxRoutes.notifyMine,
  msgInboxRoutes.notifyAllMine,
  fileRoutes.makeTicket,
  productBoxRoutes.proveLedger,
  productBoxRoutes.proveNewEntries,
]);
const MAINTAIN = '/sys/maintain/';

const isWrite = (route: Route): boolean => route.method !== 'GET' && !route.asks;
/** Whether a call is refused in read-only periods. */
export const isHeld = (route: Route): boolean =>
  isWrite(route) && !ALLOWED_IN_MODE.has(route) && !route.path.startsWith(MAINTAIN);

/** Created on first use: reading the settings reports an invalid time zone with a proper message. */
let clock: Intl.DateTimeFormat | undefined;
const momentOf = (time: string): string =>
  (clock ??= new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'short' })).format(
    new Date(time),
  );

interface Known extends Mode {
  /** Calls are not answered at all: a live process is replacing the data. */
  closed: boolean;
}

/** A process that is killed cannot announce that calls are answered again. */
const CLOSED_FRESH_MS = 1_000;

export class ModeCache {
  readonly #db: Db;
  readonly #bus: Bus;
  /** Undefined: not cached. */
  #mode: Known | null | undefined;
  #readAt = 0;
  /** Counts events: a result read before an event is stale. */
  #heard = 0;

  constructor(db: Db, bus: Bus) {
    this.#db = db;
    this.#bus = bus;
    bus.subscribe(({ bc, fc }) => {
      if (bc !== EVENTS.mode.bc || fc !== EVENTS.mode.fc) return;
      this.#heard++;
      this.#mode = undefined;
    });
  }

  /**
   * The current period; null for none. Not cached while the other processes cannot be heard.
   * @param db the open transaction, if any, so that no second connection is needed
   */
  async now(db: Db | Trx = this.#db): Promise<Known | null> {
    const heard = this.#heard;
    const isStale = this.#mode?.closed === true && Date.now() - this.#readAt >= CLOSED_FRESH_MS;
    const mode = this.#bus.connected && this.#mode !== undefined && !isStale ? this.#mode : await readMode(db);
    if (heard === this.#heard) [this.#mode, this.#readAt] = [mode, mode === this.#mode ? this.#readAt : Date.now()];
    return mode?.until != null && Date.parse(mode.until) <= Date.now() ? null : mode;
  }

  /** Whether calls are refused because the data are being replaced. */
  async isClosed(): Promise<boolean> {
    return (await this.now())?.closed === true;
  }

  /** Runs before any query: the database does not respond while a backup is restored. @throws AppError UNAVAILABLE */
  async assertOpen(route: Route): Promise<void> {
    if (route !== versionRoutes.getVersion && (await this.isClosed())) throw new ClosedForRestore();
  }

  /** @throws AppError MAINTENANCE, READ_ONLY, RESTORING for a write. @param trx as `now` */
  async assertWritable(route: Route, trx?: Trx): Promise<void> {
    if (!isHeld(route)) return;
    const mode = await this.now(trx);
    if (mode === null) return;
    const { kind, reason, until } = mode;
    const code = kind === 'RESTORE' ? 'RESTORING' : until === null ? 'READ_ONLY' : 'MAINTENANCE';
    throw new AppError(code, { params: { reason, until: until === null ? '' : momentOf(until) } });
  }
}

export async function readMode(db: Db | Trx): Promise<Known | null> {
  const { rows } = await sql<Known>`
    select kind, reason, until, since, by_name as by, closed and ${isWorkLockHeld} as closed from sys_mode`.execute(db);
  return rows[0] ?? null;
}
