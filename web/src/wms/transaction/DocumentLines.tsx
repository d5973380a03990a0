import type { TransactionLine } from '@kuwei/contract/wms/transaction';
import { useT } from '../../phrase/phrases.ts';
import { None } from '../../ui/None.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { ProductName } from './ProductName.tsx';
import './document-lines.css';

/** Lines of a document at a glance: applied for, granted, done. */
export function DocumentLines({ lines }: { lines: readonly TransactionLine[] }) {
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
            <LineRow key={line.id} line={line} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function LineRow({ line }: { line: TransactionLine }) {
  const t = useT();
  const { product, lineNo, batchNo, expiresOn, qtyReq, qtyAppr, qtyDone, rejectReason } = line;
  return (
    <tr>
      <td className="line-no">{lineNo}</td>
      <td>
        <ProductName product={product} />
        {rejectReason !== null && <div className="work-second">{rejectReason}</div>}
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
