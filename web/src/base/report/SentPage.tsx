// A delivered report: its rows as of then, and a link to run it now.
import type { ReplyOf } from '@kuwei/contract/route';
import { reportSentRoutes } from '@kuwei/contract/sys/report-plan';
import { history } from '../../browser/history.ts';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { grouped, localMinute } from '../../ui/format.ts';
import { runAddress } from './conditions.ts';
import { sentLooks } from './looks.ts';
import { PrintButton, PrintedHead } from './Printed.tsx';
import { Result } from './Result.tsx';
import './report.css';

export default function SentPage() {
  const { query } = usePage();
  const id = query.get('id') ?? '';
  const { data, error, refetch } = usePageQuery(reportSentRoutes.getSent, { params: { id } });
  if (data) return <Sent key={data.id} sent={data} />;
  return error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
}

type Whole = ReplyOf<(typeof reportSentRoutes)['getSent']>;

function Sent({ sent }: { sent: Whole }) {
  const t = useT();
  const { prefix } = usePage();
  const { reportId, reportName, orgName, dueAt, doneAt, state, rowCount, fault, result, values } = sent;
  const base = `/${prefix}/base/report`;
  const count = grouped(String(rowCount ?? 0));
  return (
    <div className="report-page">
      <PageHead
        title={reportName}
        actions={
          <>
            <OtherDeliveries sent={sent} base={base} />
            <PrintButton disabled={result === null} />
            {reportId !== null && (
              <PageLink className="kw-button primary" to={runAddress(base, reportId, values)}>
                {t('result.sent.now')}
              </PageLink>
            )}
          </>
        }
      />
      <p className="report-text report-sent">
        <StateTag look={sentLooks[state]} />
        <span>{localMinute(doneAt ?? dueAt)}</span>
        {orgName !== null && <span>{orgName}</span>}
      </p>
      <PrintedHead at={doneAt ?? dueAt} />
      {fault !== null && <p className="report-text">{t('result.sent.fault', { fault })}</p>}
      {result !== null && (
        <Result
          result={result}
          chart={{ type: 'NONE', x: null, y: [] }}
          busy={false}
          found={t(result.more ? 'result.sent.more' : 'result.sent.rows', { count })}
        />
      )}
    </div>
  );
}

/** Other deliveries of the same subscription. */
function OtherDeliveries({ sent: { id, planId }, base }: { sent: Whole; base: string }) {
  const t = useT();
  const query = { planId: planId ?? '', size: 50 };
  const { data } = usePageQuery(reportSentRoutes.listSent, { query }, { enabled: planId !== null });
  const others = data?.list.filter(({ state }) => state !== 'WAITING' && state !== 'RUNNING') ?? [];
  if (others.length < 2) return null;
  return (
    <select
      className="kw-field"
      aria-label={t('result.sent.others')}
      value={id}
      onChange={({ target }) => history.push(`${base}/sent?id=${target.value}`)}
    >
      {others.map((each) => (
        <option key={each.id} value={each.id}>
          {localMinute(each.dueAt)}
        </option>
      ))}
    </select>
  );
}
