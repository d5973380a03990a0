// Builds the caller for work that a job does on behalf of a user, without a session.
import { effectiveRoles, permittedPageRole, type RoleHeld } from '@kuwei/contract/access';
import { LOCALES, DEFAULT_LOCALE, type Locale } from '@kuwei/contract/constants';
import { sql } from 'kysely';
import type { Caller } from '../../context.ts';
import type { Db } from '../../db/open.ts';
import { maySignIn } from '../../session/may-sign-in.ts';
import { orgsNow, rolesNow, rulesNow, type OwnOrg, type OwnRule } from '../../session/sessions.ts';

interface Row {
  name: string;
  username: string;
  roles: RoleHeld[];
  orgs: OwnOrg[];
  rules: OwnRule[];
  locale: string | null;
}

/** Uses the user's current rights. @returns null if they cannot sign in, or no longer have the page role or the membership */
export async function buildActingCaller(
  db: Db,
  { userId, pageRole, orgId }: { userId: string; pageRole: string | null; orgId: string | null },
): Promise<{ caller: Caller; locale: Locale } | null> {
  const { rows } = await sql<Row>`
    select u.name, u.username, ${rolesNow} as roles, ${orgsNow} as orgs, ${rulesNow} as rules,
           (select s.value #>> '{}' from sys_user_setting s where s.user_id = u.id and s.key = 'ui.locale') as locale
      from sys_user u where u.id = ${userId} and ${maySignIn}`.execute(db);
  const [row] = rows;
  if (!row || permittedPageRole(pageRole, row.roles) !== pageRole) return null;
  if (orgId !== null && !row.orgs.some(({ id }) => id === orgId)) return null;
  const { locale, ...held } = row;
  return {
    locale: LOCALES.find((each) => each === locale) ?? DEFAULT_LOCALE,
    caller: {
      ...held,
      userId,
      proxyUserId: null,
      apiToken: null,
      sessionId: '',
      orgId,
      pageRole,
      effective: effectiveRoles(row.roles, pageRole),
    },
  };
}
