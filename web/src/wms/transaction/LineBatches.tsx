import type { TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { useT } from '../../phrase/phrases.ts';
import { None } from '../../ui/None.tsx';
import { RiskMarks } from './RiskMarks.tsx';
import './said.css';

interface LineBatchesProps {
  line: TransactionLine;
  /** The document has come to its end: what has expired since is nobody's question. */
  closed?: boolean;
}

/** The batch of the line; where none was named, those of the stock that was reserved for it; and what is wrong with them. */
export function LineBatches({ line, closed = false }: LineBatchesProps) {
  const t = useT();
  const batches = expiryByBatch(line);
  const risks = closed ? [] : line.risks.filter((risk) => risk !== 'TOXIC' && risk !== 'CONTROLLED');
  return (
    <>
      {batches.size === 0 && risks.length === 0 && <None />}
      {[...batches].map(([batchNo, expiresOn]) => (
        <div key={batchNo}>
          {batchNo}
          {expiresOn !== null && <p className="work-second">{t('work.until', { date: expiresOn })}</p>}
        </div>
      ))}
      <RiskMarks risks={risks} />
    </>
  );
}

/** Day of expiry by batch number. */
export function expiryByBatch(line: TransactionLine): Map<string | null, string | null> {
  const taken = line.batchNo === null && line.expiresOn === null ? line.boxes.filter((box) => box.batchNo !== null) : [line];
  return new Map(taken.map(({ batchNo, expiresOn }) => [batchNo, expiresOn]));
}
