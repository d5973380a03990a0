import { signInRoutes } from '@kuwei/contract/auth/sign-in';
import type { ReplyOf } from '@kuwei/contract/route';
import { call } from '../api/call.ts';

export type SignInMethods = ReplyOf<typeof signInRoutes.listWays>;

/** Sign-in methods of this installation other than name and password. @throws ApiError */
export const listSignInMethods = (): Promise<SignInMethods> => call(signInRoutes.listWays, {}, { marginRequest: true });
