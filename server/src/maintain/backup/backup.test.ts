// Backups by API and by schedule: one snapshot during normal work, verified by a restore into a scratch database, retention, and
// notifications of failures.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { logRoutes } from '@kuwei/contract/sys/log';
import { maintainRoutes, type Backup } from '@kuwei/contract/sys/maintain';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { getBackupNow, createMissingFiles, createBackup, runRequestedWork } from '../../../test/_backup.ts';
import { configure } from '../../../test/_configure.ts';
import { castOf, deposited, placesOf, saltLine } from '../../../test/_flow.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { newId } from '../../db/id.ts';
import { DEMO_PASSWORD } from '../../seed/demo-people.ts';
import { deleteUnreferencedFiles } from '../../site/fs/tidy.ts';
import { sealLedger } from '../../wms/ledger/seal.ts';
import { recoverMaintenance, runMaintenance } from '../clock.ts';
import { scratchNameOf } from '../restore/scratch.ts';
import { pathIn } from './files.ts';
import { SECRET_TABLES, tablesOf } from './tables.ts';

const KEY = 'a-key-of-the-installation';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  await createMissingFiles(world);
  await sealLedger(world.services.db, world.services.sealer);
  admin = await world.as('admin', 'ROLE_ADMIN');
});
afterAll(() => world.end());

const pathOf = ({ name }: Backup): string => pathIn(world.services.config, name);
const verify = async ({ id }: Backup): Promise<Backup> => {
  await admin.call(maintainRoutes.verifyBackup, { params: { id } });
  await runRequestedWork(world);
  return getBackupNow(admin, id);
};
const titles = async (): Promise<string[]> => {
  const { list } = (await admin.call(msgInboxRoutes.listMine, { query: { state: ['NEW'] } })).data;
  return list.map(({ title }) => title);
};

test('[F15] a backup made during writes restores identical rows and a valid ledger', async () => {
  const cast = await castOf(world);
  const places = await placesOf(world);
  const over = new AbortController();
  let deposits = 0;
  const busy = (async () => {
    while (!over.signal.aborted) {
      await deposited(cast, { warehouseId: places.w1, lines: [saltLine(places)] });
      deposits++;
    }
  })();
  await expect.poll(() => deposits, { timeout: 20_000 }).toBeGreaterThan(0);
  const backup = await createBackup(world, admin);
  over.abort();
  await busy;
  expect(backup).toMatchObject({ kind: 'MANUAL', state: 'READY', encrypted: false, by: '系统管理员', fault: null });
  expect([backup.size! > 10_000, backup.rows! > 500, backup.files! > 0]).toEqual([true, true, true]);
  expect(existsSync(pathOf(backup))).toBe(true);
  const verified = await verify(backup);
  expect(verified).toMatchObject({ state: 'VERIFIED', fault: null });
  expect(verified.verifiedAt).not.toBeNull();
  const scratch = scratchNameOf(new URL(world.database.url).pathname.slice(1));
  const { rows } = await sql`select from pg_database where datname = ${scratch}`.execute(world.services.db);
  expect(rows, 'nothing of it stays').toEqual([]);
});

test('[security 53] contains neither sessions nor secrets', async () => {
  const { db, secret } = world.services;
  const backup = await createBackup(world, admin);
  const content = zstdDecompressSync(readFileSync(pathOf(backup))).toString('latin1');
  expect(content).toContain('tables/sys_user/');
  for (const table of ['sys_session', 'sys_token', 'sys_known_device', 'sys_idempotency', ...SECRET_TABLES])
    expect([table, content.includes(`tables/${table}/`)]).toEqual([table, false]);
  expect(content).not.toContain(secret.toString('hex'));
  const { rows } = await sql<{ hash: string }>`select encode(token_hash, 'hex') as hash from sys_token`.execute(db);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ hash }) => content.includes(hash))).toEqual([]);
});

test('[security 53] every sensitive column is classified as included or excluded', async () => {
  const client = new Client(world.database.url);
  await client.connect();
  const tables = await tablesOf(client, false);
  await client.end();
  const opening = /secret|token|password|hash|key|ticket|otp/;
  const columns = tables.flatMap(({ name, columns }) =>
    columns.filter((column) => opening.test(column)).map((column) => `${name}.${column}`),
  );
  expect(columns, 'is it in PASSING or SECRET?').toEqual([
    'bpm_definition.key',
    'bpm_delegation.keys',
    'bpm_task.key',
    // Slow hashes: needed to sign in after a restore.
    'sys_user.password_hash',
    'sys_user.must_change_password',
    'sys_user_setting.key',
    'wms_flow_close.hash',
    'wms_ledger_block.hash',
    'wms_ledger_block.key_id',
    'wms_ledger_proved.block_hash',
    'wms_ledger_proved.key_id',
    // Printed on every box.
    'wms_warehouse_box.qr_token',
  ]);
});

test('foreign keys to excluded tables are nullable', async () => {
  const client = new Client(world.database.url);
  await client.connect();
  const tables = await tablesOf(client, false);
  const { rows } = await client.query<{ column: string }>(
    `select table_name || '.' || column_name as column from information_schema.columns where table_schema = 'public' and is_nullable = 'NO'`,
  );
  await client.end();
  const needed = new Set(rows.map(({ column }) => column));
  expect(
    tables.flatMap(({ name, loose }) => loose.map((column) => `${name}.${column}`)).filter((column) => needed.has(column)),
  ).toEqual([]);
});

test('runs one maintenance task at a time and rejects further requests', async () => {
  const { id } = (await admin.call(maintainRoutes.makeBackup)).data;
  expect((await admin.call(maintainRoutes.makeBackup)).error.code).toBe('MAINTAIN_BUSY');
  expect((await admin.call(maintainRoutes.verifyBackup, { params: { id } })).error.code).toBe('BACKUP_NOT_READY');
  expect((await admin.call(maintainRoutes.deleteBackup, { params: { id } })).error.code).toBe('MAINTAIN_BUSY');
  expect((await admin.call(maintainRoutes.getMaintainWork)).data).toMatchObject({
    kind: 'BACKUP',
    backupId: id,
    phase: 'WAITING',
  });
  const taken = await Promise.all([1, 2, 3].map(() => runMaintenance(world.services, new AbortController().signal)));
  expect(taken.filter((each) => each !== null)).toHaveLength(1);
  for (const each of taken) await each?.done;
  expect((await getBackupNow(admin, id)).state).toBe('READY');
});

test('keeps the files of deleted rows until a running backup that includes them has ended', async () => {
  const { db, files } = world.services;
  const gone = newId();
  await files.write(gone, Buffer.from('gone'));
  await db.insertInto('sys_file_gone').values({ id: gone }).execute();
  await admin.call(maintainRoutes.makeBackup);
  await deleteUnreferencedFiles(world.services);
  expect(existsSync(files.pathOf(gone))).toBe(true);
  await runRequestedWork(world);
  await deleteUnreferencedFiles(world.services);
  expect(existsSync(files.pathOf(gone))).toBe(false);
});

test('a full disk is reported to administrators, and no partial file remains', async () => {
  const before = readdirSync(world.services.config.backupDir);
  await configure(world, { SYS_MIN_FREE_MB: 1_000_000_000 });
  onTestFinished(() => configure(world, { SYS_MIN_FREE_MB: 200 }));
  const backup = await createBackup(world, admin);
  expect(backup).toMatchObject({ state: 'FAILED', size: null, fault: { code: 'NO_ROOM' } });
  expect(readdirSync(world.services.config.backupDir)).toEqual(before);
  expect(await titles()).toContain('备份没有做成');
  const { list } = (await admin.call(logRoutes.listLog, { query: { entity: 'sys_backup' } })).data;
  expect(list.map(({ change }) => change)).toContainEqual({ result: 'FAIL', cause: 'NO_ROOM' });
});

test('a backup is not begun, and the upgrade check fails, if the stored files do not fit into the backup folder', async () => {
  const { db } = world.services;
  const { id, size } = await db.selectFrom('sys_file').select(['id', 'size']).orderBy('id').executeTakeFirstOrThrow();
  const setSize = (bytes: number) => db.updateTable('sys_file').set({ size: bytes }).where('id', '=', id).execute();
  await setSize(1e15);
  onTestFinished(async () => void (await setSize(size)));
  expect(await createBackup(world, admin)).toMatchObject({ state: 'FAILED', fault: { code: 'NO_ROOM' } });
  const checks = (await admin.call(maintainRoutes.checkUpgrade)).data;
  const room = checks.find(({ check }) => check === 'ROOM')!;
  expect([room.result, Number(room.params['wanted']) > 1e15]).toEqual(['BAD', true]);
});

test('a backup without its file is shown as missing, does not count as the newest one, and counts again when the file is back', async () => {
  const { db, config } = world.services;
  await sql`delete from sys_backup`.execute(db);
  const backup = await createBackup(world, admin);
  await sql`update sys_backup set state = 'VERIFIED'`.execute(db);
  const before = config.backupDir;
  const hours = async () =>
    (await admin.call(maintainRoutes.checkUpgrade)).data.find(({ check }) => check === 'BACKUP')!.params['hours'];
  expect(await hours()).toBeGreaterThanOrEqual(0);
  Object.assign(config, { backupDir: `${before}-elsewhere` });
  await recoverMaintenance(world.services);
  expect(await getBackupNow(admin, backup.id)).toMatchObject({ state: 'VERIFIED', fault: { code: 'MISSING' } });
  expect(await hours()).toBe(-1);
  expect((await admin.call(maintainRoutes.getBackupState)).data).toMatchObject({
    used: 0,
    lastReadyAt: null,
    lastVerifiedAt: null,
  });
  Object.assign(config, { backupDir: before });
  await recoverMaintenance(world.services);
  expect(await getBackupNow(admin, backup.id)).toMatchObject({ state: 'VERIFIED', fault: null });
  const { lastReadyAt, lastVerifiedAt } = (await admin.call(maintainRoutes.getBackupState)).data;
  expect([lastReadyAt, lastVerifiedAt], 'one backup, one time').toEqual([backup.createdAt, backup.createdAt]);
});

test('an interrupted backup is reported, and the next one removes its partial file', async () => {
  const { config, db } = world.services;
  const { id } = (await admin.call(maintainRoutes.makeBackup)).data;
  // As left by a process that was killed a moment ago: its lock is gone.
  await sql`update sys_maintain_work set begun_at = now(), seen_at = now() where ended_at is null`.execute(db);
  const part = `${pathOf(await getBackupNow(admin, id))}.part`;
  writeFileSync(part, 'half of it');
  expect(await runMaintenance(world.services, new AbortController().signal)).toBeNull();
  expect(await getBackupNow(admin, id)).toMatchObject({ state: 'FAILED', fault: { code: 'CUT' } });
  const next = await createBackup(world, admin);
  expect([next.state, existsSync(part)]).toEqual(['READY', false]);
  expect(readdirSync(config.backupDir).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a backup ends with its process', async () => {
  const { id } = (await admin.call(maintainRoutes.makeBackup)).data;
  const ending = new AbortController();
  const taken = await runMaintenance(world.services, ending.signal);
  ending.abort();
  await taken!.done;
  expect(await getBackupNow(admin, id)).toMatchObject({ state: 'FAILED', fault: { code: 'CUT' } });
  expect(existsSync(pathOf(await getBackupNow(admin, id)))).toBe(false);
});

test('reports a missing or changed stored file, and never marks such a backup as verified', async () => {
  const { db, files } = world.services;
  const [lost, changed] = (await db.selectFrom('sys_file').select(['id', 'size']).orderBy('id').limit(2).execute()) as [
    { id: string; size: number },
    { id: string; size: number },
  ];
  const kept = [lost, changed].map(({ id }) => [files.pathOf(id), readFileSync(files.pathOf(id))] as const);
  rmSync(files.pathOf(lost.id));
  writeFileSync(files.pathOf(changed.id), Buffer.alloc(changed.size));
  const backup = await createBackup(world, admin);
  expect(backup).toMatchObject({ state: 'READY', fault: { code: 'FILES', params: { count: 2 } } });
  expect(await verify(backup)).toMatchObject({ state: 'READY', verifiedAt: null, fault: { code: 'FILES' } });
  for (const [path, content] of kept) writeFileSync(path, content);
  expect(await titles()).toContain('备份未通过校验');
});

test('a backup changed on disk fails its check', async () => {
  const backup = await createBackup(world, admin);
  const content = readFileSync(pathOf(backup));
  content[Math.floor(content.length / 2)]! ^= 1;
  writeFileSync(pathOf(backup), content);
  expect(await verify(backup)).toMatchObject({ state: 'READY', fault: { code: 'BROKEN' } });
  rmSync(pathOf(backup));
  expect(await verify(backup)).toMatchObject({ state: 'READY', fault: { code: 'MISSING' } });
});

test('[security 53] only a recently re-authenticated administrator can download it, once', async () => {
  const backup = await createBackup(world, admin);
  const file = backup.id;
  const fetched = (ticket: string) =>
    world.app.inject({ method: 'GET', url: `/api/sys/maintain/upgrade/bak/${file}/file?access_token=${ticket}` });
  expect((await admin.call(maintainRoutes.makeBackupTicket, { params: { file }, body: { password: null } })).error.code).toBe(
    'INVALID',
  );
  expect((await admin.call(maintainRoutes.makeBackupTicket, { params: { file }, body: { password: 'wrong' } })).error.code).toBe(
    'INVALID',
  );
  expect((await admin.send('GET', `/sys/maintain/upgrade/bak/${file}/file`)).status).toBe(404);
  const { data } = await admin.call(maintainRoutes.makeBackupTicket, { params: { file }, body: { password: DEMO_PASSWORD } });
  const teacher = await world.as('teacher');
  expect((await teacher.send('GET', `/sys/maintain/upgrade/bak/${file}/file?access_token=${data.access_token}`)).status).toBe(
    404,
  );
  const got = await fetched(data.access_token);
  expect([got.statusCode, got.headers['content-length'], got.rawPayload.equals(readFileSync(pathOf(backup)))]).toEqual([
    200,
    String(backup.size),
    true,
  ]);
  expect((await fetched(data.access_token)).statusCode, 'a second time').toBe(403);
});

test('scheduled: one backup per due day, verified, with retention', async () => {
  const { db } = world.services;
  const [{ now }] = (await sql<{ now: string }>`select to_char(localtimestamp, 'HH24:MI') as now`.execute(db)).rows as [
    { now: string },
  ];
  await configure(world, { SYS_BACKUP_TIME: now, SYS_BACKUP_KEEP: 1 });
  onTestFinished(() => configure(world, { SYS_BACKUP_ON: false }));
  const ofClock = async (): Promise<Backup[]> =>
    (await admin.call(maintainRoutes.listBackups, { query: { kind: ['AUTO'], sort: 'createdAt' } })).data.list;
  await sql`update sys_migration set applied_at = now()`.execute(db);
  await sql`delete from sys_backup`.execute(db);
  expect(await runMaintenance(world.services, new AbortController().signal), 'what there was not then is not due').toBeNull();
  await sql`update sys_migration set applied_at = applied_at - interval '3 days'`.execute(db);
  await runRequestedWork(world);
  await runRequestedWork(world);
  expect(await ofClock()).toMatchObject([{ state: 'VERIFIED', by: null }]);
  // The previous one goes when the next is verified: one is kept, not two.
  await sql`update sys_backup set created_at = created_at - interval '1 day' where kind = 'AUTO'`.execute(db);
  await runRequestedWork(world);
  expect(await ofClock()).toHaveLength(2);
  await runRequestedWork(world);
  expect(await ofClock()).toMatchObject([{ state: 'VERIFIED', by: null }]);
  expect(await runMaintenance(world.services, new AbortController().signal), 'once').toBeNull();
  const [first] = await ofClock();
  await configure(world, { SYS_BACKUP_VERIFY: false });
  const another = async (): Promise<void> => {
    await sql`update sys_backup set created_at = created_at - interval '1 day' where kind = 'AUTO'`.execute(db);
    await runRequestedWork(world);
  };
  await another();
  await another();
  expect(
    (await ofClock()).map(({ state }) => state),
    'the one that was verified stays until another one is',
  ).toEqual(['VERIFIED', 'READY']);
  await sql`update sys_backup set state = 'VERIFIED' where state = 'READY'`.execute(db);
  await another();
  expect([(await ofClock()).map(({ id }) => id).includes(first!.id), existsSync(pathOf(first!))]).toEqual([false, false]);
});

test('an encrypted backup includes secrets and needs the current or a former key', async () => {
  const { config } = world.services;
  Object.assign(config, { backupKey: KEY });
  onTestFinished(() => void Object.assign(config, { backupKey: null, backupKeysBefore: [] }));
  const backup = await createBackup(world, admin);
  expect(backup).toMatchObject({ state: 'READY', encrypted: true });
  const content = readFileSync(pathOf(backup));
  expect(content.toString('latin1')).not.toContain('kuwei-backup.json');
  Object.assign(config, { backupKey: null });
  expect(await verify(backup)).toMatchObject({ fault: { code: 'KEY_MISSING' } });
  Object.assign(config, { backupKey: `${KEY}-another` });
  expect(await verify(backup)).toMatchObject({ fault: { code: 'KEY_WRONG' } });
  Object.assign(config, { backupKeysBefore: [KEY] });
  await admin.call(maintainRoutes.checkBackup, { params: { id: backup.id } });
  await runRequestedWork(world);
  const report = (await admin.call(maintainRoutes.getBackupReport, { params: { id: backup.id } })).data!;
  expect(report.fault).toBeNull();
  expect(report.checks).toContainEqual(expect.objectContaining({ check: 'WHOLE', result: 'OK' }));
});

test('verifies an encrypted backup with a former key', { tags: ['long'] }, async () => {
  const { config } = world.services;
  Object.assign(config, { backupKey: KEY });
  onTestFinished(() => void Object.assign(config, { backupKey: null, backupKeysBefore: [] }));
  const backup = await createBackup(world, admin);
  Object.assign(config, { backupKey: `${KEY}-another`, backupKeysBefore: [KEY] });
  const { state, fault } = await verify(backup);
  expect([state, fault]).toEqual(['VERIFIED', null]);
});
