// Whoever waited before they write is looked at again: by then somebody may have ended them.
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Caller } from '../../context.ts';
import type { Trx } from '../../db/open.ts';
import { SYSTEM_ID } from '../../sys/system-user.ts';
import { rolesNow, sessionHolds } from './sessions.ts';

/**
 * What the call was let in by counts at this moment, too. To be asked behind the lock that was waited for.
 * @throws AppError TOKEN_FAIL where the session or the account has ended; FORBIDDEN where a role, or a power of one, is gone
 */
export async function mustStillMay(trx: Trx, { userId, sessionId, effective }: Caller): Promise<void> {
  if (userId === SYSTEM_ID) return;
  const { rows } = await sql<{ roles: { code: string; powers: { code: string }[] }[] }>`
    select ${rolesNow} as roles from sys_session s join sys_user u on u.id = s.user_id
     where s.id = ${sessionId} and ${sessionHolds}`.execute(trx);
  const [now] = rows;
  if (!now) throw new AppError('TOKEN_FAIL');
  const powers = new Map(now.roles.map((role) => [role.code, new Set(role.powers.map(({ code }) => code))]));
  const counts = effective.every(
    (role) => role.powers.every(({ code }) => powers.get(role.code)?.has(code)) && powers.has(role.code),
  );
  if (!counts) throw new AppError('FORBIDDEN');
}
