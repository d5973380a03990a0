// The only writer of the rule table.
import { createHash } from 'node:crypto';
import { RULES_MAX, type RuleForm } from '@kuwei/contract/auth/rule';
import { isRecordSubject } from '@kuwei/contract/auth/rule-words';
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf } from '../../db/columns.ts';
import { newId } from '../../db/id.ts';
import { anyOf, insertRows, updateRow } from '../../db/rows.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import { say } from '../../phrase.ts';
import { lockRights } from '../account/write.ts';
import {
  assertInScope,
  assertComplete,
  assertExists,
  isShortened,
  assertNotBeyondOwnEnd,
  ownersOf,
  type Owner,
} from './gates.ts';
import { RULES, rulesById, type StoredRule } from './queries.ts';
import { notifyAffectedPeople, notifyLeaders } from './notify.ts';

type Context = WriteContext<Caller>;

/** The uniqueness key of rules in force. */
const ruleUniqueKey = ({ ownerType, ownerIds, relation, subjectType, subjectModel, subjectIds, conditions }: RuleForm): string =>
  createHash('sha256')
    .update(JSON.stringify([ownerType, ownerIds[0], relation, subjectType, subjectModel, subjectIds, conditions]))
    .digest('base64url');

/** Normalizes a form: drops what its model ignores, and sorts the rest. */
function normalizeRule(form: RuleForm): RuleForm {
  const picks = form.subjectModel === 'select' || form.subjectModel === 'tree';
  const conditions = form.subjectModel === 'expr' ? form.conditions : [];
  return {
    ...form,
    subjectIds: picks ? [...new Set(form.subjectIds)].toSorted() : [],
    conditions: conditions.map(({ field, op, values }) => ({ field, op, values: [...new Set(values)].toSorted() })),
    actions: [...new Set(form.actions)].toSorted().toReversed(),
  };
}

const columnsOf = (form: RuleForm) => ({
  relation: form.relation,
  subject_model: form.subjectModel,
  actions: form.actions,
  from_day: form.fromDay,
  until_day: form.untilDay,
  note: form.note,
  same_as: ruleUniqueKey(form),
});

/** Creates one rule for each owner, all or none. @returns their ids @throws AppError as the gates, RULE_TWICE, GIVEN_MAX */
export async function createRules(context: Context, given: RuleForm): Promise<string[]> {
  const { trx, caller } = context;
  const form = normalizeRule({ ...given, ownerIds: [...new Set(given.ownerIds)] });
  await lockRights(context);
  const today = await firstDay(context);
  assertComplete({ before: null, form }, today);
  const owners = await ownersOf(context, form);
  await assertExists(context, form);
  await assertInScope(context, [form]);
  await assertNotBeyondOwnEnd(context, { before: null, form });
  const made = form.ownerIds.map((id) => ({ id: newId(), owner: owners.get(id)!, form: { ...form, ownerIds: [id] } }));
  for (const { id, owner, form: one } of made) {
    await withDuplicateRuleRefusal(owner.name, () =>
      insertRows(trx, RULES, [
        {
          id,
          owner_type: one.ownerType,
          user_id: one.ownerType === 'USER' ? owner.id : null,
          role_code: one.ownerType === 'ROLE' ? owner.code : null,
          org_id: one.ownerType === 'ORG' ? owner.id : null,
          subject_type: one.subjectType,
          ...columnsOf(one),
          conditions: one.conditions,
          begun: one.fromDay === null || one.fromDay <= today,
          rev: 1,
          created_by: caller.userId,
          updated_by: caller.userId,
        },
      ]),
    );
    await pick(context, id, one);
    context.logChange({ entity: RULES, id, change: one });
  }
  await assertWithinMaximum(context, new Map(made.map(({ id, owner }) => [id, owner])));
  const ids = made.map(({ id }) => id);
  await notifyAffectedPeople(context, ids);
  await notifyLeaders(context, ids, form);
  return ids;
}

/** A rule that is over stays so unless it gets a new last day. @throws AppError NOT_FOUND, STALE, as the gates, RULE_TWICE */
export async function changeRule(context: Context, id: string, rev: number, given: RuleForm): Promise<void> {
  const form = normalizeRule(given);
  const before = await lockRule(context, id);
  assertRevision(before.rev, rev);
  const today = await firstDay(context);
  assertComplete({ before, form }, today);
  const owners = await ownersOf(context, form);
  await assertExists(context, form);
  await assertInScope(context, [before.form, form]);
  await assertNotBeyondOwnEnd(context, { before, form });
  const holds = before.when !== 'OVER' || form.untilDay !== before.form.untilDay;
  await store(context, before, { form, holds, today }, owners.get(form.ownerIds[0]!)!);
  context.logChange({ entity: RULES, id, change: changesOf(before.form, form) });
  await notifyAffectedPeople(context, [id]);
  if (holds && !isShortened(before, form)) await notifyLeaders(context, [id], form);
}

/** Revokes a rule with effect from the next call. @throws AppError NOT_FOUND, OWN_RIGHTS, BEYOND_RIGHTS */
export async function endRule(context: Context, id: string): Promise<boolean> {
  const before = await lockRule(context, id);
  if (before.when === 'OVER') return false;
  await assertInScope(context, [before.form]);
  await sql`update sys_rule set ended_at = now(), ended_by = ${context.caller.userId}, rev = rev + 1, updated_at = now(),
    updated_by = ${context.caller.userId} where id = ${id}`.execute(context.trx);
  context.logChange({ entity: RULES, id, change: { finished: true } });
  await notifyAffectedPeople(context, [id]);
  return true;
}

/** Sets a new last day, also of a rule that is over; checked like a new grant. @throws AppError as the gates, RULE_TWICE */
export async function renewRule(context: Context, id: string, untilDay: string | null): Promise<boolean> {
  const before = await lockRule(context, id);
  if (before.when !== 'OVER' && before.form.untilDay === untilDay) return false;
  const today = await firstDay(context);
  if (untilDay !== null && untilDay < today)
    throw new AppError('INVALID', { faults: [{ path: 'untilDay', key: 'rule.notPast' }] });
  const form = { ...before.form, untilDay };
  assertComplete({ before, form }, today);
  const owners = await ownersOf(context, form);
  await assertExists(context, form);
  await assertInScope(context, [form]);
  await assertNotBeyondOwnEnd(context, { before, form });
  await store(context, before, { form, holds: true, today }, owners.get(form.ownerIds[0]!)!);
  context.logChange({ entity: RULES, id, change: { untilDay: [before.form.untilDay, untilDay] } });
  await notifyAffectedPeople(context, [id]);
  if (!isShortened(before, form)) await notifyLeaders(context, [id], form);
  return true;
}

async function lockRule(context: Context, id: string): Promise<StoredRule> {
  await lockRights(context);
  const before = (await rulesById(context.trx, [id])).get(id);
  if (!before) throw new AppError('NOT_FOUND');
  return before;
}

interface Stored {
  form: RuleForm;
  /** False for a rule that is over and stays so. */
  holds: boolean;
  today: string;
}

async function store(context: Context, before: StoredRule, { form, holds, today }: Stored, owner: Owner): Promise<void> {
  await withDuplicateRuleRefusal(owner.name, () =>
    updateRow(context, RULES, before, {
      ...columnsOf(form),
      conditions: sql<string>`${JSON.stringify(form.conditions)}::jsonb`,
      begun: form.fromDay === null || form.fromDay <= today,
      ...(holds ? { ended_at: null, ended_by: null } : {}),
    }),
  );
  if (holds) await assertWithinMaximum(context, new Map([[before.id, owner]]));
  await pick(context, before.id, form);
}

/**
 * Sessions hold every rule of their user with all subjects in memory, hence a maximum.
 * @param owners by the rules that were written
 * @throws AppError GIVEN_MAX
 */
async function assertWithinMaximum({ trx, origin: { locale } }: Context, owners: ReadonlyMap<string, Owner>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select m.id from sys_rule m join sys_rule k on k.user_id = m.user_id or k.role_code = m.role_code or k.org_id = m.org_id
     where m.id = ${anyOf([...owners.keys()])} and k.ended_at is null
     group by m.id having count(*) > ${RULES_MAX}::int limit 1`.execute(trx);
  const [full] = rows;
  if (!full) return;
  const what = say(locale, 'rights.rule.title').toLowerCase();
  throw new AppError('GIVEN_MAX', { params: { name: owners.get(full.id)!.name, max: RULES_MAX, what }, field: 'ownerIds' });
}

async function pick({ trx }: Context, id: string, { subjectType, subjectIds }: RuleForm): Promise<void> {
  const [table, column, type] = isRecordSubject(subjectType)
    ? [sql.table('sys_rule_subject'), sql.ref('subject_id'), sql`uuid[]`]
    : [sql.table('sys_rule_entry'), sql.ref('entry_id'), sql`text[]`];
  await sql`delete from ${table} where rule_id = ${id} and not ${column} = any(${subjectIds}::${type})`.execute(trx);
  await sql`insert into ${table} (rule_id, ${column}) select ${id}, unnest(${subjectIds}::${type}) on conflict do nothing`.execute(
    trx,
  );
}

async function firstDay({ trx }: Context): Promise<string> {
  const { rows } = await sql<{ today: string }>`select current_date as today`.execute(trx);
  return rows[0]!.today;
}

async function withDuplicateRuleRefusal<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'sys_rule_same')
      throw new AppError('RULE_TWICE', { params: { name }, field: 'subjectIds' });
    throw error;
  }
}
