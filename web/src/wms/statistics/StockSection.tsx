// Stock at the end of the period.
import { STOCK_BY, statisticsRoutes as routes, type StockFigure, type StockReply } from '@kuwei/contract/wms/statistics';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { ExportButton } from '../../table/ExportButton.tsx';
import { grouped, money } from '../../ui/format.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { GOODS, PERIOD, useQueryParams, useQueryChoice } from './ask.ts';
import { useEntries } from './entries.ts';
import { useAmounts, useChange } from './figures.tsx';
import { Choice, NumberRow, Section } from './Section.tsx';
import { StatTable } from './StatTable.tsx';

type By = (typeof STOCK_BY)[number];
interface Row {
  key: string;
  label: string;
  figure: StockFigure;
}

export function StockSection() {
  const t = useT();
  const [by, setBy] = useQueryChoice('stockBy', STOCK_BY);
  const query = { ...useQueryParams([...PERIOD, ...GOODS, 'compare']), by };
  const answer = usePageQuery(routes.getStockFigures, { query }, { keepPrevious: true });
  const { data } = answer;
  return (
    <Section
      kind="stock"
      hint={t('stat.stockHint')}
      answer={answer}
      tools={
        <>
          <Choice
            label={t('stat.by')}
            values={STOCK_BY}
            value={by}
            nameOf={(each) => t('stat.byWhat', { what: t(`stat.by.${each}`) })}
            onChange={setBy}
          />
          <ExportButton route={routes.exportStockFigures} query={query} />
        </>
      }
    >
      {data && <Stock data={data} by={by} />}
    </Section>
  );
}

function Stock({ data, by }: { data: StockReply; by: By }) {
  const t = useT();
  const change = useChange();
  const amounts = useAmounts();
  const { stockBelow } = useEntries(data);
  const { total, totalBefore, others } = data;
  const unknown = (count: number) => (count > 0 ? t('stat.unknownHoldings', { count: grouped(String(count)) }) : null);
  const formatValue = ({ value, holdings, unpriced }: StockFigure): string =>
    holdings > 0 && holdings === unpriced ? t('stat.notKnown') : money(value);
  return (
    <>
      <NumberRow
        numbers={[
          {
            name: t('stat.stockValue'),
            value: formatValue(total),
            notes: [unknown(total.unpriced), change(total.value, totalBefore?.value)],
          },
          {
            name: t('stat.valueOut'),
            value: money(total.valueOut),
            notes: [unknown(total.outUnpriced), change(total.valueOut, totalBefore?.valueOut)],
          },
          {
            name: t('stat.turnover'),
            value: total.turnover === null ? '–' : Number(total.turnover).toFixed(2),
            notes: [t('stat.turnoverHint')],
          },
          { name: t('stat.holdings'), value: grouped(String(total.holdings)), notes: [t('stat.holdingsHint')] },
        ]}
      />
      <StatTable<Row>
        label={t('stat.kind.stock')}
        of={t(`stat.by.${by}`)}
        rows={data.rows}
        keyOf={({ key }) => key}
        nameOf={({ key, label }) => <PageLink to={stockBelow(by, key)}>{label}</PageLink>}
        columns={[
          {
            key: 'value',
            title: t('stat.stockValue'),
            cell: ({ figure }) => (
              <>
                {formatValue(figure)}
                {figure.unpriced > 0 && <small> {unknown(figure.unpriced)}</small>}
              </>
            ),
            amount: ({ figure }) => Number(figure.value),
          },
          { key: 'qty', title: t('stat.qty'), cell: ({ figure }) => amounts(figure.amounts) },
          { key: 'holdings', title: t('stat.holdings'), cell: ({ figure }) => grouped(String(figure.holdings)) },
          {
            key: 'out',
            title: t('stat.valueOut'),
            cell: ({ figure }) => money(figure.valueOut),
            amount: ({ figure }) => Number(figure.valueOut),
          },
          {
            key: 'turnover',
            title: t('stat.turnover'),
            cell: ({ figure }) => (figure.turnover === null ? '–' : Number(figure.turnover).toFixed(2)),
          },
        ]}
        foot={[
          ...(others === null
            ? []
            : [{ name: t('stat.others', { count: others.rows }), row: { key: '', label: '', figure: others.figure } }]),
          { name: t('stat.total'), row: { key: '', label: '', figure: total } },
        ]}
      />
    </>
  );
}
