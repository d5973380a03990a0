// States and steps of stock counts, as data. No zod here.
import { WMS_ROLES as R } from '../kit/access.ts';

export const COUNT_STATES = ['DRAFT', 'COUNTING', 'SUBMITTED', 'APPROVED', 'CANCELED'] as const;
export type CountState = (typeof COUNT_STATES)[number];
export const COUNT_TYPES = ['FULL', 'CYCLE', 'SPOT'] as const;
/**
 * What is counted: a warehouse, containers with all below them, boxes; goods of owners, products; products of categories, under a control, by how
 * often they leave, or that are dangerous or controlled at all; boxes drawn by lot; what differed in another count.
 */
export const COUNT_SCOPES = [
  'WAREHOUSE',
  'CONTAINER',
  'BOX',
  'OWNER',
  'PRODUCT',
  'CATEGORY',
  'CONTROL',
  'ABC',
  'RISK',
  'RANDOM',
  'DIFFERENCES',
] as const;

interface Action {
  from: readonly CountState[];
  /** Who keeps counts in the warehouse, who is named to count, or whoever is asked to review. */
  by: 'keeper' | 'counter' | 'reviewer';
  /** It goes by what differs: done, or refused, it tells that. */
  sighted?: true;
}

const actions = {
  edit: { from: ['DRAFT', 'COUNTING'], by: 'keeper' },
  delete: { from: ['DRAFT'], by: 'keeper' },
  publish: { from: ['DRAFT'], by: 'keeper' },
  count: { from: ['COUNTING'], by: 'counter' },
  explain: { from: ['COUNTING'], by: 'keeper', sighted: true },
  submit: { from: ['COUNTING'], by: 'keeper', sighted: true },
  recount: { from: ['COUNTING'], by: 'keeper', sighted: true },
  approve: { from: ['SUBMITTED'], by: 'reviewer' },
  return: { from: ['SUBMITTED'], by: 'reviewer' },
  reject: { from: ['SUBMITTED'], by: 'reviewer' },
  cancel: { from: ['DRAFT', 'COUNTING', 'SUBMITTED'], by: 'keeper' },
} as const satisfies Record<string, Action>;
export type CountAction = keyof typeof actions;

/** What of a count decides whether somebody can do something. */
export interface CountFacts {
  state: CountState;
  /** It is of a warehouse that they work for, where they keep counts. */
  keeps: boolean;
  /** They are named to count. */
  counts: boolean;
  /** They are asked to review it, and neither opened it nor counted. */
  reviews: boolean;
  /** They count, and are told nothing of the books. */
  isBlind: boolean;
}

/** Why somebody cannot do it now; null when they can. */
export function countRefusal(
  action: CountAction,
  facts: CountFacts,
): 'ILLEGAL_TRANSITION' | 'FORBIDDEN' | 'NOT_REVIEWER' | 'COUNT_BLIND' | null {
  const { from, by, sighted }: Action = actions[action];
  const may = { keeper: facts.keeps, counter: facts.counts, reviewer: facts.reviews }[by];
  if (!from.includes(facts.state)) return 'ILLEGAL_TRANSITION';
  if (!may) return by === 'reviewer' ? 'NOT_REVIEWER' : 'FORBIDDEN';
  return sighted && facts.isBlind ? 'COUNT_BLIND' : null;
}

/** Who keeps counts. */
export const COUNT_KEEPERS: readonly string[] = [R.inventory1, R.inventory2];
