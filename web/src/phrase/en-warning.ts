// English texts of warnings and limits.
import { warning as table } from '@kuwei/contract/phrases/en/warning';

export const warning = table;
