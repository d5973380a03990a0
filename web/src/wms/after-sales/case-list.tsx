import { afterSalesRoutes } from '@kuwei/contract/wms/after-sales';
import { CASE_KINDS, CASE_STATES } from '@kuwei/contract/wms/after-sales-state';
import { say } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { flag } from '../../table/filter/flag.tsx';
import { listOf } from '../../table/list-types.ts';
import { ControlMarks } from '../../ui/HazardMarks.tsx';
import { None } from '../../ui/None.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { Age, Due } from './Age.tsx';
import { caseLooks } from './looks.ts';

export const caseList = listOf(afterSalesRoutes.listCases, {
  name: 'wms.after-sales',
  sort: '-createdAt',
  search: 'afs.search',
  nameOf: ({ no }) => no,
  // Set by links from other screens only.
  filtersElsewhere: ['warehouseId', 'ownerOrgId', 'transactionId', 'productBoxId'],
  sortsElsewhere: ['createdAt'],
  columns: [
    {
      key: 'no',
      title: 'wms.afs.no',
      sort: 'no',
      card: 'code',
      cell: ({ no }) => <span className="kw-code">{no}</span>,
      copy: ({ no }) => no,
    },
    {
      key: 'product',
      title: 'afs.goods',
      width: 'grow',
      card: 'title',
      cell: ({ productName, productCode, controlFlags }) => (
        <>
          {productName} <span className="kw-code">{productCode}</span>
          {controlFlags.length > 0 && <ControlMarks flags={controlFlags} />}
        </>
      ),
    },
    {
      key: 'state',
      title: 'wms.afs.state',
      card: 'state',
      cell: ({ state }) => <StateTag look={caseLooks[state]} />,
    },
    {
      key: 'kind',
      title: 'wms.afs.kind',
      card: 'fact',
      cell: ({ kind }) => say(`wms.afs.kind.${kind}`),
    },
    {
      key: 'qty',
      title: 'wms.afs.qty',
      align: 'right',
      card: 'fact',
      cell: ({ qty, baseUnit }) => (qty === null ? <None /> : <Quantity qty={qty} unit={baseUnit} />),
    },
    {
      key: 'solution',
      title: 'wms.afs.solution',
      cell: ({ solution }) => say(`wms.afs.solution.${solution}`),
    },
    { key: 'owner', title: 'wms.afs.owner', card: 'fact', cell: ({ ownerOrgName }) => ownerOrgName },
    { key: 'step', title: 'afs.step', hidden: 'en', cell: ({ step }) => step ?? <None /> },
    { key: 'age', title: 'afs.age', card: 'fact', cell: (row) => <Age of={row} /> },
    {
      key: 'dueAt',
      title: 'wms.afs.dueAt',
      sort: 'dueAt',
      card: 'fact',
      cell: (row) => <Due of={row} />,
    },
    {
      key: 'submittedAt',
      title: 'wms.afs.submittedAt',
      sort: 'submittedAt',
      descFirst: true,
      hidden: true,
      cell: ({ submittedAt }) => (submittedAt === null ? <None /> : <When at={submittedAt} />),
    },
  ],
  filters: [
    choice({ name: 'state', label: 'wms.afs.state', useOptions: phraseOptions('wms.afs.state', CASE_STATES) }),
    choice({ name: 'kind', label: 'wms.afs.kind', useOptions: phraseOptions('wms.afs.kind', CASE_KINDS) }),
    flag({ name: 'mine', label: 'afs.mine' }),
    flag({ name: 'late', label: 'afs.late' }),
  ],
});
