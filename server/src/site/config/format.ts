// Formats settings for readers.
import type { Locale } from '@kuwei/contract/constants';
import { joinList } from '@kuwei/contract/phrase';
import { settingOf, type AnySettingValue, type SettingCode } from '@kuwei/contract/setting';
import { sql, type Kysely } from 'kysely';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import { say, phraseOrKey, t } from '../../phrase.ts';

export const nameOf = (locale: Locale, code: SettingCode): string => say(locale, `setting.${code}`);
export const descriptionOf = (locale: Locale, code: SettingCode): string => say(locale, `setting.text.${code}`);
const optionName = (locale: Locale, code: SettingCode, option: string): string =>
  phraseOrKey(locale, `setting.option.${code}.${option}`);

export type RoleNames = ReadonlyMap<string, string>;

/** Role names by code, in role order. */
export async function roleNames(db: Kysely<DB>, locale: Locale): Promise<RoleNames> {
  const { rows } = await sql<{ code: string; name: string }>`
    select r.code, ${named(locale, 'r')} as name from sys_role r where r.valid order by r.sort, r.code`.execute(db);
  return new Map(rows.map(({ code, name }) => [code, name]));
}

export function optionsOf(locale: Locale, code: SettingCode, roles: RoleNames): { code: string; name: string }[] {
  const setting = settingOf(code);
  if (setting.kind === 'roles') return [...roles].map(([role, name]) => ({ code: role, name }));
  if (setting.kind !== 'enum') return [];
  return setting.options.map((option) => ({ code: option, name: optionName(locale, code, option) }));
}

/** @param value for a secret only whether it is set */
export function shownValue(locale: Locale, code: SettingCode, value: AnySettingValue, roles: RoleNames): string {
  const setting = settingOf(code);
  switch (setting.kind) {
    case 'secret':
      return t(locale, value === null ? 'setting.secret.no' : 'setting.secret.yes');
    case 'bool':
      return t(locale, value === true ? 'setting.on' : 'setting.off');
    case 'duration':
      return say(locale, `setting.unit.${setting.unit}`, { n: Number(value) });
    case 'enum':
      return optionName(locale, code, String(value));
    case 'roles': {
      const codes = value as readonly string[];
      if (codes.length === 0) return t(locale, 'setting.none');
      return joinList(
        locale,
        codes.map((role) => roles.get(role) ?? role),
      );
    }
    case 'number':
      return String(value);
    default:
      return value === '' ? t(locale, 'setting.none') : String(value);
  }
}
