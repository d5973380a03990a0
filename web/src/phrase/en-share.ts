// What the pages about shared goods say, in English.
import { share as table } from '@kuwei/contract/phrases/en/share';

export const share = table;
