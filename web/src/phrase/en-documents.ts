// English texts of deposits, collections and transfers.
import { chain } from '@kuwei/contract/phrases/en/chain';
import { transaction } from '@kuwei/contract/phrases/en/transaction';
import { work } from '@kuwei/contract/phrases/en/work';

export const documents = { ...chain, ...transaction, ...work };
