// Statistics on a wall display: few figures, legible across the room. Unattended for days: refreshes itself, and shows when it cannot.
import { statisticsRoutes as routes, type FlowRow } from '@kuwei/contract/wms/statistics';
import { useEffect, useState } from 'react';
import { usePage, usePageTitle } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { exactMoment, grouped, localMinute } from '../../ui/format.ts';
import { dark, variablesOf } from '../../ui/palette.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { useLiveFigures } from './ask.ts';
import { useHours } from './figures.tsx';
import { SeriesChart } from './SeriesChart.tsx';
import { StatTable } from './StatTable.tsx';
import './wall.css';

const DAYS = 30;

/** The current time, every second. */
function useClock(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const entriesOf = (row: FlowRow | undefined, flow: string): number => row?.flows.find((each) => each.flow === flow)?.entries ?? 0;

export default function WallPage() {
  const t = useT();
  const hours = useHours();
  const { path } = usePage();
  const now = useClock();
  usePageTitle(t('stat.screenTitle'));
  useLiveFigures();
  // Days in the warehouse's time zone: the server decides which is today.
  const days = { days: DAYS };
  const kept = { keepPrevious: true };
  const flow = usePageQuery(routes.getFlow, { query: { by: 'day', ...days } }, kept);
  const stock = usePageQuery(routes.getStockFigures, { query: { by: 'warehouse', ...days } }, kept);
  const age = usePageQuery(routes.getAge, { query: { by: 'expiry' } }, kept);
  const lead = usePageQuery(routes.getLead, { query: days }, kept);
  const space = usePageQuery(routes.getSpace, { query: { by: 'warehouse' } }, kept);
  const load = usePageQuery(routes.getLoad, { query: days }, kept);
  const hasFailed = [flow, stock, age, lead, space, load].some(({ error }) => error !== null);
  const rows = flow.data?.rows ?? [];
  const today = rows.at(-1);
  const asOf = flow.data === undefined ? '–' : localMinute(flow.data.at);
  const numbers = [
    { name: `${t('stat.wall.today')} ${t('stat.flow.IN')}`, value: grouped(String(entriesOf(today, 'IN'))) },
    { name: `${t('stat.wall.today')} ${t('stat.flow.OUT')}`, value: grouped(String(entriesOf(today, 'OUT'))) },
    { name: t('stat.load.waiting'), value: load.data === undefined ? '–' : grouped(String(load.data.waiting)) },
    { name: t('stat.spaceUse'), value: space.data?.total.percent == null ? '–' : `${space.data.total.percent}%` },
    { name: t('stat.kind.lead'), value: hours(lead.data?.total.steps.find(({ step }) => step === 'ALL')?.p50 ?? null) },
    {
      name: t('stat.stockValue'),
      value: stock.data === undefined ? '–' : grouped(stock.data.total.value.split('.')[0]!),
      note: stock.data && stock.data.total.unpriced > 0 ? t('stat.unknownHoldings', { count: stock.data.total.unpriced }) : null,
    },
  ];
  return (
    <div className="wall" style={variablesOf(dark)}>
      <header>
        <h1>{t('stat.screenTitle')}</h1>
        <p className={hasFailed ? 'wall-away' : undefined} role="status">
          {hasFailed ? t('stat.wall.away', { time: asOf }) : t('stat.wall.asOf', { time: asOf })}
        </p>
        <time dateTime={now.toISOString()}>{exactMoment(now.toISOString())}</time>
        <PageLink to={path.replace(/\/index02$/, '')}>{t('stat.leaveScreen')}</PageLink>
      </header>
      <dl className="wall-numbers">
        {numbers.map(({ name, value, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {note && <small>{note}</small>}
            </dd>
          </div>
        ))}
      </dl>
      <section className="wall-chart" aria-label={t('stat.wall.days30')}>
        <h2>{t('stat.wall.days30')}</h2>
        {rows.length > 0 && (
          <SeriesChart
            label={t('stat.wall.days30')}
            names={rows.map(({ label }) => label.slice(5))}
            series={(['IN', 'OUT'] as const).map((each) => ({
              name: t(`stat.flow.${each}`),
              values: rows.map((row) => entriesOf(row, each)),
              texts: rows.map((row) => grouped(String(entriesOf(row, each)))),
            }))}
          />
        )}
        <details>
          <summary>{t('stat.table')}</summary>
          <StatTable<FlowRow>
            label={t('stat.wall.days30')}
            of={t('stat.by.day')}
            rows={rows.toReversed()}
            keyOf={({ key }) => key}
            nameOf={({ label }) => label}
            columns={(['IN', 'OUT'] as const).map((each) => ({
              key: each,
              title: t(`stat.flow.${each}`),
              cell: (row) => grouped(String(entriesOf(row, each))),
            }))}
          />
        </details>
      </section>
      <section className="wall-table">
        <h2>{t('stat.kind.space')}</h2>
        {space.data && (
          <StatTable
            label={t('stat.kind.space')}
            of={t('stat.by.warehouse')}
            rows={space.data.rows.slice(0, 6)}
            keyOf={({ key }) => key}
            nameOf={({ label }) => label}
            columns={[
              {
                key: 'percent',
                title: t('stat.spaceUse'),
                cell: ({ figure }) => `${figure.percent ?? '–'}%`,
                amount: ({ figure }) => Number(figure.percent ?? '0'),
                most: 100,
              },
            ]}
          />
        )}
      </section>
      <section className="wall-table">
        <h2>{t('stat.wall.expires')}</h2>
        {age.data && (
          <StatTable
            label={t('stat.wall.expires')}
            of={t('stat.age.expiry')}
            rows={age.data.rows}
            keyOf={({ key }) => key}
            nameOf={({ key }) => t(`stat.expiry.${key}` as 'stat.expiry.30')}
            columns={[
              {
                key: 'rows',
                title: t('stat.stockRows'),
                cell: ({ figure }) => grouped(String(figure.rows)),
                amount: ({ figure }) => figure.rows,
              },
            ]}
          />
        )}
      </section>
    </div>
  );
}
