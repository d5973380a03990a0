// Chinese texts of storage rules and their violations.
import { safety as table } from '@kuwei/contract/phrases/zh/safety';

export const safety = table;
