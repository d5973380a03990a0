// Passwords as argon2id (RFC 9106) in PHC format; at most two are hashed at once, so that sign-ins do not starve other requests.
import { argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createLimiter } from '../../limiter.ts';

const argon2 = promisify(argon2Callback);

/** OWASP password storage cheat sheet: 19 MiB, 2 passes, 1 lane. Unrelated tests lower it. */
export const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
/** Enough for more than sixty neighbourhoods of addresses with four places each (sign-in/delay.ts). */
const hashQueue = createLimiter(2, 256);

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await hashQueue(() => argon2('argon2id', { message: password, nonce, tagLength: TAG_BYTES, ...COST }));
  const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(nonce)}$${encode(tag)}`;
}

/** Compared against if the user is unknown, so that the response time is the same. */
const dummyHash = (): string =>
  `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** @param stored a hash from hashPassword(); null if the user has none */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored ?? dummyHash());
  if (!found) return false;
  const [, memory, passes, parallelism, nonce, tag] = found;
  const wanted = Buffer.from(tag!, 'base64');
  const made = await hashQueue(() =>
    argon2('argon2id', {
      message: password,
      nonce: Buffer.from(nonce!, 'base64'),
      tagLength: wanted.length,
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    }),
  );
  return timingSafeEqual(made, wanted) && stored !== null;
}
