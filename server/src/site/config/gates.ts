// Refusals of a setting beyond its own limits: other settings, and records that it would lock out.
import { isIP } from 'node:net';
import * as f from '@kuwei/contract/field';
import type { Locale } from '@kuwei/contract/constants';
import { joinList } from '@kuwei/contract/phrase';
import { email, type Refusal } from '@kuwei/contract/rule';
import { readLabelSheets } from '@kuwei/contract/wms/label-sheet';
import { settingOf, type AnySettingValue, type SettingCode } from '@kuwei/contract/setting';
import { sql } from 'kysely';
import type { Trx } from '../../db/open.ts';
import { checkSsoRules } from '../../auth/sso/gate.ts';
import { addressIn } from '../nightly/address.ts';
import { isTime } from '../nightly/time.ts';
import { nameOf, roleNames, shownValue } from './format.ts';

/** Current value of each setting. */
export type CurrentValue = (code: SettingCode) => AnySettingValue;

interface SettingChangeRequest {
  trx: Trx;
  locale: Locale;
  code: SettingCode;
  value: AnySettingValue;
  now: CurrentValue;
}

/** @returns why the value is refused */
export async function checkSetting(wanted: SettingChangeRequest): Promise<Refusal | undefined> {
  switch (wanted.code) {
    case 'SYS_SECOND_FACTOR_ROLES':
      return checkSecondFactorRoles(wanted);
    case 'SYS_SSO_RULES':
      return checkSsoRules(wanted.trx, String(wanted.value), wanted.locale);
    case 'SYS_SMTP_FROM':
      return email(wanted.value);
    case 'SYS_NIGHTLY_TIME':
    case 'SYS_BACKUP_TIME':
      return isTime(String(wanted.value)) ? undefined : { key: 'rule.nightlyTime' };
    case 'SYS_NIGHTLY_PEOPLE_URL':
    case 'SYS_NIGHTLY_GROUPS_URL':
    case 'SYS_NIGHTLY_MEMBERS_URL':
      return wanted.value === '' || addressIn(String(wanted.value)) ? undefined : { key: 'rule.nightlyAddress' };
    case 'SYS_NIGHTLY_TOKEN':
    case 'SYS_NIGHTLY_QUERY':
      return wanted.value === null || /^[\x21-\x7e]+$/.test(String(wanted.value)) ? undefined : { key: 'rule.nightlySecret' };
    case 'SYS_PUBLIC_URL':
      return wanted.value === '' || isSite(String(wanted.value)) ? undefined : { key: 'rule.site' };
    case 'SYS_SMTP_HOST':
      return wanted.value === '' || isHost(String(wanted.value)) ? undefined : { key: 'rule.host' };
    case 'WMS_FLOW_REPORT_FROM':
      return wanted.value === '' || isDay(String(wanted.value)) ? undefined : { key: 'rule.dayOrNone' };
    case 'WMS_LABEL_SHEETS': {
      const { fault } = readLabelSheets(String(wanted.value));
      return fault === null ? undefined : { key: 'rule.labelSheet', params: { line: fault } };
    }
    default:
      return checkOrder(wanted);
  }
}

/** Prefix of links in mails: an unambiguous address, without characters special to HTML or a shell. */
const SITE = /^https?:\/\/[\p{L}\p{N}.:[\]-]+(?:\/[\p{L}\p{N}._~%-]*)*$/u;
const isSite = (text: string): boolean => SITE.test(text) && URL.canParse(text) && !/\/\.{1,2}(\/|$)/.test(text);
const isHost = (text: string): boolean => isIP(text) !== 0 || /^[\p{L}\p{N}._-]+$/u.test(text);

const isDay = (text: string): boolean => f.day.safeParse(text).success;

/** Roles must exist; for administrators, one must have set up and used two-step verification here. */
async function checkSecondFactorRoles({ trx, locale, value }: SettingChangeRequest): Promise<Refusal | undefined> {
  const codes = value as readonly string[];
  const roles = await roleNames(trx, locale);
  const unknown = codes.filter((code) => !roles.has(code));
  if (unknown.length > 0) return { key: 'rule.noRole', params: { names: joinList(locale, unknown) } };
  if (!codes.includes('ROLE_ADMIN')) return undefined;
  const { rows } = await sql`
    select from sys_user u join sys_user_role r on r.user_id = u.id and r.role_code = 'ROLE_ADMIN'
     where u.state = 'ACTIVE' and u.deleted_at is null
       and (u.password_hash is null or exists (select from sys_user_totp f where f.user_id = u.id and f.confirmed_at is not null))
     limit 1`.execute(trx);
  return rows.length > 0 ? undefined : { key: 'rule.adminsFirst' };
}

const SECONDS = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 } as const;

/** Pairs of durations of which the first may not exceed the second. */
const ORDERS: readonly (readonly [shorter: SettingCode, longer: SettingCode])[] = [
  ['SYS_TOKEN_MINUTES', 'SYS_SESSION_IDLE_HOURS'],
  ['SYS_SESSION_IDLE_HOURS', 'SYS_SESSION_DAYS'],
  ['SYS_SIGN_IN_FIRST_DELAY', 'SYS_SIGN_IN_LONGEST_DELAY'],
];

function checkOrder({ locale, code, value, now }: SettingChangeRequest): Refusal | undefined {
  const secondsOf = (each: SettingCode): number => {
    const setting = settingOf(each);
    const amount = Number(each === code ? value : now(each));
    return setting.kind === 'duration' ? amount * SECONDS[setting.unit] : amount;
  };
  const broken = ORDERS.find((order) => order.includes(code) && secondsOf(order[0]) > secondsOf(order[1]));
  if (!broken) return undefined;
  const other = broken[0] === code ? broken[1] : broken[0];
  const params = { name: nameOf(locale, other), value: shownValue(locale, other, now(other), new Map()) };
  return { key: broken[0] === code ? 'rule.notLonger' : 'rule.notShorter', params };
}
