// The server's refusal of a box, and the part it concerns.
import type { BoxCount } from '@kuwei/contract/wms/box-count';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { ApiError } from '../../api/error.ts';
import { getCountFromError } from '../goods/count-from-error.ts';
import type { Part } from './plan.ts';

export interface BoxRefusal {
  message: string;
  boxId: string;
  productId: string | null;
  alternatives: readonly { boxId: string; boxCode: string }[];
  /** The count that locks it. */
  count: BoxCount | null;
}

/** Whether a refusal concerns a part's source box, which has no substitute. */
export const isSourceRefusal = ({ boxId }: BoxRefusal, part: Part): boolean => part.sourceBoxId === boxId;

/** Whether a refusal concerns a part. */
export const isRefusalOfPart = (refusal: BoxRefusal, part: Part): boolean =>
  part.boxId === refusal.boxId || isSourceRefusal(refusal, part);

/** The refusal of a box; null for any other error. */
export function boxRefusalOf(error: unknown): BoxRefusal | null {
  if (!(error instanceof ApiError)) return null;
  const data = error.data as {
    boxId?: string;
    product?: { id: string };
    alternatives?: { boxId: string; boxCode: string }[];
  } | null;
  if (typeof data?.boxId !== 'string') return null;
  return {
    message: error.message,
    boxId: data.boxId,
    productId: data.product?.id ?? null,
    alternatives: data.alternatives ?? [],
    count: getCountFromError(error),
  };
}

/** The line that a refusal concerns. */
export function refusedLine(
  { lines }: Transaction,
  refusal: BoxRefusal,
  partsOf: (line: Transaction['lines'][number]) => readonly Part[],
): string | null {
  const fits = (line: Transaction['lines'][number]): boolean =>
    (refusal.productId === null || line.product.id === refusal.productId) &&
    partsOf(line).some((part) => isRefusalOfPart(refusal, part));
  return lines.find(fits)?.id ?? null;
}
