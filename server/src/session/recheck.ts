// Rechecks authorization after waiting: the session may have been revoked meanwhile.
import type { ErrorCode } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../context.ts';
import { pipelined } from '../db/pipeline.ts';
import type { Trx } from '../db/open.ts';
import { SYSTEM_ID } from './system-user.ts';
import { rolesNow, isSessionActive } from './sessions.ts';

const SESSION_ENDED: ErrorCode = 'TOKEN_FAIL';
const RIGHTS_REDUCED: ErrorCode = 'FORBIDDEN';

/**
 * Rechecks that the session, roles, powers and membership that admitted the call still exist. To be called after acquiring the
 * lock. Pipelined with the next statement: that one, or the commit at the latest, fails.
 * @throws AppError TOKEN_FAIL if the session or the account has ended; FORBIDDEN if a role, one of its powers, or the membership
 * is gone
 */
export async function recheckAuthorization(trx: Trx, { userId, sessionId, effective, orgId, orgs }: Caller): Promise<void> {
  // Jobs, and the creation of demo data.
  if (userId === SYSTEM_ID || sessionId === '') return;
  // Callers without an organisation were admitted without one.
  const worksFor = orgs.some(({ id }) => id === orgId) ? orgId : null;
  await sql`${pipelined}
    with now as materialized (
      select ${rolesNow}::jsonb as roles from sys_session s join sys_user u on u.id = s.user_id where s.id = ${sessionId} and ${isSessionActive}
    )
    select sys_refuse(case
      when not exists (select from now) then ${SESSION_ENDED}
      when exists (select from now, jsonb_array_elements(${JSON.stringify(effective)}::jsonb) r(held)
                    where not now.roles @> jsonb_build_array(jsonb_build_object('code', r.held -> 'code', 'powers', r.held -> 'powers')))
        or ${worksFor}::uuid is not null and not exists (
          select from wms_org_user m join wms_org o on o.id = m.org_id where m.user_id = ${userId} and m.org_id = ${worksFor}::uuid and o.valid)
        then ${RIGHTS_REDUCED} end)`.execute(trx);
}

/** Any write that takes longer has waited, for a lock or for the CPU. */
const MOMENT_MS = 20;

/**
 * For frequent steps that rarely wait: rechecks only if they did.
 * @returns to be called once all locks are held; calls `recheckAuthorization` if that took longer than a moment
 */
export function recheckAfterWait({ trx, caller }: Pick<WriteContext<Caller>, 'trx' | 'caller'>): () => Promise<void> {
  const since = performance.now();
  return async () => {
    if (performance.now() - since > MOMENT_MS) await recheckAuthorization(trx, caller);
  };
}
