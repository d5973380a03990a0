// What the pages of warnings and limits say, in Chinese.
import { warning as table } from '@kuwei/contract/phrases/zh/warning';

export const warning = table;
