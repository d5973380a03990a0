// Texts of labels, in English.
import { label as table } from '@kuwei/contract/phrases/en/label';

export const label = table;
