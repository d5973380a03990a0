// Who may grant and revoke what (decision 117). Form, workbook and API all ask here.
import { powerOn } from '@kuwei/contract/access';
import type { RoleForm } from '@kuwei/contract/auth/role';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { nameIn } from '@kuwei/contract/name';
import { joinList } from '@kuwei/contract/phrase';
import { sql, type Kysely } from 'kysely';
import type { Caller } from '../../context.ts';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import { SYSTEM_ID } from '../../session/system-user.ts';
import { roleHasRules, findRolesWithRulesBeyond } from '../rule/given.ts';
import { isLastingUntil } from '../rule/queries.ts';
import { BUILT_IN_ROLES } from './built-in.ts';
import { isApproverRole, type StoredRole } from './record.ts';

export interface GrantingCaller {
  caller: Pick<Caller, 'userId' | 'effective'>;
  locale: Locale;
}

/** The extent of a person's own rights. */
export interface GrantScope {
  /** Administrators may grant everything. */
  everything: boolean;
  roles: ReadonlySet<string>;
  powers: ReadonlySet<string>;
  /** Roles granted to them now, later or until recently, which they may not change. */
  own: ReadonlySet<string>;
  /** Roles with data rules that they may not grant. */
  ruled: ReadonlySet<string>;
  /** Names of all powers, by code. */
  names: ReadonlyMap<string, string>;
}

const BUILT_IN: ReadonlySet<string> = new Set(BUILT_IN_ROLES.map(([code]) => code));

/** Reads the current rights from the database, so that of two concurrent changes the second sees the first. */
export function loadGrantScope(db: Kysely<DB>, { caller: { userId, effective }, locale }: GrantingCaller): Promise<GrantScope> {
  const inEffect = new Set<string>(effective.map(({ code }) => code));
  return queryGrantScope(db, { userId, locale, inEffect });
}

/** The same, counting the roles of every page role. @param roles codes that count; all by default */
export const loadWholeGrantScope = (
  db: Kysely<DB>,
  userId: string,
  locale: Locale,
  roles?: readonly string[],
): Promise<GrantScope> => queryGrantScope(db, { userId, locale, ...(roles && { inEffect: new Set(roles) }) });

/** The same as of a later day, null for rights without end, counting the roles of every page role. */
export const loadGrantScopeUntil = (
  db: Kysely<DB>,
  userId: string,
  locale: Locale,
  lasting: string | null,
): Promise<GrantScope> => queryGrantScope(db, { userId, locale, lasting });

interface GrantScopeQuery {
  userId: string;
  locale: Locale;
  /** Omitted: every role counts. */
  inEffect?: ReadonlySet<string>;
  /** Counts only grants that last until this day; omitted: all current grants. */
  lasting?: string | null;
}

async function queryGrantScope(db: Kysely<DB>, { userId, locale, inEffect, lasting }: GrantScopeQuery): Promise<GrantScope> {
  const { rows } = await sql<{ code: string; counts: boolean; powers: string[] }>`
    select g.role_code as code,
           exists (select from sys_user_role h where h.user_id = g.user_id and h.role_code = g.role_code)
             and ${isLastingUntil(lasting, sql`g.until_day`, sql`u.until_day`)} as counts,
           array(select p.power_code from sys_role_power p where p.role_code = g.role_code) as powers
      from sys_role_grant g join sys_user u on u.id = g.user_id where g.user_id = ${userId}`.execute(db);
  const powers = await sql<{ code: string; name: string }>`select p.code, ${named(locale, 'p')} as name from sys_power p`.execute(
    db,
  );
  const counting = rows.filter(({ code, counts }) => counts && (inEffect?.has(code) ?? true));
  const held = new Set(counting.flatMap((row) => row.powers));
  return {
    everything: counting.some(({ code }) => code === 'ROLE_ADMIN'),
    roles: new Set(counting.map(({ code }) => code)),
    powers: held,
    own: new Set(rows.map(({ code }) => code)),
    ruled: await findRolesWithRulesBeyond(db, userId, held, lasting),
    names: new Map(powers.rows.map(({ code, name }) => [code, name])),
  };
}

/** Built-in roles that open only the holder's own requests. */
const OWNERS: readonly string[] = ['ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF'];
const OTHERS = BUILT_IN_ROLES.map(([code]) => code).filter((code) => !OWNERS.includes(code));

/**
 * The codes that sign-on rules and nightly imports may grant unattended: enabled roles that are not reserved, do not belong to
 * the warehouse, carry neither powers nor data rules, and do not approve.
 */
export async function findAutoGrantableRoles(db: Kysely<DB>, codes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`
    select r.code from sys_role r
     where r.code = any(${[...codes]}::text[]) and r.valid and not r.reserved and r.code <> all(${OTHERS}::text[]) and not ${isApproverRole} and not ${roleHasRules}
       and not exists (select from sys_role_power p where p.role_code = r.code)`.execute(db);
  return new Set(rows.map(({ code }) => code));
}

export interface Grantable {
  code: string;
  powers: readonly string[];
  /** Whether a workflow asks its holders. */
  decides: boolean;
}

/**
 * Whether a person may grant or change a role: they hold it, or it is custom and carries only powers of theirs. Built-in roles
 * and approving roles must be held, as routes and workflows check them by code. In either case they must be allowed to grant its
 * data rules: seeing something by a rule is no right to pass it on.
 */
export const isWithinScope = ({ everything, roles, powers, ruled }: GrantScope, role: Grantable): boolean =>
  everything ||
  (!ruled.has(role.code) &&
    (roles.has(role.code) || (!BUILT_IN.has(role.code) && !role.decides && role.powers.every((power) => powers.has(power)))));

const beyondRightsError = (names: readonly string[], locale: Locale, field?: string): AppError =>
  new AppError('BEYOND_RIGHTS', { params: { names: joinList(locale, names) }, ...(field !== undefined && { field }) });

/**
 * Changes of one's own account are refused by `checkAccounts`.
 * @param codes roles that are granted or revoked
 * @throws AppError BEYOND_RIGHTS
 */
export async function assertMayGrant(
  db: Kysely<DB>,
  { caller, locale }: GrantingCaller,
  codes: ReadonlySet<string>,
): Promise<void> {
  if (codes.size === 0) return;
  const further = await findRolesBeyond(db, [...codes], { caller, locale });
  if (further.length > 0)
    throw beyondRightsError(
      further.map(({ name }) => name),
      locale,
    );
}

/** Their holders grant what nightly imports may. */
const MANAGES_ACCOUNTS = [powerOn('SYS_ACCOUNT', 'EDIT'), powerOn('SYS_ACCOUNT', 'IMPORT')];

async function findRolesBeyond(db: Kysely<DB>, codes: readonly string[], asker: GrantingCaller): Promise<{ name: string }[]> {
  const roles = await selectGrantableRoles(db, codes, asker.locale);
  if (asker.caller.userId === SYSTEM_ID) {
    const free = await findAutoGrantableRoles(db, codes);
    return roles.filter(({ code }) => !free.has(code));
  }
  const reach = await loadGrantScope(db, asker);
  if (reach.everything) return [];
  const free = MANAGES_ACCOUNTS.some((power) => reach.powers.has(power)) ? await findAutoGrantableRoles(db, codes) : new Set();
  return roles.filter((role) => !free.has(role.code) && !isWithinScope(reach, role));
}

export async function selectGrantableRoles(
  db: Kysely<DB>,
  codes: readonly string[],
  locale: Locale,
): Promise<(Grantable & { name: string })[]> {
  const { rows } = await sql<Grantable & { name: string }>`
    select r.code, ${named(locale, 'r')} as name, ${isApproverRole} as decides,
           array(select p.power_code from sys_role_power p where p.role_code = r.code) as powers
      from sys_role r where r.code = any(${[...codes]}::text[])`.execute(db);
  return rows;
}

/** Current and requested state of a role; null before it exists, or after deletion. */
export interface RoleChange {
  before: StoredRole | null;
  wanted: RoleForm | null;
}

/**
 * Refuses changes beyond the caller's rights to what a role gives or is called (workbooks grant roles by name). Its sort order is
 * free to change.
 */
export function checkRoleChange({ before, wanted }: RoleChange, reach: GrantScope, locale: Locale): AppError | null {
  const carried = before?.form.powers ?? [];
  const changed = wanted ? [...new Set(carried).symmetricDifference(new Set(wanted.powers))] : carried;
  const isSwitched = before !== null && before.form.valid !== wanted?.valid;
  const isTheirs = (): boolean =>
    before === null || isWithinScope(reach, { code: before.form.code, powers: carried, decides: before.decides });
  const isNamed = before && wanted && (before.form.name !== wanted.name || before.form.nameEn !== wanted.nameEn);
  if (isNamed && !isTheirs()) return beyondRightsError([nameIn(locale, before.form)], locale, 'name');
  if (changed.length === 0 && !isSwitched) return null;
  if (before?.reserved) return new AppError('ROLE_RESERVED', { params: { name: nameIn(locale, before.form) } });
  if (before && reach.own.has(before.form.code)) return new AppError('OWN_RIGHTS');
  if (reach.everything) return null;
  const further = changed.filter((power) => !reach.powers.has(power));
  if (further.length > 0)
    return beyondRightsError(
      further.map((power) => reach.names.get(power) ?? power),
      locale,
      'powers',
    );
  return isSwitched && !isTheirs() ? beyondRightsError([nameIn(locale, before.form)], locale) : null;
}
