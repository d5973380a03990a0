import { randomBytes } from 'node:crypto';

/** What the label of a box holds: nobody can guess the next one. */
export const newQrToken = (): string => randomBytes(12).toString('base64url');
