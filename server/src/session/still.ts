// Whoever waited before they write is looked at again: by then somebody may have ended them.
import type { ErrorCode } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../context.ts';
import { ahead } from '../db/ahead.ts';
import type { Trx } from '../db/open.ts';
import { SYSTEM_ID } from './system-user.ts';
import { rolesNow, sessionHolds } from './sessions.ts';

const ENDED: ErrorCode = 'TOKEN_FAIL';
const LESS: ErrorCode = 'FORBIDDEN';

/**
 * What the call was let in by counts at this moment, too. To be asked behind the lock that was waited for. It goes out with the
 * next statement: that one, the commit at the latest, is refused.
 * @throws AppError TOKEN_FAIL where the session or the account has ended; FORBIDDEN where a role, a power of one, or the place in
 *   the organisation that is worked for is gone
 */
export async function recheckAuthorization(trx: Trx, { userId, sessionId, effective, orgId, orgs }: Caller): Promise<void> {
  // The clock, and the world that is made for a demonstration.
  if (userId === SYSTEM_ID || sessionId === '') return;
  // Who works for none, or is there no more, was let in without.
  const worksFor = orgs.some(({ id }) => id === orgId) ? orgId : null;
  await sql`${ahead}
    with now as materialized (
      select ${rolesNow}::jsonb as roles from sys_session s join sys_user u on u.id = s.user_id where s.id = ${sessionId} and ${sessionHolds}
    )
    select sys_refuse(case
      when not exists (select from now) then ${ENDED}
      when exists (select from now, jsonb_array_elements(${JSON.stringify(effective)}::jsonb) r(held)
                    where not now.roles @> jsonb_build_array(jsonb_build_object('code', r.held -> 'code', 'powers', r.held -> 'powers')))
        or ${worksFor}::uuid is not null and not exists (
          select from wms_org_user m join wms_org o on o.id = m.org_id where m.user_id = ${userId} and m.org_id = ${worksFor}::uuid and o.valid)
        then ${LESS} end)`.execute(trx);
}

/** Longer than this nobody is in a write without having waited: for others, or for the processor. */
const MOMENT_MS = 20;

/**
 * For steps that many take at once and that seldom wait: nothing is asked of whoever did not.
 * @returns to be called once all that is waited for is held; `recheckAuthorization`, where that took longer than a moment
 */
export function recheckAfterWait({ trx, caller }: Pick<WriteContext<Caller>, 'trx' | 'caller'>): () => Promise<void> {
  const since = performance.now();
  return async () => {
    if (performance.now() - since > MOMENT_MS) await recheckAuthorization(trx, caller);
  };
}
