// English texts of the first screen.
import { common } from '@kuwei/contract/phrases/en/common';
import { rule } from '@kuwei/contract/phrases/en/rule';

export const first = { ...common, ...rule };
