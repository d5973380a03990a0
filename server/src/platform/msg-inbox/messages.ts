// Every message sent by the product, and what closes it.
import type { PhraseKey } from '@kuwei/contract/phrase';
import type { MESSAGE_KINDS } from '@kuwei/contract/sys/msg-inbox';
import type { TodoKind } from '@kuwei/contract/wms/todo-kinds';

/** Templates are pairs of phrases: `msg.x` the title, `msg.x.text` the content. */
export type Template = Exclude<PhraseKey & `msg.${string}`, `${string}.text`>;

/** A newer message of a topic about the same object replaces unread earlier ones. */
export type Topic =
  | 'owner'
  | 'review'
  | 'work'
  | 'cosign'
  | 'pickup'
  | 'trouble'
  | 'batch'
  | 'stock'
  | 'copy'
  | 'stuck'
  | 'ledger'
  | 'shelf'
  | 'warning'
  | 'count'
  | 'afs'
  | 'talk'
  | 'share'
  | 'report'
  | 'permit'
  | 'flow';

/**
 * `waiting`: once the document no longer waits for the reader. `next`: by the next of its topic, or by reading. `cause`: once its
 * cause is resolved, or the document ended. `read`: only by its reader.
 */
type EndCondition = { by: 'waiting'; kinds: readonly TodoKind[] } | { by: 'next' } | { by: 'cause' } | { by: 'read' };

export interface MessageType {
  kind: (typeof MESSAGE_KINDS)[number];
  topic: Topic | null;
  ends: EndCondition;
}

const todo = (topic: Topic, ...kinds: TodoKind[]): MessageType => ({ kind: 'TODO', topic, ends: { by: 'waiting', kinds } });
const next = (kind: 'NOTICE' | 'WARN', topic: Topic): MessageType => ({ kind, topic, ends: { by: 'next' } });
const warning: MessageType = { kind: 'WARN', topic: 'trouble', ends: { by: 'cause' } };
const rights: MessageType = { kind: 'NOTICE', topic: null, ends: { by: 'read' } };
/** Also closed by a step of the count. */
const counting: MessageType = { kind: 'NOTICE', topic: 'count', ends: { by: 'read' } };
/** Also closed by a step of the after-sales case. */
const deciding: MessageType = { kind: 'NOTICE', topic: 'afs', ends: { by: 'read' } };
/** Also closed by a step of the request. */
const sharing: MessageType = { kind: 'NOTICE', topic: 'share', ends: { by: 'read' } };
/** Also closed once the permit is checked or deleted. */
const permit: MessageType = { kind: 'NOTICE', topic: 'permit', ends: { by: 'read' } };
/** Also closed once the month is signed or reopened. */
const flow: MessageType = { kind: 'NOTICE', topic: 'flow', ends: { by: 'read' } };
const account: MessageType = { kind: 'WARN', topic: null, ends: { by: 'read' } };

export const MESSAGES: Readonly<Record<Template, MessageType>> = {
  'msg.toReview': todo('review', 'REVIEW'),
  'msg.reviewWaits': todo('review', 'REVIEW'),
  'msg.reviewCopied': next('NOTICE', 'copy'),
  'msg.reviewToldOf': next('NOTICE', 'copy'),
  'msg.reviewStuck': next('WARN', 'stuck'),
  'msg.toExecute': todo('work', 'PUTAWAY', 'PICK', 'MOVE'),
  'msg.toCosign': todo('cosign', 'COSIGN'),
  'msg.toConfirmReversal': todo('cosign', 'REVERSAL'),
  'msg.toCollect': todo('owner', 'COLLECT'),
  'msg.toCorrect': todo('owner', 'RETURNED'),
  'msg.returned': next('NOTICE', 'owner'),
  'msg.approved': next('NOTICE', 'owner'),
  'msg.rejected': next('NOTICE', 'owner'),
  'msg.done': next('NOTICE', 'owner'),
  'msg.partial': next('NOTICE', 'owner'),
  'msg.lineCut': next('NOTICE', 'owner'),
  'msg.closedShort': next('NOTICE', 'owner'),
  'msg.voided': next('NOTICE', 'owner'),
  'msg.reversed': next('NOTICE', 'owner'),
  'msg.pickupLocked': next('WARN', 'pickup'),
  'msg.pickupReleased': next('NOTICE', 'pickup'),
  'msg.troubleHeld': warning,
  'msg.troubleRecalled': warning,
  'msg.troubleFrozen': warning,
  'msg.troubleLocked': warning,
  'msg.troubleRetired': warning,
  'msg.troubleOff': warning,
  'msg.troubleOver': next('NOTICE', 'trouble'),
  'msg.batchHeld': next('WARN', 'batch'),
  'msg.batchRecalled': next('WARN', 'batch'),
  'msg.batchReleased': next('NOTICE', 'batch'),
  'msg.stockFrozen': next('WARN', 'stock'),
  'msg.stockReleased': next('NOTICE', 'stock'),
  'msg.shelfUp': next('NOTICE', 'shelf'),
  'msg.shelfDown': next('WARN', 'shelf'),
  'msg.warnings': next('WARN', 'warning'),
  'msg.toCount': counting,
  'msg.countSoon': counting,
  'msg.countWhole': counting,
  'msg.countBack': counting,
  'msg.countBooked': counting,
  'msg.countReview': counting,
  'msg.countCopied': counting,
  'msg.countLate': { ...counting, kind: 'WARN' },
  'msg.countStuck': { ...counting, kind: 'WARN' },
  'msg.afsNew': deciding,
  'msg.afsReview': deciding,
  'msg.afsSoon': deciding,
  'msg.afsLate': { ...deciding, kind: 'WARN' },
  'msg.afsCopied': deciding,
  'msg.afsStuck': { ...deciding, kind: 'WARN' },
  'msg.afsDecided': deciding,
  'msg.afsReturned': deciding,
  'msg.afsRejected': deciding,
  'msg.afsDone': deciding,
  'msg.afsCanceled': deciding,
  'msg.afsSaid': { ...deciding, topic: 'talk' },
  'msg.shareAsked': sharing,
  'msg.shareCopied': sharing,
  'msg.shareStuck': { ...sharing, kind: 'WARN' },
  'msg.shareApproved': sharing,
  'msg.shareRejected': sharing,
  'msg.shareDue': sharing,
  'msg.shareLate': { ...sharing, kind: 'WARN' },
  'msg.permitToCheck': permit,
  'msg.permitChecked': permit,
  'msg.permitRevoked': { ...permit, kind: 'WARN' },
  'msg.flowToSign': flow,
  'msg.report': next('NOTICE', 'report'),
  'msg.reportFailed': next('WARN', 'report'),
  'msg.reportOver': next('WARN', 'report'),
  'msg.ledgerFault': next('WARN', 'ledger'),
  'msg.importCut': { kind: 'WARN', topic: null, ends: { by: 'cause' } },
  'msg.nightly': rights,
  'msg.nightlyFailed': account,
  'msg.nightlyCut': account,
  'msg.backupFailed': account,
  'msg.backupFaulty': account,
  'msg.backupNotRestored': account,
  'msg.sessionReused': account,
  'msg.actedAs': account,
  'msg.roleEnded': rights,
  'msg.membershipEnded': rights,
  'msg.ruleEnded': rights,
  'msg.ruleGiven': rights,
  'msg.accountEnded': rights,
  'msg.workTaken': rights,
  'msg.delegationEnded': rights,
  'msg.passwordChanged': account,
  'msg.emailChanged': account,
  'msg.secondFactorOn': account,
  'msg.secondFactorOff': account,
  'msg.apiTokenIssued': account,
};

const namesWhere = (fits: (type: MessageType) => boolean): Template[] =>
  (Object.keys(MESSAGES) as Template[]).filter((name) => fits(MESSAGES[name]));

export const templatesOf = (topic: Topic): Template[] => namesWhere((type) => type.topic === topic);
export const templatesEndedBy = (by: EndCondition['by']): Template[] => namesWhere(({ ends }) => ends.by === by);

/** For each to-do template, what documents wait for while it is open. */
export const todoKindsByTemplate: Readonly<Partial<Record<Template, readonly TodoKind[]>>> = Object.fromEntries(
  templatesEndedBy('waiting').map((name) => {
    const { ends } = MESSAGES[name];
    return [name, ends.by === 'waiting' ? ends.kinds : []];
  }),
);
