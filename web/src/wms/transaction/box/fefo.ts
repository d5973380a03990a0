// First expired, first out: whether stock is taken although some that expires earlier is there.
import type { BoxSuggestion } from '@kuwei/contract/wms/transaction-reply';
import type { Part } from './plan.ts';

export interface Earlier {
  boxCode: string;
  batchNo: string | null;
  expiresOn: string;
}

/** Suggested stock that expires earlier than this part and is not taken; null where there is none. */
export function earlierThan(part: Part, suggestion: BoxSuggestion | null, parts: readonly Part[]): Earlier | null {
  for (const { productBoxId, boxCode, batchNo, expiresOn } of suggestion?.boxes ?? []) {
    if (expiresOn === null || parts.some((each) => each.productBoxId === productBoxId)) continue;
    if (part.expiresOn === null || expiresOn < part.expiresOn) return { boxCode, batchNo, expiresOn };
  }
  return null;
}
