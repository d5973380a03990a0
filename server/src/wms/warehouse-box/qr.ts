import { randomBytes } from 'node:crypto';
import { base32 } from '../../base32.ts';

/** The unguessable token on a box label. */
export const newQrToken = (): string => base32(randomBytes(15));
