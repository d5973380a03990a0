import { randomBytes } from 'node:crypto';

/** A text that no other record has, in capitals as codes are. */
export const unique = (prefix = 'T'): string => `${prefix}${randomBytes(4).toString('hex').toUpperCase()}`;
