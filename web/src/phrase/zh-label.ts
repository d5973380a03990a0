// Texts of labels, in Chinese.
import { label as table } from '@kuwei/contract/phrases/zh/label';

export const label = table;
