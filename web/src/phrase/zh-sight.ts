// What the pages about data rules say, in Chinese.
import { sight as table } from '@kuwei/contract/phrases/zh/sight';

export const sight = table;
