// What is said of stock and of the entries of the ledger, in Chinese.
import { ledger as entries } from '@kuwei/contract/phrases/zh/ledger';
import { stock } from '@kuwei/contract/phrases/zh/stock';

export const ledger = { ...entries, ...stock };
