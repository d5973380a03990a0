import * as z from 'zod/mini';
import { length, must, required } from '../kit/rule.ts';
import { routes } from '../kit/route.ts';

/** Longer ones are rejected before hashing. */
const PASSWORD_MAX = 1_000;

export const NEW_PASSWORD_LENGTH = { min: 8, max: 64 } as const;

export const currentPassword = z.string().check(z.maxLength(PASSWORD_MAX), must(required('rule.password')));
export const newPassword = z
  .string()
  .check(must(required('rule.password'), length(NEW_PASSWORD_LENGTH.min, NEW_PASSWORD_LENGTH.max)));

const passwordForm = z.strictObject({
  oldPassword: currentPassword,
  password: newPassword,
  repeated: z.string().check(z.maxLength(PASSWORD_MAX), must(required('rule.password'))),
});

export const passwordRoutes = routes({
  changePassword: {
    method: 'PUT',
    path: '/auth/biz/user/by-me/password',
    summary: 'Change the own password; all other sessions of the user end',
    repeat: 'runs',
    needs: 'signed-in',
    body: passwordForm,
    reply: z.null(),
    errors: ['INVALID', 'TOO_MANY', 'WHILE_ACTING'],
  },
});
