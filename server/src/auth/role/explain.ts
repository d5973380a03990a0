// Explains why a person can or cannot do something: the role and permission that allow it, or what is missing.
import type { PermissionExplanation, DenialReason } from '@kuwei/contract/auth/role';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { joinList } from '@kuwei/contract/phrase';
import type { Route } from '@kuwei/contract/route';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { all } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import { isHolder, rolesHeldBy } from '../../platform/people.ts';
import { listRestrictedActions, selectHindrances, isExistingPerson, getRequirements, rolesCarrying } from './queries.ts';

type GrantingRole = PermissionExplanation['via'][number];

/** @throws AppError NOT_FOUND */
export async function explainAction(
  db: Kysely<DB>,
  routes: readonly Route[],
  { userId, what }: { userId: string; what: string },
  locale: Locale,
): Promise<PermissionExplanation> {
  const deed = (await listRestrictedActions(db, routes, locale)).find((each) => each.what === what);
  if (!deed) throw new AppError('NOT_FOUND', { field: 'what' });
  const needed = await getRequirements(db, routes, what);
  const carrying = await Promise.all(needed.map((codes) => rolesCarrying(db, codes)));
  const roles = carrying.map((codes) => sql`${codes}::text[]`);
  const { rows } = await sql<PermissionExplanation['person'] & { can: boolean; via: GrantingRole[]; why: DenialReason[] }>`
    select u.id, u.name, u.username,
           (${all([sql`u.state = 'ACTIVE' and (u.until_day is null or u.until_day >= current_date)`, ...roles.map((codes) => isHolder(sql`u.id`, codes, null))])}) is true as can,
           ${selectGrantingRoles([...new Set(carrying.flat())], [...new Set(needed.flat())], locale)} as via, ${selectHindrances(roles, locale)} as why
      from sys_user u where u.id = ${userId} and ${isExistingPerson}`.execute(db);
  const row = rows[0];
  if (!row) throw new AppError('NOT_FOUND');
  const { can, via, why, ...person } = row;
  const answer = { person, what: { kind: deed.kind, name: deed.name }, can, via, why: can ? [] : why };
  return { ...answer, sentence: formatExplanation(answer, locale) };
}

/** Roles of `u` that allow it, with the permissions that do. */
const selectGrantingRoles = (
  roles: readonly string[],
  needed: readonly string[],
  locale: Locale,
): RawBuilder<GrantingRole[]> => sql<GrantingRole[]>`coalesce((
  select json_agg(json_build_object('code', r.code, 'name', ${named(locale, 'r')}, 'untilDay', g.until_day, 'powers', coalesce((
           select json_agg(json_build_object('code', w.code, 'name', ${named(locale, 'w')}) order by w.code)
             from sys_role_power p join sys_power w on w.code = p.power_code
            where p.role_code = r.code and p.power_code = any(${[...needed]}::text[])), '[]')) order by r.sort, r.code)
    from sys_role r left join sys_role_grant g on g.role_code = r.code and g.user_id = u.id
   where r.code = any(${[...roles]}::text[]) and r.code = any(${rolesHeldBy(sql`u.id`)})), '[]')`;

function formatExplanation({ person, what, can, via, why }: Omit<PermissionExplanation, 'sentence'>, locale: Locale): string {
  const words = { person: person.name, what: what.name };
  if (!can) {
    const but = why.map((each) => formatHindrance(each, locale));
    return say(locale, `rights.role.cannot.${what.kind}`, { ...words, why: joinList(locale, but) });
  }
  const by = via.map(({ name, powers, untilDay }) => {
    const key = powers.length > 0 ? 'rights.role.means.power' : 'rights.role.means';
    const means = say(locale, key, { name, powers: powers.map((power) => power.name) });
    return untilDay === null ? means : say(locale, 'rights.role.means.until', { means, day: untilDay });
  });
  return say(locale, `rights.role.can.${what.kind}`, { ...words, why: joinList(locale, by) });
}

function formatHindrance({ reason, roles, day }: DenialReason, locale: Locale): string {
  const names = roles.map(({ name }) => name);
  if (reason !== 'LACKS') return say(locale, `rights.role.why.${reason}`, { roles: names, day: day ?? '' });
  if (names.length === 0) return say(locale, 'rights.role.why.LACKS.none');
  return say(locale, names.length === 1 ? 'rights.role.why.LACKS' : 'rights.role.why.LACKS.any', { roles: names });
}
