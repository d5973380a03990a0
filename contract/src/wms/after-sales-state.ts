// States, steps and ends of after-sales cases, as data. No zod here.

export const CASE_KINDS = ['RETURN', 'EXCHANGE', 'DAMAGE', 'SHORTAGE', 'COMPLAINT'] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

/** PROCESSING: it is decided, and its documents are carried out. */
export const CASE_STATES = ['DRAFT', 'SUBMITTED', 'PROCESSING', 'DONE', 'RETURNED', 'REJECTED', 'CANCELED'] as const;
export type CaseState = (typeof CASE_STATES)[number];

/**
 * What becomes of the goods: they stay as they are, come back into store, go to whoever delivered them, are exchanged, are disposed of;
 * or something is settled beside the stock.
 */
export const SOLUTIONS = ['KEEP', 'TAKE_BACK', 'RETURN_SUPPLIER', 'REPLACE', 'DISPOSE', 'COMPENSATE'] as const;
export type Solution = (typeof SOLUTIONS)[number];

/** What a document of a case does: goods leave for good, or are disposed of; they come back, or others come in their place. */
export const CASE_DOCUMENTS = ['LEAVE', 'DISPOSE', 'BACK', 'REPLACEMENT'] as const;
export type CaseDocument = (typeof CASE_DOCUMENTS)[number];

/** Where the goods of a case are: in a box, with their owner who collected them, or wherever what was delivered has got to. */
export const CASE_PLACES = ['IN_STORE', 'COLLECTED', 'DELIVERED'] as const;
export type CasePlace = (typeof CASE_PLACES)[number];

/** Which documents carry a solution out. */
const CARRIED_OUT: Record<CasePlace, Partial<Record<Solution, readonly CaseDocument[]>>> = {
  IN_STORE: {
    KEEP: [],
    RETURN_SUPPLIER: ['LEAVE'],
    REPLACE: ['LEAVE', 'REPLACEMENT'],
    DISPOSE: ['DISPOSE'],
    COMPENSATE: [],
  },
  COLLECTED: { KEEP: [], TAKE_BACK: ['BACK'], REPLACE: ['REPLACEMENT'], COMPENSATE: [] },
  DELIVERED: { KEEP: [], REPLACE: ['REPLACEMENT'], COMPENSATE: [] },
};

/** @param hasQty without an amount nothing can be posted */
export const solutionsOf = (place: CasePlace, hasQty: boolean): Solution[] =>
  SOLUTIONS.filter((solution) => {
    const documents = CARRIED_OUT[place][solution];
    return documents !== undefined && (hasQty || documents.length === 0);
  });
export const documentsOf = (solution: Solution, place: CasePlace): readonly CaseDocument[] => CARRIED_OUT[place][solution] ?? [];

const USUAL: Record<CasePlace, Record<CaseKind, Solution>> = {
  IN_STORE: { RETURN: 'RETURN_SUPPLIER', EXCHANGE: 'REPLACE', DAMAGE: 'DISPOSE', SHORTAGE: 'DISPOSE', COMPLAINT: 'KEEP' },
  COLLECTED: { RETURN: 'TAKE_BACK', EXCHANGE: 'REPLACE', DAMAGE: 'REPLACE', SHORTAGE: 'TAKE_BACK', COMPLAINT: 'KEEP' },
  DELIVERED: { RETURN: 'COMPENSATE', EXCHANGE: 'REPLACE', DAMAGE: 'REPLACE', SHORTAGE: 'REPLACE', COMPLAINT: 'KEEP' },
};
/** What is asked for where nobody says otherwise. */
export const usualSolution = (kind: CaseKind, place: CasePlace): Solution => USUAL[place][kind];

/** Kinds that are about an amount, and those that a picture has to show. */
export const needsQty = (kind: CaseKind): boolean => kind !== 'COMPLAINT';
export const needsPicture = (kind: CaseKind): boolean => kind === 'DAMAGE';

/** For whom somebody speaks. */
export const CASE_SIDES = ['OWNER', 'WAREHOUSE', 'SUPPLIER', 'REVIEWER'] as const;
export type CaseSide = (typeof CASE_SIDES)[number];

interface Action {
  from: readonly CaseState[];
  /** Whoever began it, whoever is asked to decide, or any of its parties. */
  by: 'applicant' | 'reviewer' | 'party';
  /** Only until somebody has decided. */
  early?: true;
}
const actions = {
  edit: { from: ['DRAFT', 'RETURNED'], by: 'applicant' },
  delete: { from: ['DRAFT'], by: 'applicant' },
  submit: { from: ['DRAFT', 'RETURNED'], by: 'applicant' },
  withdraw: { from: ['SUBMITTED'], by: 'applicant', early: true },
  cancel: { from: ['DRAFT', 'SUBMITTED', 'RETURNED'], by: 'applicant' },
  decide: { from: ['SUBMITTED'], by: 'reviewer' },
  say: { from: ['SUBMITTED', 'PROCESSING', 'DONE', 'RETURNED', 'REJECTED'], by: 'party' },
} as const satisfies Record<string, Action>;
export type CaseAction = keyof typeof actions;

/** What of a case decides whether somebody can do something. */
export interface CaseFacts {
  state: CaseState;
  /** They have begun it. */
  isApplicant: boolean;
  /** They are asked to decide now. */
  reviews: boolean;
  /** null for whoever only looks. */
  side: CaseSide | null;
  /** Something has been decided since it was submitted. */
  begun: boolean;
  /** It has been submitted before: what others have seen is ended, not erased. */
  round: number;
}

/** Why somebody cannot do it now; null when they can. */
export function caseRefusal(action: CaseAction, facts: CaseFacts): 'ILLEGAL_TRANSITION' | 'FORBIDDEN' | 'NOT_REVIEWER' | null {
  const { from, by, early }: Action = actions[action];
  if (!from.includes(facts.state)) return 'ILLEGAL_TRANSITION';
  if (by === 'applicant' && !facts.isApplicant) return 'FORBIDDEN';
  if (by === 'party' && facts.side === null) return 'FORBIDDEN';
  if (by === 'reviewer' && !facts.reviews) return 'NOT_REVIEWER';
  if ((early && facts.begun) || (action === 'delete' && facts.round > 0)) return 'ILLEGAL_TRANSITION';
  return null;
}
