// Data rules: read access beyond the organisation a user acts for. They open rows, never routes (decision 120).
import { POWERS } from '../kit/access.ts';
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { RELATIONS } from '../kit/org.ts';
import { MENU_HIDDEN_REASONS } from '../kit/menu-hidden-reason.ts';
import { listQuery, pageOf, stamps } from '../kit/page.ts';
import { readRoutes } from '../kit/record.ts';
import { routes, TEXT_MAX_BYTES } from '../kit/route.ts';
import { must, required } from '../kit/rule.ts';
import { batchReply, batchSelection } from '../workbook/workbook.ts';
import { GRANT_WHEN } from './account.ts';
import {
  MEMBERSHIP_INACTIVE_REASONS,
  isRecordSubject,
  RULE_MODELS,
  RULE_OPS,
  RULE_OWNERS,
  RULE_SUBJECTS,
  RULE_INACTIVE_REASONS,
  type RuleSubject,
} from './rule-words.ts';

/** Owners per bulk grant, and selected records per rule. */
export const RULE_OWNERS_MAX = 200;
export const RULE_PICKS_MAX = 200;
export const RULE_CONDITIONS_MAX = 10;
/** Current and future rules per owner. */
export const RULES_MAX = 100;

/** SEE: in lists, on a record's page, or in the menu. EXPORT: in files, too. */
export const RULE_ACTIONS = ['SEE', 'EXPORT'] as const;
export type RuleAction = (typeof RULE_ACTIONS)[number];
/** Actions available for a subject: menu entries cannot be exported. */
export const actionsFor = (type: RuleSubject): readonly RuleAction[] => (isRecordSubject(type) ? RULE_ACTIONS : ['SEE']);

/** Id of a row; for a menu entry its id, which is its code if built in. */
const subjectId = z.string().check(z.minLength(1), z.maxLength(64), z.overwrite(normalizeSubjectId));

/** Row ids are compared in lower case; menu codes keep their case. */
function normalizeSubjectId(id: string): string {
  return f.id.safeParse(id).data ?? id;
}

const condition = z.strictObject({
  field: z.enum(['code', 'name', 'type', 'campus', 'warehouse', 'category']),
  op: z.enum(RULE_OPS),
  /** Any of them matches. */
  values: f.list(f.requiredText(100), 50).check(must(required())),
});

const ruleForm = z.strictObject({
  ownerType: z.enum(RULE_OWNERS),
  /** On creation: each owner gets a rule of its own. */
  ownerIds: f.list(f.id, RULE_OWNERS_MAX).check(must(required())),
  /** For an organisation: only members with this relation. */
  relation: f.maybe(z.enum(RELATIONS)),
  subjectType: z.enum(RULE_SUBJECTS),
  subjectModel: z.enum(RULE_MODELS),
  subjectIds: z._default(f.list(subjectId, RULE_PICKS_MAX), []),
  /** All must match. */
  conditions: z._default(f.list(condition, RULE_CONDITIONS_MAX), []),
  actions: z._default(f.list(z.enum(RULE_ACTIONS), RULE_ACTIONS.length).check(must(required())), ['SEE']),
  /** First and last day, inclusive, in the time zone of the site; null: from now on, until revoked. */
  fromDay: f.maybe(f.day),
  untilDay: f.maybe(f.day),
  note: f.maybeText(500),
});
export type RuleForm = z.infer<typeof ruleForm>;

const named = z.object({ id: z.string(), code: z.string(), name: z.string() });

const rule = z.object({
  id: z.string(),
  ...ruleForm.shape,
  ownerCode: z.string(),
  ownerName: z.string(),
  /** Selected records that still exist. */
  subjects: z.array(named),
  /** Whether it is current, future or past. */
  when: z.enum(GRANT_WHEN),
  endedAt: f.maybe(z.string()),
  endedBy: f.maybe(z.string()),
  grantedBy: f.maybe(z.string()),
  ...stamps,
});
export type Rule = z.infer<typeof rule>;

const needs = [POWERS.rule] as const;
const path = '/auth/power/rule';
const subject = z.enum(RULE_SUBJECTS);

export const ruleQuery = listQuery(['createdAt', 'fromDay', 'untilDay', 'updatedAt'], {
  ownerType: z.optional(z.enum(RULE_OWNERS)),
  ownerId: z.optional(f.id),
  subjectType: z.optional(subject),
  /** A selected record; for the menu all rules that open an entry. */
  subjectId: z.optional(subjectId),
  model: z.optional(z.enum(RULE_MODELS)),
  when: z.optional(z.enum(GRANT_WHEN)),
  /** Whose last day is within this many days. */
  endsWithin: z.optional(f.whole.check(z.gte(0), z.lte(366))),
});

const option = z.object({ ...named.shape, hint: z.string() });
export type RuleOption = z.infer<typeof option>;

/**
 * Why a user can see something: membership, the warehouse they work in, or a rule. For a report: a role that may run it. For a
 * menu entry: open to everyone, a required role, or the parent of a visible entry.
 */
const reason = z.object({
  kind: z.enum(['MEMBER', 'WORKS', 'RULE', 'EVERYBODY', 'ROLE', 'BELOW']),
  /** Of the organisation or the rule; of the menu entry itself. */
  id: z.string(),
  name: z.string(),
  ownerType: f.maybe(z.enum(RULE_OWNERS)),
  exports: z.boolean(),
  untilDay: f.maybe(f.day),
  /** Roles and powers concerned. */
  of: z.array(z.object({ code: z.string(), name: z.string() })),
});
export type RuleReason = z.infer<typeof reason>;

/** Why it is not visible: the account, a membership or rule not in effect, or a rule of a role not in effect. */
const hiddenReason = z.object({
  kind: z.enum([
    'ACCOUNT',
    'NO_PAGE',
    'NO_LIST',
    'DRAFT',
    ...MEMBERSHIP_INACTIVE_REASONS,
    ...RULE_INACTIVE_REASONS,
    ...MENU_HIDDEN_REASONS,
  ]),
  /** Of the rule or the organisation; null if it concerns the user or the entry. */
  id: f.maybe(z.string()),
  name: z.string(),
  day: f.maybe(f.day),
  /** Roles and powers concerned. */
  of: z.array(z.object({ code: z.string(), name: z.string() })),
});

/** Lists of rows: stock, and documents. */
export const VISIBILITY_LISTS = ['STOCK', 'DOCUMENTS'] as const;
export type VisibilityList = (typeof VISIBILITY_LISTS)[number];
/** PART: only their own goods in it, or only those in warehouses they work for. */
export const VISIBILITY_LEVELS = ['ALL', 'PART', 'NONE'] as const;
export type VisibilityLevel = (typeof VISIBILITY_LEVELS)[number];

const visibilityExplanation = z.object({
  person: z.object({ id: z.string(), name: z.string(), username: z.string() }),
  subject: z.object({ ...named.shape, type: subject }),
  /** The most that any list shows of it. */
  sees: z.enum(VISIBILITY_LEVELS),
  /** Visibility per list it can appear in; empty for reports and menu entries. */
  lists: z.array(z.object({ list: z.enum(VISIBILITY_LISTS), sees: z.enum(VISIBILITY_LEVELS) })),
  exports: z.boolean(),
  reasons: z.array(reason),
  obstacles: z.array(hiddenReason),
  /** As a sentence, in the language of the call. */
  sentence: z.string(),
});
export type VisibilityExplanation = z.infer<typeof visibilityExplanation>;

const read = readRoutes({ path, called: ['a rule', 'Rules'], needs, query: ruleQuery, record: rule });
const ERRORS = ['INVALID', 'NOT_FOUND', 'RULE_TWICE', 'GIVEN_MAX', 'OWN_RIGHTS', 'BEYOND_RIGHTS', 'BEYOND_DAYS'] as const;

export const ruleRoutes = routes({
  exportRules: read.export,
  listRuleOwners: {
    method: 'GET',
    path: `${path}/owner`,
    summary: 'People, roles or organisations that can be given a rule',
    needs,
    query: listQuery(['name', 'code'], { ownerType: z._default(z.enum(RULE_OWNERS), 'USER'), ids: z.optional(f.ids) }),
    reply: pageOf(option),
  },
  listRuleSubjects: {
    method: 'GET',
    path: `${path}/subject`,
    summary: 'Records that a rule can select',
    needs,
    query: listQuery(['name', 'code'], {
      subjectType: z._default(subject, 'WMS_ORG'),
      ids: z.optional(f.texts(64, RULE_PICKS_MAX)),
    }),
    reply: pageOf(option),
  },
  explainSight: {
    method: 'GET',
    path: `${path}/explain`,
    summary: 'Why a person may see something, or why not',
    needs,
    query: z.strictObject({ userId: f.id, subjectType: subject, subjectId }),
    reply: visibilityExplanation,
    errors: ['BEYOND_RIGHTS'],
  },
  listRules: read.list,
  createRule: {
    method: 'POST',
    path,
    summary: 'Give a rule; of several owners each gets one of their own, all or none. Answers the first',
    needs,
    bodyMax: TEXT_MAX_BYTES,
    body: ruleForm,
    reply: rule,
    errors: ERRORS,
  },
  getRule: read.get,
  updateRule: {
    method: 'PUT',
    path: `${path}/{id}`,
    summary: 'Change a rule; owner and subject are fixed',
    needs,
    params: z.strictObject({ id: f.id }),
    bodyMax: TEXT_MAX_BYTES,
    body: f.updateOf(ruleForm),
    reply: rule,
    errors: ['STALE', ...ERRORS],
  },
  batchRules: {
    method: 'PUT',
    path: `${path}/batch/{action}`,
    summary: 'End rules, or renew them until another day',
    needs,
    params: z.strictObject({ action: z.enum(['end', 'renew']) }),
    bodyMax: TEXT_MAX_BYTES,
    body: z.extend(batchSelection, { untilDay: f.maybe(f.day) }),
    reply: batchReply,
    errors: ['STALE', 'BATCH_TOO_MANY', ...ERRORS],
  },
});
