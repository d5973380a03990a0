// What the pages about deposits, collections and transfers say, in English.
import { chain } from '@kuwei/contract/phrases/en/chain';
import { transaction } from '@kuwei/contract/phrases/en/transaction';
import { work } from '@kuwei/contract/phrases/en/work';

export const documents = { ...chain, ...transaction, ...work };
