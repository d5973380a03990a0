// What the pages about shared goods say, in Chinese.
import { share as table } from '@kuwei/contract/phrases/zh/share';

export const share = table;
