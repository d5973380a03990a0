import type { Transaction } from '@kuwei/contract/wms/transaction-reply';

/** Whether a document deposits controlled goods that need a permit. */
export const needsPermits = ({ type, reversal, lines }: Pick<Transaction, 'type' | 'reversal' | 'lines'>): boolean =>
  type === 'INBOUND' && !reversal && lines.some(({ product }) => product.controlFlags.length > 0);
