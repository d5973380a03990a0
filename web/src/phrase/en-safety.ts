// English texts of storage rules and their violations.
import { safety as table } from '@kuwei/contract/phrases/en/safety';

export const safety = table;
