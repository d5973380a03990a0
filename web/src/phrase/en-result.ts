// What the pages say on which reports are run, in English.
import { result as said } from '@kuwei/contract/phrases/en/result';

export const result = { ...said };
