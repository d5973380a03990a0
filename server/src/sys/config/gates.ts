// What stands against a setting beyond its own limits: other settings, and records that it would leave without a way on.
import type { Locale } from '@kuwei/contract/constants';
import { listed } from '@kuwei/contract/phrase';
import { email, type Refusal } from '@kuwei/contract/rule';
import type { AnySettingValue, SettingCode } from '@kuwei/contract/setting';
import { sql } from 'kysely';
import type { Trx } from '../../db/open.ts';
import { roleNames } from './shown.ts';

/** What each setting is at the moment. */
export type ValueNow = (code: SettingCode) => AnySettingValue;

interface Wanted {
  trx: Trx;
  locale: Locale;
  code: SettingCode;
  value: AnySettingValue;
  now: ValueNow;
}

/** @returns why it cannot be set so */
export async function impossible(wanted: Wanted): Promise<Refusal | undefined> {
  switch (wanted.code) {
    case 'SYS_SECOND_FACTOR_ROLES':
      return dutyRefusal(wanted);
    case 'SYS_SMTP_FROM':
      return email(wanted.value);
    case 'SYS_PUBLIC_URL':
      return /^(https?:\/\/[^?#\s]+)?$/.test(String(wanted.value)) ? undefined : { key: 'rule.address' };
    default:
      return undefined;
  }
}

/** Roles there are; and of administrators one has shown that a second step can be set up and passed here. */
async function dutyRefusal({ trx, locale, value }: Wanted): Promise<Refusal | undefined> {
  const codes = value as readonly string[];
  const roles = await roleNames(trx, locale);
  const unknown = codes.filter((code) => !roles.has(code));
  if (unknown.length > 0) return { key: 'rule.noRole', params: { names: listed(locale, unknown) } };
  if (!codes.includes('ROLE_ADMIN')) return undefined;
  const { rows } = await sql`
    select from sys_user u join sys_user_role r on r.user_id = u.id and r.role_code = 'ROLE_ADMIN'
     where u.state = 'ACTIVE' and u.deleted_at is null
       and (u.password_hash is null or exists (select from sys_user_totp f where f.user_id = u.id and f.confirmed_at is not null))
     limit 1`.execute(trx);
  return rows.length > 0 ? undefined : { key: 'rule.adminsFirst' };
}
