import { randomBytes } from 'node:crypto';

/** A one-time password, to be changed at the first sign-in: 96 random bits, 16 characters. */
export const oneTimePassword = (): string => randomBytes(12).toString('base64url');
