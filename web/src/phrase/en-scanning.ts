// What work by scanning alone says, in English.
import { scanning as table } from '@kuwei/contract/phrases/en/scanning';

export const scanning = table;
