// English texts of report results.
import { result as said } from '@kuwei/contract/phrases/en/result';

export const result = { ...said };
