// Duration of a workflow by step, and by approver.
import { overviewRoutes, type FlowStatistics } from '@kuwei/contract/bpm/overview';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useLocale, useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { When } from '../../ui/When.tsx';
import { useFlowOptions } from './request-list.tsx';
import './design.css';

const DAY = 86_400_000;
const PERIODS = [30, 90, 365] as const;

/** A day in the browser's time zone; on the server the next one may have begun. */
const dayOf = (moment: number): string => {
  const date = new Date(moment);
  return new Date(moment - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};

export function StatisticsView({ views }: { views: ReactNode }) {
  const t = useT();
  const { query, setQuery } = usePage();
  const flows = useFlowOptions();
  const key = query.get('key') ?? flows?.[0]?.value ?? '';
  const days = PERIODS.find((each) => String(each) === query.get('days')) ?? 90;
  const asked = { key, from: dayOf(Date.now() - days * DAY), to: dayOf(Date.now() + DAY) };
  const { data, error, refetch, isFetching } = usePageQuery(
    overviewRoutes.getFlowStatistics,
    { query: asked },
    { enabled: key !== '', keepPrevious: true },
  );
  return (
    <>
      <PageHead title={t('design.overview')} actions={views} />
      <div className="flow-bar">
        <label className="flow-inline">
          {t('bpm.kind')}
          <select className="kw-field" value={key} onChange={({ target }) => setQuery({ key: target.value })}>
            {flows?.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className="flow-inline">
          {t('design.stat.period')}
          <select className="kw-field" value={days} onChange={({ target }) => setQuery({ days: target.value })}>
            {PERIODS.map((each) => (
              <option key={each} value={each}>
                {t('design.stat.days', { days: each })}
              </option>
            ))}
          </select>
        </label>
        <p className="flow-hint">{t('design.stat.plain')}</p>
      </div>
      {error && !data && <LoadFailed error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && <Figures of={data} />}
    </>
  );
}

/** Hours, or days if there are many. */
function useTime(): (hours: number | null) => string {
  const t = useT();
  const locale = useLocale();
  return (hours) => {
    if (hours === null) return '–';
    const formatNumber = (value: number): string => value.toLocaleString(locale, { maximumFractionDigits: 1 });
    if (hours >= 48) return t('design.stat.inDays', { count: formatNumber(hours / 24) });
    return hours < 1
      ? t('design.stat.minutes', { count: formatNumber(hours * 60) })
      : t('design.stat.hours', { count: formatNumber(hours) });
  };
}

function Figures({ of: { requests, steps, people, months } }: { of: FlowStatistics }) {
  const t = useT();
  const time = useTime();
  const counts = (['running', 'approved', 'rejected', 'returned', 'canceled'] as const).map(
    (state) => [t(`bpm.state.${state.toUpperCase() as 'RUNNING'}`), requests[state]] as const,
  );
  return (
    <div className="flow-panel">
      <section aria-label={t('design.stat.requests')}>
        <h2>{t('design.stat.requests')}</h2>
        <dl className="flow-figures">
          {counts.map(([label, count]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{count}</dd>
            </div>
          ))}
          <div>
            <dt>{t('design.stat.p50')}</dt>
            <dd>{time(requests.p50)}</dd>
          </div>
          <div>
            <dt>{t('design.stat.p90')}</dt>
            <dd>{time(requests.p90)}</dd>
          </div>
        </dl>
      </section>
      <section aria-label={t('design.stat.steps')}>
        <h2>{t('design.stat.steps')}</h2>
        <Table
          heads={[
            'bpm.step',
            'design.stat.decided',
            'design.stat.p50',
            'design.stat.p90',
            'design.stat.returned',
            'design.stat.rejected',
            'design.stat.automatic',
            'design.stat.late',
            'design.stat.open',
          ]}
          rows={steps.map((step) => ({
            key: step.element,
            cells: [
              step.name,
              step.count,
              time(step.p50),
              time(step.p90),
              step.returned,
              step.rejected,
              step.automatic,
              step.late,
              step.open,
            ],
          }))}
        />
      </section>
      <section aria-label={t('design.stat.people')}>
        <h2>{t('design.stat.people')}</h2>
        <p className="flow-hint">{t('design.stat.people.text')}</p>
        <Table
          heads={[
            'design.stat.person',
            'design.stat.decided',
            'design.stat.p50',
            'design.stat.p90',
            'design.stat.returned',
            'design.stat.rejected',
            'design.stat.open',
            'design.stat.oldest',
          ]}
          rows={people.map((person) => ({
            key: person.id,
            cells: [
              person.name,
              person.count,
              time(person.p50),
              time(person.p90),
              person.returned,
              person.rejected,
              person.open,
              person.oldestOpen === null ? '–' : <When at={person.oldestOpen} />,
            ],
          }))}
        />
      </section>
      <section aria-label={t('design.stat.months')}>
        <h2>{t('design.stat.months')}</h2>
        <Table
          heads={['design.stat.month', 'design.stat.ended', 'design.stat.p50', 'design.stat.p90']}
          rows={months.map(({ month, count, p50, p90 }) => ({ key: month, cells: [month, count, time(p50), time(p90)] }))}
        />
      </section>
    </div>
  );
}

type Head = Parameters<ReturnType<typeof useT>>[0];

function Table({ heads, rows }: { heads: readonly Head[]; rows: readonly { key: string; cells: readonly ReactNode[] }[] }) {
  const t = useT() as (key: Head) => string;
  if (rows.length === 0) return <p className="flow-hint">{t('design.stat.none')}</p>;
  return (
    <div className="trial-scroll">
      <table className="flow-table">
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th key={head} className={at === 0 ? undefined : 'end'}>
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <td key={heads[at]} className={at === 0 ? undefined : 'end'}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
