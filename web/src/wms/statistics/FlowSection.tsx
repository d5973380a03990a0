// Inbound and outbound flows.
import {
  FLOW_BY,
  SHOWN_FLOWS,
  statisticsRoutes as routes,
  type FlowBy,
  type FlowReply,
  type FlowRow,
} from '@kuwei/contract/wms/statistics';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { ExportButton } from '../../table/ExportButton.tsx';
import { grouped, money } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { GOODS, PERIOD, useQueryParams, useQueryChoice } from './ask.ts';
import { useEntries } from './entries.ts';
import { changeOf, FlowCell, MEASURES, useChange, type Measure } from './figures.tsx';
import { Choice, NumberRow, Section } from './Section.tsx';
import { SeriesChart } from './SeriesChart.tsx';
import { StatTable } from './StatTable.tsx';

export function FlowSection() {
  const t = useT();
  const [by, setBy] = useQueryChoice('by', FLOW_BY);
  const [measure, setMeasure] = useQueryChoice('measure', MEASURES);
  const query = { ...useQueryParams([...PERIOD, ...GOODS, 'compare']), by };
  const answer = usePageQuery(routes.getFlow, { query }, { keepPrevious: true });
  const { data } = answer;
  return (
    <Section
      kind="flow"
      hint={t('stat.flowHint')}
      before={data?.before}
      answer={answer}
      tools={
        <>
          <Choice
            label={t('stat.by')}
            values={FLOW_BY}
            value={by}
            nameOf={(each) => t('stat.byWhat', { what: t(`stat.by.${each}`) })}
            onChange={setBy}
          />
          <Choice
            label={t('stat.measure')}
            values={MEASURES}
            value={measure}
            nameOf={(each) => t(`stat.measure.${each}`)}
            onChange={setMeasure}
          />
          <ExportButton route={routes.exportFlow} query={query} />
        </>
      }
    >
      {data && <Flow data={data} by={by} measure={measure} />}
    </Section>
  );
}

const figureOf = (flows: FlowRow['flows'], flow: string) => flows.find((each) => each.flow === flow);

function Flow({ data, by, measure }: { data: FlowReply; by: FlowBy; measure: Measure }) {
  const t = useT();
  const change = useChange();
  const { below, all: allBelow } = useEntries(data);
  const present = SHOWN_FLOWS.filter((flow) => figureOf(data.total, flow));
  const amountOf = (row: FlowRow, flow: string): number => {
    const figure = figureOf(row.flows, flow);
    return measure === 'entries' ? (figure?.entries ?? 0) : Number(figure?.value ?? '0');
  };
  /** Unknown if no entry has a price; zero if there are no entries. */
  const formatValue = (figure: ReturnType<typeof figureOf>): string => {
    if (figure === undefined) return money('0');
    return figure.unpriced === figure.entries ? t('stat.notKnown') : money(figure.value);
  };
  const isOfTime = by === 'day' || by === 'month';
  const all: FlowRow = { key: '', label: '', flows: data.total, before: data.totalBefore };
  const compares = data.before !== null && !isOfTime && measure !== 'qty';
  const changeIn = ({ flows, before }: FlowRow, flow: string): string | null => {
    if (before === null) return null;
    const amountIn = (of: FlowRow['flows']): string => {
      const figure = figureOf(of, flow);
      return measure === 'entries' ? String(figure?.entries ?? 0) : (figure?.value ?? '0');
    };
    return changeOf(amountIn(flows), amountIn(before));
  };
  const rest: FlowRow | null = data.others && { key: '', label: '', flows: data.others.flows, before: null };
  const table = (
    <StatTable
      label={t('stat.kind.flow')}
      of={t(`stat.by.${by}`)}
      rows={isOfTime ? data.rows.toReversed().filter(({ flows }) => flows.length > 0) : data.rows}
      keyOf={({ key }) => key}
      nameOf={({ key, label }) => <PageLink to={below(by, key, null)}>{label}</PageLink>}
      columns={present.flatMap((flow) => [
        {
          key: flow,
          title: t(`stat.flow.${flow}`),
          cell: (row: FlowRow) => {
            const figure = figureOf(row.flows, flow);
            const cell = <FlowCell figure={figure} measure={measure} />;
            if (figure === undefined || row === rest) return cell;
            return <PageLink to={row === all ? allBelow(flow) : below(by, row.key, flow)}>{cell}</PageLink>;
          },
          ...(measure !== 'qty' && { amount: (row: FlowRow) => amountOf(row, flow) }),
        },
        ...(compares
          ? [
              {
                key: `${flow} change`,
                title: t('stat.change'),
                cell: (row: FlowRow) => (row === rest ? null : (changeIn(row, flow) ?? <None />)),
                wide: true as const,
              },
            ]
          : []),
      ])}
      foot={[
        ...(data.others === null || rest === null ? [] : [{ name: t('stat.others', { count: data.others.rows }), row: rest }]),
        { name: t('stat.total'), row: all },
      ]}
    />
  );
  return (
    <>
      <NumberRow
        numbers={present.map((flow) => {
          const figure = figureOf(data.total, flow)!;
          const before = data.totalBefore === null ? undefined : (figureOf(data.totalBefore, flow)?.value ?? '0');
          return {
            name: t(`stat.flow.${flow}`),
            value: formatValue(figure),
            to: allBelow(flow),
            notes: [
              t('stat.ofEntries', { count: grouped(String(figure.entries)) }),
              figure.unpriced > 0 ? t('stat.unknown', { count: grouped(String(figure.unpriced)) }) : null,
              change(figure.value, before),
            ],
          };
        })}
      />
      {isOfTime && data.total.length > 0 ? (
        <>
          <SeriesChart
            label={t('stat.kind.flow')}
            names={data.rows.map(({ label }) => (by === 'day' ? label.slice(5) : label))}
            series={(['IN', 'OUT'] as const).map((flow) => ({
              name: t(`stat.flow.${flow}`),
              values: data.rows.map((row) => amountOf(row, flow)),
              texts: data.rows.map((row) =>
                measure === 'entries' ? grouped(String(amountOf(row, flow))) : formatValue(figureOf(row.flows, flow)),
              ),
            }))}
          />
          <details>
            <summary>{t('stat.table')}</summary>
            {table}
          </details>
        </>
      ) : (
        table
      )}
    </>
  );
}
