// Who has to set up a second factor before anything else.
import { sql, type RawBuilder } from 'kysely';
import type { Settings } from '../services/settings.ts';

/**
 * Whether `u`, a row of sys_user, has a role for which a second factor is a duty, and none yet. Who has no password signs in at the university
 * alone, which asks for its own.
 */
export const owesSecondFactor = (settings: Settings): RawBuilder<boolean> => sql<boolean>`(u.password_hash is not null
  and exists (select from sys_user_role d where d.user_id = u.id
                 and d.role_code = any (${settings.get('SYS_SECOND_FACTOR_ROLES')}::text[]))
  and not exists (select from sys_user_totp t where t.user_id = u.id and t.confirmed_at is not null))`;
