// Scan-only work on a document: processes scans one after the other.
import { compare } from '@kuwei/contract/decimal';
import { normalizeText } from '@kuwei/contract/normalize-text';
import type { ScanCommand } from '@kuwei/contract/wms/label';
import { scanRoutes, type Scanned } from '@kuwei/contract/wms/scan';
import type { BoxSuggestion, Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { requestOf } from '@kuwei/contract/wms/transaction-type';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { history } from '../../../browser/history.ts';
import { usePageCall } from '../../../page/query.ts';
import { t } from '../../../phrase/phrases.ts';
import { useAmount } from '../../../ui/Quantity.tsx';
import { signal, type Signal } from '../../../ui/scan/signal.ts';
import type { Part } from '../plan.ts';
import type { BoxWork } from '../use-box-work.ts';
import type { Plan } from '../use-plan.ts';
import { getReplacedBatch } from '../fefo.ts';
import {
  matchScannedGoods,
  isOfBatch,
  listMovableParts,
  openLinesOf,
  placeScannedGoods,
  Refused,
  type PendingGoods,
  type Scene,
  type ScannedBox,
} from './match-scan.ts';
import type { Scans } from './use-taken.ts';
import { listDone, restOf, filterStillPlanned, getWaitingFrom, type Taken } from './taken.ts';

/** The result of the last scan. */
interface Answer {
  tone: Signal;
  text: string;
  more: string | null;
  /** Distinguishes it from an identical previous result. */
  at: number;
}

/** State that waits for the next scan. */
interface Waiting {
  hand: PendingGoods | null;
  box: ScannedBox | null;
  /** Typed digits of a quantity. */
  amount: string;
  /** The user was warned that confirming now posts only a part. */
  warned: boolean;
}

const NOTHING: Waiting = { hand: null, box: null, amount: '', warned: false };

interface UndoStep {
  line: TransactionLine;
  parts: readonly Part[];
  taken: Taken;
}

export interface ScanWork extends Waiting {
  taken: Taken;
  answer: Answer | null;
  busy: boolean;
  /** Everything open has been scanned. */
  complete: boolean;
  /** The goods are picked: the recipient's pickup code is next. */
  handing: boolean;
  scan: (text: string) => void;
  press: (command: ScanCommand) => void;
  /** Selects a line by touch, for goods without a label. */
  choose: (line: TransactionLine) => void;
  /** Waiting for the reason why another batch than requested is issued. */
  asking: boolean;
  /** Finishes with the reason; null goes back to scanning. */
  explain: (reason: string | null) => void;
}

interface ScanWorkOptions {
  transaction: Transaction;
  plan: Plan;
  work: BoxWork;
  suggestions: readonly BoxSuggestion[];
  scans: Scans;
  /** Another storekeeper has confirmed, or none is needed. */
  cosigned: boolean;
}

/** Most digits of a quantity. */
const AMOUNT_MAX = 7;
const PICKUP_CODE = /^\d{6}$/;

export function useScanWork(given: ScanWorkOptions): ScanWork {
  const { transaction, plan } = given;
  const { type, state, twoToFinish } = transaction;
  const call = usePageCall();
  const amountOf = useAmount();
  const { all, set: setTaken } = given.scans;
  const [waiting, setWaiting] = useState<Waiting>(NOTHING);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [busy, setBusy] = useState(false);
  /** Resumed once the reason is given. */
  const [asked, setAsked] = useState<{ pickupCode: string | null } | null>(null);
  const undoStack = useRef<UndoStep[]>([]);
  const lines = openLinesOf(transaction);
  const taken = filterStillPlanned(all, lines, plan.partsOf);
  const isEmpty = Object.keys(taken).length === 0;
  const open = lines.filter((line) => compare(restOf(line, taken), '0') > 0);
  const complete = open.length === 0 && !isEmpty;
  const unsaved = plan.dirty || state === 'APPROVED';
  const handing = type === 'OUTBOUND' && !unsaved && !isEmpty && (complete || waiting.warned) && (!twoToFinish || given.cosigned);

  const now = { ...given, taken, waiting, isEmpty, open, complete, unsaved, handing };
  const latest = useRef(now);
  latest.current = now;
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  const say = (tone: Signal, text: string, more: string | null = null): void => {
    signal(tone);
    setAnswer((last) => ({ tone, text, more, at: (last?.at ?? 0) + 1 }));
  };
  const sceneOf = ({ transaction: document, plan: { partsOf }, taken: scanned }: typeof now): Scene => ({
    transaction: document,
    partsOf,
    taken: scanned,
    amountOf,
  });

  /** Assigns goods to a box. */
  const placeGoods = async (hand: PendingGoods, box: ScannedBox): Promise<void> => {
    const at = latest.current;
    const { amount } = at.waiting;
    const scene = sceneOf(at);
    const placed = await placeScannedGoods({
      ...scene,
      call,
      hand,
      box,
      amount: amount === '' ? null : amount,
      suggestions: at.suggestions,
    });
    if (isUnmounted.current) return;
    const { line } = placed;
    undoStack.current.push({ line, parts: at.plan.partsOf(line), taken: at.taken });
    flushSync(() => {
      at.plan.setParts(line, placed.parts);
      at.work.clearError();
      setTaken(placed.taken);
      setWaiting(NOTHING);
    });
    say(latest.current.complete ? 'done' : 'good', placed.text, placed.more);
  };

  const takeGoods = async (scanned: Scanned): Promise<void> => {
    const { waiting: was } = latest.current;
    const hand = matchScannedGoods(sceneOf(latest.current), scanned, scanned.goods!, was.box);
    const isSource =
      was.box !== null &&
      listMovableParts(sceneOf(latest.current), was.box.id).some(({ part }) => part.productBoxId === hand.productBoxId);
    if (was.box !== null && !isSource) return placeGoods(hand, was.box);
    setWaiting((last) => ({ ...last, hand, box: null, warned: false }));
    say('good', t(`work.by.next.box.${requestOf(type)}`));
  };

  const takeBox = async (box: ScannedBox): Promise<void> => {
    const { waiting: was } = latest.current;
    const movable = listMovableParts(sceneOf(latest.current), box.id);
    if (was.hand !== null) {
      const { lineId, batchNo } = was.hand;
      const source = movable.find(({ line, part }) => line.id === lineId && isOfBatch(batchNo, part));
      if (!source) return placeGoods(was.hand, box);
      // They are where the transfer expects them: from now on this stock is in hand.
      setWaiting((last) => ({ ...last, hand: { lineId, batchNo, productBoxId: source.part.productBoxId }, warned: false }));
      return say('good', t('work.by.from', { code: box.code }));
    }
    const only = movable.length === 1 ? movable[0] : undefined;
    const hand = only ? { lineId: only.line.id, productBoxId: only.part.productBoxId, batchNo: null } : null;
    setWaiting((last) => ({ ...last, hand, box: hand ? null : box, warned: false }));
    say('good', hand ? t('work.by.from', { code: box.code }) : t('work.by.next.goodsOf', { code: box.code }));
  };

  const chooseLine = async (line: TransactionLine): Promise<void> => {
    const { plan: current, taken: scanned, waiting: was } = latest.current;
    const parts = current.partsOf(line);
    if (compare(restOf(line, scanned), '0') <= 0) throw new Refused(t('work.by.bad.done', { product: line.product.name }));
    const stock =
      type === 'MOVE'
        ? parts.find(({ productBoxId: id }) => id !== null && compare(getWaitingFrom(line, parts, scanned, id), '0') > 0)
        : undefined;
    const hand = { lineId: line.id, productBoxId: stock?.productBoxId ?? null, batchNo: null };
    if (was.box !== null) return placeGoods(hand, was.box);
    setWaiting((last) => ({ ...last, hand, warned: false }));
    say('good', t(`work.by.next.box.${requestOf(type)}`));
  };

  const undo = (): void => {
    const { waiting: was, plan: current } = latest.current;
    if (was.amount !== '' || was.hand !== null || was.box !== null) {
      setWaiting(NOTHING);
      return say('good', t('work.by.undone'));
    }
    const last = undoStack.current.pop();
    if (!last) return say('bad', t('work.by.bad.undo'));
    current.setParts(last.line, last.parts);
    setTaken(last.taken);
    setWaiting(NOTHING);
    say('good', t('work.by.undone'));
  };

  /** Resolved once the screen shows this revision or a later one. */
  const revisionWaiters = useRef<{ rev: number; seen: () => void }[]>([]);
  useEffect(() => {
    revisionWaiters.current = revisionWaiters.current.filter(({ rev, seen }) => (transaction.rev >= rev ? seen() : true));
  }, [transaction.rev]);
  const waitForRevision = (rev: number): Promise<void> =>
    latest.current.transaction.rev >= rev
      ? Promise.resolve()
      : new Promise((seen) => revisionWaiters.current.push({ rev, seen }));

  const finish = async (pickupCode: string | null, comment: string | null = null): Promise<void> => {
    const at = latest.current;
    const done = listDone(at.taken, openLinesOf(at.transaction), at.plan.partsOf);
    if (comment === null && isOtherBatch(at.transaction, done)) return setAsked({ pickupCode });
    const isFinished = await at.work.finish(done, { pickupCode, comment });
    if (isUnmounted.current) return;
    if (!isFinished) return signal('bad');
    undoStack.current = [];
    setTaken({});
    setWaiting(NOTHING);
    say('done', t('work.by.finished', { no: at.transaction.no }));
  };

  const confirm = async (): Promise<void> => {
    const at = latest.current;
    if (at.waiting.hand !== null) throw new Refused(t('work.by.bad.box'));
    if (at.waiting.box !== null) throw new Refused(t('work.by.bad.goods', { code: at.waiting.box.code }));
    if (at.isEmpty) throw new Refused(t('work.by.bad.nothing'));
    if (at.plan.dirty && at.plan.savable === null) throw new Refused(t('work.box.broken'));
    if (!at.complete && !at.waiting.warned) {
      setWaiting({ ...NOTHING, warned: true });
      return say('bad', t('work.by.part', { count: at.open.length }));
    }
    if (at.handing) return say('good', t('work.by.next.code'));
    if (type !== 'OUTBOUND' && !twoToFinish) return finish(null);
    if (at.unsaved) {
      const saved = await at.work.save();
      if (isUnmounted.current) return;
      if (saved === null) return signal('bad');
      undoStack.current = [];
      await waitForRevision(saved.rev);
      return say('good', t(twoToFinish ? 'work.by.saved.toxic' : 'work.by.saved'));
    }
    if (twoToFinish && !at.cosigned) throw new Refused(t('work.toxic.open'));
    await finish(null);
  };

  const runCommand = async (command: ScanCommand): Promise<void> => {
    if (command === 'CONFIRM') return confirm();
    if (command === 'UNDO') return undo();
    const amount = `${latest.current.waiting.amount}${command}`.replace(/^0+/, '').slice(0, AMOUNT_MAX);
    setWaiting((last) => ({ ...last, amount, warned: false }));
    say('good', t('work.by.amount', { amount }));
  };

  const handleScan = async (text: string): Promise<void> => {
    const at = latest.current;
    const digits = normalizeText(text);
    if (at.handing && PICKUP_CODE.test(digits)) return finish(digits);
    const scanned = await call(scanRoutes.scan, { body: { text } });
    if (isUnmounted.current) return;
    const { command, goods, box, document, why } = scanned;
    if (command !== null) return runCommand(command);
    if (document !== null) return openDocument(document);
    if (goods !== null) return takeGoods(scanned);
    if (box !== null) return takeBox(box);
    if (why === 'UNKNOWN' && type === 'OUTBOUND' && PICKUP_CODE.test(digits)) throw new Refused(t('work.by.bad.code'));
    if (why !== null) throw new Refused(t(`scan.why.${why}`), t(`scan.why.${why}.text`));
  };

  const openDocument = ({ id, no, link }: NonNullable<Scanned['document']>): void => {
    const at = latest.current;
    if (id === at.transaction.id) return say('good', t('work.by.thisDocument', { no }));
    if (!at.isEmpty) throw new Refused(t('work.by.bad.document', { no }));
    history.push(link);
  };

  /** Processes scans in order: a scanner does not wait. */
  const queue = useRef({ last: Promise.resolve(), count: 0 });
  const enqueue = (step: () => Promise<void>): void => {
    queue.current.count += 1;
    setBusy(true);
    latest.current.work.clearError();
    queue.current.last = queue.current.last
      .then(() => (isUnmounted.current ? undefined : step()))
      .catch((error: Error) => {
        if (!isUnmounted.current) say('bad', error.message, error instanceof Refused ? error.more : null);
      })
      .finally(() => {
        queue.current.count -= 1;
        if (queue.current.count === 0 && !isUnmounted.current) setBusy(false);
      });
  };

  return {
    ...waiting,
    taken,
    answer,
    busy,
    complete,
    handing,
    scan: (text) => enqueue(() => handleScan(text)),
    press: (command) => enqueue(() => runCommand(command)),
    choose: (line) => enqueue(() => chooseLine(line)),
    asking: asked !== null,
    explain: (reason) => {
      setAsked(null);
      if (asked !== null && reason !== null) enqueue(() => finish(asked.pickupCode, reason));
    },
  };
}

const isOtherBatch = ({ type, lines }: Transaction, done: ReturnType<typeof listDone>): boolean =>
  type !== 'INBOUND' &&
  lines.some((line) => done.some(({ lineId, part }) => lineId === line.id && getReplacedBatch(line, part) !== null));
