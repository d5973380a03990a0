// English texts of scan-only work.
import { scanning as table } from '@kuwei/contract/phrases/en/scanning';

export const scanning = table;
