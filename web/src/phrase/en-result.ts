// English texts of report results.
import { result as table } from '@kuwei/contract/phrases/en/result';

export const result = { ...table };
