// Read-only inspection of a backup before a restore: whether it is intact and ours, and what restoring it here and now would
// mean.
import { stat } from 'node:fs/promises';
import type { BackupCheck, WorkPhase } from '@kuwei/contract/sys/maintain';
import type { Client } from 'pg';
import type { Sealer } from '../../services/sealer.ts';
import { planMigrations, readArchive, type Checked, type Course, type Source } from '../archive/check.ts';
import type { Manifest } from '../archive/manifest.ts';
import { BACKUP_BYTES, findTightestDisk } from '../backup/room.ts';
import { connected } from '../backup/write.ts';
import { compareData } from './compare-data.ts';

export interface LookOptions {
  /** Of the live database. */
  url: string;
  dataDir: string;
  /** The backup of the current data goes there first. */
  backupDir: string;
  path: string;
  keys: readonly string[];
  sealer: Sealer;
  /** Path of a stored file. */
  pathOf: (id: string) => string;
  /** Whether the database is in the data folder as well. */
  isBundled: boolean;
  /** Bytes that must stay free on each disk. */
  keepFree: number;
  isVerified: boolean;
  report: (phase: WorkPhase, done: number, total: number) => void;
  signal: AbortSignal;
}

export interface Inspection extends Checked {
  checks: BackupCheck[];
}

/** Estimated size of tables with indexes and WAL, as a multiple of their text. */
const DISK_SIZE_FACTOR = 4;

/** @throws Fault that makes a restore impossible */
export async function inspectArchive(options: LookOptions): Promise<Inspection> {
  const { path, keys, sealer, pathOf, report, signal, url } = options;
  const missing = { bytes: 0 };
  const file = async (id: string, size: number, body: AsyncIterable<Uint8Array>): Promise<void> => {
    const found = await stat(pathOf(id)).catch(() => null);
    if (found?.size !== size) missing.bytes += size;
    for await (const _ of body);
  };
  const checked = await readArchive({ path, keys, sealer }, { file }, (bytes) => report('CHECKING', bytes, 0));
  const course = planMigrations(checked.manifest);
  const client = await connected(url, signal);
  try {
    const room = await measureRoom(client, options, checked.manifest, missing.bytes);
    return {
      ...checked,
      checks: [
        ...listManifestChecks(checked, course, options),
        ...(await compareWithCurrent(client, { path, keys, sealer }, checked.manifest)),
        room,
      ],
    };
  } finally {
    await client.end().catch(() => {});
  }
}

function listManifestChecks({ manifest, encrypted }: Checked, { after }: Course, { isVerified }: LookOptions): BackupCheck[] {
  const { tables, files, version, site, createdAt, secrets, kind } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    { check: 'WHOLE', result: 'OK', params: { tables: tables.length, rows, encrypted: encrypted ? 1 : 0 } },
    { check: 'SITE', result: 'OK', params: { site } },
    { check: 'VERSION', result: 'OK', params: { version, createdAt, kind } },
    { check: 'MIGRATIONS', result: 'OK', params: { count: after.length, names: after.slice(0, 5).map(({ name }) => name) } },
    {
      check: 'FILES',
      result: files.missing.length > 0 ? 'WARN' : 'OK',
      params: { count: files.count, bytes: files.bytes, missing: files.missing.length },
    },
    { check: 'SECRETS', result: secrets ? 'OK' : 'WARN', params: { there: secrets ? 1 : 0 } },
    { check: 'VERIFIED', result: isVerified ? 'OK' : 'WARN', params: { verified: isVerified ? 1 : 0 } },
  ];
}

/** What a restore would lose of the current data. */
async function compareWithCurrent(client: Client, source: Source, manifest: Manifest): Promise<BackupCheck[]> {
  const { ledger } = manifest;
  const { documents, entries, products, isRelated, agreed } = await compareData(client, source, manifest);
  const { rows } = await client.query<{ hash: string | null }>(
    `select (select encode(hash, 'hex') from wms_ledger_block where no = $1) as hash`,
    [ledger?.no ?? 0],
  );
  const isSame = ledger === null || rows[0]!.hash === ledger.hash;
  return [
    {
      check: 'LATER',
      result: documents + entries + products > 0 || !isRelated ? 'WARN' : 'OK',
      params: { documents, entries, products, related: isRelated ? 1 : 0 },
    },
    { check: 'LEDGER', result: isSame ? 'OK' : 'WARN', params: { no: ledger?.no ?? 0, same: isSame ? 1 : 0, agreed } },
  ];
}

/** @param fileBytes of stored files that are missing here */
async function measureRoom(
  client: Client,
  { dataDir, backupDir, isBundled, keepFree }: LookOptions,
  { tables }: Manifest,
  fileBytes: number,
): Promise<BackupCheck> {
  const { rows } = await client.query<{ bytes: number }>(`select ${BACKUP_BYTES} as bytes`);
  const rowBytes = isBundled ? tables.reduce((sum, table) => sum + table.bytes, 0) * DISK_SIZE_FACTOR : 0;
  const needs = [
    { folder: backupDir, bytes: rows[0]!.bytes },
    { folder: dataDir, bytes: fileBytes + rowBytes },
  ];
  const { folder, free, wanted } = await findTightestDisk(needs, keepFree);
  return { check: 'ROOM', result: free < wanted ? 'WARN' : 'OK', params: { folder, free, wanted } };
}
