import { signInRoutes } from '@kuwei/contract/auth/sign-in';
import type { ReplyOf } from '@kuwei/contract/route';
import { call } from '../api/call.ts';

export type Ways = ReplyOf<typeof signInRoutes.listWays>;

/** Ways to sign in that this installation offers beside name and password. @throws ApiError */
export const askWays = (): Promise<Ways> => call(signInRoutes.listWays, {}, { marginRequest: true });
