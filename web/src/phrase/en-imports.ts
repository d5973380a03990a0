// What the window that imports a workbook says, in English.
import { imports as table } from '@kuwei/contract/phrases/en/imports';

export const imports = table;
