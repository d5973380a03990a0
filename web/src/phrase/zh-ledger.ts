// Chinese texts of stock and ledger entries.
import { ledger as entries } from '@kuwei/contract/phrases/zh/ledger';
import { stock } from '@kuwei/contract/phrases/zh/stock';

export const ledger = { ...entries, ...stock };
