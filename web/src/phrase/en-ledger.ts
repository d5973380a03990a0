// What is said of stock and of the entries of the ledger, in English.
import { ledger as entries } from '@kuwei/contract/phrases/en/ledger';
import { stock } from '@kuwei/contract/phrases/en/stock';

export const ledger = { ...entries, ...stock };
