// Chinese texts of the flow register.
import { register as table } from '@kuwei/contract/phrases/zh/register';

export const register = table;
