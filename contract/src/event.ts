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
  /** How far an import is: told to who has started it. */
  importing: { bc: 'sys', fc: 'import', ec: 'progress' },
} as const;
