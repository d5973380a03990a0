// The printable slip of a document.
import { compare, priceOfUnit } from '@kuwei/contract/decimal';
import { labelAddress } from '@kuwei/contract/wms/label';
import type { TransactionChain } from '@kuwei/contract/wms/transaction-chain';
import { warehousesOf, type Transaction, type TransactionRecord } from '@kuwei/contract/wms/transaction-reply';
import { useMemo } from 'react';
import { useLocale, useT } from '../../../phrase/phrases.ts';
import { labelOrigin } from '../../../session/version.ts';
import { money } from '../../../ui/format.ts';
import { ControlMarks, UnassessedMark } from '../../../ui/HazardMarks.tsx';
import type { PrintColumn, Printed } from '../../../ui/print/printed.ts';
import { useAmount, useUnitName } from '../../../ui/Quantity.tsx';
import { getReplacedBatch } from '../../putaway/fefo.ts';
import { lookOf } from '../../document/looks.ts';
import { ownersOf, ownersOfLine } from '../../document/owners.ts';
import { titleOf } from '../../document/title.ts';
import { amountWords } from './amount-words.ts';
import { printTime } from '../../../ui/print/print-time.ts';
import { rowRisks, signatures, slipRows, sumOfAmounts, sumsByUnit, type SlipRow } from './slip.ts';
import { SlipRecord } from './SlipRecord.tsx';

interface Slip {
  transaction: Transaction;
  records: readonly TransactionRecord[];
  chain: TransactionChain;
  /** Numbers of the permits used for its controlled goods. */
  permits: readonly string[];
  /** The code of the document's label, if it has one. */
  code: string | null;
}

export function useSlip({ transaction, records, chain, permits, code }: Slip): Printed<SlipRow> {
  const t = useT();
  const locale = useLocale();
  const amountIn = useAmount();
  const unitName = useUnitName();
  return useMemo(() => {
    const { no, type, reversedByNo } = transaction;
    const rows = slipRows(transaction);
    const priced = type !== 'MOVE' && rows.some(({ amount }) => amount !== null);
    const total = sumOfAmounts(rows);
    return {
      title: t(titleOf(transaction)),
      no,
      state: t(lookOf(transaction).label),
      house: transaction.warehouseOrgName,
      ...(code !== null && { qr: { text: labelAddress(labelOrigin(), code), label: t('work.print.qr', { no }) } }),
      facts: factsOf(t, transaction, permits),
      ...(reversedByNo !== null && { notice: t('work.print.reversed', { no: reversedByNo }) }),
      columns: columnsOf({ t, amountIn, unitName }, transaction, rows, priced),
      rows,
      keyOf: ({ key }) => key,
      sums: (some) => {
        const amount = sumOfAmounts(some);
        return {
          text: sumsByUnit(some)
            .map(([unit, qty]) => amountIn(qty, unit))
            .join(' · '),
          ...(priced && { cells: { amount: amount !== null && money(amount) } }),
        };
      },
      ...(priced &&
        total !== null &&
        reversedByNo === null &&
        locale === 'zh' && { below: `${t('work.print.words')} ${amountWords(total)}` }),
      closing: <SlipRecord transaction={transaction} records={records} chain={chain} />,
      signs: signsOf(t, transaction),
    };
    // Texts depend on the language alone.
  }, [transaction, records, chain, permits, code, locale]);
}

type T = ReturnType<typeof useT>;

function factsOf(t: T, transaction: Transaction, permits: readonly string[]): Printed<SlipRow>['facts'] {
  const { applicantName, contact, phone, purpose, remark } = transaction;
  const { reversesNo, planDate, finishedAt, purchaseNo, deliveryNo, supplierName, depositUntil, timeZone } = transaction;
  return [
    [t('tx.view.reverses'), reversesNo],
    [t('wms.transaction.owner'), ownersOf(transaction).join(t('wms.place.comma'))],
    [t('wms.transaction.applicant'), applicantName],
    [t('wms.transaction.warehouse'), warehousesOf(transaction)],
    [t('wms.transaction.planDate'), planDate],
    [t('work.print.contact'), [contact, phone].filter(Boolean).join(' ') || null],
    [t('work.purpose'), purpose],
    [t('work.print.supplier'), supplierName],
    [t('work.print.purchaseNo'), purchaseNo],
    [t('tx.head.deliveryNo'), deliveryNo],
    [t('work.print.permits'), permits.join(t('wms.place.comma')) || null],
    [t('wms.stock.depositUntil'), depositUntil],
    [t('wms.transaction.finishedAt'), finishedAt && printTime(finishedAt, timeZone)],
    [t('wms.line.remark'), remark],
  ];
}

/** Longest spec, such as `500 mL`, that is kept unbroken. */
const SHORT_SPEC = 10;

interface Words {
  t: T;
  amountIn: ReturnType<typeof useAmount>;
  unitName: ReturnType<typeof useUnitName>;
}

function columnsOf(
  { t, amountIn, unitName }: Words,
  transaction: Transaction,
  rows: readonly SlipRow[],
  priced: boolean,
): PrintColumn<SlipRow>[] {
  const { type, posted, reversal, finishedAt, timeZone } = transaction;
  const owned = ownersOf(transaction).length > 1;
  const reduced = !reversal && rows.some(({ line }) => line.qtyAppr !== null && compare(line.qtyAppr, line.qtyReq) !== 0);
  const batched = rows.some(({ batchNo, expiresOn }) => batchNo !== null || expiresOn !== null);
  const isShort = rows.every(({ line }) => (line.product.spec?.length ?? 0) <= SHORT_SPEC);
  const unitOf = ({ line }: SlipRow): string => line.product.baseUnit;
  const day = printTime(finishedAt ?? new Date().toISOString(), timeZone).slice(0, 10);
  const isOtherUnit = ({ line }: SlipRow): boolean => line.unit !== line.product.baseUnit;
  return [
    { key: 'no', title: '#', cell: ({ line, isFirst }) => isFirst && line.lineNo },
    { key: 'name', title: t('wms.product.name'), look: 'name', cell: (row) => <Name row={row} day={day} owned={owned} /> },
    { key: 'spec', title: t('wms.product.spec'), ...(isShort && { look: 'whole' }), cell: ({ line }) => line.product.spec },
    ...(batched
      ? ([
          { key: 'batch', title: t('wms.line.batchNo'), look: 'code', cell: (row) => <Batch row={row} /> },
          { key: 'expires', title: t('wms.line.expiresOn'), look: 'whole', cell: (row) => <Expiry row={row} day={day} /> },
        ] satisfies PrintColumn<SlipRow>[])
      : []),
    {
      key: 'box',
      title: t('wms.box'),
      look: 'code',
      cell: ({ place }) => place?.split(' → ').map((code, at) => <div key={code}>{at > 0 ? `→ ${code}` : code}</div>),
    },
    // Show the requested quantity where it differs in amount or unit.
    ...(!reversal && (posted || reduced || rows.some(isOtherUnit))
      ? ([
          {
            key: 'asked',
            title: t('work.applied'),
            look: 'end',
            cell: (row) =>
              row.isFirst && (
                <>
                  {amountIn(row.line.qty, row.line.unit)}
                  {isOtherUnit(row) && <div className="slip-more">= {amountIn(row.line.qtyReq, unitOf(row))}</div>}
                </>
              ),
          },
        ] satisfies PrintColumn<SlipRow>[])
      : []),
    ...(reduced
      ? ([
          {
            key: 'granted',
            title: t('work.granted'),
            look: 'end',
            cell: (row) => row.isFirst && amountIn(row.line.qtyAppr ?? row.line.qtyReq, unitOf(row)),
          },
        ] satisfies PrintColumn<SlipRow>[])
      : []),
    {
      key: 'qty',
      title: t(reversal ? 'work.print.did.reversal' : posted ? `work.print.did.${type}` : 'wms.line.qty'),
      look: 'end',
      cell: (row) => amountIn(row.qty, unitOf(row)),
    },
    ...(priced
      ? ([
          {
            key: 'price',
            title: t('wms.line.unitPrice'),
            look: 'end',
            cell: (row) =>
              row.line.unitPrice !== null && (
                <>
                  {money(row.line.unitPrice)}
                  {isOtherUnit(row) && (
                    <div className="slip-more">
                      = {money(priceOfUnit(row.line.unitPrice, row.line.unitFactor))}/{unitName(row.line.unit)}
                    </div>
                  )}
                </>
              ),
          },
          {
            key: 'amount',
            title: t('wms.transaction.value'),
            look: 'end',
            cell: ({ amount }) => (amount === null ? '' : money(amount)),
          },
        ] satisfies PrintColumn<SlipRow>[])
      : []),
  ];
}

/** The batch taken, and the requested one if different. */
function Batch({ row: { line, box, batchNo } }: { row: SlipRow }) {
  const t = useT();
  const asked = box && getReplacedBatch(line, { productBoxId: box.productBoxId, batchNo });
  return (
    <>
      {batchNo}
      {asked !== null && <div className="slip-more">{t('work.asked', { batchNo: asked })}</div>}
    </>
  );
}

/** @param owned whether to show the owner of the goods */
function Name({ row, day, owned }: { row: SlipRow; day: string; owned: boolean }) {
  const t = useT();
  const { product } = row.line;
  const risks = rowRisks(row, day).filter((risk) => risk !== 'EXPIRED' || row.expiresOn === null);
  return (
    <>
      <span className="print-name">{product.name}</span>
      {!product.assessed && <UnassessedMark />}
      {product.controlFlags.length > 0 && <ControlMarks flags={product.controlFlags} />}
      {risks.map((risk) => (
        <span key={risk} className="control-mark toxic">
          {t(`work.risk.${risk}`)}
        </span>
      ))}
      <div className="print-codes">
        <span>{product.code}</span>
        {product.cas !== null && <span>CAS {product.cas}</span>}
      </div>
      {row.isFirst && row.line.rejectReason !== null && (
        <div className="slip-more">{t('work.print.reason', { reason: row.line.rejectReason })}</div>
      )}
      {row.isFirst && row.line.remark !== null && (
        <div className="slip-more">{t('work.print.remark', { remark: row.line.remark })}</div>
      )}
      {owned && <div className="slip-more">{row.box?.ownerOrgName ?? ownersOfLine(row.line).join(t('wms.place.comma'))}</div>}
    </>
  );
}

function Expiry({ row, day }: { row: SlipRow; day: string }) {
  const t = useT();
  return (
    <>
      {row.expiresOn}
      {row.expiresOn !== null && rowRisks(row, day).includes('EXPIRED') && (
        <div>
          <span className="control-mark toxic">{t('work.risk.EXPIRED')}</span>
        </div>
      )}
    </>
  );
}

const signsOf = (t: T, transaction: Transaction): [string, string][] =>
  signatures(transaction).map((key, at) => [t(key), at === 0 ? transaction.applicantName : '']);
