// What the ways to sign in say, in Chinese.
import { login as table } from '@kuwei/contract/phrases/zh/login';

export const login = table;
