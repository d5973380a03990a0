// Columns and filters of the ledger. Entries can be looked up by number at any size.
import { LEDGER_KINDS, productBoxRoutes, type LedgerEntry } from '@kuwei/contract/wms/product-box';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { period } from '../../table/filter/days.tsx';
import { listOf, type Column } from '../../table/list-types.ts';
import { exactMoment, money } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { BatchNo } from '../goods/BatchNo.tsx';
import {
  createBatchFilter,
  createBoxFilter,
  documentFilter,
  createProductFilter,
  stockRowFilter,
} from '../goods/find-filters.tsx';
import { ownersOf } from '../goods/owner-filter.ts';
import { OwnerCell } from '../goods/OwnerCell.tsx';
import { hasOwnerColumn, type Side } from '../goods/side.ts';
import { Actors, Delta, EntryDocument, EntryPlace, Reason } from './entry-cells.tsx';
import { ledgerKinds } from './kinds.ts';

const owner: Column<LedgerEntry, 'seq'> = {
  key: 'owner',
  title: 'wms.stock.owner',
  card: 'fact',
  cell: ({ ownerOrgId, ownerOrgName }) => <OwnerCell id={ownerOrgId} name={ownerOrgName} />,
};

const ledgerOf = (side: Side) =>
  listOf(productBoxRoutes.listLedger, {
    name: 'wms.ledger',
    sort: '-seq',
    search: 'ledger.search',
    keyOf: ({ seq }) => String(seq),
    nameOf: ({ seq, productName }) => `${seq} ${productName}`,
    after: { name: 'before', of: ({ seq }) => String(seq) },
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
      {
        key: 'kind',
        title: 'wms.ledger.kind',
        card: 'state',
        cell: ({ kind }) => <StateTag look={ledgerKinds[kind]} />,
      },
      {
        key: 'product',
        title: 'stock.product',
        width: 'grow',
        card: 'title',
        cell: ({ productName, productCode }) => <span title={productCode}>{productName}</span>,
      },
      {
        key: 'batch',
        title: 'wms.stock.batchNo',
        card: 'fact',
        cell: ({ batchNo }) => <BatchNo no={batchNo} />,
      },
      ...(hasOwnerColumn(side) ? [owner] : []),
      {
        key: 'box',
        title: 'stock.place',
        card: 'fact',
        cell: (row) => <EntryPlace entry={row} />,
      },
      {
        key: 'delta',
        title: 'ledger.delta',
        align: 'right',
        card: 'fact',
        cell: (row) => <Delta entry={row} />,
      },
      {
        key: 'after',
        title: 'ledger.after',
        align: 'right',
        card: 'fact',
        cell: ({ qtyAfter, baseUnit }) => <Quantity qty={qtyAfter} unit={baseUnit} />,
      },
      {
        key: 'document',
        title: 'ledger.document',
        width: 'whole',
        card: 'fact',
        cell: (row) => <EntryDocument entry={row} />,
      },
      { key: 'actors', title: 'ledger.actors', card: 'fact', cell: (row) => <Actors entry={row} /> },
      {
        key: 'price',
        title: 'wms.ledger.unitPrice',
        align: 'right',
        hidden: true,
        cell: ({ unitPrice }) => (unitPrice === null ? <None /> : money(unitPrice)),
      },
      {
        key: 'reason',
        title: 'wms.ledger.reason',
        hidden: hasOwnerColumn(side),
        cell: (row) => <Reason entry={row} />,
      },
    ],
    filters: [
      period({ from: 'from', to: 'to', label: 'ledger.period' }),
      choice({ name: 'kind', label: 'wms.ledger.kind', useOptions: phraseOptions('wms.ledger.kind', LEDGER_KINDS) }),
      createProductFilter(productBoxRoutes.listLedger),
      ...ownersOf(productBoxRoutes.listLedger, side),
      createBoxFilter(productBoxRoutes.listLedger, side === 'warehouse'),
      createBatchFilter(productBoxRoutes.listLedger),
      documentFilter,
      stockRowFilter,
    ],
  });

export const ledgerLists = { owner: ledgerOf('owner'), shared: ledgerOf('shared'), warehouse: ledgerOf('warehouse') };
