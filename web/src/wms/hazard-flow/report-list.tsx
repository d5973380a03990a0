// Columns and filters of pending and filed police reports.
import { flowRoutes } from '@kuwei/contract/wms/hazard-flow';
import { tabs } from '../../table/filter/tabs.tsx';
import { listOf } from '../../table/list-types.ts';
import { None } from '../../ui/None.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { columns as c, reportStateOf } from './flow-cells.tsx';
import { reportLooks } from './looks.ts';
import { goodsFilters } from './register-list.tsx';

export const reportList = listOf(flowRoutes.listFlowDue, {
  name: 'wms.hazard-flow.report',
  sort: 'at',
  search: 'hazardFlow.search',
  keyOf: ({ seq }) => String(seq),
  nameOf: ({ seq, productName }) => `${seq} ${productName}`,
  columns: [
    {
      key: 'product',
      title: 'stock.product',
      width: 'grow',
      card: 'title',
      cell: ({ productName, productCode }) => <span title={productCode}>{productName}</span>,
    },
    {
      key: 'reportState',
      title: 'wms.flow.reportState',
      card: 'state',
      cell: (row) => {
        const state = reportStateOf(row);
        return state === null ? <None /> : <StateTag look={reportLooks[state]} />;
      },
    },
    {
      key: 'dueOn',
      title: 'wms.flow.dueOn',
      width: 'whole',
      card: 'fact',
      cell: ({ dueOn }) => dueOn ?? <None />,
    },
    c.at,
    c.flow,
    c.amount('in'),
    c.amount('out'),
    c.party,
    c.document,
    {
      key: 'report',
      title: 'wms.flow.reportNumber',
      card: 'fact',
      cell: ({ reportNumber, reportedOn }) => (reportNumber === null ? <None /> : `${reportNumber} · ${reportedOn}`),
    },
    { ...c.batch, hidden: true },
    { ...c.keepers, hidden: true },
    ...c.texts,
  ],
  filters: [
    tabs({
      name: 'state',
      label: 'wms.flow.reportState',
      tabs: [
        { value: null, label: 'hazardFlow.report.outstanding' },
        { value: 'OVERDUE', label: 'wms.flow.reportState.OVERDUE' },
        { value: 'REPORTED', label: 'wms.flow.reportState.REPORTED' },
      ],
    }),
    ...goodsFilters,
  ],
  filtersElsewhere: ['warehouseId', 'controlClass'],
});
