// Which accounts people other than administrators may manage (decision 216). A person who sets how an account signs in could use its
// rights, so it may hold nothing that they could not grant.
import type { AccountForm } from '@kuwei/contract/auth/account';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { POWERS } from '@kuwei/contract/access';
import { joinList } from '@kuwei/contract/phrase';
import { sql, type Kysely } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import type { Caller, WriteContext } from '../../context.ts';
import { anyOf } from '../../db/rows.ts';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import { SYSTEM_ID } from '../../session/system-user.ts';
import { isWithinScope, loadWholeGrantScope, selectGrantableRoles, type GrantScope } from '../role/rights.ts';
import { isDefinitionInUse } from '../role/record.ts';
import { peopleWithRules } from '../rule/given.ts';
import { sortGrants, type AccountChange, type StoredAccount } from './record.ts';
import { sensitiveOrgs, sensitiveRoles } from './sensitive-grants.ts';

interface Asker {
  userId: string;
  locale: Locale;
  /** Codes of the roles of the session, which are fewer for an API token; all of the user's by default. */
  roles?: readonly string[];
  /** Whether an API token calls. */
  isToken?: boolean;
}

/**
 * Changes of an account with rights beyond the caller's, or that would give it such rights. A change of roles alone by a manager of
 * roles concerns only these (`assertMayGrant`).
 * @returns ACCOUNT_BEYOND_RIGHTS or null, for each account
 */
export async function checkReach(db: Kysely<DB>, asker: Asker, wanted: readonly AccountChange[]): Promise<(AppError | null)[]> {
  const refused = await findBeyondReach(db, asker, wanted, changesMoreThanRoles);
  return wanted.map((change) => refused.get(change) ?? null);
}

const changesMoreThanRoles = ({ before, form }: AccountChange): boolean => {
  if (before === null) return true;
  const { roles: _, ...had } = sortGrants(before.form);
  const { roles: __, ...wanted } = sortGrants(form);
  return !isDeepStrictEqual(had, wanted);
};

export const askerOf = ({ userId, roles, apiToken }: Pick<Caller, 'userId' | 'roles' | 'apiToken'>, locale: Locale): Asker => ({
  userId,
  locale,
  roles: roles.map(({ code }) => code),
  isToken: apiToken !== null,
});

/** @throws AppError ACCOUNT_BEYOND_RIGHTS */
export async function assertWithinReach(
  { trx, caller, origin: { locale } }: WriteContext<Caller>,
  accounts: readonly StoredAccount[],
): Promise<void> {
  const changes = accounts.map((before): AccountChange => ({ before, form: before.form }));
  for (const refused of (await findBeyondReach(trx, askerOf(caller, locale), changes)).values()) throw refused;
}

/**
 * Nightly imports have limits of their own.
 * @param concerns which changes concern the whole account if a manager of roles makes them
 */
async function findBeyondReach(
  db: Kysely<DB>,
  { userId, locale, roles: counting, isToken = false }: Asker,
  all: readonly AccountChange[],
  concerns: (change: AccountChange) => boolean = () => true,
): Promise<Map<AccountChange, AppError>> {
  const refused = new Map<AccountChange, AppError>();
  if (all.length === 0 || userId === SYSTEM_ID) return refused;
  const scope = await loadWholeGrantScope(db, userId, locale, counting);
  if (scope.everything) return refused;
  const wanted = scope.powers.has(POWERS.role) ? all.filter(concerns) : all;
  const ids = wanted.flatMap(({ before }) => before?.id ?? []);
  const [roles, orgs, ruled, deciding, named] = await Promise.all([
    findRolesBeyond(db, scope, locale),
    sensitiveOrgs(db, locale),
    peopleWithRules(db, ids),
    findDecidingPeople(db, ids),
    findNamedUsernames(db),
  ]);
  const isNamed = ({ username }: AccountForm): boolean => named.has(username.toLowerCase());
  for (const change of wanted) {
    const { before, form } = change;
    // A token that sets an e-mail address has a way to sign in as the person.
    if (isToken && before && (before.id === userId || changesSignIn(before.form, form))) {
      refused.set(change, new AppError('API_TOKEN'));
      continue;
    }
    if (before?.id === userId) {
      if (isNamed(form) && !isNamed(before.form))
        refused.set(change, new AppError('ACCOUNT_BEYOND_RIGHTS', { params: { names: say(locale, 'user.account.decides') } }));
      continue;
    }
    const forms: AccountForm[] = before ? [before.form, form] : [form];
    const names = new Set([
      ...forms.flatMap((each) => each.roles.flatMap(({ code }) => roles.get(code) ?? [])),
      ...forms.flatMap((each) => each.orgs.flatMap(({ orgId }) => orgs.get(orgId) ?? [])),
      ...(before && ruled.has(before.id) ? [say(locale, 'rights.rule.title')] : []),
      ...((before && deciding.has(before.id)) || forms.some(isNamed) ? [say(locale, 'user.account.decides')] : []),
    ]);
    if (names.size > 0)
      refused.set(change, new AppError('ACCOUNT_BEYOND_RIGHTS', { params: { names: joinList(locale, [...names]) } }));
  }
  return refused;
}

const changesSignIn = (had: AccountForm, wanted: AccountForm): boolean =>
  had.email !== wanted.email || had.username !== wanted.username || had.staffNo !== wanted.staffNo;

/**
 * People who decide for others by delegation, now or later, or are asked to decide something open: by countersigning, by transfer, as
 * a storekeeper. Leaders of groups are left out (decision 216).
 */
async function findDecidingPeople(db: Kysely<DB>, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select u.id from sys_user u
     where u.id = ${anyOf(ids)}
       and (exists (select from bpm_delegation g where g.to_id = u.id and g.revoked_at is null and g.until_at > now())
         or exists (select from bpm_task k
                     where k.state = 'OPEN' and k.candidate_ids && array[u.id]
                       and (k.asked_by is not null
                            or not exists (select from wms_org_user m where m.user_id = u.id and m.relation = 'LEADER'))))`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Lower-case usernames whom workflows ask by name: who has or takes one decides. */
async function findNamedUsernames(db: Kysely<DB>): Promise<Set<string>> {
  const { rows } = await sql<{ username: string }>`
    select distinct lower(named #>> '{}') as username
      from bpm_definition d, jsonb_path_query(d.model, 'strict $.**.person') named
     where jsonb_typeof(named) = 'string' and ${isDefinitionInUse}`.execute(db);
  return new Set(rows.map(({ username }) => username));
}

/** Names of the roles that are neither everyone's to grant nor within the scope, by code. */
async function findRolesBeyond(db: Kysely<DB>, scope: GrantScope, locale: Locale): Promise<Map<string, string>> {
  const sensitive = await sensitiveRoles(db, locale);
  const roles = await selectGrantableRoles(db, [...sensitive.keys()], locale);
  return new Map(roles.filter((role) => !isWithinScope(scope, role)).map(({ code, name }) => [code, name]));
}
