import { countRoutes, type Count, type CountRecord } from '@kuwei/contract/wms/inventory';
import { Skeleton } from 'antd';
import { Suspense } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { withTexts } from '../../navigation/lazy-page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { When } from '../../ui/When.tsx';
import { StepMark } from '../review/StepMark.tsx';
import { stepLook, whoOf, type StepLook } from '../review/steps.ts';
import '../review/audit-timeline.css';

/** Steps that only counts have; the rest share their names with documents. */
const LOOKS: Readonly<Record<string, StepLook>> = {
  publish: { label: 'count.step.publish', tone: 'info', shape: 'dot' },
  explain: { label: 'count.step.explain', tone: 'info', shape: 'dot' },
  recount: { label: 'count.step.recount', tone: 'warning', shape: 'half' },
};

const StandingPicture = lazyPart(
  withTexts(async () => (await import('../../base/bpm/RequestProgressPicture.tsx')).RequestProgressPicture, 'approval'),
);

/** The history of a count, oldest first, and what it is waiting for. */
export function CountTimeline({ count }: { count: Count }) {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(countRoutes.listCountRecords, { params: { id: count.id } });
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} title={false} />;
  const waiting = waitingFor(count, t);
  return (
    <>
      {count.submittedAt !== null && (
        <Suspense>
          <StandingPicture bizType="WMS_INVENTORY" id={count.id} />
        </Suspense>
      )}
      <ol className="audit-timeline" aria-label={t('count.timeline')}>
        {data.map((record) => (
          <Step key={record.id} record={record} />
        ))}
        <li className="timeline-step now">
          <StepMark shape={waiting ? 'ring' : 'bar'} tone={waiting ? 'warning' : 'quiet'} />
          <div>
            {waiting ? (
              <>
                <p className="timeline-what">{waiting.what}</p>
                {waiting.who !== '' && <p className="timeline-who">{waiting.who}</p>}
              </>
            ) : (
              <p className="timeline-who">{t('count.wait.nothing')}</p>
            )}
          </div>
        </li>
      </ol>
    </>
  );
}

function Step({ record }: { record: CountRecord }) {
  const t = useT();
  const look = LOOKS[record.action] ?? stepLook(record);
  return (
    <li className="timeline-step">
      <StepMark shape={look.shape} tone={look.tone} />
      <div>
        <p className="timeline-what">
          {t(look.label)}
          {record.step !== null && <span className="timeline-level">{record.step}</span>}
          {record.lines !== null && record.lines > 0 && (
            <span className="timeline-level">{t('count.step.lines', { count: record.lines })}</span>
          )}
        </p>
        <p className="timeline-who">
          {whoOf(record)}
          {' · '}
          <When at={record.at} />
        </p>
        {record.comment && <p className="timeline-comment">{record.comment}</p>}
      </div>
    </li>
  );
}

/** What a count is waiting for, and from whom; null when it is over. */
function waitingFor(
  { state, counted, lines, assigneeNames, openedBy, step }: Count,
  t: ReturnType<typeof useT>,
): { what: string; who: string } | null {
  switch (state) {
    case 'DRAFT':
      return { what: t('count.wait.draft'), who: openedBy };
    case 'COUNTING':
      return counted < lines
        ? { what: t('count.wait.count'), who: assigneeNames.map(({ name }) => name).join(t('wms.place.comma')) }
        : { what: t('count.wait.submit'), who: openedBy };
    case 'SUBMITTED':
      return { what: t('count.wait.review', { step: step ?? '' }), who: '' };
    default:
      return null;
  }
}
