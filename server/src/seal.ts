// Small things that leave the server and come back unread and unchanged: AES-256-GCM under the secret of the installation.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyFor = (secret: Buffer, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `kuwei ${purpose}`, 32));

/** @param seconds how long it can be opened */
export function seal(secret: Buffer, purpose: string, payload: unknown, seconds: number): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(secret, purpose), iv);
  const text = JSON.stringify({ payload, until: Date.now() + seconds * 1_000 });
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

/** What was sealed for this purpose; null when it was not by us, was changed, or its time is over. */
export function unseal(secret: Buffer, purpose: string, sealed: string): unknown {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length <= IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, keyFor(secret, purpose), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString();
    const { payload, until } = JSON.parse(text) as { payload: unknown; until: number };
    return until > Date.now() ? payload : null;
  } catch {
    return null;
  }
}
