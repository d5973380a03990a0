// What the server says of a box that cannot take the goods, and at which part it belongs.
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { ApiError } from '../../../api/error.ts';
import type { Part } from './plan.ts';

export interface BoxRefusal {
  message: string;
  boxId: string;
  productId: string | null;
  alternatives: readonly { boxId: string; boxCode: string }[];
}

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
  };
}

/** The line that a refusal belongs to. */
export function refusedLine(
  { lines }: Transaction,
  { boxId, productId }: BoxRefusal,
  partsOf: (line: Transaction['lines'][number]) => readonly Part[],
): string | null {
  const fits = (line: Transaction['lines'][number]): boolean =>
    (productId === null || line.product.id === productId) && partsOf(line).some((part) => part.boxId === boxId);
  return lines.find(fits)?.id ?? null;
}
