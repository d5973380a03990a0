// What a handler receives: caller, origin, services, and the database or, for a write, the open transaction.
import type { Locale } from '@kuwei/contract/constants';
import type { RoleHeld } from '@kuwei/contract/access';
import type { ErrorCode } from '@kuwei/contract/error';
import type { LogEntity } from '@kuwei/contract/sys/log';
import type { MenuItem } from '@kuwei/contract/menu-item';
import type { Named } from '@kuwei/contract/sys/log-labels';
import type { Logger } from 'pino';
import type { Bus, BusEvent } from './bus.ts';
import type { Config } from './config.ts';
import type { Db, Trx } from './db/open.ts';
import type { CallLog } from './services/call-log.ts';
import type { FileStore } from './services/file/store.ts';
import type { ModeCache } from './services/mode.ts';
import type { ReportDatabase } from './services/report/database.ts';
import type { Sealer } from './services/sealer.ts';
import type { Settings } from './services/settings.ts';
import type { OwnOrg, OwnRule, Sessions } from './session/sessions.ts';

/** The site's menu, cached by this process. */
interface Menu {
  items: () => Promise<MenuItem[]>;
}

/** Health and readiness of this process. */
interface Health {
  isWell: () => Promise<boolean>;
  isReady: () => Promise<boolean>;
  /** Reports not ready from now on, before the process ends. */
  drain: () => void;
}

/** Singletons of the process. */
export interface Services {
  config: Config;
  db: Db;
  /** Connection string of the database, for dedicated connections. */
  url: string;
  log: Logger;
  bus: Bus;
  /** Settings of the site and of the environment. */
  settings: Settings;
  sessions: Sessions;
  files: FileStore;
  menu: Menu;
  mode: ModeCache;
  /** Read-only database access for reports. */
  reports: ReportDatabase;
  /** Queue of refused and failed calls for the log. */
  calls: CallLog;
  health: Health;
  /** Secret of the installation, shared by all its processes. */
  secret: Buffer;
  /** Seals the ledger outside the database. */
  sealer: Sealer;
}

/** The signed-in user of a session. */
export interface Caller {
  userId: string;
  name: string;
  username: string;
  /** The real user while acting as `userId`; else null. */
  proxyUserId: string | null;
  sessionId: string;
  /** Name of the API token of an integration; null for a person, and for the program. */
  apiToken: string | null;
  /** Organisation selected in the session. */
  orgId: string | null;
  /** Valid organisations that the user is a member of. */
  orgs: readonly OwnOrg[];
  /** Data rules in effect for the user. */
  rules: readonly OwnRule[];
  /** All roles of the user, in display order. */
  roles: readonly RoleHeld[];
  /** Page role sent with this call; null if none. */
  pageRole: string | null;
  /**
   * Set for a caller without the roles of a call that reviewers may make: they have no scope, and are refused with this code
   * unless they are asked to review the document.
   */
  refusal?: ErrorCode;
  /** Roles that count under the page role; without one, neither page roles nor function roles. */
  effective: readonly RoleHeld[];
}

/** The real user, to whom per-user limits apply even while acting as somebody else. */
export const actorOf = ({ proxyUserId, userId }: Caller): string => proxyUserId ?? userId;

/** Origin of a call. */
export interface Origin {
  locale: Locale;
  ip: string;
  deviceId: string;
  /** Cookie of a known browser: the one sent with the call, and the one to set with a new session. */
  browser: { readonly shown: string | null; given: string | null };
  userAgent: string;
  requestId: string;
}

export interface ReadContext<C extends Caller | null = Caller> {
  caller: C;
  origin: Origin;
  services: Services;
  db: Db;
  /** Aborted once the client has disconnected. */
  aborted: () => AbortSignal;
}

/** A change of one entity, for the log. */
export interface Change<E extends LogEntity = LogEntity, C = unknown> {
  entity: E;
  id: string;
  /** Changed or initial fields, each with a label in the log. Never a secret. */
  change?: C;
  /** Who made it, if the call has no session. */
  by?: Pick<Caller, 'userId' | 'proxyUserId'>;
}

export interface WriteContext<C extends Caller | null = Caller> extends Omit<ReadContext<C>, 'db' | 'aborted'> {
  trx: Trx;
  /** Sends an event to open sessions after the commit. */
  emit: (event: BusEvent) => void;
  /** Adds to this write's log row, in the same commit. */
  logChange: <E extends LogEntity, const C>(change: Change<E, C> & { change?: Named<E, C> }) => void;
  /** Runs after the commit; the reply waits for it. */
  afterCommit: (work: () => unknown) => void;
}

/** For handlers that open their own transactions, because their slow work must not hold one. */
export interface OwnContext<C extends Caller | null = Caller> extends ReadContext<C> {
  /** A write outside the idempotency key: one commit with its log row, retried after a deadlock. */
  write: <T>(work: (context: WriteContext<C>) => Promise<T>) => Promise<T>;
  /** The write that produces the reply: repeated with the same idempotency key, it returns the stored reply instead of running. */
  once: <T>(work: (context: WriteContext<C>) => Promise<T>) => Promise<T>;
  /** The same for one of several separately committed parts. @param name of the part, equal in a repeated call */
  part: <T>(name: string, work: (context: WriteContext<C>) => Promise<T>) => Promise<T>;
}
