import type { TransactionType } from '@kuwei/contract/wms/transaction-type';
import { t } from '../../phrase/phrases.ts';

/** What ending a document does to stock, to stand behind another sentence; '' for a deposit, which holds none. */
export const releasedText = (type: TransactionType): string => (type === 'INBOUND' ? '' : t('work.released'));
