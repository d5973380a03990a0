// Verifies a backup: restores it into a scratch database, compares what is read back, and proves the ledger there. A restore of
// live data copies from such a database.
import { createHash } from 'node:crypto';
import type { WorkPhase } from '@kuwei/contract/sys/maintain';
import { pino } from 'pino';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { connect } from '../../db/open.ts';
import { prove } from '../../wms/ledger/prove.ts';
import type { Sealer } from '../../services/sealer.ts';
import { planMigrations, readArchive, type Checked } from '../archive/check.ts';
import { Fault } from '../archive/fault.ts';
import type { Manifest } from '../archive/manifest.ts';
import { connected } from '../backup/write.ts';
import { copyOut, type Table } from '../backup/tables.ts';
import { load, type LoadOptions } from './load.ts';
import { makeScratch } from './scratch.ts';

export interface VerifyOptions {
  /** Of the live database. */
  url: string;
  dataDir: string;
  path: string;
  keys: readonly string[];
  sealer: Sealer;
  report: (phase: WorkPhase, done: number, total: number) => void;
  signal: AbortSignal;
}

/** @throws Fault found */
export const verifyBackup = (options: VerifyOptions): Promise<Checked> =>
  restoreAside(options, {
    keepFile: async (_, __, body) => hashBody(body),
    // A restore cannot repair files that were already damaged.
    read: ({ files: { missing } }) => {
      if (missing.length > 0) throw new Fault('FILES', { count: missing.length, first: missing[0]! });
    },
    proved: async () => {},
  });

export interface RestoreAsideOptions {
  /** Called when the archive has been read and before its content is used. */
  read: (manifest: Manifest) => void;
  keepFile: LoadOptions['keepFile'];
  /** Called when the database at the URL has been verified; it is dropped afterwards. */
  proved: (url: string, manifest: Manifest) => Promise<void>;
}

/** Restores a backup into a scratch database. @throws Fault found */
export async function restoreAside(options: VerifyOptions, { read, keepFile, proved }: RestoreAsideOptions): Promise<Checked> {
  const { path, keys, sealer, report, signal } = options;
  const source = { path, keys, sealer };
  const checked = await readArchive(source, {}, (bytes) => report('CHECKING', bytes, 0));
  const { manifest } = checked;
  const course = planMigrations(manifest);
  read(manifest);
  const scratch = await makeScratch(options);
  try {
    const client = await connected(scratch.url, signal);
    try {
      await client.query('begin');
      await load(client, {
        source,
        manifest,
        course,
        report,
        keepFile,
        loaded: (tables) => compare(client, tables, manifest, report),
      });
      await client.query('commit');
    } finally {
      await client.end().catch(() => {});
    }
    report('PROVING', 0, 0);
    await assertLedgerHolds(scratch.url, sealer, report);
    await proved(scratch.url, manifest);
  } finally {
    await scratch.drop();
  }
  return checked;
}

async function hashBody(body: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk);
  return hash.digest('hex');
}

/** Compares the restored rows with the backup. */
async function compare(
  client: Client,
  tables: readonly Table[],
  manifest: Manifest,
  report: VerifyOptions['report'],
): Promise<void> {
  const notes = new Map(manifest.tables.map((note) => [note.name, note]));
  let done = 0;
  for (const table of tables) {
    const { rows, sha256, columns } = notes.get(table.name)!;
    report('COMPARING', done++, tables.length);
    const stream = client.query(copyTo(copyOut({ ...table, columns })));
    if ((await hashBody(stream)) !== sha256 || stream.rowCount !== rows) throw new Fault('ROWS', { table: table.name });
  }
}

/** @throws Fault LEDGER */
async function assertLedgerHolds(url: string, sealer: Sealer, report: VerifyOptions['report']): Promise<void> {
  const database = connect(url, { poolSize: 2, log: pino({ level: 'silent' }) }, async () => {});
  try {
    const { faults } = await prove(database.db, withoutNotedHead(sealer), {
      kind: 'FULL',
      progress: (done, parts) => report('PROVING', done, parts),
    });
    if (faults.length > 0)
      throw new Fault('LEDGER', { count: faults.length, first: `${faults[0]!.check} ${faults[0]!.subject}` });
  } finally {
    await database.close();
  }
}

/** The live ledger has grown since: its noted head does not apply. */
const withoutNotedHead = (sealer: Sealer): Sealer => ({ ...sealer, head: () => null });
