// English texts of sign-in methods.
import { login as table } from '@kuwei/contract/phrases/en/login';

export const login = table;
