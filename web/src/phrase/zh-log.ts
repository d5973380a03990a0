// What the system log says, in Chinese.
import { log as table } from '@kuwei/contract/phrases/zh/log';

export const log = table;
