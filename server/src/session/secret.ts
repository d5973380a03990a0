// The secrets of a token pair. Tokens are opaque and stored hashed.
import { createHmac, hash, randomBytes } from 'node:crypto';

/** As it is stored. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

export const newToken = (): string => randomBytes(32).toString('base64url');

/** The successor follows from the refresh token and a salt: nobody without the token can make it, and nothing is stored. */
export function successor(rtoken: string, salt: Buffer): { token: string; rtoken: string } {
  const part = (name: string): string => createHmac('sha256', rtoken).update(salt).update(name).digest('base64url');
  return { token: part('token'), rtoken: part('rtoken') };
}
