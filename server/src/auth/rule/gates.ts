// Validation of a rule: its content, its owner, and whether the caller may grant it (decisions 117 and 120).
import { POWERS } from '@kuwei/contract/access';
import { modelsOf, isRecordSubject, RULE_FIELDS, RULE_TREES, type RecordSubject } from '@kuwei/contract/auth/rule-words';
import { actionsFor, type RuleForm } from '@kuwei/contract/auth/rule';
import * as f from '@kuwei/contract/field';
import { AppError, type Fault } from '@kuwei/contract/error';
import { joinList } from '@kuwei/contract/phrase';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { named } from '../../db/named.ts';
import { anyOf } from '../../db/rows.ts';
import { say } from '../../phrase.ts';
import { readMenu } from '../../platform/menu/stored.ts';
import { isGrantableRole } from '../account/queries.ts';
import { isLater, RightsByDay, type LastDay } from '../role/days.ts';
import { loadGrantScope, type GrantScope } from '../role/rights.ts';
import { buildBeyondRightsConditions } from './given.ts';
import { subjectsOf, type StoredRule } from './queries.ts';

type Context = WriteContext<Caller>;

/** Requested and current state of a rule with one owner; null for a new one. */
export interface RuleChange {
  before: StoredRule | null;
  form: RuleForm;
}

/** @throws AppError INVALID at the field */
export function assertComplete({ before, form }: RuleChange, today: string): void {
  const faults = findRuleFaults(form);
  const isPast = form.untilDay !== null && form.untilDay < today && form.untilDay !== before?.form.untilDay;
  if (isPast && faults.every(({ path }) => path !== 'untilDay')) faults.push({ path: 'untilDay', key: 'rule.notPast' });
  if (before) {
    const fixed = (['ownerType', 'subjectType'] as const).filter((path) => before.form[path] !== form[path]);
    faults.push(...fixed.map((path): Fault => ({ path, key: 'rule.fixed' })));
    if (before.form.ownerIds[0] !== form.ownerIds[0]) faults.push({ path: 'ownerIds', key: 'rule.fixed' });
  }
  if (faults.length > 0) throw new AppError('INVALID', { faults });
}

function findRuleFaults(form: RuleForm): Fault[] {
  const { subjectType, subjectModel, subjectIds, conditions, actions, fromDay, untilDay, ownerType, relation } = form;
  const picks = subjectModel === 'select' || subjectModel === 'tree';
  const when = (is: boolean, path: keyof RuleForm, key: Fault['key']): Fault[] => (is ? [{ path, key }] : []);
  return [
    ...when(subjectModel === 'tree' && !RULE_TREES.includes(subjectType), 'subjectModel', 'rule.noTree'),
    ...when(subjectModel === 'expr' && !modelsOf(subjectType).includes('expr'), 'subjectModel', 'rule.noConditions'),
    ...when(picks && subjectIds.length === 0, 'subjectIds', 'rule.required'),
    ...when(subjectModel === 'expr' && conditions.length === 0, 'conditions', 'rule.noCondition'),
    ...when(
      subjectModel === 'expr' && !conditions.every(({ field }) => hasField(subjectType, field)),
      'conditions',
      'rule.noSuchField',
    ),
    ...when(!actions.includes('SEE'), 'actions', 'rule.assertVisible'),
    ...when(!actions.every((action) => actionsFor(subjectType).includes(action)), 'actions', 'rule.onlySeen'),
    ...when(relation !== null && ownerType !== 'ORG', 'relation', 'rule.onlyOfOrgs'),
    ...when(fromDay !== null && untilDay !== null && untilDay < fromDay, 'untilDay', 'rule.notBeforeFirst'),
  ];
}

const hasField = (type: RuleForm['subjectType'], field: string): boolean =>
  isRecordSubject(type) && (RULE_FIELDS[type] as readonly string[]).includes(field);

export interface Owner {
  id: string;
  code: string;
  name: string;
  active: boolean;
}

/**
 * Future owners, by id.
 * @throws AppError NOT_FOUND, also for a role that cannot be granted; INVALID for one that is out of use
 */
export async function ownersOf(
  { trx, origin: { locale } }: Context,
  { ownerType, ownerIds }: RuleForm,
): Promise<Map<string, Owner>> {
  const ids = anyOf(ownerIds);
  const from = {
    USER: sql`select id, username as code, name, state = 'ACTIVE' as active from sys_user where id = ${ids} and deleted_at is null`,
    ROLE: sql`select r.id, r.code, ${named(locale, 'r')} as name, r.valid as active from sys_role r where r.id = ${ids} and ${isGrantableRole}`,
    ORG: sql`select o.id, o.code, ${named(locale, 'o')} as name, o.valid as active from wms_org o where o.id = ${ids}`,
  }[ownerType];
  const { rows } = await sql<Owner>`${from}`.execute(trx);
  if (rows.length < new Set(ownerIds).size) throw new AppError('NOT_FOUND', { field: 'ownerIds' });
  const off = rows.find(({ active }) => !active);
  if (off) throw new AppError('INVALID', { faults: [{ path: 'ownerIds', key: 'rule.ownerOff', params: { name: off.name } }] });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Checks that all selected subjects exist. @throws AppError NOT_FOUND */
export async function assertExists(context: Context, { subjectType, subjectModel, subjectIds }: RuleForm): Promise<void> {
  if (subjectModel !== 'select' && subjectModel !== 'tree') return;
  const known = await (isRecordSubject(subjectType) ? lockRecords(context, subjectType, subjectIds) : readMenu(context.trx));
  const ids = new Set(known.map(({ id }) => id));
  if (!subjectIds.every((id) => ids.has(id))) throw new AppError('NOT_FOUND', { field: 'subjectIds' });
}

/** Whether they differ only in days and note. */
const isSameGrant = (before: RuleForm, form: RuleForm): boolean =>
  isDeepStrictEqual({ ...form, untilDay: before.untilDay, fromDay: before.fromDay, note: before.note }, before);

async function lockRecords({ trx, origin }: Context, type: RecordSubject, ids: readonly string[]): Promise<{ id: string }[]> {
  const wanted = sql`x.id = ${anyOf(ids.filter((id) => f.id.safeParse(id).success))}`;
  return (await subjectsOf(type, wanted, origin.locale).execute(trx)).rows;
}

/**
 * Refuses rules that concern the caller, and subjects beyond their rights: administrators may grant everything, others only the
 * organisations they have pages for, with their warehouses and contents, selected individually.
 * @throws AppError OWN_RIGHTS, BEYOND_RIGHTS
 */
export async function assertInScope(context: Context, forms: readonly RuleForm[]): Promise<void> {
  const { trx, caller, origin } = context;
  const reach = await loadGrantScope(trx, { caller, locale: origin.locale });
  const { rows } = await sql<{ id: string }>`
    select ${caller.userId}::uuid as id
    union all select org_id from wms_org_member where user_id = ${caller.userId}
    union all select r.id from sys_role r where r.code = any(${[...reach.own]}::text[])`.execute(trx);
  const own = new Set(rows.map(({ id }) => id));
  if (forms.some(({ ownerIds }) => ownerIds.some((id) => own.has(id)))) throw new AppError('OWN_RIGHTS');
  if (reach.everything) return;
  for (const form of forms) {
    const beyond = await findBeyondRights(context, form);
    if (beyond.length > 0)
      throw new AppError('BEYOND_RIGHTS', { params: { names: joinList(origin.locale, beyond) }, field: 'subjectIds' });
  }
}

/**
 * Names of subjects of a rule beyond the caller's organisations.
 * @param lasting counts only memberships that last until this day
 */
async function findBeyondRights(
  { trx, caller, origin: { locale } }: Context,
  form: RuleForm,
  lasting?: string | null,
): Promise<string[]> {
  const { subjectType, subjectModel, subjectIds } = form;
  const outside = await buildBeyondRightsConditions(trx, caller.userId, lasting);
  const isPicked = subjectModel === 'select' || subjectModel === 'tree';
  if (!isPicked || !(subjectType in outside)) return [say(locale, `rights.rule.subject.${subjectType}`)];
  const type = subjectType as keyof typeof outside;
  const { rows } = await sql<{ name: string }>`
    ${subjectsOf(type, sql`x.id = ${anyOf(subjectIds)} and ${outside[type]}`, locale)}`.execute(trx);
  return rows.map(({ name }) => name);
}

/** Whether a current or future rule changes only in its note or to an earlier end. */
export const isShortened = ({ when, form: before }: StoredRule, form: RuleForm): boolean =>
  when !== 'OVER' && !isLater(form.untilDay, before.untilDay) && isSameGrant(before, form);

/** A new, extended or widened rule ends no later than the right to grant it. @throws AppError BEYOND_DAYS */
export async function assertNotBeyondOwnEnd(context: Context, { before, form }: RuleChange): Promise<void> {
  const { trx, caller, origin } = context;
  if (before && isShortened(before, form)) return;
  const name = say(origin.locale, `rights.rule.subject.${form.subjectType}`);
  const isTheirs = async ({ everything, powers }: GrantScope, day: LastDay): Promise<boolean> =>
    everything || (powers.has(POWERS.rule) && (await findBeyondRights(context, form, day)).length === 0);
  const refused = await new RightsByDay(trx, caller.userId, origin.locale).refusal(form.untilDay, name, isTheirs);
  if (refused) throw refused;
}
