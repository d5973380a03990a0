// Texts of the steps of a document: what was done, and what is pending with whom.
import { cosignerOf } from '@kuwei/contract/wms/transaction-state';
import { sum } from '@kuwei/contract/decimal';
import type { PlainKey } from '@kuwei/contract/phrase';
import type { Transaction, TransactionLine, TransactionRecord } from '@kuwei/contract/wms/transaction-reply';
import { sayAny, t } from '../../phrase/phrases.ts';
import { grouped } from '../../ui/format.ts';
import type { Shape, Tone } from '../../ui/StateTag.tsx';

export interface StepLook {
  label: PlainKey;
  tone: Tone;
  shape: Shape;
}

const LOOKS: Readonly<Record<string, StepLook>> = {
  create: { label: 'work.step.create', tone: 'quiet', shape: 'ring' },
  edit: { label: 'work.step.edit', tone: 'quiet', shape: 'ring' },
  delete: { label: 'work.step.delete', tone: 'quiet', shape: 'bar' },
  submit: { label: 'work.step.submit', tone: 'info', shape: 'dot' },
  opening: { label: 'work.step.opening', tone: 'success', shape: 'check' },
  afterSales: { label: 'work.step.afterSales', tone: 'success', shape: 'check' },
  withdraw: { label: 'work.step.withdraw', tone: 'quiet', shape: 'bar' },
  cancel: { label: 'work.step.cancel', tone: 'danger', shape: 'bar' },
  approve: { label: 'work.step.approve', tone: 'success', shape: 'check' },
  return: { label: 'work.step.return', tone: 'warning', shape: 'triangle' },
  reject: { label: 'work.step.reject', tone: 'danger', shape: 'cross' },
  transfer: { label: 'work.step.transfer', tone: 'info', shape: 'dot' },
  sign: { label: 'work.step.sign', tone: 'info', shape: 'dot' },
  assign: { label: 'work.step.assign', tone: 'info', shape: 'dot' },
  cosign: { label: 'work.step.cosign', tone: 'success', shape: 'check' },
  finish: { label: 'work.step.finish', tone: 'success', shape: 'check' },
  cut: { label: 'work.step.cut', tone: 'warning', shape: 'half' },
  closeShort: { label: 'work.step.closeShort', tone: 'warning', shape: 'half' },
  void: { label: 'work.step.void', tone: 'danger', shape: 'bar' },
  askReversal: { label: 'work.step.askReversal', tone: 'warning', shape: 'triangle' },
  lockCode: { label: 'work.step.lockCode', tone: 'warning', shape: 'lock' },
  releaseCode: { label: 'work.step.releaseCode', tone: 'info', shape: 'dot' },
  reverse: { label: 'work.step.reverse', tone: 'danger', shape: 'triangle' },
};
const UNKNOWN: StepLook = { label: 'work.step.other', tone: 'quiet', shape: 'dot' };

/** The name of a decision's step; the level for old records without names. */
export const stepName = ({ level, step }: Pick<TransactionRecord, 'level' | 'step'>): string | null =>
  step ?? (level === null ? null : t(level === 2 ? 'work.level.2' : 'work.level.1'));

/** Who took a step, on whose behalf, or whom it asked. */
export function whoOf({ action, actorName, proxyName, otherName, secondName }: StepActor): string {
  const actor = proxyName === null ? actorName : t('work.actingAs', { person: proxyName, name: actorName });
  if (secondName != null) return t('work.withSecond', { name: actor, second: secondName });
  if (otherName === null) return actor;
  if (action === 'submit') return t('work.agreedBy', { name: otherName, owner: actor });
  return t(action === 'transfer' || action === 'sign' ? 'work.passedTo' : 'chain.for', { name: actor, other: otherName });
}
type StepActor = Pick<TransactionRecord, 'action' | 'actorName' | 'proxyName' | 'otherName'> &
  Partial<Pick<TransactionRecord, 'secondName'>>;

export const stepLook = ({ action }: Pick<TransactionRecord, 'action'>): StepLook => LOOKS[action] ?? UNKNOWN;

type Stepped = Pick<TransactionRecord, 'action' | 'fromState' | 'toState'>;
/** Steps that do not change the document. */
const WITHOUT_CHANGE = ['cosign', 'lockCode', 'releaseCode'];

/** Whether a second keeper's confirmation concerned a reversal, judged by the adjacent steps. @param records of its document */
function isForReversal<R extends Stepped>(record: R, records: readonly R[]): boolean {
  const at = records.indexOf(record);
  const changes = ({ action }: Stepped): boolean => !WITHOUT_CHANGE.includes(action);
  const before = records.slice(0, at).findLast(changes)?.action;
  const next = records.slice(at + 1).find(changes)?.action;
  return record.fromState === 'DONE' || before === 'askReversal' || next === 'reverse';
}

/** The label of a step in the context of its document. */
export function stepLabel<R extends Stepped>(record: R, records: readonly R[]): PlainKey {
  if (record.action === 'finish' && record.toState === 'PARTIAL') return 'work.step.finishPart';
  if (record.action === 'cosign' && isForReversal(record, records)) return 'work.step.cosignReversal';
  return stepLook(record).label;
}

interface Change {
  lineNo: number;
  from?: string;
  to?: string;
  qty?: string;
  boxes?: number;
}

/** The changes of a step by line. @param lines of the document, for their units */
export function changesOf(
  { action, diff }: Pick<TransactionRecord, 'action' | 'diff'>,
  lines: readonly TransactionLine[],
  amountOf: (qty: string, unit: string) => string,
): string[] {
  if (!Array.isArray(diff)) return [];
  const changes = diff as Change[];
  if (action === 'assign') {
    return [t('work.change.boxes', { count: changes.reduce((count, { boxes = 0 }) => count + boxes, 0) })];
  }
  const amount = (lineNo: number, qty: string): string => {
    const unit = lines.find((line) => line.lineNo === lineNo)?.product.baseUnit;
    return unit === undefined ? grouped(qty) : amountOf(qty, unit);
  };
  const posted = new Map<number, string>();
  for (const { lineNo, qty } of changes) if (qty !== undefined) posted.set(lineNo, sum([posted.get(lineNo) ?? '0', qty]));
  return [
    ...changes.flatMap(({ lineNo, from, to }) =>
      from === undefined || to === undefined
        ? []
        : [t('work.change.cut', { line: lineNo, from: grouped(from), to: amount(lineNo, to) })],
    ),
    ...[...posted].map(([line, qty]) => t('work.change.done', { line, qty: amount(line, qty) })),
  ];
}

/** A custom role is shown by its code. */
function roleName(code: string): string {
  const key = `work.role.${code}`;
  const name = sayAny(key);
  return name === key ? code : name;
}

/** Names of the roles that may take a step. */
export const roleNames = (codes: readonly string[]): string => codes.map(roleName).join(t('wms.place.comma'));

/** What the document is waiting for; null when it is finished. */
export function waitingFor(transaction: Transaction): { what: string; who: string } | null {
  const { state, type, applicantName, reviewRoles, reviewStep, twoToFinish } = transaction;
  const keeper = t('work.who.keeper');
  switch (state) {
    case 'DRAFT':
      return { what: t('work.wait.draft'), who: applicantName };
    case 'RETURNED':
      return { what: t('work.wait.returned'), who: applicantName };
    case 'SUBMITTED':
      return { what: t('work.wait.review', { step: reviewStep ?? '' }), who: roleNames(reviewRoles) || t('work.wait.named') };
    case 'APPROVED':
      return { what: t('work.wait.boxes'), who: keeper };
    case 'EXECUTING':
      if (twoToFinish && cosignerOf(transaction, 'FINISH') === null)
        return { what: t('work.wait.cosign'), who: t('work.who.second') };
      return type === 'OUTBOUND'
        ? { what: t('work.wait.pickup'), who: t('work.who.both', { owner: applicantName }) }
        : { what: t(`work.wait.finish.${type === 'MOVE' ? 'MOVE' : 'INBOUND'}`), who: keeper };
    case 'PARTIAL':
      return { what: t('work.wait.rest'), who: keeper };
    default:
      return null;
  }
}
