// What the pages about shared and offered goods say, in Chinese.
import { share as shared } from '@kuwei/contract/phrases/zh/share';
import { shelf } from '@kuwei/contract/phrases/zh/shelf';

export const share = { ...shared, ...shelf };
