// What the pages about scanning and labels say, in Chinese.
import { scan as table } from '@kuwei/contract/phrases/zh/scan';

export const scan = table;
