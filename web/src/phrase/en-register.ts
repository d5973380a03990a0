// What the pages about the flow register say, in English.
import { register as table } from '@kuwei/contract/phrases/en/register';

export const register = table;
