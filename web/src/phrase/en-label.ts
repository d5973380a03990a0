// English texts of labels.
import { label as table } from '@kuwei/contract/phrases/en/label';

export const label = table;
