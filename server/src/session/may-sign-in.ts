import { sql } from 'kysely';

/** Of `u`, a row of sys_user: active, not deleted, not past its last day. */
export const maySignIn = sql<boolean>`(u.state = 'ACTIVE' and u.deleted_at is null and (u.until_day is null or u.until_day >= current_date))`;
