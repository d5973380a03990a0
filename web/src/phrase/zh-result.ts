// Chinese texts of report results.
import { result as table } from '@kuwei/contract/phrases/zh/result';

export const result = { ...table };
