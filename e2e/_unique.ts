import { randomBytes } from 'node:crypto';

/** A unique upper-case code. */
export const unique = (prefix = 'T'): string => `${prefix}${randomBytes(4).toString('hex').toUpperCase()}`;
