import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { PlainKey } from '@kuwei/contract/phrase';
import type { Transaction, TransactionLine, TransactionRecord } from '@kuwei/contract/wms/transaction-reply';
import { Skeleton } from 'antd';
import { Suspense } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { withTexts } from '../../navigation/lazy-page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { useAmount } from '../../ui/Quantity.tsx';
import { When } from '../../ui/When.tsx';
import { StepMark } from './StepMark.tsx';
import { changesOf, stepLabel, stepName, stepLook, waitingFor, whoOf } from './steps.ts';
import './audit-timeline.css';

const StandingPicture = lazyPart(
  withTexts(async () => (await import('../../base/bpm/RequestProgressPicture.tsx')).RequestProgressPicture, 'approval'),
);

interface AuditTimelineProps {
  transaction: Transaction;
  /** Show all changed lines of a step. */
  full?: boolean;
}

/** The history of a document, oldest first, and what it is waiting for. */
export function AuditTimeline({ transaction, full = false }: AuditTimelineProps) {
  const t = useT();
  const params = { id: transaction.id };
  const { data, error, refetch, isFetching } = usePageQuery(transactionRoutes.listRecords, { params });
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} title={false} />;
  const waiting = waitingFor(transaction);
  return (
    <>
      {transaction.submittedAt !== null && transaction.type !== 'OPENING' && (
        <Suspense>
          <StandingPicture bizType="WMS_TRANSACTION" id={transaction.id} />
        </Suspense>
      )}
      <ol className="audit-timeline" aria-label={t('work.timeline')}>
        {data.map((record, at) => (
          <TimelineStep
            key={record.id}
            record={record}
            label={stepLabel(record, data)}
            lines={transaction.lines}
            full={full}
            isNewRound={at > 0 && record.round > Math.max(1, data[at - 1]!.round)}
          />
        ))}
        <li className="timeline-step now">
          <StepMark shape={waiting ? 'ring' : 'bar'} tone={waiting ? 'warning' : 'quiet'} />
          <div>
            {waiting ? (
              <>
                <p className="timeline-what">{waiting.what}</p>
                <p className="timeline-who">{t('work.wait.who', { who: waiting.who })}</p>
              </>
            ) : (
              <p className="timeline-who">{t('work.wait.nothing')}</p>
            )}
          </div>
        </li>
      </ol>
    </>
  );
}

interface TimelineStepProps {
  record: TransactionRecord;
  label: PlainKey;
  lines: readonly TransactionLine[];
  full: boolean;
  isNewRound: boolean;
}

function TimelineStep({ record, label, lines, full, isNewRound }: TimelineStepProps) {
  const t = useT();
  const amountOf = useAmount();
  const look = stepLook(record);
  const changes = changesOf(record, lines, amountOf);
  const shown = full ? changes : changes.slice(0, CHANGES_SHOWN);
  return (
    <li className="timeline-step">
      <StepMark shape={look.shape} tone={look.tone} />
      <div>
        <p className="timeline-what">
          {t(label)}
          {stepName(record) !== null && <span className="timeline-level">{stepName(record)}</span>}
          {isNewRound && <span className="timeline-level">{t('work.round', { round: record.round })}</span>}
        </p>
        <p className="timeline-who">
          {whoOf(record)}
          {' · '}
          <When at={record.at} />
        </p>
        {record.comment && <p className="timeline-comment">{record.comment}</p>}
        {changes.length > 0 && (
          <ul className="timeline-changes">
            {shown.map((text) => (
              <li key={text}>{text}</li>
            ))}
            {changes.length > shown.length && <li>{t('work.change.more', { count: changes.length - shown.length })}</li>}
          </ul>
        )}
      </div>
    </li>
  );
}

const CHANGES_SHOWN = 5;
