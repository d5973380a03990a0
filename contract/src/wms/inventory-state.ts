// States and actions of stock counts, as data. No zod here.
import { WMS_ROLES as R } from '../kit/access.ts';

export const COUNT_STATES = ['DRAFT', 'COUNTING', 'SUBMITTED', 'APPROVED', 'CANCELED'] as const;
export type CountState = (typeof COUNT_STATES)[number];
/** States after counting. */
export const CLOSED_COUNT_STATES = ['SUBMITTED', 'APPROVED', 'CANCELED'] as const;
export type ClosedCountState = (typeof CLOSED_COUNT_STATES)[number];
export const COUNT_TYPES = ['FULL', 'CYCLE', 'SPOT'] as const;
/**
 * Scope of a count: warehouse, containers (with everything below), boxes; owners, products, categories, a control class, ABC
 * class, all hazardous or controlled goods; a random sample of boxes; the differences of another count.
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
  /** A manager of counts in the warehouse, an assigned counter, or the current reviewer. */
  by: 'keeper' | 'counter' | 'reviewer';
  /** Depends on differences, so that success or refusal reveals them. */
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

/** Facts about a count and the caller that decide which actions are possible. */
export interface CountFacts {
  state: CountState;
  /** The caller manages counts in this warehouse. */
  keeps: boolean;
  /** The caller is an assigned counter. */
  counts: boolean;
  /** The caller may review it, having neither opened it nor counted. */
  reviews: boolean;
  /** The caller counts blind: book quantities are hidden. */
  isBlind: boolean;
}

/** Why the caller cannot take this action now; null when they can. */
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

/** Roles that manage counts. */
export const COUNT_KEEPERS: readonly string[] = [R.inventory1, R.inventory2];
