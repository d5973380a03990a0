// Detects picks of stock although other stock expires earlier or another batch was requested.
import { foldBatchNo } from '@kuwei/contract/wms/batch-no';
import type { BoxSuggestion, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import type { Part } from './plan.ts';

export interface Earlier {
  boxCode: string;
  batchNo: string | null;
  expiresOn: string;
}

/** The requested batch, if this part is of another one; otherwise null. */
export function getReplacedBatch(
  { batchNo }: Pick<TransactionLine, 'batchNo'>,
  part: Pick<Part, 'productBoxId' | 'batchNo'>,
): string | null {
  if (batchNo === null || part.productBoxId === null) return null;
  return foldBatchNo(batchNo) === foldBatchNo(part.batchNo ?? '-') ? null : batchNo;
}

/** Suggested stock that expires earlier than this part and is not taken; null if there is none. */
export function earlierThan(part: Part, suggestion: BoxSuggestion | null, parts: readonly Part[]): Earlier | null {
  for (const { productBoxId, boxCode, batchNo, expiresOn } of suggestion?.boxes ?? []) {
    if (expiresOn === null || parts.some((each) => each.productBoxId === productBoxId)) continue;
    if (part.expiresOn === null || expiresOn < part.expiresOn) return { boxCode, batchNo, expiresOn };
  }
  return null;
}
