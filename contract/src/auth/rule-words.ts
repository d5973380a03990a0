// Codes of data rules without schemas: all that addresses and menus need.

export const RULE_OWNERS = ['USER', 'ROLE', 'ORG'] as const;
export type RuleOwner = (typeof RULE_OWNERS)[number];

/** What a rule can select rows of goods, history and places by. */
export const RULE_ROWS = ['WMS_ORG', 'WMS_WAREHOUSE', 'WMS_CONTAINER', 'CATEGORY'] as const;
export type RowSubject = (typeof RULE_ROWS)[number];

/** Records that a rule selects by id. */
export const RULE_RECORDS = [...RULE_ROWS, 'REPORT'] as const;
export type RecordSubject = (typeof RULE_RECORDS)[number];

/** Subjects of rules: records, or menu entries. Each has readers that apply rules. */
export const RULE_SUBJECTS = [...RULE_RECORDS, 'MENU'] as const;
export type RuleSubject = (typeof RULE_SUBJECTS)[number];

/** Selected; selected with descendants; everything; matching conditions. */
export const RULE_MODELS = ['select', 'tree', 'all', 'expr'] as const;
export type RuleModel = (typeof RULE_MODELS)[number];

/** Why a membership has no effect; and why a rule that concerns a user has none. */
export const MEMBERSHIP_INACTIVE_REASONS = [
  'MEMBER_LATER',
  'MEMBER_OVER',
  'MEMBER_OFF',
  // Without the role that works for the organisation: not held, not yet, not any more.
  'MEMBER_ROLE',
  'MEMBER_ROLE_LATER',
  'MEMBER_ROLE_OVER',
] as const;
export const RULE_INACTIVE_REASONS = [
  'LATER',
  'OVER',
  'RELATION',
  'ROLE_OFF',
  'ORG_OFF',
  // The role or membership that the rule is granted to is not in effect.
  'HOLDS_LATER',
  'HOLDS_OVER',
  'HOLDS_BELOW',
  'IN_LATER',
  'IN_OVER',
  'IN_ROLE',
] as const;

export const RULE_OPS = ['is', 'starts', 'contains'] as const;

/** Fields available to conditions. */
export const RULE_FIELDS = {
  WMS_ORG: ['code', 'name', 'type'],
  WMS_WAREHOUSE: ['code', 'name', 'campus'],
  WMS_CONTAINER: ['code', 'name', 'type', 'warehouse'],
  CATEGORY: ['code', 'name'],
  REPORT: ['code', 'name', 'category'],
} as const satisfies Record<RecordSubject, readonly string[]>;

/** Subjects that form trees. */
export const RULE_TREES: readonly RuleSubject[] = ['WMS_CONTAINER', 'CATEGORY', 'MENU'];

export const isRowSubject = (type: RuleSubject): type is RowSubject => (RULE_ROWS as readonly string[]).includes(type);
export const isRecordSubject = (type: RuleSubject): type is RecordSubject => (RULE_RECORDS as readonly string[]).includes(type);

/** Selection modes of a subject. */
export const modelsOf = (type: RuleSubject): RuleModel[] =>
  RULE_MODELS.filter((model) => (model !== 'tree' || RULE_TREES.includes(type)) && (model !== 'expr' || isRecordSubject(type)));
