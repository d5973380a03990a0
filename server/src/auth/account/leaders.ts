import { WMS_ROLES } from '@kuwei/contract/access';
import type { accountRoutes } from '@kuwei/contract/auth/account';
import type { Locale } from '@kuwei/contract/constants';
import type { ReplyOf } from '@kuwei/contract/route';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { named } from '../../db/named.ts';
import { anyOf } from '../../db/rows.ts';
import { holders } from '../../platform/people.ts';
import { maySignIn } from '../../session/may-sign-in.ts';
import { canSignIn } from './queries.ts';
import type { DB } from '../../db/types.ts';
import { isApiToken } from '../../session/sessions.ts';

type AffectedByRemoval = ReplyOf<(typeof accountRoutes)['lookAtLeaders']>;
type LedGroup = AffectedByRemoval['groups'][number];

/** Groups whose only active leaders are these people. */
export async function findGroupsLedAlone(db: Kysely<DB>, ids: readonly string[], locale: Locale): Promise<LedGroup[]> {
  const { rows } = await sql<LedGroup>`
    select o.id, ${named(locale, 'o')} as name,
           json_agg(u.name order by u.name collate "zh-x-icu") filter (where u.id = ${anyOf(ids)}) as leaders
      from wms_org o
      join wms_org_user m on m.org_id = o.id and m.relation = 'LEADER'
      join sys_user u on u.id = m.user_id and u.state = 'ACTIVE' and u.deleted_at is null
       and (u.until_day is null or u.until_day >= current_date)
     where o.type = 'LAB' and o.valid
       and o.id in (select l.org_id from wms_org_user l where l.user_id = ${anyOf(ids)} and l.relation = 'LEADER')
     group by o.id having bool_and(u.id = ${anyOf(ids)})
     order by o.code collate wms_natural`.execute(db);
  return rows;
}

/** What would lack an active leader, storekeeper, member or approver without these people, and what else depends on them. */
export async function findAffectedByRemoval(db: Kysely<DB>, ids: readonly string[], locale: Locale): Promise<AffectedByRemoval> {
  const kept = await findKeptWarehouses(db, ids, locale);
  return {
    groups: await findGroupsLedAlone(db, ids, locale),
    warehouses: kept.filter(({ alone }) => alone).map(({ id, name }) => ({ id, name })),
    steps: await countSoleApprovals(db, ids),
    kept: kept.filter(({ alone }) => !alone).map(({ id, name }) => ({ id, name })),
    emptied: await findEmptiedOrgs(db, ids, locale),
    hanging: await findDependents(db, ids),
  };
}

/** The warehouse's function roles need its page role. */
const withFunctionRoles = (roles: readonly string[]): readonly string[] =>
  roles.includes('ROLE_WAREHOUSE_ADMIN') ? [...roles, ...Object.values(WMS_ROLES)] : roles;

/** Like `findAffectedByRemoval`, but the people stay and lose only these roles. Groups are those that they alone lead, as before. */
export async function findAffectedByRoleRemoval(
  db: Kysely<DB>,
  ids: readonly string[],
  roles: readonly string[],
  locale: Locale,
): Promise<AffectedByRemoval> {
  const lost = withFunctionRoles(roles);
  const keepsNoMore = lost.includes(WMS_ROLES.box);
  const kept = keepsNoMore ? await findKeptWarehouses(db, ids, locale) : [];
  const assigned = keepsNoMore ? (await sql<{ n: number }>`select (${countAssigned(ids)}) as n`.execute(db)).rows[0]!.n : 0;
  return {
    groups: await findGroupsLedAlone(db, ids, locale),
    warehouses: kept.filter(({ alone }) => alone).map(({ id, name }) => ({ id, name })),
    steps: await countSoleApprovals(db, ids, lost),
    kept: kept.filter(({ alone }) => !alone).map(({ id, name }) => ({ id, name })),
    emptied: [],
    hanging: { documents: 0, assigned, drafts: 0, cases: 0, counts: 0, delegations: 0, rules: 0, tokens: 0 },
  };
}

type KeptWarehouse = AffectedByRemoval['kept'][number] & { alone: boolean };

/** Warehouses that these people keep, and whether they are the only storekeepers who can sign in. */
async function findKeptWarehouses(db: Kysely<DB>, ids: readonly string[], locale: Locale): Promise<KeptWarehouse[]> {
  const { rows } = await sql<KeptWarehouse>`
    select w.id, ${named(locale, 'w')} as name, bool_and(u.id = ${anyOf(ids)}) as alone
      from wms_warehouse w join wms_warehouse_keeper k on k.warehouse_id = w.id join sys_user u on u.id = k.user_id and ${canSignIn}
     where w.state = 'ACTIVE' and w.deleted_at is null
     group by w.id having bool_or(u.id = ${anyOf(ids)})
     order by w.code collate wms_natural`.execute(db);
  return rows;
}

async function findEmptiedOrgs(db: Kysely<DB>, ids: readonly string[], locale: Locale): Promise<AffectedByRemoval['emptied']> {
  const { rows } = await sql<AffectedByRemoval['emptied'][number]>`
    select o.id, ${named(locale, 'o')} as name
      from wms_org o join wms_org_user m on m.org_id = o.id join sys_user u on u.id = m.user_id and ${maySignIn}
     where o.valid and o.id in (select l.org_id from wms_org_user l where l.user_id = ${anyOf(ids)})
     group by o.id having bool_and(u.id = ${anyOf(ids)})
     order by o.code collate wms_natural`.execute(db);
  return rows;
}

/** Counts documents assigned last by these people and not yet carried out. */
const countAssigned = (ids: readonly string[]): RawBuilder<number> => sql<number>`
  select count(*)::int from wms_transaction t cross join lateral (
    select r.actor_id, r.proxy_user_id from wms_transaction_record r
     where r.transaction_id = t.id and r.action = 'assign' order by r.id desc limit 1) r
   where t.state in ('EXECUTING', 'PARTIAL') and t.deleted_at is null and (r.actor_id = ${anyOf(ids)} or r.proxy_user_id = ${anyOf(ids)})`;

async function findDependents(db: Kysely<DB>, ids: readonly string[]): Promise<AffectedByRemoval['hanging']> {
  const theirs = anyOf(ids);
  const { rows } = await sql<AffectedByRemoval['hanging']>`
    select (select count(*)::int from wms_transaction t where t.applicant_id = ${theirs} and t.deleted_at is null
               and t.state in ('SUBMITTED', 'APPROVED', 'EXECUTING', 'PARTIAL'))
         + (select count(*)::int from wms_share_request s where s.applicant_id = ${theirs} and s.state = 'SUBMITTED') as documents,
           (${countAssigned(ids)}) as assigned,
           (select count(*)::int from wms_transaction t where t.applicant_id = ${theirs} and t.deleted_at is null
               and t.state in ('DRAFT', 'RETURNED'))
         + (select count(*)::int from wms_after_sales a where a.applicant_id = ${theirs} and a.state in ('DRAFT', 'RETURNED')) as drafts,
           (select count(*)::int from wms_after_sales a where a.applicant_id = ${theirs} and a.state in ('SUBMITTED', 'PROCESSING')) as cases,
           (select count(*)::int from wms_inventory i where i.state in ('DRAFT', 'COUNTING') and i.assignees && ${[...ids]}::uuid[]) as counts,
           (select count(*)::int from bpm_delegation d where d.revoked_at is null and d.until_at > now() and (d.from_id = ${theirs} or d.to_id = ${theirs})) as delegations,
           (select count(*)::int from sys_rule k where k.created_by = ${theirs} and k.ended_at is null) as rules,
           (select count(*)::int from sys_session s where s.user_id = ${theirs} and ${isApiToken} and s.ended_at is null and s.ends_at > now()) as tokens`.execute(
    db,
  );
  return rows[0]!;
}

/**
 * Counts open steps that only these people can decide. Delegates are left out: they decide for people who can.
 * @param roles the people stay, and lose only these; null: the people leave
 */
async function countSoleApprovals(
  db: Kysely<DB>,
  ids: readonly string[],
  roles: readonly string[] | null = null,
): Promise<number> {
  const left = (of: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`array(select role from unnest(${of}) role where ${roles !== null} and role <> all(${[...(roles ?? [])]}::text[]))`;
  const deciding = (of: (asked: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> => sql`array(
    select u.id from sys_user u where ${canSignIn}
       and u.id in (${holders(of(sql`q.candidate_roles`), sql`q.org_id`)} union ${holders(of(sql`q.candidate_roles_everywhere`), null)}))`;
  const { rows } = await sql<{ n: number }>`
    with pool as materialized (
      select q.org_id, q.candidate_roles, q.candidate_roles_everywhere, ${deciding((asked) => asked)} as people, ${deciding(left)} as staying
        from (select distinct org_id, candidate_roles, candidate_roles_everywhere from bpm_task where state = 'OPEN') q
    )
    select count(*)::int as n
      from bpm_task k join pool p on p.org_id is not distinct from k.org_id
            and p.candidate_roles = k.candidate_roles and p.candidate_roles_everywhere = k.candidate_roles_everywhere
      cross join lateral (
        select bool_and(u.id = ${anyOf(ids)} and not u.id = any(p.staying)
                        and not (${roles !== null} and u.id = any(k.candidate_ids))) as alone from sys_user u
         where (u.id = any(p.people) or u.id = any(k.candidate_ids) and ${canSignIn}) and not u.id = any(k.barred)) whose
     where k.state = 'OPEN' and whose.alone`.execute(db);
  return rows[0]!.n;
}
