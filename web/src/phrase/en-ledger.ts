// What is said of the entries of the ledger, in English.
import { ledger as table } from '@kuwei/contract/phrases/en/ledger';

export const ledger = table;
