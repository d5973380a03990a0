// In which order a person works through what waits for them: as they have sorted the list last.
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';

type Queue = `${TransactionType} ${'review' | 'execute'}`;

const orders = new Map<Queue, string>();

/** What has waited longest comes first, until the list says otherwise. */
export const OLDEST_FIRST = 'submittedAt';

export const queueOrder = (queue: Queue): string => orders.get(queue) ?? OLDEST_FIRST;
export const keepQueueOrder = (queue: Queue, sort: string): void => void orders.set(queue, sort);
