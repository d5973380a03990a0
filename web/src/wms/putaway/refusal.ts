// What the server says of a box that cannot take the goods, and at which part it belongs.
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
  /** The count that it is locked for. */
  count: BoxCount | null;
}

/** Whether a refusal is about the box that a part comes from: nothing else can be taken for it then. */
export const isSourceRefusal = ({ boxId }: BoxRefusal, part: Part): boolean => part.sourceBoxId === boxId;

/** Whether a refusal is about a part. */
export const isRefusalOfPart = (refusal: BoxRefusal, part: Part): boolean =>
  part.boxId === refusal.boxId || isSourceRefusal(refusal, part);

/** The refusal of a box, or null where the error is about something else. */
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

/** The line that a refusal belongs to. */
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
