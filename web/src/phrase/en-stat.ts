// English texts of statistics.
import { stat as table } from '@kuwei/contract/phrases/en/stat';

export const stat = table;
