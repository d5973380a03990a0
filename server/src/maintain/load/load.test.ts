// Uploaded backups: received in pieces and inspected before a restore.
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { maintainRoutes, type Backup, type BackupReport } from '@kuwei/contract/sys/maintain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { getBackupNow, createMissingFiles, createBackup, runRequestedWork } from '../../../test/_backup.ts';
import { configure } from '../../../test/_configure.ts';
import { castOf, deposited, placesOf, saltLine } from '../../../test/_flow.ts';
import { openWorld, worldAt, type Person, type World } from '../../../test/_world.ts';
import { withClient } from '../../../test/scratch.ts';
import { sealLedger } from '../../wms/ledger/seal.ts';
import { pathIn } from '../backup/files.ts';
import { runMaintenance } from '../clock.ts';

const KEY = 'a-key-of-the-installation';

let world: World;
let admin: Person;
let content: Buffer;
beforeAll(async () => {
  world = await openWorld();
  await createMissingFiles(world);
  await sealLedger(world.services.db, world.services.sealer);
  admin = await world.as('admin', 'ROLE_ADMIN');
  const backup = await createBackup(world, admin);
  content = readFileSync(pathIn(world.services.config, backup.name));
});
afterAll(() => world.end());

let modified = 1_700_000_000_000;
const begin = (name: string, size: number, at = ++modified) =>
  admin.call(maintainRoutes.beginUpload, { body: { name, size, modified: at } });
const add = (id: string, at: number, piece: Buffer) =>
  admin.upload(maintainRoutes.addUpload, piece, 'piece', { params: { id }, query: { at } });
/** Uploads a file in pieces and runs the job that inspects it. */
async function uploaded(file: Buffer, name = 'from-elsewhere.tar.zst'): Promise<Backup> {
  const { id } = (await begin(name, file.length)).data;
  const half = Math.ceil(file.length / 2);
  expect((await add(id, 0, file.subarray(0, half))).data).toEqual({ received: half, size: file.length });
  expect((await add(id, half, file.subarray(half))).data.received).toBe(file.length);
  await runRequestedWork(world);
  return getBackupNow(admin, id);
}
const getReport = async (id: string): Promise<BackupReport> =>
  (await admin.call(maintainRoutes.getBackupReport, { params: { id } })).data!;
const results = ({ checks }: BackupReport): Record<string, string> =>
  Object.fromEntries(checks.map(({ check, result }) => [check, result]));
const listBackupFolder = (): string[] => readdirSync(world.services.config.backupDir);

test('[S2.110] a backup is uploaded in pieces, resumes after an interruption, and is inspected', async () => {
  const at = ++modified;
  const { id, partBytes } = (await begin('from-elsewhere.tar.zst', content.length, at)).data;
  expect(partBytes).toBe(4_000_000);
  expect((await getBackupNow(admin, id)).state).toBe('UPLOADING');
  await add(id, 0, content.subarray(0, 1_000));
  // The browser was closed: the same file is selected again.
  expect((await begin('from-elsewhere.tar.zst', content.length, at)).data).toMatchObject({ id, received: 1_000 });
  expect((await add(id, 0, content.subarray(0, 2_000))).data.received, 'what is there already is not taken again').toBe(1_000);
  expect((await add(id, 5_000, content.subarray(5_000))).data.received, 'nor what leaves a gap').toBe(1_000);
  expect((await add(id, 1_000, Buffer.concat([content.subarray(1_000), Buffer.from('x')]))).error.code).toBe('INVALID');
  expect((await admin.call(maintainRoutes.getUpload, { params: { id } })).data).toEqual({
    received: 1_000,
    size: content.length,
  });
  expect((await add(id, 1_000, content.subarray(1_000))).data.received).toBe(content.length);
  const before = await getBackupNow(admin, id);
  expect(before).toMatchObject({ kind: 'UPLOAD', state: 'READY', rows: null, madeAt: null, givenName: 'from-elsewhere.tar.zst' });
  expect(readFileSync(pathIn(world.services.config, before.name)).equals(content)).toBe(true);
  await runRequestedWork(world);
  const after = await getBackupNow(admin, id);
  expect([after.rows! > 500, after.files! > 0, after.madeAt !== null, after.fault]).toEqual([true, true, true, null]);
  const report = await getReport(id);
  expect(report.fault).toBeNull();
  expect(results(report)).toEqual({
    WHOLE: 'OK',
    SITE: 'OK',
    VERSION: 'OK',
    MIGRATIONS: 'OK',
    FILES: 'OK',
    SECRETS: 'WARN',
    VERIFIED: 'WARN',
    LATER: 'OK',
    LEDGER: 'OK',
    ROOM: 'OK',
  });
  expect(await runMaintenance(world.services, new AbortController().signal), 'once').toBeNull();
});

/** What the inspection of a backup says would be lost, and of the ledgers. */
async function inspect({ id }: Backup) {
  await admin.call(maintainRoutes.checkBackup, { params: { id } });
  await runRequestedWork(world);
  const report = await getReport(id);
  const found = (name: string) => report.checks.find(({ check }) => check === name)!;
  return { lost: found('LATER'), ledger: found('LEDGER') };
}

test('an inspection counts the records that the backup lacks, however many it has itself', async () => {
  const { db, sealer } = world.services;
  const cast = await castOf(world);
  const places = await placesOf(world);
  const deposit = () => deposited(cast, { warehouseId: places.w1, lines: [saltLine(places)] });
  await deposit();
  await sealLedger(db, sealer);
  const earlier = await createBackup(world, admin);
  await deposit();
  await deposit();
  await sealLedger(db, sealer);
  const wayBack = await createBackup(world, admin);
  expect((await inspect(earlier)).lost).toEqual({
    check: 'LATER',
    result: 'WARN',
    params: { documents: 2, entries: 2, products: 0, related: 1 },
  });
  expect((await inspect(wayBack)).lost).toMatchObject({ result: 'OK', params: { documents: 0, entries: 0 } });
  // As after a restore of the earlier backup: the two are gone, one was posted since and drew the number of the first.
  const agreed = (await db.selectFrom('wms_ledger').select('seq').orderBy('seq').execute()).at(-3)!.seq;
  await forgetEntriesAfter(agreed);
  await deposit();
  const { lost, ledger } = await inspect(wayBack);
  expect(lost).toEqual({ check: 'LATER', result: 'WARN', params: { documents: 1, entries: 1, products: 0, related: 1 } });
  expect(ledger.params).toMatchObject({ same: 0, agreed });
});

/** Removes ledger entries with their documents and blocks, and sets the counter back. */
async function forgetEntriesAfter(seq: number): Promise<void> {
  const name = new URL(world.database.url).pathname.slice(1);
  await withClient(inject('database').admin.replace('%', name), async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(`delete from wms_transaction where id in (select transaction_id from wms_ledger where seq > ${seq})`);
    await client.query(`delete from wms_ledger where seq > ${seq}`);
    await client.query(`delete from wms_ledger_block where last_seq > ${seq}`);
    await client.query(`select setval('wms_ledger_seq_seq', ${seq})`);
  });
}

test('rejects files above the site limit or the free space before receiving any data', async () => {
  expect((await begin('large.tar.zst', 50_000_000_001)).error.code).toBe('BACKUP_TOO_LARGE');
  await configure(world, { SYS_MIN_FREE_MB: 900_000_000 });
  onTestFinished(() => configure(world, { SYS_MIN_FREE_MB: 0 }));
  const refused = await begin('none.tar.zst', 1_000);
  expect([refused.status, refused.error.code]).toEqual([507, 'NO_ROOM_FOR']);
  await configure(world, { SYS_MIN_FREE_MB: 0 });
  const { id } = (await begin('some.tar.zst', content.length)).data;
  await add(id, 0, content.subarray(0, 100));
  await configure(world, { SYS_MIN_FREE_MB: 900_000_000 });
  // The disk is also full for incoming uploads.
  expect((await add(id, 100, content.subarray(100))).status).toBe(507);
  await configure(world, { SYS_MIN_FREE_MB: 0 });
  expect((await admin.call(maintainRoutes.getUpload, { params: { id } })).data.received).toBe(100);
  await admin.call(maintainRoutes.deleteBackup, { params: { id } });
  expect(listBackupFolder().filter((name) => name.endsWith('.upload'))).toEqual([]);
  expect((await add(id, 100, content.subarray(100))).error.code).toBe('NOT_FOUND');
});

test('[F16][security 53] rejects and deletes files that are not backups or are damaged', async () => {
  const changed = Buffer.from(content);
  changed[Math.floor(content.length / 2)]! ^= 1;
  const cases: [Buffer, RegExp][] = [
    [Buffer.from('hello'), /^NOT_A_BACKUP$/],
    [content.subarray(0, content.length - 1_000), /^BROKEN$/],
    [changed, /^BROKEN$/],
  ];
  const before = listBackupFolder();
  for (const [file, code] of cases) {
    const backup = await uploaded(file);
    expect(backup.state).toBe('FAILED');
    expect(backup.fault!.code).toMatch(code);
    expect((await getReport(backup.id)).fault).toEqual(backup.fault);
  }
  expect(listBackupFolder()).toEqual(before);
});

test('[F16] does not accept a backup of another installation, and keeps it until its key is configured', async () => {
  const other = await worldAt(world.database.url);
  await createMissingFiles(other);
  const theirs = await createBackup(other, await other.as('admin', 'ROLE_ADMIN'));
  const file = readFileSync(pathIn(other.services.config, theirs.name));
  await other.end();
  const backup = await uploaded(file);
  expect(backup).toMatchObject({ state: 'READY', fault: { code: 'OTHER_SITE' } });
  expect(existsSync(pathIn(world.services.config, backup.name))).toBe(true);
  await createMissingFiles(world);
});

test('reads an encrypted backup once its key is configured', async () => {
  const { config } = world.services;
  Object.assign(config, { backupKey: KEY });
  const made = await createBackup(world, admin);
  const file = readFileSync(pathIn(config, made.name));
  Object.assign(config, { backupKey: null });
  const backup = await uploaded(file, 'kept.tar.zst.enc');
  expect(backup).toMatchObject({ state: 'READY', encrypted: true, fault: { code: 'KEY_MISSING' } });
  Object.assign(config, { backupKeysBefore: [KEY] });
  await admin.call(maintainRoutes.checkBackup, { params: { id: backup.id } });
  await runRequestedWork(world);
  expect(await getBackupNow(admin, backup.id)).toMatchObject({ encrypted: true, fault: null });
  expect(results(await getReport(backup.id))).toMatchObject({ WHOLE: 'OK', SECRETS: 'OK' });
  Object.assign(config, { backupKeysBefore: [] });
});

test('removes an abandoned upload after a day', async () => {
  const { db, config } = world.services;
  const { id } = (await begin('left.tar.zst', content.length)).data;
  await add(id, 0, content.subarray(0, 10));
  const path = pathIn(config, `${(await getBackupNow(admin, id)).name}.upload`);
  await sql`update sys_backup set created_at = now() - interval '2 days' where id = ${id}`.execute(db);
  await runMaintenance(world.services, new AbortController().signal);
  expect(statSync(path).size, 'a piece has just come').toBe(10);
  const longAgo = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(path, longAgo, longAgo);
  await runMaintenance(world.services, new AbortController().signal);
  expect([(await admin.call(maintainRoutes.getBackup, { params: { id } })).status, existsSync(path)]).toEqual([404, false]);
});

test('an inspection reports that the file has changed', async () => {
  const backup = await createBackup(world, admin);
  const path = pathIn(world.services.config, backup.name);
  writeFileSync(path, content);
  await admin.call(maintainRoutes.checkBackup, { params: { id: backup.id } });
  await runRequestedWork(world);
  expect((await getReport(backup.id)).fault).toMatchObject({ code: 'BROKEN' });
  expect(existsSync(path), 'our own backups are kept for analysis').toBe(true);
});
