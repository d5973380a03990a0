// Which storage groups may share a place, and stock that violates the rules.
import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { listQuery, pageOf } from '../kit/page.ts';
import { routes } from '../kit/route.ts';
import { HAZARDS, STORAGE_GROUPS } from './hazard.ts';

/** BOX: in one box or tray. CABINET: behind the same walls, on separate trays. */
export const RULE_LEVELS = ['BOX', 'CABINET'] as const;
export type RuleLevel = (typeof RULE_LEVELS)[number];

const group = z.enum(STORAGE_GROUPS);
const pair = z.object({ level: z.enum(RULE_LEVELS), a: group, b: group });
const pairChange = z.strictObject({ ...pair.shape, allowed: z.boolean() });
export type PairChange = z.infer<typeof pairChange>;

const storageRules = z.object({
  rev: z.int(),
  groups: z.array(z.object({ code: z.string(), name: z.string(), source: z.string() })),
  /** Allowed pairs, each once, with `a` ≤ `b`; a product is always compatible with itself. */
  pairs: z.array(pair),
});
export type StorageRules = z.infer<typeof storageRules>;

/** All pairs of both levels. */
const PAIRS_MAX = STORAGE_GROUPS.length * (STORAGE_GROUPS.length + 1);

const storageRuleForm = z.strictObject({
  changes: f.list(pairChange, PAIRS_MAX).check(z.minLength(1)),
  /** Source of the rule: a standard, a regulation, a data sheet. */
  source: f.requiredText(200),
  reason: f.requiredText(500),
  rev: f.rev,
});

const storageRuleChange = z.object({
  id: z.string(),
  changedAt: z.string(),
  changedBy: z.string(),
  source: z.string(),
  reason: z.string(),
  changes: z.array(z.object({ ...pair.shape, allowed: z.boolean() })),
});
export type StorageRuleChange = z.infer<typeof storageRuleChange>;

/** Rules that stock may violate: of the box, of the surrounding walls, accepted groups and hazards, conditions. */
export const VIOLATED_RULES = ['BOX', 'CABINET', 'GROUP', 'HAZARD', 'CONDITION', 'KEEPERS'] as const;

/** Stock that could not be put where it lies under today's rules. */
const ruleViolation = z.object({
  /** Of the stock row. */
  id: z.string(),
  boxId: z.string(),
  boxCode: z.string(),
  containerId: z.string(),
  containerName: z.string(),
  warehouseId: z.string(),
  warehouseName: z.string(),
  productId: z.string(),
  productCode: z.string(),
  productName: z.string(),
  hazard: z.enum(HAZARDS),
  /** Its storage group. */
  group: f.maybe(z.string()),
  batchNo: z.string(),
  ownerOrgName: z.string(),
  baseUnit: z.string(),
  qty: z.string(),
  /** Violated rules, most severe first. */
  rules: z.array(z.enum(VIOLATED_RULES)),
  /** The incompatible goods, if that is the violation. */
  otherName: f.maybe(z.string()),
  otherGroup: f.maybe(z.string()),
  otherBoxCode: f.maybe(z.string()),
});
export type RuleViolation = z.infer<typeof ruleViolation>;

const READ = [R.warehouse, R.box] as const;

export const storageRuleRoutes = routes({
  getRules: {
    method: 'GET',
    path: '/wms/storage-rule',
    summary: 'Which storage groups may share a box and a cabinet',
    needs: READ,
    reply: storageRules,
  },
  changeRules: {
    method: 'PUT',
    path: '/wms/storage-rule',
    summary: 'Allow or forbid pairs of storage groups; goods that lie stay and are listed as standing against the rules',
    needs: [R.warehouse],
    body: storageRuleForm,
    reply: storageRules,
    errors: ['STALE'],
  },
  listRuleChanges: {
    method: 'GET',
    path: '/wms/storage-rule/change',
    summary: 'Who changed the rules, when, why and by which source; the newest first',
    needs: READ,
    query: listQuery(['changedAt'], {}),
    reply: pageOf(storageRuleChange),
  },
  listStanding: {
    method: 'GET',
    path: '/wms/storage-rule/standing',
    summary: 'Stock that lies against the rules, by box',
    needs: READ,
    query: listQuery(['box', 'product', 'group'], {
      warehouseId: z.optional(f.id),
      rule: z.optional(f.choices(VIOLATED_RULES)),
      hazard: z.optional(f.choices(HAZARDS)),
    }),
    reply: pageOf(ruleViolation),
  },
});
