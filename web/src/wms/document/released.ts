import type { TransactionType } from '@kuwei/contract/wms/transaction-type';
import { t } from '../../phrase/phrases.ts';

/** A sentence on the stock that ending a document releases; '' for a deposit, which reserves none. */
export const releasedText = (type: TransactionType): string => (type === 'INBOUND' ? '' : t('work.released'));
