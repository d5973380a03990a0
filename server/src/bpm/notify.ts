// Notifies the candidates of a document's open steps in the same commit, or administrators if a step has none.
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../context.ts';
import type { BothNames } from '../db/named.ts';
import { holders, findHolders } from '../platform/people.ts';
import type { Kind } from './kind.ts';

interface Open {
  id: string;
  step: BothNames;
  ids: string[];
}

/**
 * For kinds whose own step does not notify anybody.
 * @param ask notifies the candidates of a step; `kind.tell` by default
 */
export async function notifyCandidates(
  context: WriteContext<Caller>,
  kind: Pick<Kind, 'bizType' | 'notify'>,
  bizId: string,
  ask = (ids: readonly string[], step: BothNames): Promise<void> => kind.notify(context, bizId, ids, 'ASKED', step),
): Promise<void> {
  const { trx } = context;
  const { rows } = await sql<Open>`
    select k.id, json_build_object('zh', k.name, 'en', coalesce(k.name_en, k.name)) as step,
           array(select u.id from sys_user u where u.state = 'ACTIVE' and u.deleted_at is null and not u.id = any(k.barred)
             and u.id = any(array(select unnest(k.candidate_ids) union ${holders(sql`k.candidate_roles`, sql`k.org_id`)}
               union ${holders(sql`k.candidate_roles_everywhere`, null)}))) as ids
      from bpm_task k where k.biz_type = ${kind.bizType} and k.biz_id = ${bizId} and k.state = 'OPEN' and k.kind <> 'COPY'`.execute(
    trx,
  );
  for (const { id, step, ids } of rows) {
    if (ids.length > 0) {
      await ask(ids, step);
      continue;
    }
    // As the job in stuck.ts would a minute later; the mark keeps it from notifying again.
    const marked = await sql`update bpm_task set stuck_at = now() where id = ${id} and stuck_at is null returning id`.execute(
      trx,
    );
    if (marked.rows.length > 0) await kind.notify(context, bizId, await findHolders(trx, 'ROLE_ADMIN', null), 'STUCK', step);
  }
}
