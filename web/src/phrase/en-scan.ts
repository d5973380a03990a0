// English texts of scanning and labels.
import { scan as table } from '@kuwei/contract/phrases/en/scan';

export const scan = table;
