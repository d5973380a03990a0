// English texts of shared and listed goods.
import { share as shared } from '@kuwei/contract/phrases/en/share';
import { shelf } from '@kuwei/contract/phrases/en/shelf';

export const share = { ...shared, ...shelf };
