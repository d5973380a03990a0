// Reads a backup from start to end before it is used: checks that it is complete, signed by this installation, and of a version
// that this program supports.
import { createHash, type Hash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { migrations, type Migration } from '../../db/migrate.ts';
import { BRIDGING_VERSION, readNotes, type Note } from '../../db/migration-notes.ts';
import type { Sealer } from '../../services/sealer.ts';
import { Fault } from './fault.ts';
import {
  FILE_ENTRY,
  HEAD_ENTRY,
  MANIFEST_ENTRY,
  readHead,
  readManifest,
  TABLE_ENTRY,
  type Manifest,
  type TableNote,
} from './manifest.ts';
import { entriesOf, headOf, isEncrypted, sanitizeName, textOf, type Entry } from './unpack.ts';

export interface Source {
  path: string;
  /** Keys to try for decryption. */
  keys: readonly string[];
  /** Required signer; null: any. */
  sealer: Sealer | null;
}

export interface Checked {
  manifest: Manifest;
  encrypted: boolean;
  size: number;
  /** Hex. */
  sha256: string;
}

/** Receives entries as they are read. */
export interface Taker {
  /** @param part its number; the parts of a table are consecutive */
  table?: (name: string, part: number, body: AsyncIterable<Uint8Array>) => Promise<void>;
  /** All parts of a table have been read. */
  tableEnded?: (name: string) => Promise<void>;
  file?: (id: string, size: number, body: AsyncIterable<Uint8Array>) => Promise<void>;
}

/**
 * @param taker receives each entry immediately, before the archive as a whole is verified
 * @param progress bytes of content read so far
 * @throws Fault
 */
export async function readArchive(source: Source, taker: Taker, progress: (bytes: number) => void): Promise<Checked> {
  const whole = createHash('sha256');
  const found = new Content();
  let bytes = 0;
  const counted = async function* (body: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      hash.update(chunk);
      bytes += chunk.length;
      progress(bytes);
      yield chunk;
    }
  };
  let manifest: Manifest | null = null;
  let hasBegun = false;
  for await (const entry of entriesOf(source.path, source.keys, whole)) {
    if (!hasBegun) {
      assertEntryName(entry, HEAD_ENTRY);
      readHead(await textOf(entry));
      hasBegun = true;
      continue;
    }
    // The manifest is the last entry.
    if (manifest !== null) throw new Fault('EXTRA', { name: sanitizeName(entry.name) });
    if (entry.name === MANIFEST_ENTRY) {
      await found.endTable(taker);
      manifest = readManifest(await textOf(entry), source.sealer);
    } else await take(entry, found, taker, counted);
  }
  if (manifest === null) throw new Fault('BROKEN');
  found.compare(manifest);
  const { size } = await stat(source.path);
  return { manifest, encrypted: isEncrypted(await headOf(source.path)), size, sha256: whole.digest('hex') };
}

function assertEntryName({ name }: Entry, wanted: string): void {
  if (name !== wanted) throw new Fault('NOT_A_BACKUP');
}

async function take(
  entry: Entry,
  found: Content,
  taker: Taker,
  counted: (body: AsyncIterable<Uint8Array>, hash: Hash) => AsyncGenerator<Uint8Array>,
): Promise<void> {
  const table = TABLE_ENTRY.exec(entry.name);
  const file = FILE_ENTRY.exec(entry.name);
  if (table) {
    const [, name, number] = table as unknown as [string, string, string];
    const hash = await found.part(name, Number(number), entry.size, taker);
    const body = counted(entry.body, hash);
    await (taker.table ? taker.table(name, Number(number), body) : drain(body));
  } else if (file) {
    const id = file[1]!;
    await found.endTable(taker);
    const hash = createHash('sha256');
    const body = counted(entry.body, hash);
    await (taker.file ? taker.file(id, entry.size, body) : drain(body));
    found.file(id, entry.size, hash.digest('hex'));
  } else throw new Fault('EXTRA', { name: sanitizeName(entry.name) });
}

async function drain(body: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of body);
}

/** Content read so far. */
class Content {
  readonly #tables = new Map<string, { bytes: number; hash: Hash; parts: number }>();
  readonly #lines = createHash('sha256');
  #table: string | null = null;
  #files = { count: 0, bytes: 0 };
  #last = '';

  /** The hash that a part of a table updates. @throws Fault EXTRA if the part is out of order */
  async part(name: string, number: number, size: number, taker: Taker): Promise<Hash> {
    if (this.#table !== name) await this.endTable(taker);
    const known = this.#tables.get(name) ?? { bytes: 0, hash: createHash('sha256'), parts: 0 };
    const isNext = known.parts === number && (number === 0) === (this.#table !== name) && this.#files.count === 0;
    if (!isNext) throw new Fault('EXTRA', { name: `tables/${name}/${number}` });
    this.#table = name;
    known.parts++;
    known.bytes += size;
    this.#tables.set(name, known);
    return known.hash;
  }

  async endTable(taker: Taker): Promise<void> {
    if (this.#table !== null) await taker.tableEnded?.(this.#table);
    this.#table = null;
  }

  file(id: string, size: number, sha256: string): void {
    if (id <= this.#last) throw new Fault('EXTRA', { name: `files/${id}` });
    this.#last = id;
    this.#files.count++;
    this.#files.bytes += size;
    this.#lines.update(`${id} ${size} ${sha256}\n`);
  }

  /** @throws Fault EXTRA for entries missing in the manifest, BROKEN for mismatches */
  compare({ tables, files }: Manifest): void {
    const unknown = [...this.#tables.keys()].find((name) => !tables.some((table) => table.name === name));
    if (unknown !== undefined) throw new Fault('EXTRA', { name: `tables/${unknown}` });
    const isWhole = ({ name, bytes, sha256 }: TableNote): boolean => {
      const { bytes: came, hash } = this.#tables.get(name) ?? { bytes: 0, hash: createHash('sha256') };
      return came === bytes && hash.digest('hex') === sha256;
    };
    const areWhole =
      files.count === this.#files.count && files.bytes === this.#files.bytes && files.sha256 === this.#lines.digest('hex');
    if (!tables.every(isWhole) || !areWhole) throw new Fault('BROKEN');
  }
}

/** Migrations of this program: those that the backup was made with, as it records them, and those added since. */
export interface Course {
  before: Migration[];
  after: Migration[];
  notes: readonly Note[];
}

/** @throws Fault NEWER, EDITED, OLDER */
export function planMigrations({ migrations: noted, version }: Manifest, known: readonly Migration[] = migrations()): Course {
  const read = readNotes(noted, known);
  if ('fault' in read) {
    const { code, name } = read.fault;
    throw new Fault(code, code === 'OLDER' ? { version: BRIDGING_VERSION } : { migration: name, version });
  }
  const { notes } = read;
  const names = new Set(notes.map(({ name }) => name));
  if (names.size === 0) throw new Fault('OLDER', { version: BRIDGING_VERSION });
  return { before: known.filter(({ name }) => names.has(name)), after: known.filter(({ name }) => !names.has(name)), notes };
}
