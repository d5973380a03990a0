// What is said of the entries of the ledger, in Chinese.
import { ledger as table } from '@kuwei/contract/phrases/zh/ledger';

export const ledger = table;
