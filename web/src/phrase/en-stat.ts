// What the pages of statistics say, in English.
import { stat as table } from '@kuwei/contract/phrases/en/stat';

export const stat = table;
