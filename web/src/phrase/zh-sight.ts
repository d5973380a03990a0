// Chinese texts of data rules.
import { sight as table } from '@kuwei/contract/phrases/zh/sight';

export const sight = table;
