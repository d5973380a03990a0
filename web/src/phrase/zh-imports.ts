// Chinese texts of workbook imports.
import { imports as table } from '@kuwei/contract/phrases/zh/imports';

export const imports = table;
