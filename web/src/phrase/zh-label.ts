// Chinese texts of labels.
import { label as table } from '@kuwei/contract/phrases/zh/label';

export const label = table;
