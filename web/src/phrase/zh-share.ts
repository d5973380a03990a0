// Chinese texts of shared and listed goods.
import { share as shared } from '@kuwei/contract/phrases/zh/share';
import { shelf } from '@kuwei/contract/phrases/zh/shelf';

export const share = { ...shared, ...shelf };
