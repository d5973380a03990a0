// What the pages about shared and offered goods say, in English.
import { share as shared } from '@kuwei/contract/phrases/en/share';
import { shelf } from '@kuwei/contract/phrases/en/shelf';

export const share = { ...shared, ...shelf };
