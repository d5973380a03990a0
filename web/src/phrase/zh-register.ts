// What the pages about the flow register say, in Chinese.
import { register as table } from '@kuwei/contract/phrases/zh/register';

export const register = table;
