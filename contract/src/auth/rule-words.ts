// Words of rules without their schemas: addresses and menus need these alone.

export const RULE_OWNERS = ['USER', 'ROLE', 'ORG'] as const;
export type RuleOwner = (typeof RULE_OWNERS)[number];

/** What rows of goods, of their history and of places can be opened by. */
export const RULE_ROWS = ['WMS_ORG', 'WMS_WAREHOUSE', 'WMS_CONTAINER', 'CATEGORY'] as const;
export type RowSubject = (typeof RULE_ROWS)[number];

/** Records that a rule names by their ids. */
export const RULE_RECORDS = [...RULE_ROWS, 'REPORT'] as const;
export type RecordSubject = (typeof RULE_RECORDS)[number];

/** What a rule is about: records, or entries of the menu. Each of them has readers that ask for rules. */
export const RULE_SUBJECTS = [...RULE_RECORDS, 'MENU'] as const;
export type RuleSubject = (typeof RULE_SUBJECTS)[number];

/** Picked, picked with everything below, everything, whatever meets conditions. */
export const RULE_MODELS = ['select', 'tree', 'all', 'expr'] as const;
export type RuleModel = (typeof RULE_MODELS)[number];

/** Why a place in an organisation opens nothing; and why a rule that concerns somebody does not. */
export const MEMBER_WHY_NOT = [
  'MEMBER_LATER',
  'MEMBER_OVER',
  'MEMBER_OFF',
  // They lack the role that works for it, or have it from some day on, or had it.
  'MEMBER_ROLE',
  'MEMBER_ROLE_LATER',
  'MEMBER_ROLE_OVER',
] as const;
export const RULE_WHY_NOT = [
  'LATER',
  'OVER',
  'RELATION',
  'ROLE_OFF',
  'ORG_OFF',
  // They hold its role, or belong to its organisation, not now or not in a way that counts.
  'HOLDS_LATER',
  'HOLDS_OVER',
  'HOLDS_BELOW',
  'IN_LATER',
  'IN_OVER',
  'IN_ROLE',
] as const;

export const RULE_OPS = ['is', 'starts', 'contains'] as const;

/** What conditions may ask of each. */
export const RULE_FIELDS = {
  WMS_ORG: ['code', 'name', 'type'],
  WMS_WAREHOUSE: ['code', 'name', 'campus'],
  WMS_CONTAINER: ['code', 'name', 'type', 'warehouse'],
  CATEGORY: ['code', 'name'],
  REPORT: ['code', 'name', 'category'],
} as const satisfies Record<RecordSubject, readonly string[]>;

/** Things that lie in things of their own kind. */
export const RULE_TREES: readonly RuleSubject[] = ['WMS_CONTAINER', 'CATEGORY', 'MENU'];

export const opensRows = (type: RuleSubject): type is RowSubject => (RULE_ROWS as readonly string[]).includes(type);
export const namesRecords = (type: RuleSubject): type is RecordSubject => (RULE_RECORDS as readonly string[]).includes(type);

/** How subjects of a kind can be chosen. */
export const modelsOf = (type: RuleSubject): RuleModel[] =>
  RULE_MODELS.filter((model) => (model !== 'tree' || RULE_TREES.includes(type)) && (model !== 'expr' || namesRecords(type)));
