// What the pages of statistics say, in Chinese.
import { stat as table } from '@kuwei/contract/phrases/zh/stat';

export const stat = table;
