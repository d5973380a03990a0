import { randomBytes } from 'node:crypto';

/** A password that is handed over once and changed at the first sign-in: 96 random bits, 16 characters. */
export const oneTimePassword = (): string => randomBytes(12).toString('base64url');
