import { compare, subtract } from '@kuwei/contract/decimal';
import type { Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { FINAL_STATES, type TransactionState } from '@kuwei/contract/wms/transaction-state';
import type { ReactNode } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { grouped, money } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { Quantity, useAmount } from '../../ui/Quantity.tsx';
import { StateTag, type StateLook } from '../../ui/StateTag.tsx';
import { amountOf } from './amount.ts';
import { countedOf, documentSum } from './document-sum.ts';
import { ExportLines } from './ExportLines.tsx';
import { expiryByBatch, LineBatches } from './LineBatches.tsx';
import { OwnersStock, type Stock } from './OwnersStock.tsx';
import { ownersOf, ownersOfLine } from './owners.ts';
import { ProductName } from '../goods/ProductName.tsx';
import './document-panel.css';
import './line-grid.css';
import './document-lines.css';
import './lines-sum.css';
import './lines-table.css';
import './said.css';
import './grant-table.css';

/** States in which nothing has been assigned or posted yet. */
const BEFORE_BOXES: readonly TransactionState[] = ['DRAFT', 'SUBMITTED', 'RETURNED'];

interface DocumentLinesProps {
  transaction: Transaction;
  /** The owner's current stock of each product, for reviewers. */
  stock?: ReadonlyMap<string, Stock> | null;
  /** The quantity granted to a line, where it is being decided here. */
  grant?: ((line: TransactionLine) => ReactNode) | null;
}

/** The lines of a document: requested, granted and posted quantities, and the boxes. */
export function DocumentLines({ transaction, stock = null, grant = null }: DocumentLinesProps) {
  const t = useT();
  const { lines, type, state, reversal } = transaction;
  const hasGrants = lines.some(({ qtyAppr }) => qtyAppr !== null);
  const boxed = !BEFORE_BOXES.includes(state) && (hasGrants || lines.some(({ boxes }) => boxes.length > 0));
  const granted = boxed || (hasGrants && grant === null);
  const priced = type === 'INBOUND' && lines.some(({ unitPrice }) => unitPrice !== null);
  return (
    <section className="document-panel" aria-label={t('wms.transaction.lines')}>
      <div className="document-lines-head">
        <h2>
          {t('wms.transaction.lines')} <span className="page-head-count">{lines.length}</span>
        </h2>
        <ExportLines id={transaction.id} />
      </div>
      <table className="line-grid document-lines">
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{t('wms.product')}</th>
            <th scope="col">{t('wms.line.batchNo')}</th>
            {!reversal && (
              <th scope="col" className="end">
                {t('work.applied')}
              </th>
            )}
            {granted && !reversal && (
              <th scope="col" className="end">
                {t('work.granted')}
              </th>
            )}
            {boxed && (
              <>
                <th scope="col" className="end">
                  {t(reversal ? 'work.print.did.reversal' : 'work.done')}
                </th>
                <th scope="col">{t('wms.box')}</th>
              </>
            )}
            {grant && (
              <th scope="col" className="end">
                {t('work.granted')}
              </th>
            )}
            {priced && (
              <th scope="col" className="end">
                {t('tx.view.amount')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row
              key={line.id}
              line={line}
              transaction={transaction}
              granted={granted}
              boxed={boxed}
              priced={priced}
              stock={stock?.get(line.product.id)}
              grant={grant}
            />
          ))}
        </tbody>
      </table>
      {lines.length > 1 && <DocumentSum transaction={transaction} priced={priced} />}
    </section>
  );
}

function DocumentSum({ transaction, priced }: Pick<RowProps, 'transaction' | 'priced'>) {
  const t = useT();
  const amountIn = useAmount();
  const { byUnit, amount } = documentSum(transaction);
  return (
    <p className="lines-sum document-sum">
      {byUnit.map(([unit, qty]) => (
        <span key={unit}>{amountIn(qty, unit)}</span>
      ))}
      {priced && amount !== null && (
        <span className="lines-sum-money">
          {t('tx.line.total')} <strong>{money(amount)}</strong>
        </span>
      )}
    </p>
  );
}

const LINE_OFF: StateLook = { label: 'work.line.off', tone: 'quiet', shape: 'bar' };

interface RowProps {
  line: TransactionLine;
  transaction: Transaction;
  granted: boolean;
  boxed: boolean;
  priced: boolean;
  stock: Stock | undefined;
  grant: ((line: TransactionLine) => ReactNode) | null;
}

function Row({ line, transaction, granted, boxed, priced, stock, grant }: RowProps) {
  const t = useT();
  const { product, lineNo, unit, qty, qtyReq, qtyAppr, qtyDone, rejectReason, remark } = line;
  const cut = qtyAppr !== null && compare(qtyAppr, qtyReq) < 0;
  const off = granted && qtyAppr !== null && compare(qtyAppr, '0') === 0;
  const { reversal } = transaction;
  const closed = FINAL_STATES.includes(transaction.state);
  const signed = (amount: string): string => (reversal ? subtract('0', amount) : amount);
  const left = subtract(qtyAppr ?? qtyReq, qtyDone);
  const ended = closed && transaction.posted && compare(left, '0') > 0;
  return (
    <tr className={off ? 'off' : ''}>
      <td className="line-no">{lineNo}</td>
      <td>
        <ProductName product={product} />
        {ownersOf(transaction).length > 1 && <p className="work-second">{ownersOfLine(line).join(t('wms.place.comma'))}</p>}
        <OwnersStock stock={stock} unit={product.baseUnit} />
        {off && <StateTag look={LINE_OFF} />}
        {rejectReason !== null && <p className="line-reason">{rejectReason}</p>}
        {remark !== null && <p className="work-second">{remark}</p>}
      </td>
      <td className="wide" data-label={t('wms.line.batchNo')}>
        {off ? <None /> : <LineBatches line={line} closed={closed} />}
      </td>
      {!reversal && (
        <td className="end" data-label={t('work.applied')}>
          <Quantity qty={qty} unit={unit} />
          {unit !== product.baseUnit && (
            <p className="work-second">
              = <Quantity qty={qtyReq} unit={product.baseUnit} />
            </p>
          )}
        </td>
      )}
      {granted && !reversal && (
        <td className={cut ? 'end cut' : 'end'} data-label={t('work.granted')}>
          {qtyAppr === null ? <None /> : <Quantity qty={qtyAppr} unit={product.baseUnit} />}
        </td>
      )}
      {boxed && (
        <>
          <td className="end" data-label={t(reversal ? 'work.print.did.reversal' : 'work.done')}>
            <Quantity qty={signed(qtyDone)} unit={product.baseUnit} />
            {ended && (
              <p className="line-reason">
                {t('work.ended')} <Quantity qty={left} unit={product.baseUnit} />
              </p>
            )}
          </td>
          <td className="wide" data-label={t('wms.box')}>
            <Boxes line={line} transaction={transaction} />
          </td>
        </>
      )}
      {grant && (
        <td className="grant-cell" data-label={t('work.granted')}>
          {grant(line)}
        </td>
      )}
      {priced && (
        <td className="end" data-label={t('tx.view.amount')}>
          {line.unitPrice === null ? <None /> : money(amountOf(countedOf(line, transaction), line.unitPrice))}
        </td>
      )}
    </tr>
  );
}

/** Source and target box of each part, with quantity and batch where the line does not show them. */
function Boxes({ line, transaction: { type, posted } }: Pick<RowProps, 'line' | 'transaction'>) {
  const t = useT();
  const { boxes, product } = line;
  if (boxes.length === 0) return <None />;
  const isMixed = expiryByBatch(line).size > 1;
  return (
    <ul className="line-boxes">
      {boxes.map(({ id, sourceBoxCode, boxCode, batchNo, qty, qtyDone }) => {
        const target = type === 'MOVE' ? (boxCode ?? '?') : boxCode;
        const differs = posted && qtyDone !== qty;
        return (
          <li key={id}>
            <span className="kw-code">{[sourceBoxCode, target].filter((code) => code !== null).join(' → ')}</span>
            {isMixed && batchNo !== null && <span className="work-second">{batchNo}</span>}
            {(boxes.length > 1 || differs) && (
              <span>
                <Quantity qty={posted ? qtyDone : qty} unit={product.baseUnit} />
                {differs && <span className="work-second"> {t('work.ofPlanned', { qty: grouped(qty) })}</span>}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
