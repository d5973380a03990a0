// English texts of the system log.
import { log as table } from '@kuwei/contract/phrases/en/log';

export const log = table;
