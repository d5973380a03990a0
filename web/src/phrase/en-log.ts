// What the system log says, in English.
import { log as table } from '@kuwei/contract/phrases/en/log';

export const log = table;
