// What the window that imports a workbook says, in Chinese.
import { imports as table } from '@kuwei/contract/phrases/zh/imports';

export const imports = table;
