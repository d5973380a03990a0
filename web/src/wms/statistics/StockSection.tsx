// Stock at the end of the period.
import { STOCK_BY, statisticsRoutes as routes, type StockFigure, type StockReply } from '@kuwei/contract/wms/statistics';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { ExportButton } from '../../table/ExportButton.tsx';
import { grouped, money, today } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { GOODS, PERIOD, useQueryParams, useQueryChoice } from './ask.ts';
import { useEntries } from './entries.ts';
import { changeOf, useAmounts, useChange } from './figures.tsx';
import { Linked, useLists } from './lists.tsx';
import { Choice, NumberRow, Section } from './Section.tsx';
import { StatTable } from './StatTable.tsx';

/** Flows that the value that left is of. */
const LEFT = 'OUT,DISPOSE';

type By = (typeof STOCK_BY)[number];
type Row = StockReply['rows'][number];

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
      before={data?.before}
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
  const { below, stockBelow, all: allBelow, allStock } = useEntries(data);
  const { filteredStock } = useLists();
  const { total, totalBefore, others } = data;
  const all: Row = { key: '', label: '', figure: total, before: totalBefore };
  const rest: Row | null = others && { key: '', label: '', figure: others.figure, before: null };
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
            to: allStock(),
            notes: [unknown(total.unpriced), change(total.value, totalBefore?.value)],
          },
          {
            name: t('stat.valueOut'),
            value: money(total.valueOut),
            to: allBelow(LEFT),
            notes: [unknown(total.outUnpriced), change(total.valueOut, totalBefore?.valueOut)],
          },
          {
            name: t('stat.turnover'),
            value: total.turnover === null ? '–' : Number(total.turnover).toFixed(2),
            notes: [t('stat.turnoverHint')],
          },
          {
            name: t('stat.holdings'),
            value: grouped(String(total.holdings)),
            // The list of stock is of the present.
            to: data.period.to >= today() ? filteredStock({}) : undefined,
            notes: [t('stat.holdingsHint')],
          },
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
            cell: (row) => (
              <Linked to={row === rest ? undefined : row === all ? allStock() : stockBelow(by, row.key)}>
                {formatValue(row.figure)}
                {row.figure.unpriced > 0 && <small> {unknown(row.figure.unpriced)}</small>}
              </Linked>
            ),
            amount: ({ figure }) => Number(figure.value),
          },
          ...(data.before === null
            ? []
            : [
                {
                  key: 'change',
                  title: t('stat.change'),
                  cell: ({ figure, before }: Row) =>
                    before === null ? null : (changeOf(figure.value, before.value) ?? <None />),
                  wide: true as const,
                },
              ]),
          { key: 'qty', title: t('stat.qty'), cell: ({ figure }) => amounts(figure.amounts) },
          { key: 'holdings', title: t('stat.holdings'), cell: ({ figure }) => grouped(String(figure.holdings)) },
          {
            key: 'out',
            title: t('stat.valueOut'),
            cell: (row) => (
              <Linked to={row === rest ? undefined : row === all ? allBelow(LEFT) : below(by, row.key, LEFT)}>
                {money(row.figure.valueOut)}
              </Linked>
            ),
            amount: ({ figure }) => Number(figure.valueOut),
          },
          {
            key: 'turnover',
            title: t('stat.turnover'),
            cell: ({ figure }) => (figure.turnover === null ? '–' : Number(figure.turnover).toFixed(2)),
          },
        ]}
        foot={[
          ...(others === null || rest === null ? [] : [{ name: t('stat.others', { count: others.rows }), row: rest }]),
          { name: t('stat.total'), row: all },
        ]}
      />
    </>
  );
}
