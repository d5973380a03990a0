// Time-based one-time codes (RFC 6238 with SHA-1, 6 digits, 30 s: what every authenticator app supports).
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { base32 } from '../../base32.ts';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Steps accepted before and after the current one, as clocks differ. */
const DRIFT = 1;
const SECRET_BYTES = 20;

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

export const stepAt = (ms: number): number => Math.floor(ms / 1_000 / STEP_SECONDS);

/** The code of one step. @param digits 6 here; the RFC's test vectors have 8 */
export function codeAt(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 0x0f) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The current or neighbouring step whose code this is; null if none. */
export function stepOf(secret: Buffer, code: string, now: number = Date.now()): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  let found: number | null = null;
  for (let step = stepAt(now) - DRIFT; step <= stepAt(now) + DRIFT; step++) {
    if (timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))) found = step;
  }
  return found;
}

/** The URI that the QR code holds for the authenticator app. */
export function otpauth(secret: Buffer, username: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}

const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

/** Codes for a lost phone, 80 bits each: `ABCD-EFGH-IJKL-MNOP`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(RECOVERY_BYTES)).match(/.{4}/g)!.join('-'));

/** A plain hash is enough for 80 random bits. Ignores spaces, dashes and case. */
export const recoveryHash = (code: string): Buffer =>
  createHash('sha256').update(code.toUpperCase().replaceAll(/[\s-]/g, '')).digest();
