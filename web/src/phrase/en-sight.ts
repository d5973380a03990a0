// What the pages about data rules say, in English.
import { sight as table } from '@kuwei/contract/phrases/en/sight';

export const sight = table;
