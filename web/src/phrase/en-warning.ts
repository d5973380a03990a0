// What the pages of warnings and limits say, in English.
import { warning as table } from '@kuwei/contract/phrases/en/warning';

export const warning = table;
