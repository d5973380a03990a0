// What the pages about deposits, collections and transfers say, in English.
import { transaction } from '@kuwei/contract/phrases/en/transaction';
import { work } from '@kuwei/contract/phrases/en/work';

export const documents = { ...transaction, ...work };
