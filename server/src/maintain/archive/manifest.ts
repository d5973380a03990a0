// Metadata of a backup: the first entry identifies it; the last one lists its contents, signed by the installation.
import * as z from 'zod/mini';
import type { Sealer } from '../../services/sealer.ts';
import { Fault } from './fault.ts';
import { sha256 } from './unpack.ts';

export const FORMAT = 1;
export const HEAD_ENTRY = 'kuwei-backup.json';
export const MANIFEST_ENTRY = 'manifest.json';
export const TABLE_ENTRY = /^tables\/([a-z_0-9]{1,63})\/(\d{6})$/;
export const FILE_ENTRY = /^files\/([0-9a-f-]{36})$/;

const hex = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const count = z.int().check(z.gte(0));

const head = z.object({
  format: z.int(),
  id: z.uuid(),
  createdAt: z.string().check(z.maxLength(40)),
  /** Program version. */
  version: z.string().check(z.maxLength(40)),
  /** Id of the key that seals the ledger of the installation. */
  site: z.string().check(z.maxLength(64)),
  kind: z.string().check(z.maxLength(20)),
});
export type Head = z.infer<typeof head>;

const table = z.object({
  name: z.string().check(z.regex(/^[a-z_0-9]{1,63}$/)),
  columns: z.array(z.string().check(z.regex(/^[a-z_0-9]{1,63}$/))).check(z.minLength(1), z.maxLength(1_600)),
  rows: count,
  bytes: count,
  sha256: hex,
});
export type TableNote = z.infer<typeof table>;

const migration = z.object({
  name: z.string().check(z.regex(/^\d{4}-[\w-]+\.sql$/)),
  checksum: hex,
  appliedAt: z.string().check(z.maxLength(40)),
  ms: z.nullable(count),
  version: z.nullable(z.string().check(z.maxLength(40))),
});

const manifest = z.object({
  ...head.shape,
  /** `server_version` of PostgreSQL. */
  database: z.string(),
  /** In the order applied. */
  migrations: z.array(migration).check(z.maxLength(10_000)),
  tables: z.array(table).check(z.maxLength(2_000)),
  /** Months of the log, by their first day: `YYYY-MM-DD`. */
  months: z.array(z.iso.date()).check(z.maxLength(2_400)),
  sequences: z
    .array(
      z.object({
        name: z.string().check(z.regex(/^[a-z_0-9]{1,63}$/)),
        last: z.string().check(z.regex(/^\d{1,19}$/)),
        called: z.boolean(),
      }),
    )
    .check(z.maxLength(2_000)),
  /** `sha256`: over one line `id size sha256` per file, in order. `missing`: ids of files that were missing or corrupt. */
  files: z.object({ count, bytes: count, sha256: hex, missing: z.array(z.uuid()) }),
  /** The newest sealed block. */
  ledger: z.nullable(z.object({ no: z.int(), lastSeq: z.int(), hash: hex })),
  /** Whether secrets and second factors are included, which needs encryption. */
  secrets: z.boolean(),
});
export type Manifest = z.infer<typeof manifest>;

const signed = z.object({ manifest: z.string(), signature: z.string().check(z.regex(/^[0-9a-f]{128}$/)) });

const textOf = (manifest: string): string => `kuwei backup ${sha256(manifest).toString('hex')}`;

/** The last entry: the manifest as text, with its signature. */
export function signManifest(content: Manifest, sealer: Sealer): Buffer {
  const text = JSON.stringify(content);
  return Buffer.from(JSON.stringify({ manifest: text, signature: sealer.signText(textOf(text)).toString('hex') }));
}

/** @throws Fault NOT_A_BACKUP, FORMAT */
export function readHead(text: string): Head {
  const found = parseJson(text);
  const { format } = (found ?? {}) as { format?: unknown };
  if (typeof format === 'number' && format > FORMAT) throw new Fault('FORMAT', { format, known: FORMAT });
  const read = z.safeParse(head, found);
  if (!read.success) throw new Fault('NOT_A_BACKUP');
  return read.data;
}

/** @throws Fault BROKEN; OTHER_SITE or FORGED if a sealer is given and did not sign it */
export function readManifest(text: string, sealer: Sealer | null): Manifest {
  const envelope = z.safeParse(signed, parseJson(text));
  if (!envelope.success) throw new Fault('BROKEN');
  const read = z.safeParse(manifest, parseJson(envelope.data.manifest));
  if (!read.success) throw new Fault('BROKEN');
  if (sealer !== null) {
    if (read.data.site !== sealer.keyId) throw new Fault('OTHER_SITE', { site: read.data.site, here: sealer.keyId });
    if (!sealer.isSignedText(textOf(envelope.data.manifest), Buffer.from(envelope.data.signature, 'hex')))
      throw new Fault('FORGED');
  }
  return read.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
