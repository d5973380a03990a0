// The slip of a document as the kit prints it.
import { labelAddress } from '@kuwei/contract/wms/label';
import type { TransactionChain } from '@kuwei/contract/wms/transaction-chain';
import type { Transaction, TransactionRecord } from '@kuwei/contract/wms/transaction-reply';
import { useMemo } from 'react';
import { useLocale, useT } from '../../../phrase/phrases.ts';
import { labelOrigin } from '../../../session/version.ts';
import { money } from '../../../ui/format.ts';
import { ControlMarks, UnassessedMark } from '../../../ui/HazardMarks.tsx';
import type { PrintColumn, Printed } from '../../../ui/print/printed.ts';
import { useAmount } from '../../../ui/Quantity.tsx';
import { amountOf } from '../amount.ts';
import { lookOf } from '../looks.ts';
import { titleOf } from '../title.ts';
import { amountWords } from './amount-words.ts';
import { printTime } from './print-time.ts';
import { signatures, slipRows, sumOfAmounts, sumsByUnit, type SlipRow } from './slip.ts';
import { SlipRecord } from './SlipRecord.tsx';

interface Slip {
  transaction: Transaction;
  records: readonly TransactionRecord[];
  chain: TransactionChain;
  /** Of the document's label, where it has one. */
  code: string | null;
}

export function useSlip({ transaction, records, chain, code }: Slip): Printed<SlipRow> {
  const t = useT();
  const locale = useLocale();
  const amountIn = useAmount();
  return useMemo(() => {
    const { no, type } = transaction;
    const rows = slipRows(transaction);
    const priced = type !== 'MOVE' && rows.some(({ amount }) => amount !== null);
    const total = sumOfAmounts(rows);
    return {
      title: t(titleOf(transaction)),
      no,
      state: t(lookOf(transaction).label),
      house: transaction.warehouseOrgName,
      ...(code !== null && { qr: { text: labelAddress(labelOrigin(), code), label: t('work.print.qr', { no }) } }),
      facts: factsOf(t, transaction),
      columns: columnsOf(t, amountIn, transaction, rows, priced),
      rows,
      keyOf: ({ key }) => key,
      sums: (some) => {
        const amount = sumOfAmounts(some);
        return {
          text: sumsByUnit(some)
            .map(([unit, qty]) => amountIn(qty, unit))
            .join(' · '),
          ...(priced && { cells: { amount: amount !== null && money(amountOf(amount, '1')) } }),
        };
      },
      ...(priced && total !== null && locale === 'zh' && { below: `${t('work.print.words')} ${amountWords(total)}` }),
      closing: <SlipRecord transaction={transaction} records={records} chain={chain} />,
      signs: signsOf(t, transaction),
    };
    // Amounts and words change with the language alone.
  }, [transaction, records, chain, code, locale]);
}

type T = ReturnType<typeof useT>;

function factsOf(t: T, transaction: Transaction): Printed<SlipRow>['facts'] {
  const { ownerOrgName, applicantName, warehouseName, targetWarehouseName, contact, phone, purpose } = transaction;
  const { reversesNo, planDate, finishedAt, purchaseNo, deliveryNo, supplierName, depositUntil, timeZone } = transaction;
  return [
    [t('tx.view.reverses'), reversesNo],
    [t('wms.transaction.owner'), ownerOrgName],
    [t('wms.transaction.applicant'), applicantName],
    [t('wms.transaction.warehouse'), targetWarehouseName ? `${warehouseName} → ${targetWarehouseName}` : warehouseName],
    [t('wms.transaction.planDate'), planDate],
    [t('work.print.contact'), [contact, phone].filter(Boolean).join(' ') || null],
    [t('work.purpose'), purpose],
    [t('work.print.supplier'), supplierName],
    [t('work.print.purchaseNo'), purchaseNo],
    [t('tx.head.deliveryNo'), deliveryNo],
    [t('wms.stock.depositUntil'), depositUntil],
    [t('wms.transaction.finishedAt'), finishedAt && printTime(finishedAt, timeZone)],
  ];
}

/** `500 mL`: an amount that is not cut from its unit. */
const SHORT_SPEC = 10;

function columnsOf(
  t: T,
  amountIn: ReturnType<typeof useAmount>,
  { type, posted, reversal }: Transaction,
  rows: readonly SlipRow[],
  priced: boolean,
): PrintColumn<SlipRow>[] {
  const batched = rows.some(({ batchNo, expiresOn }) => batchNo !== null || expiresOn !== null);
  const isShort = rows.every(({ line }) => (line.product.spec?.length ?? 0) <= SHORT_SPEC);
  const unitOf = ({ line }: SlipRow): string => line.product.baseUnit;
  return [
    { key: 'no', title: '#', cell: ({ line }) => line.lineNo },
    { key: 'name', title: t('wms.product.name'), look: 'name', cell: (row) => <Name row={row} /> },
    { key: 'spec', title: t('wms.product.spec'), ...(isShort && { look: 'whole' }), cell: ({ line }) => line.product.spec },
    ...(batched
      ? ([
          { key: 'batch', title: t('wms.line.batchNo'), look: 'code', cell: ({ batchNo }) => batchNo },
          { key: 'expires', title: t('wms.line.expiresOn'), look: 'whole', cell: ({ expiresOn }) => expiresOn },
        ] satisfies PrintColumn<SlipRow>[])
      : []),
    {
      key: 'box',
      title: t('wms.box'),
      look: 'code',
      cell: ({ place }) => place?.split(' → ').map((code, at) => <div key={code}>{at > 0 ? `→ ${code}` : code}</div>),
    },
    // Once something is done, what was asked for stands beside it.
    ...(posted && !reversal
      ? ([
          {
            key: 'asked',
            title: t('work.applied'),
            look: 'end',
            cell: (row) => row.isFirst && amountIn(row.line.qtyReq, unitOf(row)),
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
            cell: ({ line }) => (line.unitPrice === null ? '' : money(line.unitPrice)),
          },
          {
            key: 'amount',
            title: t('wms.transaction.value'),
            look: 'end',
            cell: ({ amount }) => (amount === null ? '' : money(amountOf(amount, '1'))),
          },
        ] satisfies PrintColumn<SlipRow>[])
      : []),
  ];
}

function Name({ row: { line } }: { row: SlipRow }) {
  const { product } = line;
  return (
    <>
      <span className="slip-name">{product.name}</span>
      {!product.assessed && <UnassessedMark />}
      {product.controlFlags.length > 0 && <ControlMarks flags={product.controlFlags} />}
      <div className="slip-codes">
        <span>{product.code}</span>
        {product.cas !== null && <span>CAS {product.cas}</span>}
      </div>
    </>
  );
}

const signsOf = (t: T, transaction: Transaction): [string, string][] =>
  signatures(transaction).map((key, at) => [t(key), at === 0 ? transaction.applicantName : '']);
