// The ledger entries behind a figure.
import { FLOWS, statisticsRoutes as routes, type Flow, type StatEntry } from '@kuwei/contract/wms/statistics';
import { sum } from '@kuwei/contract/decimal';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { flag } from '../../table/filter/flag.tsx';
import { List } from '../../table/List.tsx';
import { listOf } from '../../table/list-types.ts';
import { exactMoment, money } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { useQueryParams } from './ask.ts';
import { goodsFilters, linkFilters, periodFilter } from './filters.ts';
import './stat.css';

const FlowName = ({ flow }: Pick<StatEntry, 'flow'>) => useT()(`stat.flow.${flow}`);

const entryList = listOf(routes.listStatEntries, {
  name: 'wms.statistics.entry',
  sort: '-seq',
  search: 'stat.entrySearch',
  keyOf: ({ seq }) => String(seq),
  nameOf: ({ seq, productName }) => `${seq} ${productName}`,
  columns: [
    {
      key: 'seq',
      title: 'wms.ledger.seq',
      sort: 'seq',
      descFirst: true,
      card: 'code',
      cell: ({ seq }) => <span className="kw-code">{seq}</span>,
    },
    {
      key: 'at',
      title: 'wms.ledger.at',
      width: 'whole',
      card: 'fact',
      cell: ({ at }) => <time dateTime={at}>{exactMoment(at)}</time>,
    },
    { key: 'flow', title: 'stat.flow', card: 'state', cell: ({ flow }) => <FlowName flow={flow} /> },
    {
      key: 'product',
      title: 'stat.by.product',
      width: 'grow',
      card: 'title',
      cell: ({ productName, productCode }) => <span title={productCode}>{productName}</span>,
    },
    { key: 'owner', title: 'stat.by.org', card: 'fact', cell: ({ ownerOrgName }) => ownerOrgName },
    { key: 'warehouse', title: 'stat.by.warehouse', card: 'fact', cell: ({ warehouseName }) => warehouseName },
    {
      key: 'qty',
      title: 'stat.qty',
      align: 'right',
      card: 'fact',
      cell: ({ qtyDelta, baseUnit }) => <Quantity qty={qtyDelta} unit={baseUnit} />,
    },
    {
      key: 'price',
      title: 'stat.price',
      align: 'right',
      cell: ({ unitPrice }) => (unitPrice === null ? <None /> : money(unitPrice)),
    },
    {
      key: 'value',
      title: 'stat.value',
      align: 'right',
      card: 'fact',
      cell: ({ value }) => (value === null ? <None /> : money(value)),
    },
    {
      key: 'document',
      title: 'wms.transaction.no',
      card: 'fact',
      cell: ({ transactionNo }) => transactionNo ?? <None />,
    },
  ],
  filters: [
    periodFilter,
    choice({ name: 'flow', label: 'stat.flow', useOptions: phraseOptions('stat.flow', FLOWS) }),
    ...goodsFilters,
    flag({ name: 'expired', label: 'stat.filter.expired' }),
    ...linkFilters,
  ],
});

/** Of the visible rows; those without a price are excluded. */
const valueOf = (rows: readonly StatEntry[]): string => sum(rows.flatMap(({ value }) => (value === null ? [] : [value])));

const NAMES = entryList.filters!.flatMap(({ names }) => names);

/** The sum of all pages, which is the figure that led here. */
function useTotal(): string | undefined {
  const query = useQueryParams([...NAMES, 'q']);
  const asked = { ...query, ...(query['flow'] !== undefined && { flow: query['flow'].split(',') as Flow[] }) };
  return usePageQuery(routes.getStatEntryTotal, { query: asked }, { keepPrevious: true }).data?.value;
}

export default function StatEntryPage() {
  const t = useT();
  const total = useTotal();
  return (
    <List
      spec={entryList}
      title={t('stat.entriesTitle')}
      exporter={routes.exportStatEntries}
      totals={(rows) => ({
        value: (
          <>
            {money(valueOf(rows))}
            {total !== undefined && <small className="stat-whole">{t('stat.allPages', { value: money(total) })}</small>}
          </>
        ),
      })}
      emptyText={t('stat.none')}
    />
  );
}
