// Chinese texts of statistics.
import { stat as table } from '@kuwei/contract/phrases/zh/stat';

export const stat = table;
