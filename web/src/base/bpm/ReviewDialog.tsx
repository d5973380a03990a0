// Reviews requests one by one: the document and the decision. Nothing can be approved before it has been shown.
import { workRoutes, type WorkItem } from '@kuwei/contract/bpm/work';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { typeOfNo } from '@kuwei/contract/wms/transaction-no';
import { Alert, Button, Input, Modal, Skeleton } from 'antd';
import { Suspense, useId, useRef, useState } from 'react';
import { ApiError } from '../../api/error.ts';
import { askToLeave } from '../../form/ask-to-leave.ts';
import { dropDrafts } from '../../page/drafts.ts';
import { usePage } from '../../page/page.ts';
import { setDirty } from '../../page/pages.ts';
import { useDraft, useStoredDraft } from '../../page/use-draft.ts';
import { useIsPhone } from '../../ui/use-media.ts';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { noticeDone } from '../../ui/feedback.ts';
import { PhrasePicker, type Usual } from '../../wms/review/PhrasePicker.tsx';
import { ReasonDialog } from '../../wms/review/ReasonDialog.tsx';
import { isStaleError, Refusal } from '../../wms/review/Refusal.tsx';
import { sheetOf } from './kinds.tsx';
import { ReviewHeader } from './ReviewHeader.tsx';
import { ReviewSummary, type Outcome } from './ReviewSummary.tsx';
import type { SheetState } from './sheet.ts';
import { TaskMenu } from './TaskMenu.tsx';
import { useWork, WORK_CHANGES } from './use-work.ts';
import './look.css';
import '../../wms/document/said.css';

interface ReviewDialogProps {
  /** Tasks in review order. */
  items: readonly WorkItem[];
  onClose: () => void;
}

type ReasonKind = 'return' | 'reject';

/** Draft key of unsent comments, by request. */
const DRAFT = 'look';

export function ReviewDialog({ items, onClose }: ReviewDialogProps) {
  const t = useT();
  const { key } = usePage();
  const [at, setAt] = useState(0);
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({});
  // Kept by request: a user who skips one and returns finds their comment.
  const kept = useStoredDraft(DRAFT) as Readonly<Record<string, string>> | null;
  const [comments, setComments] = useState<Readonly<Record<string, string>>>(kept ?? {});
  const item = items[at];
  const hasComment = (id: string): boolean => (comments[id] ?? '').trim() !== '';
  const isWritten = items.some(({ id }) => hasComment(id));
  // Comments survive a reload, and a session ended elsewhere.
  useDraft(DRAFT, Object.keys(comments).some(hasComment) ? comments : null);
  const close = (): void => {
    dropDrafts(key);
    setDirty(key, false);
    onClose();
  };
  const leave = async (): Promise<void> => {
    // Comments on requests not shown stay.
    if (!isWritten) onClose();
    else if (await askToLeave()) close();
  };
  const write = (id: string, comment: string): void => setComments((before) => ({ ...before, [id]: comment }));
  const settle = (id: string, outcome: Outcome): void => {
    setOutcomes((before) => ({ ...before, [id]: outcome }));
    write(id, '');
    if (items.length === 1) {
      noticeDone(`${items[0]!.no} ${t(`bpm.outcome.${outcome}`)}`);
      close();
      // A duplicate response, after a double click, must not skip the next request.
    } else setAt((now) => (items[now]?.id === id ? now + 1 : now));
  };
  return item === undefined ? (
    <Modal
      open
      width={720}
      title={t('bpm.summary')}
      onCancel={() => void leave()}
      footer={
        <Button type="primary" onClick={() => void leave()}>
          {t('bpm.finish')}
        </Button>
      }
    >
      <ReviewSummary items={items} outcomes={outcomes} onShow={setAt} />
    </Modal>
  ) : (
    <ReviewStep
      key={item.id}
      item={item}
      at={at}
      count={items.length}
      outcome={outcomes[item.id]}
      comment={comments[item.id] ?? ''}
      onComment={(comment) => write(item.id, comment)}
      onMove={(by) => setAt(at + by)}
      onSettled={(outcome) => settle(item.id, outcome)}
      onClose={() => void leave()}
    />
  );
}

interface ReviewStepProps {
  item: WorkItem;
  at: number;
  count: number;
  /** Set once the request has been handled. */
  outcome: Outcome | undefined;
  comment: string;
  onComment: (comment: string) => void;
  onMove: (by: 1 | -1) => void;
  onSettled: (outcome: Outcome) => void;
  onClose: () => void;
}

function ReviewStep({ item, at, count, outcome, comment, onComment, onMove, onSettled, onClose }: ReviewStepProps) {
  const t = useT();
  const phone = useIsPhone();
  const commentId = useId();
  const field = useRef<HTMLDivElement>(null);
  const { data: work, error: lost } = useWork(item.bizType, item.bizId);
  const [seen, setSeen] = useState<SheetState | null>(null);
  const [marks, setMarks] = useState<readonly string[]>(item.marks);
  const [missing, setMissing] = useState(false);
  const [asked, setAsked] = useState<ReasonKind | null>(null);
  const ends = (to: Outcome) => ({ changes: WORK_CHANGES, onSuccess: () => onSettled(to) });
  const approve = usePageWrite(workRoutes.approveTask, ends('approved'));
  const approvePartly = usePageWrite(transactionRoutes.approveTransaction, ends('approved'));
  const giveBack = usePageWrite(workRoutes.returnTask, ends('returned'));
  const reject = usePageWrite(workRoutes.rejectTask, ends('rejected'));
  const isBusy = approve.isPending || approvePartly.isPending || giveBack.isPending || reject.isPending;
  const isDone = outcome !== undefined && outcome !== 'skipped';
  // Another approver was faster, or the task was reassigned.
  const isGone = !isDone && !isBusy && work !== undefined && work.task === null;
  const isReady = !isDone && !isGone && seen !== null && work?.task != null;
  const params = { id: item.taskId! };
  const Sheet = sheetOf(item.bizType);

  const give = (): void => {
    if (!isReady || isBusy || seen.wrong) return;
    const opinion = comment.trim();
    if (seen.mustSay && opinion === '') {
      setMissing(true);
      field.current?.querySelector('textarea')?.focus();
      return;
    }
    if (seen.cut.length > 0) {
      const body = { comment: opinion || null, rev: seen.rev, lines: [...seen.cut] };
      return approvePartly.mutate({ params: { id: item.bizId }, body });
    }
    approve.mutate(
      { params, body: { comment: opinion || null, rev: seen.rev, seen: [...marks] } },
      { onError: (error) => setMarks((before) => [...new Set([...before, ...risksOf(error)])]) },
    );
  };
  const turnDown = asked === 'return' ? giveBack : reject;
  // If another approver was faster, that is shown beside the document.
  const failed = approve.error ?? approvePartly.error ?? (asked === null ? (giveBack.error ?? reject.error) : null);
  return (
    <Modal
      open
      className="look"
      width={phone ? '100%' : 1_000}
      title={
        <span className="look-title">
          <span>
            {item.workflow} <span className="kw-code">{item.no}</span>
          </span>
          {count > 1 && <span className="look-at">{t('bpm.lookAt', { at: at + 1, count })}</span>}
        </span>
      }
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <>
          {!isDone && !isGone && (
            <div className="look-comment" ref={field}>
              <label htmlFor={commentId}>{t(seen?.mustSay === true ? 'bpm.mustSay' : 'bpm.comment')}</label>
              <Input.TextArea
                id={commentId}
                value={comment}
                autoSize={{ minRows: 1, maxRows: 4 }}
                maxLength={1_000}
                status={missing && comment.trim() === '' ? 'error' : ''}
                aria-required={seen?.mustSay === true}
                aria-invalid={missing && comment.trim() === ''}
                onChange={(event) => onComment(event.target.value)}
                onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && give()}
              />
              {seen?.mustSay === false && (
                <PhrasePicker dic="WMS_SAY_APPROVE" {...typeIn(item)} written={() => comment} onPick={onComment} />
              )}
              {work?.task && !work.task.isLast && <p className="work-second">{t('bpm.notLast')}</p>}
            </div>
          )}
          <div className="look-foot">
            <span className="look-moves">
              {at > 0 && (
                <Button disabled={isBusy} onClick={() => onMove(-1)}>
                  {t('bpm.back')}
                </Button>
              )}
              {count > 1 && (
                <Button disabled={isBusy} onClick={() => (isGone ? onSettled('gone') : onMove(1))}>
                  {t(isDone || isGone ? 'bpm.next' : 'bpm.skip')}
                </Button>
              )}
            </span>
            {!isDone && !isGone && (
              <span className="look-does">
                <TaskMenu
                  taskId={item.taskId!}
                  no={item.no}
                  rev={seen?.rev ?? item.rev}
                  disabled={!isReady || isBusy}
                  onDone={(way) => way === 'transfer' && onSettled('transferred')}
                />
                <Button disabled={!isReady || isBusy} danger onClick={() => setAsked('reject')}>
                  {t('bpm.reject')}
                </Button>
                <Button disabled={!isReady || isBusy} onClick={() => setAsked('return')}>
                  {t('bpm.return')}
                </Button>
                <BusyButton
                  type="primary"
                  busy={approve.isPending || approvePartly.isPending}
                  disabled={!isReady || seen.wrong}
                  onClick={give}
                >
                  {seen !== null && seen.cut.length > 0
                    ? t('work.approve.cut', { count: seen.cut.length })
                    : t(at + 1 < count ? 'bpm.approveNext' : 'bpm.approve')}
                </BusyButton>
              </span>
            )}
          </div>
        </>
      }
    >
      <ReviewHeader item={item} marks={marks} />
      {isDone && <Alert type="info" showIcon title={t('bpm.decidedAlready', { what: t(`bpm.outcome.${outcome}`) })} />}
      {isGone && <Alert type="warning" showIcon role="alert" title={t('bpm.goneNow')} />}
      {lost && <Alert type="error" showIcon role="alert" title={lost.message} />}
      {!isDone && !isGone && Sheet && (
        <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
          <Sheet bizId={item.bizId} isLast={work?.task?.isLast ?? false} onSeen={setSeen} error={approvePartly.error} />
        </Suspense>
      )}
      <Refusal error={failed} onReload={() => [approve, approvePartly, giveBack, reject].forEach((write) => write.reset())} />
      <ReasonDialog
        asked={
          asked && {
            title: `${t(`bpm.${asked}`)} ${item.no}`,
            text: t(`bpm.${asked}.text`),
            confirmLabel: t(`bpm.${asked}`),
            danger: asked === 'reject',
            ...(asked === 'return' && { backTo: work?.task?.backTo ?? [] }),
            usual: REASONS[asked],
          }
        }
        draft={comment}
        onDraft={onComment}
        busy={turnDown.isPending}
        error={turnDown.error}
        onGiven={(opinion, to) => {
          if (!seen) return;
          const body = { comment: opinion, rev: seen.rev };
          const options = { onError: (error: Error) => isStaleError(error) && setAsked(null) };
          if (asked === 'return') giveBack.mutate({ params, body: { ...body, to } }, options);
          else reject.mutate({ params, body }, options);
        }}
        onClose={() => {
          setAsked(null);
          turnDown.reset();
        }}
        onReload={() => setAsked(null)}
      />
    </Modal>
  );
}

/** Document type of a request, if it is a warehouse document. */
function typeIn({ no }: WorkItem): Pick<Usual, 'type'> {
  const type = typeOfNo(no);
  return type === null ? {} : { type };
}

/** Risks that have not been acknowledged. */
function risksOf(error: Error): string[] {
  const risks = error instanceof ApiError && error.code === 'RISK_UNSEEN' ? error.data?.['risks'] : undefined;
  return Array.isArray(risks) ? risks.map(String) : [];
}

const REASONS = { return: { dic: 'WMS_SAY_RETURN' }, reject: { dic: 'WMS_SAY_REJECT' } } as const;
