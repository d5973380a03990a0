// Settings: type, default, value set by site or environment, and who changed it, when and why.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { listQuery, pageOf } from '../kit/page.ts';
import { routesOn, TEXT_MAX_BYTES } from '../kit/route.ts';
import { DURATION_UNITS, SETTING_GROUPS } from '../kit/setting.ts';

/** Source of the effective value. Precedence: environment, site, default. */
export const SETTING_SOURCES = ['DEFAULT', 'SITE', 'ENVIRONMENT'] as const;
const KINDS = ['string', 'text', 'address', 'number', 'duration', 'bool', 'enum', 'roles', 'secret'] as const;

const VALUE_MAX = 4_000;
const LIST_MAX = 100;
const submittedValue = z.union([
  z.string().check(z.maxLength(VALUE_MAX)),
  z.number(),
  z.boolean(),
  f.list(z.string().check(z.maxLength(100)), LIST_MAX),
]);
/** Null if not set, and for secrets. */
const value = z.nullable(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));

const settingRow = z.object({
  /** Its code. */
  id: z.string(),
  group: z.enum(SETTING_GROUPS),
  kind: z.enum(KINDS),
  /** All texts here are in the user's language. */
  name: z.string(),
  description: z.string(),
  value,
  /** For display: with unit, options and roles by name; for a secret whether it is set. */
  shown: z.string(),
  shownDefault: z.string(),
  source: z.enum(SETTING_SOURCES),
  public: z.boolean(),
  /** Increases with each change. */
  rev: z.int(),
  updatedAt: f.maybe(z.string()),
  updatedBy: f.maybe(z.string()),
  lastReason: f.maybe(z.string()),
});
export type SettingRow = z.infer<typeof settingRow>;

const settingRecord = z.extend(settingRow, {
  default: value,
  /** The environment variable that overrides it. */
  env: z.string(),
  /** Range of numbers and durations; length of texts and secrets. */
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
  /** For display; of a secret that it was set or removed. */
  shown: z.string(),
  /** It was reset to the default. */
  isDefault: z.boolean(),
  /** Can be restored: previous values of secrets are not stored. */
  isKept: z.boolean(),
});
export type SettingChange = z.infer<typeof settingChange>;

const ADMIN = ['ROLE_ADMIN'] as const;
const params = z.strictObject({ id: z.string().check(z.regex(/^[A-Z][A-Z0-9_]{1,63}$/)) });
const why = { reason: f.requiredText(200), rev: f.rev };
const query = listQuery(['group', 'name', 'code', 'updatedAt'], {
  group: z.optional(f.choices(SETTING_GROUPS)),
  source: z.optional(f.choices(SETTING_SOURCES)),
  /** Differs from the default. */
  changed: z.optional(f.flag),
});

const errors = ['STALE', 'SETTING_FIXED'] as const;

export const configRoutes = routesOn('SYS_CONFIG', {
  exportConfig: {
    method: 'GET',
    path: '/sys/config/export',
    summary: 'The settings as a workbook; secrets are left out',
    needs: ADMIN,
    query,
    reply: 'sheet',
  },
  listConfig: { method: 'GET', path: '/sys/config', summary: 'Settings', needs: ADMIN, query, reply: pageOf(settingRow) },
  getConfig: { method: 'GET', path: '/sys/config/{id}', summary: 'A setting', needs: ADMIN, params, reply: settingRecord },
  changeConfig: {
    method: 'PUT',
    power: null,
    path: '/sys/config/{id}',
    summary: 'Change a setting; it applies in every process at once',
    needs: ADMIN,
    params,
    // Null for an empty text or list; numbers may be sent as text.
    body: z.strictObject({ value: z.nullable(submittedValue), ...why }),
    bodyMax: TEXT_MAX_BYTES,
    reply: settingRecord,
    errors,
  },
  resetConfig: {
    method: 'PUT',
    power: null,
    path: '/sys/config/{id}/reset',
    summary: 'Reset a setting to its default; a secret is removed',
    needs: ADMIN,
    params,
    body: z.strictObject(why),
    reply: settingRecord,
    errors,
  },
  restoreConfig: {
    method: 'PUT',
    power: null,
    path: '/sys/config/{id}/restore',
    summary: 'Restore the value of an earlier change',
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
