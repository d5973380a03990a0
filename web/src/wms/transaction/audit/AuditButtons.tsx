// The warehouse's actions on a document in its current state: review, carry out, reverse.
import { requestOf } from '@kuwei/contract/wms/transaction-type';
import type { Work } from '@kuwei/contract/bpm/work';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { Transaction, TransactionRow } from '@kuwei/contract/wms/transaction-reply';
import {
  EXECUTION_STATES,
  transactionRefusal,
  transactionActions,
  type TransactionAction,
} from '@kuwei/contract/wms/transaction-state';
import type { ErrorCode } from '@kuwei/contract/error';
import type { PlainKey } from '@kuwei/contract/phrase';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { history } from '../../../browser/history.ts';
import { lazyPart } from '../../../browser/lazy-part.ts';
import { useKeyGroup, type KeyGroup } from '../../../page/keys.ts';
import { withTexts } from '../../../navigation/lazy-page.ts';
import { usePage } from '../../../page/page.ts';
import { usePageWrite } from '../../../page/query.ts';
import { say, useT } from '../../../phrase/phrases.ts';
import { noticeDone } from '../../../ui/feedback.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { workAddress, documentAddress } from '../../addresses.ts';
import { CosignButton } from '../../putaway/CosignButton.tsx';
import { TwoKeepers } from '../../putaway/TwoKeepers.tsx';
import { releasedText } from '../../document/released.ts';
import { lookOf } from '../../document/looks.ts';
import { NextWaiting } from '../../review/NextWaiting.tsx';
import { AskReason } from '../../review/AskReason.tsx';
import type { Usual } from '../../review/PhrasePicker.tsx';
import type { ReasonQuestion } from '../../review/ReasonDialog.tsx';
import { ReleaseCode } from '../../review/ReleaseCode.tsx';
import { isKeeper, isReviewer, useActor } from '../../review/use-actor.ts';
import { useShortcuts } from '../../review/use-shortcuts.ts';
import '../../review/audit.css';

/** Lazy: few viewers of a document approve it. */
const ApproveDialog = lazyPart(async () => (await import('../../review/ApproveDialog.tsx')).ApproveDialog);
/** Lazy: approval components load on demand. */
const ApprovalTools = lazyPart(
  withTexts(async () => (await import('../../../base/bpm/ApprovalTools.tsx')).ApprovalTools, 'approval'),
);

const REVIEW_KEYS: KeyGroup = {
  title: 'keys.review',
  keys: [
    { keys: ['a'], label: 'keys.approve' },
    { keys: ['b'], label: 'keys.return' },
    { keys: ['x'], label: 'keys.reject' },
  ],
};

const KEEPER_KEYS: KeyGroup = { title: 'keys.work', keys: [{ keys: ['p'], label: 'keys.box' }] };

interface AuditButtonsProps {
  transaction: Transaction;
  /** Called after a change, to refetch the document. */
  onChanged: () => void;
  /** Address of the next waiting document; by default its own page. */
  addressOf?: (next: TransactionRow) => string;
}

type Decision = 'approve' | 'return' | 'reject' | 'reverse';

/** Query paths that a decision invalidates. */
const CHANGES = ['/wms/transaction', '/wms/product-box', '/wms/product-space', '/wms/ledger', '/sys/bpm'] as const;

/** Buttons for reviewers and keepers; nothing for others. Disabled ones state the reason. */
export function AuditButtons({ transaction, onChanged, addressOf }: AuditButtonsProps) {
  const t = useT();
  const { prefix } = usePage();
  const actor = useActor();
  const [asking, setAsking] = useState<Decision | null>(null);
  const [decided, setDecided] = useState(false);
  const [task, setTask] = useState<Work['task']>(null);
  // Stays mounted once opened, with its input.
  const [showsApprove, setShowsApprove] = useState(false);
  const after = {
    changes: CHANGES,
    onSuccess: (changed: Transaction) => {
      setAsking(null);
      setDecided(true);
      const { label, part } = lookOf(changed);
      const state = part === undefined ? t(label) : `${t(label)} ${part}`;
      noticeDone(
        changed.reversesNo === null
          ? t('work.decided', { no: changed.no, state })
          : t('work.reversed', { no: changed.reversesNo, reversal: changed.no }),
      );
      onChanged();
    },
  };
  const writes = {
    approve: usePageWrite(transactionRoutes.approveTransaction, after),
    return: usePageWrite(transactionRoutes.returnTransaction, after),
    reject: usePageWrite(transactionRoutes.rejectTransaction, after),
    reverse: usePageWrite(transactionRoutes.reverseTransaction, after),
    askReversal: usePageWrite(transactionRoutes.askReversal, {
      changes: CHANGES,
      onSuccess: () => {
        setAsking(null);
        noticeDone(t('work.toxic.reverse.asked'));
        onChanged();
      },
    }),
  };
  const params = { id: transaction.id };
  const why = (action: TransactionAction) => transactionRefusal(action, transaction, actor);
  const open = (decision: Decision): void => {
    writes[decision].reset();
    writes.askReversal.reset();
    setAsking(decision);
    if (decision === 'approve') setShowsApprove(true);
  };
  const key = (decision: Decision) => (reviewing && why(decision) === null ? () => open(decision) : null);
  const reviewing = isReviewer(actor) && isOpen('approve', transaction);
  const reversing = isOpen('reverse', transaction) && (why('reverse') === null || isMissingKeeper(why('reverse')));
  const mustAsk = why('askReversal') === null && !transaction.reversalAsked;
  const cosignable = transaction.reversalAsked && transactionRefusal('cosign', transaction, actor, 'REVERSAL') === null;
  const mayWork = isKeeper(actor) && EXECUTION_STATES.includes(transaction.state) && !transaction.guest;
  const reviewed = mayWork && why('assign') === 'KEEPER_REVIEWED';
  const showsWork = mayWork && !reviewed;
  const work = workAddress(prefix, transaction);
  useShortcuts({ a: key('approve'), b: key('return'), x: key('reject'), p: showsWork ? () => history.push(work) : null });
  useKeyGroup(reviewing && why('approve') === null ? REVIEW_KEYS : null);
  useKeyGroup(showsWork ? KEEPER_KEYS : null);

  const close = (): void => setAsking(null);
  const reload = (): void => {
    close();
    onChanged();
  };
  const reasonFor = asking === 'return' || asking === 'reject' || asking === 'reverse' ? asking : null;
  const write = reasonFor && writes[reasonFor === 'reverse' && mustAsk ? 'askReversal' : reasonFor];
  // No refusal reason right after the user's own decision.
  const shown = reviewing && !(decided && why('approve') !== null);
  const refused = shown ? why('approve') : null;
  return (
    <div className="audit-buttons">
      {refused !== null && (
        <span className="audit-why" id={`why-${transaction.id}`}>
          {say(`error.${refused}`)}
        </span>
      )}
      {shown &&
        REVIEW_BUTTONS.map(({ decision, label, hint, type }) => (
          <Button
            key={decision}
            type={type}
            danger={decision === 'reject'}
            disabled={refused !== null}
            aria-describedby={refused === null ? undefined : `why-${transaction.id}`}
            aria-keyshortcuts={hint}
            title={refused === null ? t('work.withKey', { label: t(label), key: hint }) : undefined}
            onClick={() => open(decision)}
          >
            {t(label)}
          </Button>
        ))}
      {transaction.state === 'SUBMITTED' && (!reviewing || (shown && refused === null)) && (
        <Suspense>
          <ApprovalTools
            bizId={transaction.id}
            no={transaction.no}
            rev={transaction.rev}
            decidesHere={reviewing}
            onTask={setTask}
            onDone={reload}
          />
        </Suspense>
      )}
      {cosignable && <CosignButton transaction={transaction} what="REVERSAL" label="work.toxic.reverse.cosign" onDone={reload} />}
      <ReleaseCode transaction={transaction} onDone={onChanged} />
      {reversing && <Button onClick={() => open('reverse')}>{t('work.reverse')}</Button>}
      {reviewed && (
        <span className="audit-why" id={`reviewed-${transaction.id}`}>
          {t('error.KEEPER_REVIEWED')}
        </span>
      )}
      {reviewed && (
        <Button type="primary" disabled aria-describedby={`reviewed-${transaction.id}`}>
          {t(`work.box.${requestOf(transaction.type)}`)}
        </Button>
      )}
      {showsWork && (
        <PageLink
          className="kw-button primary"
          to={work}
          aria-keyshortcuts="P"
          title={t('work.withKey', { label: t(`work.box.${requestOf(transaction.type)}`), key: 'P' })}
        >
          {t(`work.box.${requestOf(transaction.type)}`)}
        </PageLink>
      )}
      {decided && !showsWork && (
        <NextWaiting
          query={{ type: requestOf(transaction.type), waiting: true }}
          addressOf={addressOf ?? ((next) => documentAddress(prefix, next))}
          none="work.next.none"
        />
      )}
      {showsApprove && (
        <Suspense>
          <ApproveDialog
            transaction={transaction}
            isLast={task?.isLast ?? false}
            open={asking === 'approve'}
            busy={writes.approve.isPending}
            error={writes.approve.error}
            onApprove={(body) => writes.approve.mutate({ params, body })}
            onClose={close}
            onReload={reload}
          />
        </Suspense>
      )}
      <AskReason
        asked={
          reasonFor && {
            ...reasonOf(t, reasonFor, transaction),
            ...(reasonFor === 'return' && task ? { backTo: task.backTo } : {}),
            ...(reasonFor === 'reverse' ? keepersOf(t, transaction, why('reverse'), mustAsk) : {}),
          }
        }
        busy={write !== null && write.isPending}
        error={write && write.error}
        onGiven={(comment, to) =>
          write &&
          write.mutate({
            params,
            body: { rev: transaction.rev, comment, ...(reasonFor === 'return' && to !== null && { to }) },
          })
        }
        onClose={close}
        onReload={reload}
      />
    </div>
  );
}

const isOpen = (action: TransactionAction, { state }: Transaction): boolean =>
  (transactionActions[action].from as readonly string[]).includes(state);

const REVIEW_BUTTONS = [
  { decision: 'reject', label: 'work.reject', hint: 'X', type: 'default' },
  { decision: 'return', label: 'work.return', hint: 'B', type: 'default' },
  { decision: 'approve', label: 'work.approve', hint: 'A', type: 'primary' },
] as const satisfies readonly { decision: Decision; label: PlainKey; hint: string; type: 'default' | 'primary' }[];

const REASONS = {
  return: { dic: 'WMS_SAY_RETURN' },
  reject: { dic: 'WMS_SAY_REJECT' },
  reverse: { dic: 'WMS_SAY_REVERSE' },
} as const satisfies Record<string, Usual>;

const isMissingKeeper = (refused: ErrorCode | null): boolean => refused === 'SECOND_KEEPER_NEEDED' || refused === 'SAME_KEEPER';

/** Reversing highly toxic goods takes two keepers: who has confirmed, and who must. */
function keepersOf(
  t: ReturnType<typeof useT>,
  transaction: Transaction,
  refused: ErrorCode | null,
  mustAsk: boolean,
): Partial<ReasonQuestion> {
  if (!transaction.twoToReverse) return {};
  const notice = <TwoKeepers transaction={transaction} reversing />;
  if (!mustAsk) return { notice, blocked: isMissingKeeper(refused), existingReason: transaction.reversalReason ?? undefined };
  return { notice, confirmLabel: t('work.toxic.reverse.ask'), danger: false };
}

function reasonOf(t: ReturnType<typeof useT>, decision: keyof typeof REASONS, { no, type, state }: Transaction): ReasonQuestion {
  const more = decision !== 'reverse' ? releasedText(type) : state === 'PARTIAL' ? t('work.reverse.partText') : '';
  return {
    title: t(`work.${decision}.title`, { no }),
    text: t(decision === 'reverse' ? `work.reverse.text.${type}` : `work.${decision}.text`) + more,
    confirmLabel: t(`work.${decision}`),
    danger: decision !== 'return',
    usual: REASONS[decision],
  };
}
