import type { TransactionType } from '@kuwei/contract/wms/transaction-type';
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
  /** Something is done: what was asked for stands beside it. */
  asked: boolean;
}

/** `500 mL`: an amount that is not cut from its unit. */
const SHORT_SPEC = 10;

/** The lines of a sheet, its sum, and on the last one the sum of all. */
export function SlipTable({ rows, page, type, single, asked }: SlipTableProps) {
  const t = useT();
  const locale = useLocale();
  const priced = type !== 'MOVE' && rows.some(({ amount }) => amount !== null);
  const total = sumOfAmounts(rows);
  const batched = rows.some(({ batchNo, expiresOn }) => batchNo !== null || expiresOn !== null);
  const columns = 5 + (batched ? 2 : 0) + (asked ? 1 : 0);
  return (
    <table className="slip-table">
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col" className="name">
            {t('wms.product.name')}
          </th>
          <th scope="col">{t('wms.product.spec')}</th>
          {batched && (
            <>
              <th scope="col">{t('wms.line.batchNo')}</th>
              <th scope="col">{t('wms.line.expiresOn')}</th>
            </>
          )}
          <th scope="col">{t('wms.box')}</th>
          {asked && (
            <th scope="col" className="end">
              {t('work.applied')}
            </th>
          )}
          <th scope="col" className="end">
            {t(asked ? `work.print.did.${type}` : 'wms.line.qty')}
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
          <SlipTableRow key={row.key} row={row} batched={batched} priced={priced} asked={asked} />
        ))}
      </tbody>
      <tfoot>
        {!single && <SumRow label={t('work.print.pageSum')} rows={page.rows} priced={priced} columns={columns} />}
        {page.isLast && <SumRow label={t('work.print.sum')} rows={rows} priced={priced} columns={columns} />}
        {page.isLast && priced && total !== null && locale === 'zh' && (
          <tr>
            <td colSpan={columns + 2}>
              {t('work.print.words')} {amountWords(total)}
            </td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}

interface SlipTableRowProps {
  row: SlipRow;
  /** Columns that stand where some row of the slip needs them. */
  batched: boolean;
  priced: boolean;
  asked: boolean;
}

function SlipTableRow({ row, batched, priced, asked }: SlipTableRowProps) {
  const amountIn = useAmount();
  const { line, place, batchNo, expiresOn, qty, amount } = row;
  const { product } = line;
  return (
    <tr>
      <td>{line.lineNo}</td>
      <td>
        <span className="slip-name">{product.name}</span>
        {product.controlFlags.length > 0 && <ControlMarks flags={product.controlFlags} />}
        <div className="slip-codes">
          <span>{product.code}</span>
          {product.cas !== null && <span>CAS {product.cas}</span>}
        </div>
      </td>
      <td className={(product.spec?.length ?? 0) <= SHORT_SPEC ? 'whole' : ''}>{product.spec}</td>
      {batched && (
        <>
          <td className="code">{batchNo}</td>
          <td className="whole">{expiresOn}</td>
        </>
      )}
      <td className="code">
        {place?.split(' → ').map((code, at) => (
          <div key={code}>{at > 0 ? `→ ${code}` : code}</div>
        ))}
      </td>
      {asked && <td className="end">{row.isFirst && amountIn(line.qtyReq, product.baseUnit)}</td>}
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

interface SumRowProps {
  label: string;
  rows: readonly SlipRow[];
  priced: boolean;
  /** Before the prices. */
  columns: number;
}

function SumRow({ label, rows, priced, columns }: SumRowProps) {
  const amountIn = useAmount();
  const amount = sumOfAmounts(rows);
  const sums = sumsByUnit(rows).map(([unit, qty]) => amountIn(qty, unit));
  return (
    <tr className="sum">
      <td className="end" colSpan={columns}>
        {label} <span className="slip-sums">{sums.join(' · ')}</span>
      </td>
      {priced && (
        <td className="end" colSpan={2}>
          {amount !== null && money(amountOf(amount, '1'))}
        </td>
      )}
    </tr>
  );
}
