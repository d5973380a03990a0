// Finds users by role, organisation or name; only those who can sign in.
import { WMS_ROLES } from '@kuwei/contract/access';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { constant } from '../db/constant-sql.ts';
import type { DB } from '../db/types.ts';

const isActive = sql`u.state = 'ACTIVE' and u.deleted_at is null`;

/** Roles that take effect only together with another (`effectiveRoles` of the contract). */
const BELOW_ADMIN = constant(Object.values(WMS_ROLES));
const isEffectiveHolder = sql`(h.role_code <> all(${BELOW_ADMIN}) or exists (
  select from sys_user_role a where a.user_id = h.user_id and a.role_code = 'ROLE_WAREHOUSE_ADMIN'))`;

/** Rows `user_id` of holders of one of the roles, in an organisation if given. */
export const holders = (roles: RawBuilder<unknown>, orgId: RawBuilder<unknown> | null): RawBuilder<unknown> => sql`
  select h.user_id from sys_user_role h where h.role_code = any(${roles}) and ${isEffectiveHolder}${
    orgId === null
      ? sql``
      : sql` and exists (select from wms_org_user m join wms_org o on o.id = m.org_id and o.valid
                          where m.user_id = h.user_id and m.org_id = ${orgId})`
  }`;

/** Of a person: effective roles, text[], and active organisations, uuid[]. */
export const rolesHeldBy = (userId: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql<string[]>`array(select h.role_code from sys_user_role h where h.user_id = ${userId} and ${isEffectiveHolder})`;
export const orgsOf = (userId: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql<
    string[]
  >`array(select m.org_id from wms_org_user m join wms_org o on o.id = m.org_id and o.valid where m.user_id = ${userId})`;

/** Whether a person is one of the holders. */
export const isHolder = (
  userId: RawBuilder<unknown>,
  roles: RawBuilder<unknown>,
  orgId: RawBuilder<unknown> | null,
): RawBuilder<boolean> => sql<boolean>`exists (${holders(roles, orgId)} and h.user_id = ${userId})`;

/** Roles that fill a person's own pages, whichever page role is active. */
export const effectivePersonalRoles = <R extends { code: string }>(roles: readonly R[]): R[] => {
  const isAdmin = roles.some(({ code }) => code === 'ROLE_WAREHOUSE_ADMIN');
  return roles.filter(({ code }) => isAdmin || !(Object.values(WMS_ROLES) as string[]).includes(code));
};

/** @param ids a query for one column: users are looked up by key, however many there are */
async function findActiveUsers(db: Kysely<DB>, ids: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from sys_user u where ${isActive} and u.id = any(array(${ids})) order by u.created_at, u.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** @param orgId null: in any */
export const findHolders = (db: Kysely<DB>, role: string, orgId: string | null): Promise<string[]> =>
  findActiveUsers(db, holders(sql`${[role]}::text[]`, orgId === null ? null : sql`${orgId}::uuid`));

export const leadersOf = (db: Kysely<DB>, orgId: string): Promise<string[]> =>
  findActiveUsers(
    db,
    sql`select m.user_id from wms_org_user m join wms_org o on o.id = m.org_id and o.valid
         where m.org_id = ${orgId} and m.relation = 'LEADER'`,
  );

export const byUsername = (db: Kysely<DB>, username: string): Promise<string[]> =>
  findActiveUsers(db, sql`select x.id from sys_user x where lower(x.username) = lower(${username})`);

/** Those who can sign in. */
export const filterActive = (db: Kysely<DB>, ids: readonly string[]): Promise<string[]> =>
  ids.length === 0 ? Promise.resolve([]) : findActiveUsers(db, sql`select unnest(${[...ids]}::uuid[])`);
