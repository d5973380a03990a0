// Encrypted backups: AES-256-GCM in chunks. Each chunk is bound to its position and to whether it is the last, which detects
// chunks that were changed, dropped, reordered or taken from another file, and truncation.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Transform } from 'node:stream';
import { Fault } from './fault.ts';

/** Magic bytes of an encrypted file; followed by the salt and a key check value. */
export const MAGIC = Buffer.from('kuwei backup, encrypted, 1\n');
const SALT_BYTES = 16;
const CHECK_BYTES = 16;
export const HEAD_BYTES = MAGIC.length + SALT_BYTES + CHECK_BYTES;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
/** Slow derivation, because a person may have chosen the key. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

interface Keys {
  check: Buffer;
  chunks: Buffer;
}

async function deriveKeys(key: string, salt: Buffer): Promise<Keys> {
  const master = await new Promise<Buffer>((resolve, reject) =>
    scrypt(key, salt, 32, COST, (error, made) => (error ? reject(error) : resolve(made))),
  );
  const part = (purpose: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', master, '', `kuwei backup ${purpose}`, bytes));
  return { check: part('check', CHECK_BYTES), chunks: part('chunks', 32) };
}

/** Nonces never repeat: each file has its own key. */
function buildNonce(place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(place, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** @param key of the installation, as text */
export async function encrypting(key: string): Promise<Transform> {
  const salt = randomBytes(SALT_BYTES);
  const { check, chunks } = await deriveKeys(key, salt);
  const head = Buffer.concat([MAGIC, salt, check]);
  const seal = (place: number, content: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv(CIPHER, chunks, buildNonce(place, isLast)).setAAD(head);
    return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  };
  let hasBegun = false;
  return inChunks(CHUNK_BYTES, (place, content, isLast) => {
    const sealed = seal(place, content, isLast);
    if (hasBegun) return sealed;
    hasBegun = true;
    return Buffer.concat([head, sealed]);
  });
}

/**
 * @param head first bytes of the file; not passed through the stream
 * @param keys candidates
 * @throws Fault KEY_MISSING, KEY_WRONG; the stream itself fails with BROKEN
 */
export async function decrypting(head: Buffer, keys: readonly string[]): Promise<Transform> {
  if (head.length < HEAD_BYTES) throw new Fault('BROKEN');
  const salt = head.subarray(MAGIC.length, MAGIC.length + SALT_BYTES);
  const wanted = head.subarray(MAGIC.length + SALT_BYTES, HEAD_BYTES);
  for (const key of keys) {
    const { check, chunks } = await deriveKeys(key, salt);
    if (!timingSafeEqual(check, wanted)) continue;
    const aad = head.subarray(0, HEAD_BYTES);
    return inChunks(CHUNK_BYTES + TAG_BYTES, (place, content, isLast) => {
      if (content.length < TAG_BYTES) throw new Fault('BROKEN');
      const decipher = createDecipheriv(CIPHER, chunks, buildNonce(place, isLast)).setAAD(aad);
      decipher.setAuthTag(content.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(content.subarray(0, -TAG_BYTES)), decipher.final()]);
      } catch (error) {
        throw new Fault('BROKEN', {}, error);
      }
    });
  }
  throw new Fault(keys.length === 0 ? 'KEY_MISSING' : 'KEY_WRONG');
}

/** Splits a stream into chunks of a fixed size and marks the last one, which may be shorter or empty. */
function inChunks(size: number, each: (place: number, content: Buffer, isLast: boolean) => Buffer): Transform {
  let kept: Buffer[] = [];
  let bytes = 0;
  let place = 0;
  const take = (stream: Transform, length: number, isLast: boolean): void => {
    const all = kept.length === 1 ? kept[0]! : Buffer.concat(kept);
    stream.push(each(place++, all.subarray(0, length), isLast));
    kept = length === all.length ? [] : [all.subarray(length)];
    bytes -= length;
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      kept.push(chunk);
      bytes += chunk.length;
      try {
        // Hold back a full chunk: it may be the last.
        for (let left = bytes; left > size; left -= size) take(this, size, false);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        take(this, bytes, true);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
}
