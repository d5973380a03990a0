// Chinese texts of the first screen.
import { common } from '@kuwei/contract/phrases/zh/common';
import { rule } from '@kuwei/contract/phrases/zh/rule';

export const first = { ...common, ...rule };
