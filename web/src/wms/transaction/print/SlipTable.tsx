import type { TransactionType } from '@kuwei/contract/wms/transaction-state';
import { useLocale, useT } from '../../../phrase/phrases.ts';
import { money } from '../../../ui/format.ts';
import { ControlMarks } from '../../../ui/HazardMarks.tsx';
import { useAmount } from '../../../ui/Quantity.tsx';
import { amountOf } from '../amount.ts';
import { amountWords } from './amount-words.ts';
import { sumOfAmounts, sumsByUnit, type SlipPage, type SlipRow } from './slip.ts';

interface SlipTableProps {
  /** Of the whole slip. */
  rows: readonly SlipRow[];
  page: SlipPage;
  type: TransactionType;
  /** The slip has one sheet: its sum is the sum of all. */
  single: boolean;
}

/** The lines of a sheet, its sum, and on the last one the sum of all. */
export function SlipTable({ rows, page, type, single }: SlipTableProps) {
  const t = useT();
  const locale = useLocale();
  const priced = type !== 'MOVE' && rows.some(({ amount }) => amount !== null);
  const total = sumOfAmounts(rows);
  return (
    <table className="slip-table">
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{t('wms.product.code')}</th>
          <th scope="col">{t('wms.product.name')}</th>
          <th scope="col">CAS</th>
          <th scope="col">{t('wms.product.spec')}</th>
          <th scope="col">{t('wms.line.batchNo')}</th>
          <th scope="col">{t('wms.line.expiresOn')}</th>
          <th scope="col">{t('wms.box')}</th>
          <th scope="col" className="end">
            {t('wms.line.qty')}
          </th>
          {priced && (
            <>
              <th scope="col" className="end">
                {t('wms.line.unitPrice')}
              </th>
              <th scope="col" className="end">
                {t('wms.transaction.value')}
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {page.rows.map((row) => (
          <SlipTableRow key={row.key} row={row} priced={priced} />
        ))}
      </tbody>
      <tfoot>
        {!single && <SumRow label={t('work.print.pageSum')} rows={page.rows} priced={priced} />}
        {page.isLast && <SumRow label={t('work.print.sum')} rows={rows} priced={priced} />}
        {page.isLast && priced && total !== null && locale === 'zh' && (
          <tr>
            <td colSpan={11}>
              {t('work.print.words')} {amountWords(total)}
            </td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}

function SlipTableRow({ row, priced }: { row: SlipRow; priced: boolean }) {
  const amountIn = useAmount();
  const { line, place, batchNo, expiresOn, qty, amount } = row;
  const { product } = line;
  return (
    <tr>
      <td>{line.lineNo}</td>
      <td className="code">{product.code}</td>
      <td>
        <span className="slip-name">{product.name}</span>
        {product.controlFlags.length > 0 && <ControlMarks flags={product.controlFlags} />}
      </td>
      <td className="code">{product.cas}</td>
      <td>{product.spec}</td>
      <td className="code">{batchNo}</td>
      <td className="day">{expiresOn}</td>
      <td className="code">{place}</td>
      <td className="end">{amountIn(qty, product.baseUnit)}</td>
      {priced && (
        <>
          <td className="end">{line.unitPrice === null ? '' : money(line.unitPrice)}</td>
          <td className="end">{amount === null ? '' : money(amountOf(amount, '1'))}</td>
        </>
      )}
    </tr>
  );
}

function SumRow({ label, rows, priced }: { label: string; rows: readonly SlipRow[]; priced: boolean }) {
  const amountIn = useAmount();
  const amount = sumOfAmounts(rows);
  const sums = sumsByUnit(rows).map(([unit, qty]) => amountIn(qty, unit));
  return (
    <tr className="sum">
      <td colSpan={priced ? 9 : 8}>
        {label} <span className="slip-sums">{sums.join(' · ')}</span>
      </td>
      <td className="end" colSpan={priced ? 2 : 1}>
        {priced && amount !== null ? money(amountOf(amount, '1')) : ''}
      </td>
    </tr>
  );
}
