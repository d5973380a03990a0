// Whoever waited before they write is looked at again: by then somebody may have ended them.
import type { ErrorCode } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Caller } from '../../context.ts';
import { ahead } from '../../db/ahead.ts';
import type { Trx } from '../../db/open.ts';
import { SYSTEM_ID } from '../../sys/system-user.ts';
import { rolesNow, sessionHolds } from './sessions.ts';

const ENDED: ErrorCode = 'TOKEN_FAIL';
const LESS: ErrorCode = 'FORBIDDEN';

/**
 * What the call was let in by counts at this moment, too. To be asked behind the lock that was waited for. It goes out with the
 * next statement: that one, the commit at the latest, is refused.
 * @throws AppError TOKEN_FAIL where the session or the account has ended; FORBIDDEN where a role, or a power of one, is gone
 */
export async function mustStillMay(trx: Trx, { userId, sessionId, effective }: Caller): Promise<void> {
  if (userId === SYSTEM_ID) return;
  await sql`${ahead}
    with now as materialized (
      select ${rolesNow}::jsonb as roles from sys_session s join sys_user u on u.id = s.user_id where s.id = ${sessionId} and ${sessionHolds}
    )
    select sys_refuse(case
      when not exists (select from now) then ${ENDED}
      when exists (select from now, jsonb_array_elements(${JSON.stringify(effective)}::jsonb) r(held)
                    where not now.roles @> jsonb_build_array(jsonb_build_object('code', r.held -> 'code', 'powers', r.held -> 'powers')))
        then ${LESS} end)`.execute(trx);
}
