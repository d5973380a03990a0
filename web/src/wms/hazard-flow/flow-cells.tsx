// Cells of a register entry, on screen and on paper.
import { flowText, type FlowReportState, type FlowRow } from '@kuwei/contract/wms/hazard-flow';
import type { Column } from '../../table/list-types.ts';
import { grouped, exactMoment, today } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { UnitName } from '../../ui/Quantity.tsx';
import { say } from '../../phrase/phrases.ts';
import { BatchNo } from '../goods/BatchNo.tsx';
import { keepersOf, partyOf, purposeOf } from './entry-text.ts';
import { EntryDocument, EntryPlace } from '../ledger/entry-cells.tsx';

export const Amount = ({ qty, unit }: { qty: string | null; unit: string }) =>
  qty === null ? (
    <None />
  ) : (
    <span className="quantity">
      {grouped(qty)}{' '}
      <span className="quantity-unit">
        <UnitName code={unit} qty={qty} />
      </span>
    </span>
  );

export const reportStateOf = ({ reportId, dueOn }: FlowRow): FlowReportState | null => {
  if (reportId !== null) return 'REPORTED';
  if (dueOn === null) return null;
  return dueOn < today() ? 'OVERDUE' : 'DUE';
};

type Sort = 'at';
type Col = Column<FlowRow, Sort>;

const at: Col = {
  key: 'at',
  title: 'wms.flow.at',
  width: 'whole',
  sort: 'at',
  card: 'fact',
  cell: (row) => <time dateTime={row.at}>{exactMoment(row.at)}</time>,
};
const flow: Col = { key: 'flow', title: 'wms.flow.flow', card: 'state', cell: (row) => flowText(row, say) };
const batch: Col = {
  key: 'batch',
  title: 'wms.stock.batchNo',
  card: 'fact',
  cell: ({ batchNo }) => <BatchNo no={batchNo} />,
};
const amount = (key: 'in' | 'out' | 'balance'): Col => ({
  key,
  title: `wms.flow.${key}`,
  align: 'right',
  card: 'fact',
  cell: (row) => <Amount qty={row[key]} unit={row.baseUnit} />,
});
const party: Col = { key: 'party', title: 'wms.flow.party', card: 'fact', cell: partyOf };
const document: Col = {
  key: 'document',
  title: 'ledger.document',
  width: 'whole',
  card: 'fact',
  cell: (row) => <EntryDocument entry={row} />,
};
const keepers: Col = { key: 'keepers', title: 'wms.flow.keepers', card: 'fact', cell: keepersOf };
const texts: Col[] = [
  { key: 'permit', title: 'wms.flow.permit', hidden: 'en', cell: ({ permitNumber }) => permitNumber ?? <None /> },
  { key: 'purpose', title: 'wms.flow.purpose', hidden: true, cell: ({ purpose }) => purpose ?? <None /> },
  { key: 'cas', title: 'wms.flow.cas', hidden: true, cell: ({ cas }) => cas ?? <None /> },
  { key: 'box', title: 'wms.stock.box', hidden: true, cell: (row) => <EntryPlace entry={row} /> },
  {
    key: 'reason',
    title: 'wms.ledger.reason',
    hidden: 'en',
    cell: (row) => (row.reversedByName === null ? row.reason : purposeOf(row)) ?? <None />,
  },
];

export const columns = { at, flow, batch, amount, party, document, keepers, texts };
