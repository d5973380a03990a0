// English texts of data rules.
import { sight as table } from '@kuwei/contract/phrases/en/sight';

export const sight = table;
