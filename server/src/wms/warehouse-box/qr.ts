import { randomBytes } from 'node:crypto';
import { base32 } from '../../base32.ts';

/** What the label of a box holds: nobody can guess the next one. */
export const newQrToken = (): string => base32(randomBytes(15));
