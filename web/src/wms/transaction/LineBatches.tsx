import type { TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { useT } from '../../phrase/phrases.ts';
import { today } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { batchLooks } from '../place/batch-look.ts';

interface LineBatchesProps {
  line: TransactionLine;
  /** The document has come to its end: what has expired since is nobody's question. */
  closed?: boolean;
}

/** The batch of the line; where none was named, those of the stock that was reserved for it. One past its day says so. */
export function LineBatches({ line, closed = false }: LineBatchesProps) {
  const t = useT();
  const batches = expiryByBatch(line);
  if (batches.size === 0) return <None />;
  const isPast = (day: string | null): boolean => day !== null && day < today() && !closed;
  return [...batches].map(([batchNo, expiresOn]) => (
    <div key={batchNo}>
      {batchNo}
      {expiresOn !== null && <p className="work-second">{t('work.until', { date: expiresOn })}</p>}
      {isPast(expiresOn) && <StateTag look={batchLooks.EXPIRED} />}
    </div>
  ));
}

/** Day of expiry by batch number. */
export function expiryByBatch(line: TransactionLine): Map<string | null, string | null> {
  const taken = line.batchNo === null && line.expiresOn === null ? line.boxes.filter((box) => box.batchNo !== null) : [line];
  return new Map(taken.map(({ batchNo, expiresOn }) => [batchNo, expiresOn]));
}
