import { foldBatchNo } from '@kuwei/contract/wms/batch-no';
import type { TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { useT } from '../../phrase/phrases.ts';
import { None } from '../../ui/None.tsx';
import { batchAndPermitRisks, RiskMarks } from '../goods/RiskMarks.tsx';
import './said.css';

interface LineBatchesProps {
  line: TransactionLine;
  /** The document is closed: later expiry does not matter. */
  closed?: boolean;
}

/** The batches of the stock that was reserved or taken, else the requested one, with their problems. */
export function LineBatches({ line, closed = false }: LineBatchesProps) {
  const t = useT();
  const batches = expiryByBatch(line);
  const isOther = line.batchNo !== null && ![...batches.keys()].some((batchNo) => isSameBatch(batchNo, line.batchNo));
  const risks = closed ? [] : batchAndPermitRisks(line.risks);
  return (
    <>
      {batches.size === 0 && risks.length === 0 && <None />}
      {[...batches].map(([batchNo, expiresOn]) => (
        <div key={batchNo}>
          {batchNo}
          {expiresOn !== null && <p className="work-second">{t('work.until', { date: expiresOn })}</p>}
        </div>
      ))}
      {isOther && <p className="work-second">{t('work.asked', { batchNo: line.batchNo! })}</p>}
      <RiskMarks risks={risks} />
    </>
  );
}

/** Expiry day by batch number. */
export function expiryByBatch(line: TransactionLine): Map<string | null, string | null> {
  const taken = line.boxes.filter((box) => box.batchNo !== null);
  const shown = taken.length > 0 ? taken : [line].filter(({ batchNo, expiresOn }) => batchNo !== null || expiresOn !== null);
  return new Map(shown.map(({ batchNo, expiresOn }) => [batchNo, expiresOn]));
}

const isSameBatch = (one: string | null, other: string | null): boolean => foldBatchNo(one ?? '-') === foldBatchNo(other ?? '-');
