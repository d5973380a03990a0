// Steps without candidates: all of them have left or are barred, or their role has no holders. A job marks such tasks, so that their
// list is read from an index, and notifies administrators once.
import { sql } from 'kysely';
import type { Services } from '../context.ts';
import type { BothNames } from '../db/named.ts';
import { runAsSystem } from '../platform/clock.ts';
import { holders, findHolders } from '../platform/people.ts';
import type { Kinds } from './kind.ts';

/** Batch size; the rest follows a minute later. */
const MOST = 500;

interface Found {
  key: string;
  bizId: string;
  step: BothNames;
}

/** @returns number of newly marked tasks */
export const findStuck = (services: Services, kinds: Kinds): Promise<number> =>
  runAsSystem(services, 'workflow steps that nobody can decide', async (context) => {
    const { trx } = context;
    // Delegates are ignored: they act for people who could decide. Locked rows are skipped until the next run.
    const { rows } = await sql<Found>`
      with pool as materialized (
        select q.org_id, q.candidate_roles, q.candidate_roles_everywhere, array(
                 select u.id from sys_user u where u.state = 'ACTIVE' and u.deleted_at is null
                    and u.id = any(array(${holders(sql`q.candidate_roles`, sql`q.org_id`)} union ${holders(sql`q.candidate_roles_everywhere`, null)}))) as people
          from (select distinct org_id, candidate_roles, candidate_roles_everywhere from bpm_task where state = 'OPEN') q
      ), judged as materialized (
        select k.id,
               not exists (select from unnest(p.people) e where not e = any(k.barred))
               and not exists (select from sys_user u where u.id = any(k.candidate_ids) and not u.id = any(k.barred)
                                and u.state = 'ACTIVE' and u.deleted_at is null) as stuck
          from bpm_task k join pool p on p.org_id is not distinct from k.org_id
                and p.candidate_roles = k.candidate_roles and p.candidate_roles_everywhere = k.candidate_roles_everywhere
         where k.state = 'OPEN'
      ), changed as materialized (
        select k.id, j.stuck from judged j join bpm_task k on k.id = j.id
         where j.stuck <> (k.stuck_at is not null) and k.state = 'OPEN' order by k.id limit ${MOST} for no key update of k skip locked
      ), marked as (
        update bpm_task k set stuck_at = case when c.stuck then now() end from changed c where k.id = c.id
        returning k.key, k.biz_id, k.name, k.name_en, c.stuck
      ) select key, biz_id as "bizId", json_build_object('zh', name, 'en', coalesce(name_en, name)) as step from marked where stuck`.execute(
      trx,
    );
    if (rows.length === 0) return 0;
    const administrators = await findHolders(trx, 'ROLE_ADMIN', null);
    for (const { key, bizId, step } of rows) {
      context.logChange({ entity: 'bpm_task', id: bizId, change: { stuck: step.zh } });
      await kinds.find(key)?.notify(context, bizId, administrators, 'STUCK', step);
    }
    return rows.length;
  });
