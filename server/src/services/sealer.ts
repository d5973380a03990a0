// Anchors the ledger outside the database: the key that signs its blocks, and a note of the newest block. With access to the
// database alone, neither a recomputed chain can be signed nor its end be removed undetected.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { StartProblem } from '../problem.ts';

const KEY_FILE = 'ledger-key.pem';
const HEAD_FILE = 'ledger-head.json';

/**
 * The newest block seen, with its hash in hex. `signedFrom` is the first block that must have a signature: earlier ones predate
 * signing.
 */
const noted = z.object({ no: z.int(), lastSeq: z.int(), hash: z.string() });
const headNote = z.extend(noted, {
  signedFrom: z.int(),
  /** While a backup is restored: the newest block may also be this one; null: or none. */
  or: z.optional(z.nullable(noted)),
});
export type Head = z.infer<typeof headNote>;
export type NotedBlock = z.infer<typeof noted>;

export interface Sealer {
  keyId: string;
  sign: (no: number, hash: Buffer) => Buffer;
  isSigned: (no: number, hash: Buffer, signature: Buffer) => boolean;
  /** Signs other texts; their content identifies the purpose. */
  signText: (text: string) => Buffer;
  isSignedText: (text: string, signature: Buffer) => boolean;
  /** null before the first seal of this installation. @throws UnreadableNote */
  head: () => Head | null;
  /** Replaces the note durably. @param head null: removes it */
  setHead: (head: Head | null) => void;
}

/** The note exists but is unreadable: truncated or modified. */
export class UnreadableNote extends Error {
  constructor(path: string) {
    super(
      `the note of the newest block (${path}) cannot be read: compare the ledger with the last line "ledger sealed" of the log, then remove the note`,
    );
  }
}

interface Where {
  dataDir: string;
  /** Private key as PEM; omitted: the one in the data folder. */
  ledgerKey: string | undefined;
}

/** The sealer of this installation; creates a key if there is none. @throws StartProblem for an invalid key */
export function openSealer(where: Where): Sealer {
  return findSealer(where) ?? sealerOf(makeKey(where.dataDir), where.dataDir);
}

/** The same without creating a key: null if there is none. @throws StartProblem */
export function findSealer({ dataDir, ledgerKey }: Where): Sealer | null {
  if (ledgerKey !== undefined) return sealerOf(keyOf(ledgerKey.replaceAll('\\n', '\n'), 'LEDGER_KEY'), dataDir);
  const path = join(dataDir, KEY_FILE);
  return existsSync(path) ? sealerOf(keyOf(readFileSync(path, 'utf8'), path), dataDir) : null;
}

function keyOf(pem: string, from: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Reported below.
  }
  throw new StartProblem(`${from} must hold an ed25519 private key as PEM (openssl genpkey -algorithm ed25519).`);
}

/** Safe for two processes starting at once: one creates it. */
function makeKey(dataDir: string): KeyObject {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, KEY_FILE);
  const { privateKey } = generateKeyPairSync('ed25519');
  try {
    writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
    return privateKey;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return keyOf(readFileSync(path, 'utf8'), path);
  }
}

function sealerOf(key: KeyObject, dataDir: string): Sealer {
  const publicKey = createPublicKey(key);
  const path = join(dataDir, HEAD_FILE);
  return {
    keyId: createHash('sha256')
      .update(publicKey.export({ type: 'spki', format: 'der' }))
      .digest('hex')
      .slice(0, 16),
    sign: (no, hash) => sign(null, signed(no, hash), key),
    isSigned: (no, hash, signature) => verify(null, signed(no, hash), publicKey, signature),
    signText: (text) => sign(null, Buffer.from(text), key),
    isSignedText: (text, signature) => verify(null, Buffer.from(text), publicKey, signature),
    head: () => readHead(path),
    setHead: (head) => replaceFile(path, `${JSON.stringify(head)}\n`),
  };
}

function readHead(path: string): Head | null {
  if (!existsSync(path)) return null;
  try {
    return z.parse(z.nullable(headNote), JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new UnreadableNote(path);
  }
}

/** Atomic and durable: after a power failure the file holds the old text or the new one. */
function replaceFile(path: string, text: string): void {
  const part = `${path}.${process.pid}`;
  const file = openSync(part, 'w', 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(part, path);
  syncFolder(dirname(path));
}

/** Windows cannot open folders; there the rename is durable when it returns. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

const signed = (no: number, hash: Buffer): Buffer => Buffer.concat([Buffer.from(`kuwei ledger block ${no} `), hash]);
