// Secrets of token pairs. Tokens are opaque and stored hashed.
import { createHmac, hash, randomBytes } from 'node:crypto';

/** The stored form of a token. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

export const newToken = (): string => randomBytes(32).toString('base64url');

/**
 * Derives the successor from the refresh token and a salt, so that it need not be stored and cannot be derived without the token.
 */
export function deriveSuccessor(rtoken: string, salt: Buffer): { token: string; rtoken: string } {
  const part = (name: string): string => createHmac('sha256', rtoken).update(salt).update(name).digest('base64url');
  return { token: part('token'), rtoken: part('rtoken') };
}
