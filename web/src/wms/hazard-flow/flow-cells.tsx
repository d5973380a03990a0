// What an entry of the register says, on the screen and on paper.
import { flowText, type FlowReportState, type FlowRow } from '@kuwei/contract/wms/hazard-flow';
import type { Column } from '../../table/list-types.ts';
import { grouped, exactMoment, today } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { UnitName } from '../../ui/Quantity.tsx';
import { say } from '../../phrase/phrases.ts';
import { BatchNo } from '../goods/BatchNo.tsx';
import { keepersOf, partyOf, purposeOf } from './said.ts';
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
  width: 154,
  english: 154,
  whole: true,
  sort: 'at',
  card: 'fact',
  cell: (row) => <time dateTime={row.at}>{exactMoment(row.at)}</time>,
};
const flow: Col = { key: 'flow', title: 'wms.flow.flow', width: 104, card: 'state', cell: (row) => flowText(row, say) };
const batch: Col = {
  key: 'batch',
  title: 'wms.stock.batchNo',
  width: 104,
  english: 96,
  card: 'fact',
  cell: ({ batchNo }) => <BatchNo no={batchNo} />,
};
const amount = (key: 'in' | 'out' | 'balance'): Col => ({
  key,
  title: `wms.flow.${key}`,
  width: 88,
  english: 88,
  align: 'right',
  card: 'fact',
  cell: (row) => <Amount qty={row[key]} unit={row.baseUnit} />,
});
const party: Col = { key: 'party', title: 'wms.flow.party', width: 180, english: 170, card: 'fact', cell: partyOf };
const document: Col = {
  key: 'document',
  title: 'ledger.document',
  width: 150,
  english: 150,
  whole: true,
  card: 'fact',
  cell: (row) => <EntryDocument entry={row} />,
};
const keepers: Col = { key: 'keepers', title: 'wms.flow.keepers', width: 110, english: 120, card: 'fact', cell: keepersOf };
const texts: Col[] = [
  { key: 'permit', title: 'wms.flow.permit', width: 140, hidden: 'en', cell: ({ permitNumber }) => permitNumber ?? <None /> },
  { key: 'purpose', title: 'wms.flow.purpose', width: 140, hidden: true, cell: ({ purpose }) => purpose ?? <None /> },
  { key: 'cas', title: 'wms.flow.cas', width: 110, hidden: true, cell: ({ cas }) => cas ?? <None /> },
  { key: 'box', title: 'wms.stock.box', width: 120, hidden: true, cell: (row) => <EntryPlace entry={row} /> },
  {
    key: 'reason',
    title: 'wms.ledger.reason',
    width: 120,
    hidden: 'en',
    cell: (row) => (row.reversedByName === null ? row.reason : purposeOf(row)) ?? <None />,
  },
];

export const columns = { at, flow, batch, amount, party, document, keepers, texts };
