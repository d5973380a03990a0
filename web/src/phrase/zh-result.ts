// What the pages say on which reports are run, in Chinese.
import { result as said } from '@kuwei/contract/phrases/zh/result';

export const result = { ...said };
