import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { Page } from '@kuwei/contract/page';
import type { Acting, AuthUser, proxyRoutes } from '@kuwei/contract/auth/proxy';
import type { QueryOf, ReplyOf } from '@kuwei/contract/route';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { conditionsOf, rowsOf, type Joined } from '../../db/columns.ts';
import { all, materializeKeys, listPage, orderOf, type SortsOf } from '../../db/list.ts';
import { named, matchesNameOrCode } from '../../db/named.ts';
import { like, matchesPerson } from '../../db/search.ts';
import type { DB, SysActing, SysUser } from '../../db/types.ts';
import { isPerson } from '../account/record.ts';
import { isAllowedToActAs } from '../../session/acting.ts';

const USER_SORTS: SortsOf<UserQuery> = { name: { by: sql`u.name collate "zh-x-icu"` }, username: { by: sql`lower(u.username)` } };

const userRows = (callerId: string, locale: Locale): RawBuilder<AuthUser> =>
  rowsOf<AuthUser, { u: SysUser; d: Joined<{ started_at: string; name: string }> }>(
    {
      id: 'u.id',
      name: 'u.name',
      username: 'u.username',
      state: 'u.state',
      lastActedAt: 'd.started_at',
      lastActedBy: 'd.name',
      refusal: sql<AuthUser['refusal']>`case when u.id = ${callerId} then 'PROXY_SELF'
        when u.state <> 'ACTIVE' then 'PROXY_DISABLED'
        when not ${isAllowedToActAs(sql`${callerId}::uuid`, sql`u.id`)} then 'PROXY_TARGET' end`,
      roles: sql<AuthUser['roles']>`coalesce((
        select json_agg(json_build_object('code', r.code, 'name', ${named(locale, 'r')}) order by r.sort, r.code)
          from sys_user_role h join sys_role r on r.code = h.role_code where h.user_id = u.id), '[]')`,
      orgs: sql<AuthUser['orgs']>`coalesce((
        select json_agg(json_build_object('id', o.id, 'name', ${named(locale, 'o')}) order by o.type, o.code)
          from wms_org_user m join wms_org o on o.id = m.org_id where m.user_id = u.id), '[]')`,
    },
    sql`page join sys_user u on u.id = page.id
    left join lateral (select a.started_at, w.name from sys_acting a join sys_user w on w.id = a.actor_id
                        where a.subject_id = u.id order by a.started_at desc limit 1) d on true`,
  );

type UserQuery = QueryOf<(typeof proxyRoutes)['listAuthUsers']>;

export function listUsers(db: Kysely<DB>, query: UserQuery, callerId: string, locale: Locale): Promise<Page<AuthUser>> {
  const conditions = conditionsOf(query, {
    role: (code) => sql`u.id in (select h.user_id from sys_user_role h where h.role_code = ${code})`,
    q: (q) =>
      sql`u.id in (
        select e.id from sys_user e where ${matchesPerson('e', q)}
        union all select h.user_id from sys_user_role h where h.role_code = any(array(select r.code from sys_role r where ${matchesNameOrCode('r', q)}))
        union all select m.user_id from wms_org_user m where m.org_id = any(array(select o.id from wms_org o where ${matchesNameOrCode('o', q)})))`,
  });
  const from = sql`sys_user u where ${all([isPerson, sql`u.deleted_at is null`, ...conditions])}`;
  const order = orderOf(query.sort ?? 'name', USER_SORTS, sql`u.id`);
  const rows = userRows(callerId, locale);
  if (query.q !== undefined || query.role === undefined)
    return listPage(db, query, { ...materializeKeys(from, order, query.q !== undefined), rows });
  // Counts by role without joining the users.
  const counted = sql`sys_user_role h where h.role_code = ${query.role}
    and not exists (select from sys_user d where d.id = h.user_id and d.deleted_at is not null)`;
  return listPage(db, query, { id: sql`u.id`, from, counted, order, rows });
}

/** @throws AppError NOT_FOUND */
export async function getUser(
  db: Kysely<DB>,
  by: { id: string } | { username: string },
  callerId: string,
  locale: Locale,
): Promise<AuthUser> {
  const is = 'id' in by ? sql`u.id = ${by.id}` : sql`lower(u.username) = ${by.username.toLowerCase()}`;
  const { rows } = await sql<AuthUser>`
    with page as materialized (select u.id from sys_user u where ${is} and ${isPerson} and u.deleted_at is null)
    ${userRows(callerId, locale)}`.execute(db);
  if (!rows[0]) throw new AppError('NOT_FOUND');
  return rows[0];
}

export async function listRoles(db: Kysely<DB>, locale: Locale): Promise<ReplyOf<(typeof proxyRoutes)['listAuthRoles']>> {
  const { rows } = await sql<ReplyOf<(typeof proxyRoutes)['listAuthRoles']>[number]>`
    select r.code, ${named(locale, 'r')} as name, r.reserved,
           coalesce(n.users, 0) as users
      from sys_role r left join (
           select h.role_code, count(*)::int as users from sys_user_role h
            where not exists (select from sys_user u where u.id = h.user_id and u.deleted_at is not null)
            group by h.role_code) n on n.role_code = r.code
     order by r.sort, r.code`.execute(db);
  return rows;
}

type ActingQuery = QueryOf<(typeof proxyRoutes)['listActing']>;

const ACTING_SORTS: SortsOf<ActingQuery> = { startedAt: { by: sql`a.started_at` } };

interface ActingTables {
  a: SysActing;
  w: SysUser;
  u: SysUser;
}

const actingRows = rowsOf<Acting, ActingTables>(
  {
    id: 'a.id',
    actorId: 'a.actor_id',
    actorName: 'w.name',
    subjectId: 'a.subject_id',
    subjectName: 'u.name',
    subjectUsername: 'u.username',
    reason: 'a.reason',
    startedAt: 'a.started_at',
    endedAt: sql<string | null>`coalesce(a.ended_at, s.ended_at, o.ended_at, case when a.ends_at <= now() then a.ends_at end)`,
  },
  sql`page join sys_acting a on a.id = page.id
    join sys_user w on w.id = a.actor_id join sys_user u on u.id = a.subject_id
    left join sys_session s on s.id = a.session_id left join sys_session o on o.id = s.origin_id`,
);

export function listActing(db: Kysely<DB>, query: ActingQuery, callerId: string): Promise<Page<Acting>> {
  const conditions = conditionsOf(query, {
    userId: (id) => sql`a.subject_id = ${id}`,
    mine: (is) => (is ? sql`a.actor_id = ${callerId}` : sql`true`),
    q: (text) => {
      const q = like(text);
      return sql`(a.reason ilike ${q} or exists (
        select from sys_user u where u.id in (a.subject_id, a.actor_id) and (u.name ilike ${q} or u.username ilike ${q})))`;
    },
  });
  return listPage(db, query, {
    id: sql`a.id`,
    from: sql`sys_acting a where ${all(conditions)}`,
    order: orderOf(query.sort ?? '-startedAt', ACTING_SORTS, sql`a.id`),
    rows: actingRows,
  });
}
