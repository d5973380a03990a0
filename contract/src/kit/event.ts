// What travels over /ws/msg: `c` status code, `d` data as JSON text, `id`, `t` type.
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

/** Answer to a request; `c` is 200 when it succeeded, else the HTTP status that fits. */
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

/** The events of this product. Data holds ids and states only: whoever may see more asks for it. */
export const EVENTS = {
  /** A message has come, was read or deleted elsewhere, or has ended: the number of unread ones is asked for by this event alone. */
  message: { bc: 'sys', fc: 'msg-inbox', ec: 'add' },
  transaction: { bc: 'wms', fc: 'transaction', ec: 'change' },
  /** Master data: everyone hears it; without an id, more than one record has changed. */
  product: { bc: 'wms', fc: 'product', ec: 'change' },
  /** Which storage groups may share a place: everyone hears it. */
  storageRule: { bc: 'wms', fc: 'storage-rule', ec: 'change' },
  /** The shelf: everyone hears it. */
  listing: { bc: 'wms', fc: 'org-product', ec: 'change' },
  /** Stock warnings, and the limits they go by: everyone hears it. */
  warning: { bc: 'wms', fc: 'ews-product', ec: 'change' },
  /** A stock count: told to those who work in its warehouse. */
  count: { bc: 'wms', fc: 'inventory', ec: 'change' },
  /** Boxes are locked for a count, or free again: told to those who work in its warehouse. */
  boxes: { bc: 'wms', fc: 'warehouse-box', ec: 'change' },
  /** An after-sales case, or what was said about it: told to its parties. */
  afterSales: { bc: 'wms', fc: 'after-sales', ec: 'change' },
  /** A request for shared goods: told to both sides. */
  share: { bc: 'wms', fc: 'share', ec: 'change' },
  /** A permit for controlled goods: everyone hears it. */
  permit: { bc: 'wms', fc: 'permit', ec: 'change' },
  /** The flow register: a month was closed, signed or opened again, or something was reported. Everyone hears it. */
  hazardFlow: { bc: 'wms', fc: 'hazard-flow', ec: 'change' },
  category: { bc: 'wms', fc: 'category', ec: 'change' },
  /** How far a proof of the ledger is, or that it has ended: told to who may see it. */
  ledgerProof: { bc: 'wms', fc: 'ledger-proof', ec: 'change' },
  /** An account as administrators keep it: told to them. */
  account: { bc: 'auth/biz', fc: 'user/account', ec: 'change' },
  /** What people keep about themselves: told to themselves. */
  profile: { bc: 'auth/biz', fc: 'user/by-me', ec: 'change' },
  /** What lists of options and states are called: everyone hears it. */
  dictionary: { bc: 'auth', fc: 'dic', ec: 'change' },
  /** An organisation, likewise. */
  org: { bc: 'wms', fc: 'org', ec: 'change' },
  /** Roles, and powers, as they are kept: told to those who keep them. */
  role: { bc: 'auth/power', fc: 'role', ec: 'change' },
  power: { bc: 'auth/power', fc: 'power', ec: 'change' },
  /** Settings, once the process that tells of it goes by them; `d.public`: also such as every console reads. */
  setting: { bc: 'sys', fc: 'config', ec: 'change' },
  /** What the menu offers: everyone hears it. */
  menu: { bc: 'sys/project/app', fc: 'menu', ec: 'change' },
  rule: { bc: 'auth/power', fc: 'rule', ec: 'change' },
  rights: { bc: 'sys', fc: 'rights', ec: 'change' },
  /** A nightly import has begun, goes on or has ended: told to administrators. */
  nightly: { bc: 'sys', fc: 'nightly', ec: 'change' },
  /** A time in which people look and change nothing has begun or ended: everyone hears it. */
  mode: { bc: 'sys', fc: 'mode', ec: 'change' },
  /** Workflows: a draft, or what is in force: told to those who draw them up. */
  flow: { bc: 'sys', fc: 'bpm/definition', ec: 'change' },
  /** A backup, or other work on all of the data, has begun, goes on or has ended: told to administrators. */
  maintain: { bc: 'sys', fc: 'maintain', ec: 'change' },
  /** How far an import is: told to who has started it. */
  importing: { bc: 'sys', fc: 'import', ec: 'progress' },
} as const;
