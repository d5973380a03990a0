// English texts of stock and ledger entries.
import { ledger as entries } from '@kuwei/contract/phrases/en/ledger';
import { stock } from '@kuwei/contract/phrases/en/stock';

export const ledger = { ...entries, ...stock };
