// Chinese texts of scanning and labels.
import { scan as table } from '@kuwei/contract/phrases/zh/scan';

export const scan = table;
