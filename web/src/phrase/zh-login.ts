// Chinese texts of sign-in methods.
import { login as table } from '@kuwei/contract/phrases/zh/login';

export const login = table;
