import type { accountRoutes } from '@kuwei/contract/auth/account';
import type { Locale } from '@kuwei/contract/constants';
import type { ReplyOf } from '@kuwei/contract/route';
import { sql, type Kysely } from 'kysely';
import { named } from '../../db/named.ts';
import { anyOf } from '../../db/rows.ts';
import { holders } from '../../sys/people.ts';
import { canSignIn } from './queries.ts';
import type { DB } from '../../db/types.ts';

type Left = ReplyOf<(typeof accountRoutes)['lookAtLeaders']>;
type Led = Left['groups'][number];

/** Groups that these people lead now, and nobody else who can sign in. */
export async function ledAlone(db: Kysely<DB>, ids: readonly string[], locale: Locale): Promise<Led[]> {
  const { rows } = await sql<Led>`
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

/** What nobody who can sign in leads, keeps or could decide without these people. */
export async function leftWithout(db: Kysely<DB>, ids: readonly string[], locale: Locale): Promise<Left> {
  const [groups, warehouses, steps] = [
    await ledAlone(db, ids, locale),
    await keptAlone(db, ids, locale),
    await decidedAlone(db, ids),
  ];
  return { groups, warehouses, steps };
}

async function keptAlone(db: Kysely<DB>, ids: readonly string[], locale: Locale): Promise<Left['warehouses']> {
  const { rows } = await sql<Left['warehouses'][number]>`
    select w.id, ${named(locale, 'w')} as name
      from wms_warehouse w join wms_warehouse_keeper k on k.warehouse_id = w.id join sys_user u on u.id = k.user_id and ${canSignIn}
     where w.state = 'ACTIVE'
     group by w.id having bool_and(u.id = ${anyOf(ids)})
     order by w.code collate wms_natural`.execute(db);
  return rows;
}

/** Of those that somebody could decide now. Delegates are not asked about: they decide for people who could. */
async function decidedAlone(db: Kysely<DB>, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with pool as materialized (
      select q.org_id, q.candidate_roles, q.candidate_roles_everywhere, array(
               select u.id from sys_user u where ${canSignIn}
                  and u.id in (${holders(sql`q.candidate_roles`, sql`q.org_id`)} union ${holders(sql`q.candidate_roles_everywhere`, null)})) as people
        from (select distinct org_id, candidate_roles, candidate_roles_everywhere from bpm_task where state = 'OPEN') q
    )
    select count(*)::int as n
      from bpm_task k join pool p on p.org_id is not distinct from k.org_id
            and p.candidate_roles = k.candidate_roles and p.candidate_roles_everywhere = k.candidate_roles_everywhere
      cross join lateral (
        select bool_and(u.id = ${anyOf(ids)}) as alone from sys_user u
         where (u.id = any(p.people) or u.id = any(k.candidate_ids) and ${canSignIn}) and not u.id = any(k.barred)) whose
     where k.state = 'OPEN' and whose.alone`.execute(db);
  return rows[0]!.n;
}
