// Chinese texts of the system log.
import { log as table } from '@kuwei/contract/phrases/zh/log';

export const log = table;
