// What the ways to sign in say, in English.
import { login as table } from '@kuwei/contract/phrases/en/login';

export const login = table;
