// What a handler gets: who calls, in which language, and the database, or for a write the open transaction.
import type { Locale } from '@kuwei/contract/constants';
import type { RoleHeld } from '@kuwei/contract/access';
import type { LogEntity } from '@kuwei/contract/sys/log';
import type { MenuItem } from '@kuwei/contract/menu-item';
import type { Named } from '@kuwei/contract/sys/log-labels';
import type { Logger } from 'pino';
import type { Bus, BusEvent } from './bus.ts';
import type { Config } from './config.ts';
import type { Db, Trx } from './db/open.ts';
import type { CallLog } from './services/call-log.ts';
import type { FileStore } from './services/file/store.ts';
import type { KeptMode } from './services/mode.ts';
import type { ReportDatabase } from './services/report/database.ts';
import type { Sealer } from './services/sealer.ts';
import type { Settings } from './services/settings.ts';
import type { OwnOrg, OwnRule, Sessions } from './session/sessions.ts';

/** The menu of the site, as this process keeps it. */
interface Menu {
  items: () => Promise<MenuItem[]>;
}

/** Whether this process works, and takes calls. */
interface Health {
  readonly ending: boolean;
  isWell: () => Promise<boolean>;
  /** From now on it is not ready: the program is about to end. */
  drain: () => void;
}

/** What the process has one of. */
export interface Services {
  config: Config;
  db: Db;
  /** Address of the database, for connections of one's own. */
  url: string;
  log: Logger;
  bus: Bus;
  /** What the site has set, or the environment. */
  settings: Settings;
  sessions: Sessions;
  files: FileStore;
  menu: Menu;
  mode: KeptMode;
  /** The way of reports to the database. */
  reports: ReportDatabase;
  /** Calls that were refused or failed, on their way into the log. */
  calls: CallLog;
  health: Health;
  /** Secret of the installation, the same in every process of it. */
  secret: Buffer;
  /** What seals the ledger from outside the database. */
  sealer: Sealer;
}

/** A person who is signed in, as the session has it. */
export interface Caller {
  userId: string;
  name: string;
  username: string;
  /** Who really acts, while `userId` is the one acted as. */
  proxyUserId: string | null;
  sessionId: string;
  /** Organisation chosen for the session. */
  orgId: string | null;
  /** Valid organisations the person belongs to. */
  orgs: readonly OwnOrg[];
  /** Rules that hold for the person. */
  rules: readonly OwnRule[];
  /** All roles held, in listing order. */
  roles: readonly RoleHeld[];
  /** Page role active in this call; null when none was sent. */
  pageRole: string | null;
  /** What is left of the roles under the page role: this is what counts. Without one, neither page roles nor function roles. */
  effective: readonly RoleHeld[];
}

/** Who really acts: bounds for each person hold for them, whoever they act as. */
export const actorOf = ({ proxyUserId, userId }: Caller): string => proxyUserId ?? userId;

/** Where a call comes from. */
export interface Origin {
  locale: Locale;
  ip: string;
  deviceId: string;
  /** What the browser is known by at the sign-in: the cookie it shows, and the one it is given with a session that begins. */
  browser: { readonly shown: string | null; given: string | null };
  userAgent: string;
  requestId: string;
}

export interface ReadContext<C extends Caller | null = Caller> {
  caller: C;
  origin: Origin;
  services: Services;
  db: Db;
  /** Aborted once nobody waits for the answer any more. */
  aborted: () => AbortSignal;
}

/** What one write changed, for the log. */
export interface Change<E extends LogEntity = LogEntity, C = unknown> {
  entity: E;
  id: string;
  /** What differs, or what was made: each field has a name in the log. Never a secret. */
  change?: C;
  /** Who did it, where the call comes without a session of theirs. */
  by?: Pick<Caller, 'userId' | 'proxyUserId'>;
}

export interface WriteContext<C extends Caller | null = Caller> extends Omit<ReadContext<C>, 'db' | 'aborted'> {
  trx: Trx;
  /** Tells open sessions, after the commit. */
  emit: (event: BusEvent) => void;
  /** Adds to the log row of this write, in the same commit. */
  logChange: <E extends LogEntity, const C>(change: Change<E, C> & { change?: Named<E, C> }) => void;
  /** Runs after the commit, before the reply, which waits for it. */
  afterCommit: (work: () => unknown) => void;
}

/** A handler that opens its own transactions, because it does slow work that must not hold one. */
export interface OwnContext<C extends Caller | null = Caller> extends ReadContext<C> {
  /** A write that the key of the call does not speak for: one commit with its log row, run again after a deadlock. */
  write: <T>(work: (context: WriteContext<C>) => Promise<T>) => Promise<T>;
  /** The write that answers the call: sent again with the same idempotency key, it is not run but answered the same. */
  once: <T>(work: (context: WriteContext<C>) => Promise<T>) => Promise<T>;
  /** The same for a part of a call whose parts commit by themselves. @param name of the part, the same when sent again */
  part: <T>(name: string, work: (context: WriteContext<C>) => Promise<T>) => Promise<T>;
}
