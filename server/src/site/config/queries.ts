// Reads settings: values from the process, and the last change from the database.
import type { Locale } from '@kuwei/contract/constants';
import { LOCALES } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { QueryOf } from '@kuwei/contract/route';
import {
  isSecret,
  SETTING_CODES,
  SETTING_GROUPS,
  SETTINGS,
  settingOf,
  type AnySettingValue,
  type SettingCode,
} from '@kuwei/contract/setting';
import type { configRoutes, SettingChange, SettingRecord, SettingRow } from '@kuwei/contract/sys/config';
import { sql, type Kysely } from 'kysely';
import { sortName } from '../../db/list.ts';
import type { DB } from '../../db/types.ts';
import { t } from '../../phrase.ts';
import { variableOf } from '../../fixed-settings.ts';
import type { Settings } from '../../services/settings.ts';
import { descriptionOf, nameOf, optionsOf, roleNames, shownValue, type RoleNames } from './format.ts';

type SettingQuery = QueryOf<(typeof configRoutes)['listConfig']>;

interface Asked {
  db: Kysely<DB>;
  settings: Settings;
  locale: Locale;
}

type Last = Pick<SettingRow, 'rev' | 'updatedAt' | 'updatedBy' | 'lastReason'>;
/** Never changed. */
const UNTOUCHED: Last = { rev: 1, updatedAt: null, updatedBy: null, lastReason: null };

async function lastChanges(db: Kysely<DB>): Promise<Map<string, Last>> {
  const { rows } = await sql<Last & { code: string }>`
    select distinct on (h.code) h.code, h.rev, h.changed_at as "updatedAt", u.name as "updatedBy", h.reason as "lastReason"
      from sys_config_history h left join sys_user u on u.id = h.changed_by
     order by h.code, h.rev desc`.execute(db);
  return new Map(rows.map(({ code, ...last }) => [code, last]));
}

function buildRow({ settings, locale }: Asked, code: SettingCode, roles: RoleNames, last: Last): SettingRow {
  const setting = settingOf(code);
  const value: AnySettingValue = settings.get(code);
  return {
    id: code,
    group: setting.group,
    kind: setting.kind,
    name: nameOf(locale, code),
    description: descriptionOf(locale, code),
    value: isSecret(code) ? null : copyOf(value),
    shown: shownValue(locale, code, value, roles),
    shownDefault: shownValue(locale, code, setting.value, roles),
    source: settings.fixed.has(code) ? 'ENVIRONMENT' : settings.site().has(code) ? 'SITE' : 'DEFAULT',
    public: setting.public === true,
    ...last,
  };
}

const copyOf = (value: AnySettingValue): SettingRow['value'] =>
  value !== null && typeof value === 'object' ? [...value] : value;

const ORDER = {
  group: ({ group, id }: SettingRow) => [SETTING_GROUPS.indexOf(group), SETTING_CODES.indexOf(id as SettingCode)],
  name: ({ name }: SettingRow) => [name],
  code: ({ id }: SettingRow) => [id],
  updatedAt: ({ updatedAt, id }: SettingRow) => [updatedAt ?? '', SETTING_CODES.indexOf(id as SettingCode)],
} satisfies Record<string, (row: SettingRow) => (string | number)[]>;

/** Every setting matching the query, in its order; there are some dozens. */
export async function findSettings(asked: Asked, query: Omit<SettingQuery, 'page' | 'size'>): Promise<SettingRow[]> {
  const [roles, last] = await Promise.all([roleNames(asked.db, asked.locale), lastChanges(asked.db)]);
  const words = (query.q ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const rows = SETTING_CODES.filter((code) => {
    const text = textOf(code);
    return words.every((word) => text.includes(word));
  })
    .map((code) => buildRow(asked, code, roles, last.get(code) ?? UNTOUCHED))
    .filter(
      ({ group, source }) =>
        (query.group?.includes(group) ?? true) &&
        (query.source?.includes(source) ?? true) &&
        (query.changed === undefined || (source !== 'DEFAULT') === query.changed),
    );
  const sort = query.sort ?? 'group';
  const keysOf = ORDER[sortName(sort)];
  const turn = sort.startsWith('-') ? -1 : 1;
  return rows.toSorted((one, other) => turn * compareKeys(keysOf(one), keysOf(other), asked.locale));
}

/** Search text of a setting, in both languages. */
const textOf = (code: SettingCode): string =>
  [code, variableOf(code), ...LOCALES.flatMap((locale) => [nameOf(locale, code), descriptionOf(locale, code)])]
    .join('\n')
    .toLowerCase();

function compareKeys(one: readonly (string | number)[], other: readonly (string | number)[], locale: Locale): number {
  for (const [at, key] of one.entries()) {
    const against = other[at]!;
    const order =
      typeof key === 'number' ? key - Number(against) : key.localeCompare(String(against), locale === 'zh' ? 'zh-CN' : 'en');
    if (order !== 0) return order;
  }
  return 0;
}

/** @throws AppError NOT_FOUND */
export function settingCode(id: string): SettingCode {
  if (!Object.hasOwn(SETTINGS, id)) throw new AppError('NOT_FOUND');
  return id as SettingCode;
}

export async function findSetting(asked: Asked, code: SettingCode): Promise<SettingRecord> {
  const setting = settingOf(code);
  const [roles, last] = await Promise.all([roleNames(asked.db, asked.locale), lastChange(asked.db, code)]);
  return {
    ...buildRow(asked, code, roles, last),
    default: copyOf(setting.value),
    env: variableOf(code),
    min: 'min' in setting ? setting.min : null,
    max: 'max' in setting ? setting.max : null,
    decimals: setting.kind === 'number' ? (setting.decimals ?? 0) : null,
    unit: setting.kind === 'duration' ? setting.unit : null,
    options: optionsOf(asked.locale, code, roles),
  };
}

export async function lastChange(db: Kysely<DB>, code: SettingCode): Promise<Last> {
  const { rows } = await sql<Last>`
    select h.rev, h.changed_at as "updatedAt", u.name as "updatedBy", h.reason as "lastReason"
      from sys_config_history h left join sys_user u on u.id = h.changed_by
     where h.code = ${code} order by h.rev desc limit 1`.execute(db);
  return rows[0] ?? UNTOUCHED;
}

/** Limits the history of frequently changed settings. */
const HISTORY_MAX = 200;

export async function historyOf({ db, locale }: Asked, code: SettingCode): Promise<SettingChange[]> {
  const [roles, { rows }] = await Promise.all([
    roleNames(db, locale),
    sql<{ rev: number; at: string; by: string | null; reason: string; value: AnySettingValue; kind: 'SET' | 'RESET' }>`
      select h.rev, h.changed_at as at, u.name as by, h.reason, h.value, h.kind
        from sys_config_history h left join sys_user u on u.id = h.changed_by
       where h.code = ${code} order by h.rev desc limit ${HISTORY_MAX}`.execute(db),
  ]);
  return rows.map(({ value, kind, ...change }) => {
    const isDefault = kind === 'RESET';
    const shown = isSecret(code)
      ? t(locale, isDefault ? 'setting.secret.no' : 'setting.secret.yes')
      : shownValue(locale, code, isDefault ? settingOf(code).value : value, roles);
    return { ...change, shown, isDefault, isKept: isDefault || !isSecret(code) };
  });
}
