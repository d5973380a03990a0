// Chinese texts of scan-only work.
import { scanning as table } from '@kuwei/contract/phrases/zh/scanning';

export const scanning = table;
