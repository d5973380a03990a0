// Chinese texts of report results.
import { result as said } from '@kuwei/contract/phrases/zh/result';

export const result = { ...said };
