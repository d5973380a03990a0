import type { Account, accountQuery } from '@kuwei/contract/auth/account';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import type { Origin, Services } from '../../context.ts';
import type { Settings } from '../../services/settings.ts';
import { conditionsOf, rowsOf, type Joined } from '../../db/columns.ts';
import { all, materializeKeys, oneRow, orderOf, type List, type SortsOf } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import { matchesText } from '../../db/search.ts';
import type { DB, SysUser } from '../../db/types.ts';
import { selectDelayedUsernames } from '../sign-in/delay.ts';
import { ACCOUNT, grantOriginFields, isPerson, grantState } from './record.ts';

export type AccountQuery = z.output<typeof accountQuery>;

const SORTS: SortsOf<AccountQuery> = {
  name: { by: sql`u.name collate "zh-x-icu"` },
  username: { by: sql`lower(u.username)` },
  staffNo: { by: sql`lower(u.staff_no)`, nullable: true },
  lastSignInAt: { by: sql`u.last_sign_in_at`, nullable: true },
  createdAt: { by: sql`u.created_at` },
  updatedAt: { by: sql`u.updated_at` },
};

const hasNone = (table: 'sys_user_role' | 'wms_org_user') =>
  sql<boolean>`not exists (select from ${sql.table(table)} h where h.user_id = u.id)`;
const LACK_CONDITIONS: Readonly<Record<NonNullable<AccountQuery['without']>, RawBuilder<boolean>>> = {
  ROLE: hasNone('sys_user_role'),
  ORG: hasNone('wms_org_user'),
  PASSWORD: sql`u.password_hash is null`,
  SIGN_IN: sql`u.last_sign_in_at is null`,
};

interface Asked {
  origin: Pick<Origin, 'locale'>;
  services: Pick<Services, 'settings'>;
}

export interface Reader {
  locale: Locale;
  settings: Settings;
}

/** @param which restricts the list to these conditions */
export function accountList(
  { deleted = false, ...query }: Omit<AccountQuery, 'page' | 'size'>,
  { locale, settings }: Reader,
  which: readonly RawBuilder<unknown>[] = [],
): List<Account> {
  const soon = (column: string, days: number) => sql`${sql.ref(column)} between current_date and current_date + ${days}::int`;
  const conditions = conditionsOf(query, {
    q: (q) => sql`${matchesText(sql`u.search`, q)}`,
    state: (states) => (states.length === 1 ? sql`u.state = ${sql.lit(states[0])}` : sql`u.state = any(${states}::text[])`),
    role: (code) => sql`u.id in (select g.user_id from sys_role_grant g where g.role_code = ${code})`,
    orgId: (id) => sql`u.id in (select m.user_id from wms_org_member m where m.org_id = ${id})`,
    identity: (codes) => sql`u.identity = any(${codes}::text[])`,
    locked: (is) =>
      is
        ? sql`lower(u.username) in (${selectDelayedUsernames(settings)})`
        : sql`lower(u.username) not in (${selectDelayedUsernames(settings)})`,
    without: (what) => LACK_CONDITIONS[what],
    endsWithin: (days) => sql`u.id in (
      select e.id from sys_user e where ${soon('e.until_day', days)} and e.deleted_at is null
      union all select g.user_id from sys_role_grant g where ${soon('g.until_day', days)}
      union all select m.user_id from wms_org_member m where ${soon('m.until_day', days)})`,
  });
  const isThere = deleted ? sql`u.deleted_at is not null` : sql`u.deleted_at is null`;
  const from = sql`sys_user u where ${all([isPerson, isThere, ...conditions, ...which])}`;
  const order = orderOf(query.sort ?? 'name', SORTS, sql`u.id`);
  // These filters leave few rows, or have to scan all of them.
  const isOfAll = query.q !== undefined || query.without !== undefined || query.state?.join() === 'DISABLED';
  return {
    ...materializeKeys(from, order, isOfAll),
    rows: accountRows({ locale, settings }),
  };
}

interface Tables {
  u: SysUser;
  b: Joined<SysUser>;
}

const accountRows = ({ locale, settings }: Reader): RawBuilder<Account> =>
  rowsOf<Account, Tables>(
    {
      ...ACCOUNT,
      updatedBy: 'b.name',
      hasPassword: sql<boolean>`u.password_hash is not null`,
      locked: sql<boolean>`lower(u.username) in (${selectDelayedUsernames(settings)})`,
      secondFactor: sql<boolean>`exists (select from sys_user_totp t where t.user_id = u.id and t.confirmed_at is not null)`,
      sessions: sql<number>`(select count(*)::int from sys_session s where s.user_id = u.id and s.api_name is null and s.ended_at is null and s.ends_at > now()
        and exists (select from sys_token t where t.session_id = s.id and t.rexpires_at > now()))`,
      roleNames: sql<Account['roleNames']>`coalesce((
        select json_agg(json_build_object('code', r.code, 'name', ${named(locale, 'r')}, 'when', ${grantState('g')}, ${grantOriginFields('g')}) order by r.sort, r.code)
          from sys_role_grant g join sys_role r on r.code = g.role_code where g.user_id = u.id), '[]')`,
      orgNames: sql<Account['orgNames']>`coalesce((
        select json_agg(json_build_object('id', o.id, 'code', o.code, 'name', ${named(locale, 'o')}, 'type', o.type,
                 'relation', m.relation, 'valid', o.valid, 'when', ${grantState('m')}, ${grantOriginFields('m')}) order by o.type, o.code)
          from wms_org_member m join wms_org o on o.id = m.org_id where m.user_id = u.id), '[]')`,
    },
    sql`page join sys_user u on u.id = page.id left join sys_user b on b.id = u.updated_by`,
  );

/** Includes deleted accounts. @throws AppError NOT_FOUND */
export const findAccount = (db: Kysely<DB>, id: string, { origin, services }: Asked): Promise<Account> =>
  oneRow(
    db,
    sql<{ id: string }>`select u.id from sys_user u where u.id = ${id} and ${isPerson}`,
    accountRows({ locale: origin.locale, settings: services.settings }),
  );

/** Roles that can be granted; reserved ones, except administrator, cannot. */
export const isGrantableRole = sql<boolean>`(not r.reserved or r.code = 'ROLE_ADMIN')`;

export async function selectRoles(db: Kysely<DB>, locale: Locale): Promise<{ code: string; name: string }[]> {
  const { rows } = await sql<{ code: string; name: string }>`
    select r.code, ${named(locale, 'r')} as name from sys_role r where ${isGrantableRole} order by r.sort, r.code`.execute(db);
  return rows;
}

export const canSignIn = sql<boolean>`u.state = 'ACTIVE' and u.deleted_at is null
  and (u.password_hash is not null or exists (select from sys_user_identity i where i.user_id = u.id))`;
export const isAdministrator = sql<boolean>`u.until_day is null and exists (
  select from sys_role_grant g where g.user_id = u.id and g.role_code = 'ROLE_ADMIN'
     and g.until_day is null and (g.from_day is null or g.from_day <= current_date))`;

/** At least one administrator must be able to sign in, without an end date. @throws AppError LAST_ADMIN */
export async function assertAdministratorRemains(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql`select from sys_user u where ${canSignIn} and ${isAdministrator} limit 1`.execute(db);
  if (rows.length === 0) throw new AppError('LAST_ADMIN');
}
