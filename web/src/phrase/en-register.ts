// English texts of the flow register.
import { register as table } from '@kuwei/contract/phrases/en/register';

export const register = table;
