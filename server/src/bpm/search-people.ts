// People and organisations for definitions and dry runs.
import { CANDIDATE_SEARCH_MAX, type definitionRoutes } from '@kuwei/contract/bpm/definition';
import type { Locale } from '@kuwei/contract/constants';
import type { QueryOf, ReplyOf } from '@kuwei/contract/route';
import { sql, type Kysely } from 'kysely';
import { byName, named, matchesNameOrCode } from '../db/named.ts';
import { like } from '../db/search.ts';
import type { DB } from '../db/types.ts';

type Routes = typeof definitionRoutes;
type PeopleQuery = QueryOf<Routes['findPeople']>;

export async function searchPeople(db: Kysely<DB>, { q = '', usernames, gone = false }: PeopleQuery, locale: Locale) {
  const which =
    usernames === undefined
      ? sql`(${gone} or u.state = 'ACTIVE') and (lower(u.name) like ${like(q)} or lower(u.username) like ${like(q)})`
      : sql`lower(u.username) = any(${usernames.map((name) => name.toLowerCase())}::text[])`;
  const { rows } = await sql<ReplyOf<Routes['findPeople']>[number]>`
    with found as (
      select u.id, u.username, u.name from sys_user u where ${gone ? sql`true` : sql`u.deleted_at is null`} and ${which}
       order by u.name collate "zh-x-icu", u.id limit ${usernames === undefined ? CANDIDATE_SEARCH_MAX : 50})
    select u.id, u.username, u.name,
           (select string_agg(${named(locale, 'o')}, ${locale === 'en' ? ', ' : '、'} order by ${byName(locale, 'o')})
              from wms_org_user m join wms_org o on o.id = m.org_id and o.valid where m.user_id = u.id) as "group"
      from found u order by u.name collate "zh-x-icu", u.id`.execute(db);
  return rows;
}

export async function searchOrgs(db: Kysely<DB>, { q = '' }: PeopleQuery, locale: Locale) {
  const { rows } = await sql<ReplyOf<Routes['findOrgs']>[number]>`
    select o.id, ${named(locale, 'o')} as name from wms_org o where o.valid and ${matchesNameOrCode('o', q)}
     order by ${byName(locale, 'o')}, o.id limit ${CANDIDATE_SEARCH_MAX}`.execute(db);
  return rows;
}
