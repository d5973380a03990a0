// English texts of workbook imports.
import { imports as table } from '@kuwei/contract/phrases/en/imports';

export const imports = table;
