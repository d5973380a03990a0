import type { TransactionLine } from '@kuwei/contract/wms/transaction';
import { useT } from '../../phrase/phrases.ts';
import { grouped } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { ProductName } from './ProductName.tsx';
import './document-lines.css';

interface DocumentLinesProps {
  lines: readonly TransactionLine[];
  /** Below each line, where its goods went or came from. */
  withBoxes?: boolean;
}

/** Lines of a document at a glance: applied for, granted, done. */
export function DocumentLines({ lines, withBoxes = false }: DocumentLinesProps) {
  const t = useT();
  return (
    <section className="work-panel">
      <table className="document-lines">
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{t('wms.product')}</th>
            <th scope="col">{t('wms.line.batchNo')}</th>
            <th scope="col" className="end">
              {t('work.applied')}
            </th>
            <th scope="col" className="end">
              {t('work.granted')}
            </th>
            <th scope="col" className="end">
              {t('work.done')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <LineRow key={line.id} line={line} withBoxes={withBoxes} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function LineRow({ line, withBoxes }: { line: TransactionLine; withBoxes: boolean }) {
  const t = useT();
  const { product, lineNo, batchNo, expiresOn, qtyReq, qtyAppr, qtyDone, rejectReason } = line;
  return (
    <tr>
      <td className="line-no">{lineNo}</td>
      <td>
        <ProductName product={product} />
        {rejectReason !== null && <div className="work-second">{rejectReason}</div>}
        {withBoxes && line.boxes.length > 0 && <LineBoxes line={line} />}
      </td>
      <td className={batchNo === null && expiresOn === null ? 'empty' : ''}>
        {batchNo ?? <None />}
        {expiresOn !== null && <div className="work-second">{t('work.until', { date: expiresOn })}</div>}
      </td>
      <td className="end" data-label={t('work.applied')}>
        <Quantity qty={qtyReq} unit={product.baseUnit} />
      </td>
      <td className="end" data-label={t('work.granted')}>
        {qtyAppr === null ? <None /> : <Quantity qty={qtyAppr} unit={product.baseUnit} />}
      </td>
      <td className="end" data-label={t('work.done')}>
        <Quantity qty={qtyDone} unit={product.baseUnit} />
      </td>
    </tr>
  );
}

/** Source and target of every part, with what was done of it. */
function LineBoxes({ line: { boxes, product } }: { line: TransactionLine }) {
  const t = useT();
  return (
    <ul className="line-boxes">
      {boxes.map(({ id, sourceBoxCode, boxCode, batchNo, qty, qtyDone }) => (
        <li key={id}>
          <span className="kw-code">{[sourceBoxCode, boxCode].filter((code) => code !== null).join(' → ')}</span>
          {batchNo !== null && <span className="work-second">{batchNo}</span>}
          <span>
            <Quantity qty={qtyDone} unit={product.baseUnit} />
            {qtyDone !== qty && <span className="work-second"> {t('work.ofPlanned', { qty: grouped(qty) })}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
