// What work by scanning alone says, in Chinese.
import { scanning as table } from '@kuwei/contract/phrases/zh/scanning';

export const scanning = table;
