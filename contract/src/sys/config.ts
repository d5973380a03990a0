// Settings as they are kept: what each is, what it begins with, what the site or the environment has set, and who set it, when and why.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { listQuery, pageOf } from '../kit/page.ts';
import { routes, TEXT_MAX_BYTES } from '../kit/route.ts';
import { DURATION_UNITS, SETTING_GROUPS } from '../kit/setting.ts';

/** Whose value counts: that of the environment before the site's, and the site's before the product's. */
export const SETTING_SOURCES = ['DEFAULT', 'SITE', 'ENVIRONMENT'] as const;
const KINDS = ['string', 'text', 'address', 'number', 'duration', 'bool', 'enum', 'roles', 'secret'] as const;

const VALUE_MAX = 4_000;
const LIST_MAX = 100;
const given = z.union([
  z.string().check(z.maxLength(VALUE_MAX)),
  z.number(),
  z.boolean(),
  f.list(z.string().check(z.maxLength(100)), LIST_MAX),
]);
/** Null for one that is not set, and for every secret. */
const value = z.nullable(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));

const settingRow = z.object({
  /** Its code. */
  id: z.string(),
  group: z.enum(SETTING_GROUPS),
  kind: z.enum(KINDS),
  /** In the reader's language, as are all texts here. */
  name: z.string(),
  description: z.string(),
  value,
  /** As it is read: with its unit, options and roles by their names; of a secret whether it is set. */
  shown: z.string(),
  shownDefault: z.string(),
  source: z.enum(SETTING_SOURCES),
  public: z.boolean(),
  /** Made by the next change, one more than the last. */
  rev: z.int(),
  updatedAt: f.maybe(z.string()),
  updatedBy: f.maybe(z.string()),
  lastReason: f.maybe(z.string()),
});
export type SettingRow = z.infer<typeof settingRow>;

const settingRecord = z.extend(settingRow, {
  default: value,
  /** The variable of the environment that sets it for good. */
  env: z.string(),
  /** Of numbers and durations; of texts and secrets how many characters. */
  min: f.maybe(z.number()),
  max: f.maybe(z.number()),
  decimals: f.maybe(z.int()),
  unit: f.maybe(z.enum(DURATION_UNITS)),
  options: z.array(z.object({ code: z.string(), name: z.string() })),
});
export type SettingRecord = z.infer<typeof settingRecord>;

/** One change. */
const settingChange = z.object({
  rev: z.int(),
  at: z.string(),
  by: f.maybe(z.string()),
  reason: z.string(),
  /** As it was read then; of a secret that it was set, or taken away. */
  shown: z.string(),
  /** What the product begins with was put back. */
  isDefault: z.boolean(),
  /** Can be put back: a secret is kept nowhere. */
  isKept: z.boolean(),
});
export type SettingChange = z.infer<typeof settingChange>;

const ADMIN = ['ROLE_ADMIN'] as const;
const params = z.strictObject({ id: z.string().check(z.regex(/^[A-Z][A-Z0-9_]{1,63}$/)) });
const why = { reason: f.requiredText(200), rev: f.rev };
const query = listQuery(['group', 'name', 'code', 'updatedAt'], {
  group: z.optional(f.choices(SETTING_GROUPS)),
  source: z.optional(f.choices(SETTING_SOURCES)),
  /** Otherwise than the product begins with. */
  changed: z.optional(f.flag),
});

const errors = ['STALE', 'SETTING_FIXED'] as const;

export const configRoutes = routes({
  exportConfig: {
    method: 'GET',
    path: '/sys/config/export',
    summary: 'The settings as a workbook; secrets are left out',
    needs: ADMIN,
    query,
    reply: 'file',
  },
  listConfig: { method: 'GET', path: '/sys/config', summary: 'Settings', needs: ADMIN, query, reply: pageOf(settingRow) },
  getConfig: { method: 'GET', path: '/sys/config/{id}', summary: 'A setting', needs: ADMIN, params, reply: settingRecord },
  changeConfig: {
    method: 'PUT',
    path: '/sys/config/{id}',
    summary: 'Set a setting; every process goes by it at once',
    needs: ADMIN,
    params,
    // Null for a text or a list that is to be empty; numbers also as texts.
    body: z.strictObject({ value: z.nullable(given), ...why }),
    bodyMax: TEXT_MAX_BYTES,
    reply: settingRecord,
    errors,
  },
  resetConfig: {
    method: 'PUT',
    path: '/sys/config/{id}/reset',
    summary: 'Put back what the product begins with; of a secret, take it away',
    needs: ADMIN,
    params,
    body: z.strictObject(why),
    reply: settingRecord,
    errors,
  },
  restoreConfig: {
    method: 'PUT',
    path: '/sys/config/{id}/restore',
    summary: 'Put back the value of an earlier change',
    needs: ADMIN,
    params,
    body: z.strictObject({ to: f.rev, ...why }),
    reply: settingRecord,
    errors: [...errors, 'SETTING_NOT_KEPT'],
  },
  getConfigHistory: {
    method: 'GET',
    path: '/sys/config/{id}/history',
    summary: 'Who changed a setting, when and why; the newest first',
    needs: ADMIN,
    params,
    reply: z.array(settingChange),
  },
});
