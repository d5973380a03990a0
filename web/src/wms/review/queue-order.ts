// The order in which a user works through waiting documents: the last sort order of their list.
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';

type Queue = `${TransactionType} ${'review' | 'execute'}`;

const orders = new Map<Queue, string>();

/** Longest waiting first, unless the list was sorted otherwise. */
export const OLDEST_FIRST = 'submittedAt';

export const queueOrder = (queue: Queue): string => orders.get(queue) ?? OLDEST_FIRST;
export const keepQueueOrder = (queue: Queue, sort: string): void => void orders.set(queue, sort);
