// States and actions of inbound, outbound and move documents, as data. The server asks `refusal` before it acts, the
// button asks it to be enabled or to say why not. No zod here.
import { WMS_ROLES as R } from '../kit/access.ts';
import type { ErrorCode } from '../kit/error.ts';
import { requestOf, type TransactionType } from './transaction-type.ts';

export const TRANSACTION_STATES = [
  'DRAFT',
  'SUBMITTED',
  'APPROVED',
  'EXECUTING',
  'PARTIAL',
  'DONE',
  'RETURNED',
  'REJECTED',
  'CANCELED',
] as const;
export type TransactionState = (typeof TRANSACTION_STATES)[number];

export const FINAL_STATES: readonly TransactionState[] = ['DONE', 'REJECTED', 'CANCELED'];
/** What waits for a keeper. */
export const EXECUTION_STATES: readonly TransactionState[] = ['APPROVED', 'EXECUTING', 'PARTIAL'];

/** What every step may be refused with. */
export const STEP_ERRORS = ['STALE', 'ILLEGAL_TRANSITION'] as const satisfies readonly ErrorCode[];

interface Action {
  from: readonly TransactionState[];
  /** Who may: the one who applied, the reviewer whose turn it is, a keeper, or a second-level reviewer. */
  by: 'applicant' | 'reviewer' | 'keeper' | 'second';
}

export const transactionActions = {
  edit: { from: ['DRAFT', 'RETURNED'], by: 'applicant' },
  delete: { from: ['DRAFT'], by: 'applicant' },
  submit: { from: ['DRAFT', 'RETURNED'], by: 'applicant' },
  // Not once somebody has decided.
  withdraw: { from: ['SUBMITTED'], by: 'applicant' },
  cancel: { from: ['DRAFT', 'SUBMITTED', 'RETURNED'], by: 'applicant' },
  approve: { from: ['SUBMITTED'], by: 'reviewer' },
  return: { from: ['SUBMITTED'], by: 'reviewer' },
  reject: { from: ['SUBMITTED'], by: 'reviewer' },
  assign: { from: ['APPROVED', 'EXECUTING', 'PARTIAL'], by: 'keeper' },
  cosign: { from: ['EXECUTING', 'PARTIAL', 'DONE'], by: 'keeper' },
  finish: { from: ['EXECUTING', 'PARTIAL'], by: 'keeper' },
  cut: { from: ['APPROVED', 'EXECUTING', 'PARTIAL'], by: 'keeper' },
  closeShort: { from: ['PARTIAL'], by: 'keeper' },
  // What is posted in part is closed short or reversed.
  void: { from: ['APPROVED', 'EXECUTING'], by: 'keeper' },
  askReversal: { from: ['DONE', 'PARTIAL'], by: 'second' },
  reverse: { from: ['DONE', 'PARTIAL'], by: 'second' },
} as const satisfies Record<string, Action>;
export type TransactionAction = keyof typeof transactionActions;

/** What a second keeper confirms: that goods are put away or leave, or that what was done is taken back. */
export const COSIGNED_FOR = ['FINISH', 'REVERSAL'] as const;
export type CosignedFor = (typeof COSIGNED_FOR)[number];

/** What of a document decides whether an action is possible. */
export interface TransactionFacts {
  type: TransactionType;
  state: TransactionState;
  applicantId: string;
  /** How often it has been submitted. */
  round: number;
  /** Everybody who drew the application up, changed or submitted it, themselves or as somebody else. */
  appliedBy: readonly string[];
  /** Roles that may decide the open review; empty when none is open. */
  reviewRoles: readonly string[];
  /** Who is asked by name, or decides for somebody who is away. */
  reviewers: readonly string[];
  /** Who has decided in this round, as far as it counts. */
  decidedBy: readonly string[];
  /** Something has been decided in this round. */
  begun: boolean;
  /** What is still open of it takes two storekeepers. */
  twoToFinish: boolean;
  /** What was posted of it takes two to be taken back. */
  twoToReverse: boolean;
  /** Who said last where its goods go or come from, and whom they acted as. */
  assignedBy: readonly string[];
  /** Somebody has asked for the second keeper of its reversal, and nothing has happened to it since. */
  reversalAsked: boolean;
  /** Boxes are assigned of which something is still to be done. */
  planned: boolean;
  /** Second keeper who confirmed the document as it stands now, and what they confirmed. */
  cosignedBy: string | null;
  cosignedFor: CosignedFor | null;
  /** True once anything of it was posted. */
  posted: boolean;
  /** True for a document that takes back another, or was taken back. */
  reversal: boolean;
  reversed: boolean;
  /** Whose goods they are, where they are not its own organisation's. */
  goodsOrgId?: string | null;
  /** Whoever sees it by a rule only looks. */
  guest?: boolean;
}

export interface Actor {
  userId: string;
  /** Who really acts, while acting as `userId`. */
  proxyUserId: string | null;
  /** Codes of the roles that count under the active page role. */
  codes: readonly string[];
}

/** Second-level reviewers of a type; they may take a finished document back. */
const secondRole = (type: TransactionType): string => (requestOf(type) === 'INBOUND' ? R.inbound2 : R.outbound2);

/** What moves goods: whoever has decided that they may be moved leaves it to somebody else (decision 109). */
const CARRIES_OUT: readonly TransactionAction[] = ['assign', 'cosign', 'finish'];

/** Whether this of a document can be confirmed now: goods when boxes are assigned, a reversal once it has been requested. */
function isCosignable(what: CosignedFor, facts: TransactionFacts): boolean {
  if (what === 'FINISH') return facts.state !== 'DONE' && facts.twoToFinish && facts.planned;
  const isRequested = facts.reversalAsked || facts.cosignedFor === 'REVERSAL';
  return isRequested && facts.twoToReverse && facts.posted && !facts.reversal && !facts.reversed;
}

/** The second keeper who has confirmed this of the document in its current version; null if there is none. */
export const cosignerOf = (
  { cosignedBy, cosignedFor }: Pick<TransactionFacts, 'cosignedBy' | 'cosignedFor'>,
  what: CosignedFor,
): string | null => (cosignedFor === what ? cosignedBy : null);

/**
 * Why this person cannot do this now; null when they can.
 * @param what of `cosign`, what would be confirmed; left out, either
 */
export function refusal(action: TransactionAction, facts: TransactionFacts, actor: Actor, what?: CosignedFor): ErrorCode | null {
  const { from, by }: Action = transactionActions[action];
  if (!from.includes(facts.state)) return 'ILLEGAL_TRANSITION';
  if (facts.guest === true) return 'FORBIDDEN';
  const who = refusedPerson[by](facts, actor);
  if (who) return who;
  if (CARRIES_OUT.includes(action) && facts.decidedBy.some((id) => isSame(actor, id))) return 'KEEPER_REVIEWED';
  if (action === 'cosign') {
    const possible = (what ? [what] : COSIGNED_FOR).filter((each) => isCosignable(each, facts));
    if (possible.length === 0) return 'ILLEGAL_TRANSITION';
    if (!possible.includes('REVERSAL') && facts.assignedBy.some((id) => isSame(actor, id))) return 'SAME_KEEPER';
  }
  // What was agreed with whoever owns the goods is not drawn up anew.
  if (facts.goodsOrgId != null && facts.type === 'OUTBOUND' && (action === 'edit' || action === 'withdraw')) return 'SHARE_FIXED';
  if (action === 'withdraw' && facts.begun) return 'ILLEGAL_TRANSITION';
  // What others have seen is ended, not erased.
  if (action === 'delete' && facts.round > 0) return 'ILLEGAL_TRANSITION';
  if (action === 'askReversal' && (!facts.twoToReverse || cosignerOf(facts, 'REVERSAL') !== null)) return 'ILLEGAL_TRANSITION';
  if ((action === 'reverse' || action === 'askReversal') && (facts.reversal || facts.reversed || !facts.posted))
    return 'ILLEGAL_TRANSITION';
  if ((action === 'finish' && facts.twoToFinish) || (action === 'reverse' && facts.twoToReverse)) {
    const cosigner = cosignerOf(facts, action === 'finish' ? 'FINISH' : 'REVERSAL');
    if (cosigner === null) return 'SECOND_KEEPER_NEEDED';
    if (isSame(actor, cosigner)) return 'SAME_KEEPER';
  }
  return null;
}

/** Nobody becomes another person by acting as somebody else. */
const isSame = (actor: Actor, userId: string): boolean => actor.userId === userId || actor.proxyUserId === userId;

const refusedPerson: Record<Action['by'], (facts: TransactionFacts, actor: Actor) => ErrorCode | null> = {
  applicant: (facts, actor) => (actor.userId === facts.applicantId ? null : 'FORBIDDEN'),
  keeper: (_, actor) => (actor.codes.includes(R.box) ? null : 'FORBIDDEN'),
  second: (facts, actor) => (actor.codes.includes(secondRole(facts.type)) ? null : 'FORBIDDEN'),
  reviewer: (facts, actor) => {
    const isAsked = facts.reviewRoles.some((role) => actor.codes.includes(role)) || facts.reviewers.includes(actor.userId);
    if (!isAsked) return 'NOT_REVIEWER';
    if ([facts.applicantId, ...facts.appliedBy].some((id) => isSame(actor, id))) return 'OWN_APPLICATION';
    return facts.decidedBy.some((id) => isSame(actor, id)) ? 'SAME_REVIEWER' : null;
  },
};

/** How a document stands: a reversal is not what it takes back, and what was taken back is done no more. */
export const DOCUMENT_STANDINGS = [...TRANSACTION_STATES, 'REVERSAL', 'REVERSED'] as const;
export type DocumentStanding = (typeof DOCUMENT_STANDINGS)[number];

/** The phrase of a state: of what is approved, under way or done it says what is waited for, what is being done, or what was. */
export const stateKey = (type: TransactionType, state: DocumentStanding) =>
  state === 'DONE'
    ? (`wms.state.DONE.${type}` as const)
    : state === 'APPROVED' || state === 'EXECUTING'
      ? (`wms.state.${state}.${requestOf(type)}` as const)
      : (`wms.state.${state}` as const);

const standingOf = ({ state, reversal, reversed }: Omit<Standing, 'type'>): DocumentStanding =>
  reversal ? 'REVERSAL' : reversed ? 'REVERSED' : state;
/** The phrase of how a document stands. */
export const standingKey = (standing: Standing) => stateKey(standing.type, standingOf(standing));
/** Which of several levels its review is at: `1/2`; null where there is one, or no review. */
export const reviewPart = ({ reviewLevel, levels }: { reviewLevel: number | null; levels: number }): string | null =>
  reviewLevel === null || levels < 2 ? null : `${reviewLevel}/${levels}`;
export type Standing = Pick<TransactionFacts, 'type' | 'state' | 'reversal' | 'reversed'>;
