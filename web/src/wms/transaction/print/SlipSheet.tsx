import type { Transaction, TransactionRecord } from '@kuwei/contract/wms/transaction-reply';
import { useT } from '../../../phrase/phrases.ts';
import { QrCode } from '../../../ui/QrCode.tsx';
import type { TransactionChain } from '@kuwei/contract/wms/transaction-chain';
import { documentAddress } from '../../addresses.ts';
import { lookOf } from '../looks.ts';
import { titleOf } from '../title.ts';
import { printTime } from './print-time.ts';
import type { Paper, SlipPage, SlipRow } from './slip.ts';
import { SlipRecord } from './SlipRecord.tsx';
import { SlipTable } from './SlipTable.tsx';

interface SlipSheetProps {
  transaction: Transaction;
  records: readonly TransactionRecord[];
  chain: TransactionChain;
  /** Of the whole slip. */
  rows: readonly SlipRow[];
  page: SlipPage;
  paper: Paper;
  number: number;
  count: number;
}

/** One sheet: who, what, how much, and where people sign. */
export function SlipSheet({ transaction, records, chain, rows, page, paper, number, count }: SlipSheetProps) {
  const t = useT();
  const { no, type } = transaction;
  return (
    <article className={`slip paper-${paper}`} aria-label={t('work.print.page', { number, count })}>
      <header className="slip-head">
        <div>
          <p className="slip-site">{transaction.warehouseOrgName}</p>
          <h1>{t(titleOf(transaction))}</h1>
        </div>
        <div className="slip-no">
          <strong>{no}</strong>
          <span>{t(lookOf(transaction).label)}</span>
          <span>{t('work.print.page', { number, count })}</span>
        </div>
        <QrCode text={location.origin + documentAddress('def', transaction)} label={t('work.print.qr', { no })} />
      </header>
      <SlipFacts transaction={transaction} />
      <SlipTable rows={rows} page={page} type={type} single={count === 1} asked={transaction.posted} />
      {page.isLast && <SlipRecord transaction={transaction} records={records} chain={chain} />}
      <Signatures transaction={transaction} />
    </article>
  );
}

function SlipFacts({ transaction }: { transaction: Transaction }) {
  const t = useT();
  const { ownerOrgName, applicantName, warehouseName, targetWarehouseName, contact, phone, purpose } = transaction;
  const { planDate, finishedAt, purchaseNo, deliveryNo, supplierName, depositUntil, timeZone } = transaction;
  const facts: [label: string, value: string | null][] = [
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
  return (
    <dl className="slip-facts">
      {facts
        .filter(([, value]) => value !== null)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** 制单 · 审核 · 保管 · 领用 or 交货; of highly toxic goods two keepers sign. */
function Signatures({ transaction: { type, toxic, applicantName } }: { transaction: Transaction }) {
  const t = useT();
  const slots: [label: string, name: string][] = [
    [t('work.sign.made'), applicantName],
    [t('work.sign.reviewed'), ''],
    [t('work.sign.kept'), ''],
    ...(toxic ? ([[t('work.sign.keptSecond'), '']] as [string, string][]) : []),
    ...(type === 'MOVE' || type === 'OPENING' ? [] : ([[t(`work.sign.${type}`), '']] as [string, string][])),
  ];
  return (
    <footer className="slip-signs">
      {slots.map(([label, name]) => (
        <div key={label}>
          <span>{label}</span>
          <span className="slip-line">{name}</span>
        </div>
      ))}
    </footer>
  );
}
