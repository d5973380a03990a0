import type { TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { useT } from '../../phrase/phrases.ts';
import { None } from '../../ui/None.tsx';
import { besideName, RiskMarks } from './RiskMarks.tsx';
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
  const risks = closed ? [] : besideName(line.risks);
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
  // A line that names its batch by number alone has the day of the stock that is reserved for it.
  const dayOf = (wanted: string | null): string | null => line.boxes.find(({ batchNo }) => batchNo === wanted)?.expiresOn ?? null;
  return new Map(taken.map(({ batchNo, expiresOn }) => [batchNo, expiresOn ?? dayOf(batchNo)]));
}
