// Chinese texts of warnings and limits.
import { warning as table } from '@kuwei/contract/phrases/zh/warning';

export const warning = table;
