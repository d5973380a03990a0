// States and actions of inbound, outbound and move documents, as data. The server checks `refusal` before acting; buttons use it
// to be enabled or to explain why not. No zod here.
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
/** Awaiting a storekeeper. */
export const EXECUTION_STATES: readonly TransactionState[] = ['APPROVED', 'EXECUTING', 'PARTIAL'];

/** Errors of every action. */
export const STEP_ERRORS = ['STALE', 'ILLEGAL_TRANSITION'] as const satisfies readonly ErrorCode[];

interface Action {
  from: readonly TransactionState[];
  /** Who may act: the applicant, the current reviewer, a storekeeper, or a second-level reviewer. */
  by: 'applicant' | 'reviewer' | 'keeper' | 'second';
}

export const transactionActions = {
  edit: { from: ['DRAFT', 'RETURNED'], by: 'applicant' },
  delete: { from: ['DRAFT'], by: 'applicant' },
  submit: { from: ['DRAFT', 'RETURNED'], by: 'applicant' },
  // Only before the first decision.
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
  // A partly posted document is closed short or reversed instead.
  void: { from: ['APPROVED', 'EXECUTING'], by: 'keeper' },
  askReversal: { from: ['DONE', 'PARTIAL'], by: 'second' },
  reverse: { from: ['DONE', 'PARTIAL'], by: 'second' },
} as const satisfies Record<string, Action>;
export type TransactionAction = keyof typeof transactionActions;

/** What a second storekeeper confirms: execution, or a reversal. */
export const COSIGNED_FOR = ['FINISH', 'REVERSAL'] as const;
export type CosignedFor = (typeof COSIGNED_FOR)[number];

/** Facts about a document that decide which actions are possible. */
export interface TransactionFacts {
  type: TransactionType;
  state: TransactionState;
  applicantId: string;
  /** Number of submissions. */
  round: number;
  /** Everyone who created, changed or submitted the request, including the real users behind impersonation. */
  appliedBy: readonly string[];
  /** Roles that may decide the open review; empty if none is open. */
  reviewRoles: readonly string[];
  /** Reviewers assigned by name, and delegates. */
  reviewers: readonly string[];
  /** Users whose decisions count in this round. */
  decidedBy: readonly string[];
  /** At least one decision was made in this round. */
  begun: boolean;
  /** Two storekeepers are needed to finish it. */
  twoToFinish: boolean;
  /** Two storekeepers are needed to reverse it. */
  twoToReverse: boolean;
  /** Who assigned the boxes last, impersonated users included. */
  assignedBy: readonly string[];
  /** A second storekeeper was asked to confirm a reversal, and nothing has happened since. */
  reversalAsked: boolean;
  /** Assigned boxes are still to be executed. */
  planned: boolean;
  /** Second storekeeper who confirmed the current version, and what they confirmed. */
  cosignedBy: string | null;
  cosignedFor: CosignedFor | null;
  /** True once any of it is posted. */
  posted: boolean;
  /** True for a document that reverses another, or was reversed. */
  reversal: boolean;
  reversed: boolean;
  /** The owner of the goods, if not its own organisation. */
  goodsOrgId?: string | null;
  /** Visible through a data rule only: read-only. */
  guest?: boolean;
}

export interface Actor {
  userId: string;
  /** The real user while impersonating `userId`. */
  proxyUserId: string | null;
  /** Codes of the roles effective under the active page role. */
  codes: readonly string[];
  /** An API token, which is no second person. */
  isToken?: boolean;
}

/** Second-level reviewers of a type; they may reverse a finished document. */
const secondRole = (type: TransactionType): string => (requestOf(type) === 'INBOUND' ? R.inbound2 : R.outbound2);

/** Separation of duties: reviewers of a document don't execute it (decision 109). */
const CARRIES_OUT: readonly TransactionAction[] = ['assign', 'cosign', 'finish'];

/** Whether this can be confirmed now: execution once boxes are assigned, a reversal once requested. */
function isCosignable(what: CosignedFor, facts: TransactionFacts): boolean {
  if (what === 'FINISH') return facts.state !== 'DONE' && facts.twoToFinish && facts.planned;
  const isRequested = facts.reversalAsked || facts.cosignedFor === 'REVERSAL';
  return isRequested && facts.twoToReverse && facts.posted && !facts.reversal && !facts.reversed;
}

/** The second storekeeper who confirmed this for the current version; null if there is none. */
export const cosignerOf = (
  { cosignedBy, cosignedFor }: Pick<TransactionFacts, 'cosignedBy' | 'cosignedFor'>,
  what: CosignedFor,
): string | null => (cosignedFor === what ? cosignedBy : null);

/**
 * Why the actor cannot take this action now; null when they can.
 * @param what for `cosign`, what would be confirmed; left out: either
 */
export function transactionRefusal(
  action: TransactionAction,
  facts: TransactionFacts,
  actor: Actor,
  what?: CosignedFor,
): ErrorCode | null {
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
  // Terms agreed with the owner of shared goods cannot be edited.
  if (facts.goodsOrgId != null && facts.type === 'OUTBOUND' && (action === 'edit' || action === 'withdraw')) return 'SHARE_FIXED';
  if (action === 'withdraw' && facts.begun) return 'ILLEGAL_TRANSITION';
  // Once others have seen it, it is cancelled, not deleted.
  if (action === 'delete' && facts.round > 0) return 'ILLEGAL_TRANSITION';
  if (action === 'askReversal' && (!facts.twoToReverse || cosignerOf(facts, 'REVERSAL') !== null)) return 'ILLEGAL_TRANSITION';
  if ((action === 'reverse' || action === 'askReversal') && (facts.reversal || facts.reversed || !facts.posted))
    return 'ILLEGAL_TRANSITION';
  if ((action === 'finish' && facts.twoToFinish) || (action === 'reverse' && facts.twoToReverse)) {
    if (actor.isToken) return 'API_TOKEN';
    const cosigner = cosignerOf(facts, action === 'finish' ? 'FINISH' : 'REVERSAL');
    if (cosigner === null) return 'SECOND_KEEPER_NEEDED';
    if (isSame(actor, cosigner)) return 'SAME_KEEPER';
  }
  return null;
}

/** Impersonation doesn't make a user a different person. */
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

/** Displayed status: reversals and reversed documents are distinguished from finished ones. */
export const DOCUMENT_STATUSES = [...TRANSACTION_STATES, 'REVERSAL', 'REVERSED'] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** Phrase key of a state; from approval on it depends on the type. */
export const stateKey = (type: TransactionType, state: DocumentStatus) =>
  state === 'DONE'
    ? (`wms.state.DONE.${type}` as const)
    : state === 'APPROVED' || state === 'EXECUTING'
      ? (`wms.state.${state}.${requestOf(type)}` as const)
      : (`wms.state.${state}` as const);

const getDocumentStatus = ({ state, reversal, reversed }: Omit<DocumentStatusFacts, 'type'>): DocumentStatus =>
  reversal ? 'REVERSAL' : reversed ? 'REVERSED' : state;
/** Phrase key of the displayed status. */
export const documentStatusKey = (standing: DocumentStatusFacts) => stateKey(standing.type, getDocumentStatus(standing));
/** Current review level, `1/2`; null with a single level or without review. */
export const reviewPart = ({ reviewLevel, levels }: { reviewLevel: number | null; levels: number }): string | null =>
  reviewLevel === null || levels < 2 ? null : `${reviewLevel}/${levels}`;
export type DocumentStatusFacts = Pick<TransactionFacts, 'type' | 'state' | 'reversal' | 'reversed'>;
