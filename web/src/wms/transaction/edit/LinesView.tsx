import { transactionRoutes, type Transaction, type TransactionLine } from '@kuwei/contract/wms/transaction';
import type { TransactionState, TransactionType } from '@kuwei/contract/wms/transaction-state';
import { compare, decimalOf, micros } from '@kuwei/contract/decimal';
import { useState } from 'react';
import { fileNameIn, saveFile } from '../../../api/save-file.ts';
import { usePageCall } from '../../../api/query.ts';
import { noticeError } from '../../../ui/feedback.ts';
import { useT } from '../../../phrase/phrases.ts';
import { money } from '../../../ui/format.ts';
import { None } from '../../../ui/None.tsx';
import { Quantity } from '../../../ui/Quantity.tsx';
import { ProductName } from '../ProductName.tsx';

/** Nothing has been granted before these, so that there is nothing to show of it. */
const BEFORE_GRANT: readonly TransactionState[] = ['DRAFT', 'SUBMITTED', 'REVIEW_2', 'RETURNED'];

/** Lines of a document: applied for, granted, done, and in which boxes. */
export function LinesView({ transaction }: { transaction: Transaction }) {
  const t = useT();
  const { lines, type, state } = transaction;
  const granted = !BEFORE_GRANT.includes(state);
  const priced = type === 'INBOUND' && lines.some((line) => line.unitPrice !== null);
  return (
    <section className="document-panel" aria-label={t('wms.transaction.lines')}>
      <div className="lines-view-head">
        <h2>
          {t('wms.transaction.lines')} <span className="page-head-count">{lines.length}</span>
        </h2>
        <ExportLines id={transaction.id} />
      </div>
      <table className="lines-view">
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{t('wms.product')}</th>
            <th scope="col">{t('wms.line.batchNo')}</th>
            <th scope="col" className="end">
              {t('work.applied')}
            </th>
            {granted && (
              <>
                <th scope="col" className="end">
                  {t('work.granted')}
                </th>
                <th scope="col" className="end">
                  {t('work.done')}
                </th>
                <th scope="col">{t('wms.box')}</th>
              </>
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
            <Row key={line.id} line={line} type={type} granted={granted} priced={priced} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The lines as a workbook, for the import of another document. */
function ExportLines({ id }: { id: string }) {
  const t = useT();
  const call = usePageCall();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { data, headers } = await call(transactionRoutes.exportLines, { params: { id } }, { responseAll: true });
      saveFile(data, fileNameIn(headers, 'lines.xlsx'));
    } catch (error) {
      noticeError(t('export.failed'), error instanceof Error ? error.message : undefined);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" className="kw-plain kw-link" disabled={busy} onClick={() => void save()}>
      {t('tx.line.export')}
    </button>
  );
}

interface RowProps {
  line: TransactionLine;
  type: TransactionType;
  granted: boolean;
  priced: boolean;
}

function Row({ line, type, granted, priced }: RowProps) {
  const t = useT();
  const { product, lineNo, unit, qty, qtyReq, qtyAppr, qtyDone, rejectReason, remark } = line;
  const cut = qtyAppr !== null && compare(qtyAppr, qtyReq) < 0;
  return (
    <tr>
      <td className="lines-view-no">{lineNo}</td>
      <td>
        <ProductName product={product} />
        {rejectReason !== null && <p className="lines-view-reason">{rejectReason}</p>}
        {remark !== null && <p className="lines-view-second">{remark}</p>}
      </td>
      <td data-label={t('wms.line.batchNo')}>
        <Batches line={line} />
      </td>
      <td className="end" data-label={t('work.applied')}>
        <Quantity qty={qty} unit={unit} />
        {unit !== product.baseUnit && (
          <p className="lines-view-second">
            = <Quantity qty={qtyReq} unit={product.baseUnit} />
          </p>
        )}
      </td>
      {granted && (
        <>
          <td className={cut ? 'end cut' : 'end'} data-label={t('work.granted')}>
            {qtyAppr === null ? <None /> : <Quantity qty={qtyAppr} unit={product.baseUnit} />}
          </td>
          <td className="end" data-label={t('work.done')}>
            <Quantity qty={qtyDone} unit={product.baseUnit} />
          </td>
          <td data-label={t('wms.box')}>
            <Boxes line={line} type={type} />
          </td>
        </>
      )}
      {priced && (
        <td className="end" data-label={t('tx.view.amount')}>
          {line.unitPrice === null ? <None /> : money(amountOf(qtyReq, line.unitPrice))}
        </td>
      )}
    </tr>
  );
}

/** The batch of the line; where none was named, those of the stock that was reserved for it. */
function Batches({ line }: { line: TransactionLine }) {
  const t = useT();
  const taken = line.batchNo === null ? line.boxes.filter((box) => box.batchNo !== null) : [line];
  const batches = new Map(taken.map(({ batchNo, expiresOn }) => [batchNo, expiresOn]));
  if (batches.size === 0) return <None />;
  return [...batches].map(([batchNo, expiresOn]) => (
    <div key={batchNo}>
      {batchNo}
      {expiresOn !== null && <p className="lines-view-second">{t('tx.line.until', { date: expiresOn })}</p>}
    </div>
  ));
}

function Boxes({ line: { boxes, product }, type }: { line: TransactionLine; type: TransactionType }) {
  if (boxes.length === 0) return <None />;
  return (
    <ul className="lines-view-boxes">
      {boxes.map((box) => (
        <li key={box.id}>
          <span className="kw-code">
            {type === 'INBOUND' ? box.boxCode : box.sourceBoxCode}
            {type === 'MOVE' && ` → ${box.boxCode ?? '?'}`}
          </span>{' '}
          {boxes.length > 1 && <Quantity qty={box.qty} unit={product.baseUnit} />}
        </li>
      ))}
    </ul>
  );
}

/** Rounded to the cent. */
const amountOf = (qty: string, price: string): string => {
  const cent = 10_000_000_000n;
  return decimalOf(((micros(qty) * micros(price) + cent / 2n) / cent) * 10_000n);
};
