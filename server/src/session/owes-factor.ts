// Mandatory second factors.
import { sql, type RawBuilder } from 'kysely';
import type { Settings } from '../services/settings.ts';

/**
 * Whether `u`, a row of sys_user, has a role that requires a second factor, but none set up. Users without a password sign in by
 * SSO, which has its own.
 */
export const owesSecondFactor = (settings: Settings): RawBuilder<boolean> => sql<boolean>`(u.password_hash is not null
  and exists (select from sys_user_role d where d.user_id = u.id
                 and d.role_code = any (${settings.get('SYS_SECOND_FACTOR_ROLES')}::text[]))
  and not exists (select from sys_user_totp t where t.user_id = u.id and t.confirmed_at is not null))`;
