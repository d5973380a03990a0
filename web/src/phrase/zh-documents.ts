// Chinese texts of deposits, collections and transfers.
import { chain } from '@kuwei/contract/phrases/zh/chain';
import { transaction } from '@kuwei/contract/phrases/zh/transaction';
import { work } from '@kuwei/contract/phrases/zh/work';

export const documents = { ...chain, ...transaction, ...work };
