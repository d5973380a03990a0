// What the pages about scanning and labels say, in English.
import { scan as table } from '@kuwei/contract/phrases/en/scan';

export const scan = table;
