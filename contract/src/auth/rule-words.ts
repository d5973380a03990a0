// Words of rules without their schemas: addresses and menus need these alone.

export const RULE_OWNERS = ['USER', 'ROLE', 'ORG'] as const;
export type RuleOwner = (typeof RULE_OWNERS)[number];

/** What rows can be opened by: each of them has readers that ask for rules. */
export const RULE_SUBJECTS = ['WMS_ORG', 'WMS_WAREHOUSE', 'WMS_CONTAINER', 'CATEGORY'] as const;
export type RuleSubject = (typeof RULE_SUBJECTS)[number];

/** What an address may name: of the last two no rule is taken, because nothing reads them by rules. */
export const RULE_SUBJECT_TYPES = [...RULE_SUBJECTS, 'REPORT', 'MENU'] as const;
export type RuleSubjectType = (typeof RULE_SUBJECT_TYPES)[number];

/** Picked, picked with everything below, everything, whatever meets conditions. */
export const RULE_MODELS = ['select', 'tree', 'all', 'expr'] as const;
export type RuleModel = (typeof RULE_MODELS)[number];

export const RULE_OPS = ['is', 'starts', 'contains'] as const;

/** What conditions may ask of each. */
export const RULE_FIELDS = {
  WMS_ORG: ['code', 'name', 'type'],
  WMS_WAREHOUSE: ['code', 'name', 'campus'],
  WMS_CONTAINER: ['code', 'name', 'type', 'warehouse'],
  CATEGORY: ['code', 'name'],
} as const satisfies Record<RuleSubject, readonly string[]>;

/** Things that lie in things of their own kind. */
export const RULE_TREES: readonly RuleSubjectType[] = ['WMS_CONTAINER', 'CATEGORY'];

export const hasReader = (type: RuleSubjectType): type is RuleSubject => (RULE_SUBJECTS as readonly string[]).includes(type);
