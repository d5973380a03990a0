// Messages of /ws/msg: `c` status code, `d` data as JSON text, `id`, `t` type.
import * as z from 'zod/mini';

/** A live message: business category, function category, event code, data. */
export const liveEvent = z.object({ bc: z.string(), fc: z.string(), ec: z.string(), d: z.unknown() });
export type LiveEvent = z.infer<typeof liveEvent>;

export const SOCKET_TYPES = { login: 'USER_LOGIN', join: '_JOIN', push: '_P', ping: '_PING' } as const;

export const socketRequest = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  t: z.enum(['USER_LOGIN', '_JOIN', '_PING']),
  d: z.string().check(z.maxLength(4096)),
});
export type SocketRequest = z.infer<typeof socketRequest>;

export const socketLogin = z.strictObject({
  token: z.string().check(z.maxLength(256)),
  deviceId: z.string().check(z.maxLength(64)),
});
export const socketJoin = z.strictObject({ deviceId: z.string().check(z.maxLength(64)), deviceType: z.literal('USER') });

/** Reply to a request; `c` is 200 or the matching HTTP status. */
export interface SocketReply {
  id: string;
  t: string;
  c: number;
  d: string;
}
export interface SocketPush {
  t: typeof SOCKET_TYPES.push;
  d: string;
}

/** Events of this product. Data holds only ids and states; clients fetch the rest, subject to their rights. */
export const EVENTS = {
  /** A message arrived, was read or deleted elsewhere, or ended: clients fetch the unread count on this event only. */
  message: { bc: 'sys', fc: 'msg-inbox', ec: 'add' },
  transaction: { bc: 'wms', fc: 'transaction', ec: 'change' },
  /** Master data: broadcast; without an id, several records changed. */
  product: { bc: 'wms', fc: 'product', ec: 'change' },
  /** Storage group compatibility: broadcast. */
  storageRule: { bc: 'wms', fc: 'storage-rule', ec: 'change' },
  /** The shelf: broadcast. */
  listing: { bc: 'wms', fc: 'org-product', ec: 'change' },
  /** Stock warnings and limits: broadcast. */
  warning: { bc: 'wms', fc: 'ews-product', ec: 'change' },
  /** A stock count: to staff of its warehouse. */
  count: { bc: 'wms', fc: 'inventory', ec: 'change' },
  /** Boxes were locked for a count, or unlocked: to staff of the warehouse. */
  boxes: { bc: 'wms', fc: 'warehouse-box', ec: 'change' },
  /** An after-sales case or a message in it: to its parties. */
  afterSales: { bc: 'wms', fc: 'after-sales', ec: 'change' },
  /** A sharing request: to both sides. */
  share: { bc: 'wms', fc: 'share', ec: 'change' },
  /** A permit for controlled goods: broadcast. */
  permit: { bc: 'wms', fc: 'permit', ec: 'change' },
  /** The flow register (month closed, signed or reopened, movements reported): broadcast. */
  hazardFlow: { bc: 'wms', fc: 'hazard-flow', ec: 'change' },
  category: { bc: 'wms', fc: 'category', ec: 'change' },
  /** Progress or end of a ledger proof: to users who may see it. */
  ledgerProof: { bc: 'wms', fc: 'ledger-proof', ec: 'change' },
  /** An account: to administrators. */
  account: { bc: 'auth/biz', fc: 'user/account', ec: 'change' },
  /** A user's own profile: to that user. */
  profile: { bc: 'auth/biz', fc: 'user/by-me', ec: 'change' },
  /** Dictionaries: broadcast. */
  dictionary: { bc: 'auth', fc: 'dic', ec: 'change' },
  /** An organisation: broadcast. */
  org: { bc: 'wms', fc: 'org', ec: 'change' },
  /** Roles and powers: to those who manage them. */
  role: { bc: 'auth/power', fc: 'role', ec: 'change' },
  power: { bc: 'auth/power', fc: 'power', ec: 'change' },
  /** Settings, once the sending process has applied them; `d.public`: includes public ones. */
  setting: { bc: 'sys', fc: 'config', ec: 'change' },
  /** The menu: broadcast. */
  menu: { bc: 'sys/project/app', fc: 'menu', ec: 'change' },
  rule: { bc: 'auth/power', fc: 'rule', ec: 'change' },
  rights: { bc: 'sys', fc: 'rights', ec: 'change' },
  /** Start, progress or end of a nightly import: to administrators. */
  nightly: { bc: 'sys', fc: 'nightly', ec: 'change' },
  /** Read-only mode started or ended: broadcast. */
  mode: { bc: 'sys', fc: 'mode', ec: 'change' },
  /** Workflow drafts and published versions: to those who edit them. */
  flow: { bc: 'sys', fc: 'bpm/definition', ec: 'change' },
  /** Start, progress or end of a backup or other maintenance work: to administrators. */
  maintain: { bc: 'sys', fc: 'maintain', ec: 'change' },
  /** Progress of an import: to the user who started it. */
  importing: { bc: 'sys', fc: 'import', ec: 'progress' },
} as const;
