// States, actions and outcomes of after-sales cases, as data. No zod here.

export const CASE_KINDS = ['RETURN', 'EXCHANGE', 'DAMAGE', 'SHORTAGE', 'COMPLAINT'] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

/** PROCESSING: decided, its documents are being carried out. */
export const CASE_STATES = ['DRAFT', 'SUBMITTED', 'PROCESSING', 'DONE', 'RETURNED', 'REJECTED', 'CANCELED'] as const;
export type CaseState = (typeof CASE_STATES)[number];

/**
 * What happens to the goods: they stay, return to stock, go back to the supplier, are replaced or disposed of; or a settlement
 * without movement of stock.
 */
export const SOLUTIONS = ['KEEP', 'TAKE_BACK', 'RETURN_SUPPLIER', 'REPLACE', 'DISPOSE', 'COMPENSATE'] as const;
export type Solution = (typeof SOLUTIONS)[number];

/** What a document of a case does: goods leave for good, are disposed of, come back, or are replaced. */
export const CASE_DOCUMENTS = ['LEAVE', 'DISPOSE', 'BACK', 'REPLACEMENT'] as const;
export type CaseDocument = (typeof CASE_DOCUMENTS)[number];

/** Where the goods of a case are: in a box, with the owner who collected them, or delivered and not traceable here. */
export const CASE_PLACES = ['IN_STORE', 'COLLECTED', 'DELIVERED'] as const;
export type CasePlace = (typeof CASE_PLACES)[number];

/** Documents that carry out a solution. */
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

/** @param hasQty nothing can be posted without a quantity */
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
/** Preselected solution. */
export const usualSolution = (kind: CaseKind, place: CasePlace): Solution => USUAL[place][kind];

/** Kinds that need a quantity, and kinds that need a picture. */
export const needsQty = (kind: CaseKind): boolean => kind !== 'COMPLAINT';
export const needsPicture = (kind: CaseKind): boolean => kind === 'DAMAGE';

/** The party a user acts for. */
export const CASE_SIDES = ['OWNER', 'WAREHOUSE', 'SUPPLIER', 'REVIEWER'] as const;
export type CaseSide = (typeof CASE_SIDES)[number];

interface Action {
  from: readonly CaseState[];
  /** The applicant, the current reviewer, or any party. */
  by: 'applicant' | 'reviewer' | 'party';
  /** Only before the first decision. */
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

/** Facts about a case and the caller that decide which actions are possible. */
export interface CaseFacts {
  state: CaseState;
  /** The caller opened the case. */
  isApplicant: boolean;
  /** The caller is asked to decide now. */
  reviews: boolean;
  /** null: read-only. */
  side: CaseSide | null;
  /** At least one step has been decided since submission. */
  begun: boolean;
  /** How often it was submitted. Once others have seen a case it is cancelled, not deleted. */
  round: number;
}

/** Why the caller cannot take this action now; null when they can. */
export function caseRefusal(action: CaseAction, facts: CaseFacts): 'ILLEGAL_TRANSITION' | 'FORBIDDEN' | 'NOT_REVIEWER' | null {
  const { from, by, early }: Action = actions[action];
  if (!from.includes(facts.state)) return 'ILLEGAL_TRANSITION';
  if (by === 'applicant' && !facts.isApplicant) return 'FORBIDDEN';
  if (by === 'party' && facts.side === null) return 'FORBIDDEN';
  if (by === 'reviewer' && !facts.reviews) return 'NOT_REVIEWER';
  if ((early && facts.begun) || (action === 'delete' && facts.round > 0)) return 'ILLEGAL_TRANSITION';
  return null;
}
