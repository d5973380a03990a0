// Rules as rights: granting a role or a membership also grants its rules (decision 117). Only current and future rules count;
// rules that only open menu entries grant no rights.
import { POWERS } from '@kuwei/contract/access';
import { AppError } from '@kuwei/contract/error';
import { isRecordSubject, type RuleSubject } from '@kuwei/contract/auth/rule-words';
import * as f from '@kuwei/contract/field';
import type { Locale } from '@kuwei/contract/constants';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { anyOf } from '../../db/rows.ts';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import { orgsWithPages, subjectsOf } from './queries.ts';

/** Of `k`, a row of sys_rule: opens rows or reports, now or later. */
export const isDataRuleOpen = sql<boolean>`k.ended_at is null and k.subject_type <> 'MENU'`;

/** Of `r`, a row of sys_role. */
export const roleHasRules = sql<boolean>`exists (select from sys_rule k where k.role_code = r.code and ${isDataRuleOpen})`;

/** Of `o`, a row of wms_org: membership requires a person's decision; sign-on rules and nightly imports may not grant it. */
export const isLeftToPeople = sql<boolean>`(
  o.type = 'WAREHOUSE' or exists (select from sys_rule k where k.org_id = o.id and ${isDataRuleOpen}))`;

/** The people among `ids` whom rules concern, directly or through a role or an organisation. */
export async function peopleWithRules(db: Kysely<DB>, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct p as id from sys_rule k, sys_rule_people(k.user_id, k.role_code, k.org_id) p
     where ${isDataRuleOpen} and p = ${anyOf(ids)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * For each kind of subject, a condition on rows `x` that are beyond a non-administrator: not of an organisation they have pages
 * for. A missing kind is entirely beyond them.
 * @param lasting counts only memberships that last until this day
 */
export async function buildBeyondRightsConditions(db: Kysely<DB>, userId: string, lasting?: string | null) {
  const ownOrgs = anyOf(await orgsWithPages(db, userId, lasting));
  const ownWarehouses = sql`(select id from wms_warehouse where org_id = ${ownOrgs})`;
  return {
    WMS_ORG: sql`not x.id = ${ownOrgs}`,
    WMS_WAREHOUSE: sql`x.id not in ${ownWarehouses}`,
    WMS_CONTAINER: sql`x.warehouse_id not in ${ownWarehouses}`,
  };
}

/** Roles with a rule that the user may not grant: they lack the rule permission, or what the rule opens. */
export async function findRolesWithRulesBeyond(
  db: Kysely<DB>,
  userId: string,
  powers: ReadonlySet<string>,
  lasting?: string | null,
): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`
    select distinct k.role_code as code from sys_rule k
     where k.role_code is not null and ${isDataRuleOpen} and ${powers.has(POWERS.rule) ? await buildBeyondRightsCondition(db, userId, lasting) : sql`true`}`.execute(
    db,
  );
  return new Set(rows.map(({ code }) => code));
}

/**
 * Of `k`: whether a rule manager may read it. Administrators read every rule, others those they could grant and those that
 * concern themselves.
 */
export async function isReadable(db: Kysely<DB>, userId: string): Promise<RawBuilder<boolean>> {
  if (await isAdministrator(db, userId)) return sql<boolean>`true`;
  return sql<boolean>`(not ${await buildBeyondRightsCondition(db, userId)}
    or exists (select from sys_rule_people(k.user_id, k.role_code, k.org_id) p where p = ${userId}))`;
}

async function isAdministrator(db: Kysely<DB>, userId: string): Promise<boolean> {
  const { rows } = await sql`select from sys_user_role h where h.user_id = ${userId} and h.role_code = 'ROLE_ADMIN'`.execute(db);
  return rows.length > 0;
}

interface Subject {
  subjectType: RuleSubject;
  subjectId: string;
}

/**
 * Administrators may ask about any subject, others about those they could grant rules for.
 * @throws AppError BEYOND_RIGHTS, NOT_FOUND
 */
export async function assertMayExplain(
  db: Kysely<DB>,
  userId: string,
  { subjectType, subjectId }: Subject,
  locale: Locale,
): Promise<void> {
  if (await isAdministrator(db, userId)) return;
  const beyond = await buildBeyondRightsConditions(db, userId);
  const kind = (name?: string): AppError =>
    new AppError('BEYOND_RIGHTS', {
      params: { names: name ?? say(locale, `rights.rule.subject.${subjectType}`) },
      field: 'subjectId',
    });
  if (!isRecordSubject(subjectType) || !(subjectType in beyond) || !f.id.safeParse(subjectId).success) throw kind();
  const which = sql`x.id = ${subjectId} and ${beyond[subjectType as keyof typeof beyond]}`;
  const { rows } = await subjectsOf(subjectType, which, locale).execute(db);
  if (rows[0]) throw kind(rows[0].name);
}

async function buildBeyondRightsCondition(db: Kysely<DB>, userId: string, lasting?: string | null): Promise<RawBuilder<unknown>> {
  const beyond = await buildBeyondRightsConditions(db, userId, lasting);
  const picked = sql`x.id in (select s.subject_id from sys_rule_subject s where s.rule_id = k.id)`;
  const within = (Object.keys(beyond) as (keyof typeof beyond)[]).map(
    (type) => sql`(k.subject_type = ${type} and not exists (${subjectsOf(type, sql`${picked} and ${beyond[type]}`, 'zh')}))`,
  );
  return sql`not (k.subject_model in ('select', 'tree') and (${sql.join(within, sql` or `)}))`;
}
