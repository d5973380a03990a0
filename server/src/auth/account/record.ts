// An account as its form shows it: its own columns and its grants from their tables.
import type { Account, AccountForm, GRANT_WHEN, Membership, RoleGrant } from '@kuwei/contract/auth/account';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { pick, rowsOf } from '../../db/columns.ts';
import { anyOf } from '../../db/rows.ts';
import { SYSTEM_ID } from '../../session/system-user.ts';
import type { DB, SysUser } from '../../db/types.ts';

export const ACCOUNTS = 'sys_user';

/** Excludes the system user. */
export const isPerson = sql<boolean>`u.id <> ${SYSTEM_ID}`;

const spanOf = (alias: 'g' | 'm'): RawBuilder<unknown> =>
  sql`'fromDay', ${sql.ref(`${alias}.from_day`)}, 'untilDay', ${sql.ref(`${alias}.until_day`)}`;

/** Whether a grant is in force now. */
export const grantState = (alias: 'g' | 'm'): RawBuilder<(typeof GRANT_WHEN)[number]> => sql<(typeof GRANT_WHEN)[number]>`
  case when ${sql.ref(`${alias}.from_day`)} > current_date then 'LATER'
       when ${sql.ref(`${alias}.until_day`)} < current_date then 'OVER' else 'NOW' end`;

/** The same as a condition whose selectivity the planner can estimate. */
export const isGrantState = (alias: 'g' | 'm', when: (typeof GRANT_WHEN)[number]): RawBuilder<unknown> => {
  const [from, until] = [sql.ref(`${alias}.from_day`), sql.ref(`${alias}.until_day`)];
  return {
    LATER: sql`${from} > current_date`,
    OVER: sql`${until} < current_date`,
    NOW: sql`(${from} is null or ${from} <= current_date) and (${until} is null or ${until} >= current_date)`,
  }[when];
};

/** Columns of `u`, a row of sys_user. */
export const ACCOUNT = {
  id: 'u.id',
  username: 'u.username',
  name: 'u.name',
  staffNo: 'u.staff_no',
  identity: 'u.identity',
  email: 'u.email',
  phone: 'u.phone',
  untilDay: 'u.until_day',
  remark: 'u.remark',
  state: 'u.state',
  deletedAt: 'u.deleted_at',
  lastSignInAt: 'u.last_sign_in_at',
  mustRenew: 'u.must_change_password',
  rev: 'u.rev',
  createdAt: 'u.created_at',
  updatedAt: 'u.updated_at',
  roles: sql<RoleGrant[]>`coalesce((
    select json_agg(json_build_object('code', g.role_code, ${spanOf('g')}) order by r.sort, r.code)
      from sys_role_grant g join sys_role r on r.code = g.role_code where g.user_id = u.id), '[]')`,
  orgs: sql<Membership[]>`coalesce((
    select json_agg(json_build_object('orgId', m.org_id, 'relation', m.relation, ${spanOf('m')}) order by o.type, o.code)
      from wms_org_member m join wms_org o on o.id = m.org_id where m.user_id = u.id), '[]')`,
} as const;

const OWN = ['username', 'name', 'staffNo', 'identity', 'email', 'phone', 'untilDay', 'remark'] as const;

/** An existing account. */
export interface StoredAccount {
  id: string;
  rev: number;
  state: Account['state'];
  deletedAt: string | null;
  /** When the address was verified; null if it has not been. */
  emailVerifiedAt: string | null;
  form: AccountForm;
}

/** The current and the requested state of an account; null before it exists. */
export interface AccountChange {
  before: StoredAccount | null;
  form: AccountForm;
}

interface Row extends Pick<Account, (typeof OWN)[number] | 'id' | 'rev' | 'state' | 'deletedAt' | 'roles' | 'orgs'> {
  emailVerifiedAt: string | null;
}

async function stored(db: Kysely<DB>, which: RawBuilder<unknown>): Promise<StoredAccount[]> {
  const { rows } = await rowsOf<Row, { u: SysUser }>(
    { ...pick(ACCOUNT, ...OWN, 'id', 'rev', 'state', 'deletedAt', 'roles', 'orgs'), emailVerifiedAt: 'u.email_verified_at' },
    sql`sys_user u where ${isPerson} and ${which}`,
  ).execute(db);
  return rows.map(({ id, rev, state, deletedAt, emailVerifiedAt, ...form }) => ({
    id,
    rev,
    state,
    deletedAt,
    emailVerifiedAt,
    form,
  }));
}

const byId = (accounts: readonly StoredAccount[]): Map<string, StoredAccount> =>
  new Map(accounts.map((account) => [account.id, account]));

/** Accounts that are not deleted, by id. */
export const accountsById = async (db: Kysely<DB>, ids: readonly string[]): Promise<Map<string, StoredAccount>> =>
  byId(await stored(db, sql`u.id = ${anyOf(ids)} and u.deleted_at is null`));

/** Accounts by id, including deleted ones. */
export const everyAccountById = async (db: Kysely<DB>, ids: readonly string[]): Promise<Map<string, StoredAccount>> =>
  byId(await stored(db, sql`u.id = ${anyOf(ids)}`));

/** @param usernames in lower case */
export const accountsByUsername = async (db: Kysely<DB>, usernames: readonly string[]): Promise<Map<string, StoredAccount>> =>
  new Map(
    (await stored(db, sql`lower(u.username) = any(${usernames}::text[]) and u.deleted_at is null`)).map((account) => [
      account.form.username.toLowerCase(),
      account,
    ]),
  );

/** Sorts roles and organisations, so that forms compare equal whatever order they were sent in. */
export const sortGrants = (form: AccountForm): AccountForm => ({
  ...form,
  roles: form.roles.toSorted((one, other) => (one.code < other.code ? -1 : 1)),
  orgs: form.orgs.toSorted((one, other) => (one.orgId < other.orgId ? -1 : 1)),
});

/** Grantor and date of a grant in the table `of`: fields for `json_build_object`. */
export const grantOriginFields = (of: string): RawBuilder<unknown> => sql`
  'grantedBy', (select x.name from sys_user x where x.id = ${sql.ref(`${of}.granted_by`)}), 'grantedAt', ${sql.ref(`${of}.granted_at`)}`;
