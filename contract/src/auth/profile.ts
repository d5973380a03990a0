// A user's own profile, and the links sent to their e-mail address.
import * as z from 'zod/mini';
import { LOCALES } from '../kit/constants.ts';
import * as f from '../kit/field.ts';
import { CREDENTIALS_MAX_BYTES, routes } from '../kit/route.ts';
import { email, must, phone, required } from '../kit/rule.ts';
import { mailChoices } from '../kit/mail-choice.ts';
import { currentPassword, newPassword } from './password.ts';

/** The other fields of an account are managed by administrators. */
const profileForm = z.strictObject({
  name: f.name(64),
  /** Office or other location. */
  contact: f.maybeName(200),
  phone: f.maybe(z.string().check(z.trim(), must(phone))),
  locale: z.enum(LOCALES),
  mail: mailChoices,
});
export type ProfileForm = z.infer<typeof profileForm>;

const profile = z.object({
  ...profileForm.shape,
  id: z.string(),
  username: z.string(),
  staffNo: f.maybe(z.string()),
  email: f.maybe(z.string()),
  /** The address messages are sent to is confirmed. */
  emailVerified: z.boolean(),
  /** New address, awaiting confirmation by link. */
  emailPending: f.maybe(z.string()),
  /** E-mail is configured. */
  mailOn: z.boolean(),
  hasPassword: z.boolean(),
  secondFactor: z.boolean(),
  rev: z.int(),
});
export type Profile = z.infer<typeof profile>;

/** The fragment of a link's URL. */
const token = z.string().check(z.maxLength(200), must(required()));

export const profileRoutes = routes({
  getProfile: {
    method: 'GET',
    path: '/auth/biz/user/by-me/profile',
    summary: 'The own profile',
    needs: 'signed-in',
    reply: profile,
  },
  updateProfile: {
    method: 'PUT',
    path: '/auth/biz/user/by-me/profile',
    summary: 'Change the own profile',
    needs: 'signed-in',
    body: f.updateOf(profileForm),
    reply: profile,
    errors: ['STALE', 'INVALID', 'WHILE_ACTING'],
  },
  changeEmail: {
    method: 'PUT',
    path: '/auth/biz/user/by-me/email',
    summary: 'Change the own address; where e-mail is set up, once the link sent to it is followed',
    repeat: 'runs',
    needs: 'signed-in',
    bodyMax: CREDENTIALS_MAX_BYTES,
    body: z.strictObject({
      email: z.nullable(z.string().check(z.trim(), z.maxLength(254), must(email))),
      /** Re-authentication; not needed without a password if the sign-in is fresh. */
      password: f.maybe(currentPassword),
      code: f.maybeText(40),
    }),
    reply: profile,
    errors: ['INVALID', 'TOO_MANY', 'WHILE_ACTING', 'IDENTITY_NEEDED'],
  },
});

export const linkRoutes = routes({
  forgotten: {
    method: 'POST',
    path: '/auth/auth/token/forgotten',
    summary: 'Request a password reset link. The answer does not reveal whether the account exists',
    needs: 'open',
    bodyMax: CREDENTIALS_MAX_BYTES,
    /** User name or e-mail address. */
    body: z.strictObject({ account: z.string().check(z.trim(), z.maxLength(254), must(required())) }),
    reply: z.null(),
  },
  lookAtLink: {
    method: 'POST',
    path: '/auth/auth/token/link',
    summary: 'Whose password a link sets',
    needs: 'open',
    asks: true,
    bodyMax: CREDENTIALS_MAX_BYTES,
    body: z.strictObject({ token }),
    reply: z.object({ username: z.string() }),
    errors: ['LINK_OVER', 'ACCOUNT_DISABLED', 'ACCOUNT_ENDED'],
  },
  useLink: {
    method: 'PUT',
    path: '/auth/auth/token/link',
    summary: 'Reset the password with a link; all sessions of the user end',
    needs: 'open',
    bodyMax: CREDENTIALS_MAX_BYTES,
    body: z.strictObject({ token, password: newPassword, repeated: currentPassword }),
    reply: z.null(),
    errors: ['INVALID', 'LINK_OVER', 'ACCOUNT_DISABLED', 'ACCOUNT_ENDED'],
  },
  confirmEmail: {
    method: 'PUT',
    path: '/auth/auth/token/address',
    summary: 'Confirm an address under the link that was sent to it',
    needs: 'open',
    bodyMax: CREDENTIALS_MAX_BYTES,
    body: z.strictObject({ token }),
    reply: z.object({ email: z.string() }),
    errors: ['LINK_OVER'],
  },
});
