// Restores: identical rows, one commit, one at a time, and reversible.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { logRoutes } from '@kuwei/contract/sys/log';
import { maintainRoutes, type Backup } from '@kuwei/contract/sys/maintain';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { productRoutes } from '@kuwei/contract/wms/product';
import { sql } from 'kysely';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { createMissingFiles, createBackup, runRequestedWork } from '../../../test/_backup.ts';
import { REPLACED_MIGRATIONS, replaceWithOldNotes } from '../../../test/_old-migrations.ts';
import { configure } from '../../../test/_configure.ts';
import { castOf, deposited, placesOf, saltLine } from '../../../test/_flow.ts';
import { openWorld, worldAt, type Person, type World } from '../../../test/_world.ts';
import { withClient } from '../../../test/scratch.ts';
import { hashPassword } from '../../auth/password/password.ts';
import { migrate, migrations } from '../../db/migrate.ts';
import { openDatabase } from '../../db/open.ts';
import { DEMO_PASSWORD } from '../../seed/demo-people.ts';
import { prepareData } from '../../start.ts';
import { prove } from '../../wms/ledger/prove.ts';
import { sealAndAnchor } from '../../wms/ledger/seal.ts';
import { pathIn } from '../backup/files.ts';
import { copyOut, LOG, tablesOf } from '../backup/tables.ts';
import { recoverMaintenance, runMaintenance } from '../clock.ts';
import { scratchNameOf } from './scratch.ts';

let world: World;
let admin: Person;
beforeEach(async () => {
  world = await openWorld();
  await createMissingFiles(world);
  await sealAndAnchor(world.services);
  admin = await world.as('admin', 'ROLE_ADMIN');
});
afterEach(() => world.end());

const never = new AbortController().signal;
/** Each restores into a new database, with all migrations. */
vi.setConfig({ testTimeout: 300_000 });
const SITE = '管理系统';

/** The backed-up tables except the log, and the sequences. */
async function loadSnapshot({ database: { url } }: World): Promise<Record<string, string>> {
  return withClient(url, async (client) => {
    const snapshot: Record<string, string> = {};
    for (const table of await tablesOf(client, true)) {
      if (table.name === LOG) continue;
      const chunks = await Array.fromAsync(client.query(copyTo(copyOut(table))) as AsyncIterable<Buffer>);
      const lines = Buffer.concat(chunks).toString().split('\n').toSorted();
      snapshot[table.name] = `${lines.length - 1} ${createHash('sha256').update(lines.join('\n')).digest('hex')}`;
    }
    const { rows } = await client.query<{ name: string; at: string }>(
      `select sequencename::text as name, coalesce(last_value, 0)::text as at from pg_sequences
        where schemaname = 'public' and sequencename <> '${LOG}_number'`,
    );
    for (const { name, at } of rows) snapshot[`counter ${name}`] = at;
    return snapshot;
  });
}

const look = async (person: Person, { id }: Backup): Promise<void> => {
  await person.call(maintainRoutes.checkBackup, { params: { id } });
  await runRequestedWork(world);
};
const ask = (person: Person, { id }: Backup, more: Record<string, unknown> = {}) =>
  person.call(maintainRoutes.restoreBackup, {
    params: { id },
    body: { site: SITE, reason: '误删了批次', password: DEMO_PASSWORD, code: null, ...more },
  });
async function restored(backup: Backup): Promise<void> {
  await look(admin, backup);
  expect((await ask(admin, backup)).status).toBe(200);
  await runRequestedWork(world);
}
async function deposit(): Promise<void> {
  const cast = await castOf(world);
  const places = await placesOf(world);
  await deposited(cast, { warehouseId: places.w1, lines: [saltLine(places)] });
  await sealAndAnchor(world.services);
}
const holds = async (): Promise<void> => {
  await sealAndAnchor(world.services);
  expect((await prove(world.services.db, world.services.sealer)).faults).toEqual([]);
};
const backups = async (): Promise<Backup[]> => (await admin.call(maintainRoutes.listBackups)).data.list;
const modeNow = async () => (await admin.call(maintainRoutes.getMode)).data;

test('[S2.110] restores exactly the rows and files of the backup, logs who did it, and keeps a backup of the previous data', async () => {
  await deposit();
  const backup = await createBackup(world, admin);
  const then = await loadSnapshot(world);
  await deposit();
  const { db, files } = world.services;
  const [lost, changed] = (await db.selectFrom('sys_file').select('id').orderBy('id').limit(2).execute()).map(({ id }) => id);
  const [wasLost, wasChanged] = [readFileSync(files.pathOf(lost!)), readFileSync(files.pathOf(changed!))];
  rmSync(files.pathOf(lost!));
  writeFileSync(files.pathOf(changed!), Buffer.alloc(wasChanged.length));
  const between = await loadSnapshot(world);
  expect(between).not.toEqual(then);

  await restored(backup);
  expect(await loadSnapshot(world)).toEqual(then);
  expect(readFileSync(files.pathOf(lost!)).equals(wasLost)).toBe(true);
  expect(readFileSync(files.pathOf(changed!)).equals(wasChanged)).toBe(true);
  expect((await admin.send('GET', '/sys/maintain/upgrade/mode')).status, 'everybody is signed out').toBe(401);

  admin = await world.as('admin', 'ROLE_ADMIN');
  expect(await modeNow()).toBeNull();
  await holds();
  const { list } = (await admin.call(logRoutes.listLog, { query: { entity: 'sys_backup' } })).data;
  const row = list.find(({ change }) => (change as { action?: string }).action === 'restored')!;
  expect([row.userId, row.change]).toMatchObject([admin.id, { operator: '系统管理员', reason: '误删了批次' }]);
  const before = (await backups()).find(({ kind }) => kind === 'PRE_RESTORE')!;
  expect(before).toMatchObject({ state: 'READY', by: '系统管理员', name: (row.change as { backupBefore: string }).backupBefore });
  await expectWholeLog('teacher');
  // Writes work again.
  await deposit();
  await holds();
});

/** The keys by which the log of a person is found are in no backup: rows of the log create them. */
async function expectWholeLog(username: string): Promise<void> {
  const { db } = world.services;
  const { id } = await db.selectFrom('sys_user').where('username', '=', username).select('id').executeTakeFirstOrThrow();
  const { rows } = await sql<{ id: string }>`select id::text from sys_log where user_id = ${id} order by sys_log.id`.execute(db);
  const found = await admin.call(logRoutes.listLog, { query: { userId: id, size: 200 } });
  const ids = found.data.list.filter(({ userId }) => userId === id).map((row) => row.id);
  expect(rows.length).toBeGreaterThan(2);
  expect(ids.toReversed()).toEqual(rows.map((row) => row.id));
}

test('[decision 210] restores a backup of version 0.1.0 into the current schema and rejects an older one', async () => {
  const { url } = world.database;
  await withClient(url, (client) => replaceWithOldNotes(client, REPLACED_MIGRATIONS.length - 1));
  const older = await createBackup(world, admin);
  await withClient(url, (client) => replaceWithOldNotes(client));
  const backup = await createBackup(world, admin);
  await withClient(url, (client) => migrate(client));
  const then = await loadSnapshot(world);
  await deposit();

  await look(admin, older);
  const { report } = await world.services.db
    .selectFrom('sys_backup')
    .where('id', '=', older.id)
    .select('report')
    .executeTakeFirstOrThrow();
  expect(report).toMatchObject({ fault: { code: 'OLDER', params: { version: '0.1.0' } } });
  expect((await ask(admin, older)).status).not.toBe(200);

  await restored(backup);
  expect(await loadSnapshot(world)).toEqual(then);
  const { rows } = await sql<{ name: string }>`select name from sys_migration order by name`.execute(world.services.db);
  expect(rows.map(({ name }) => name)).toEqual(migrations().map(({ name }) => name));
  expect(await withClient(url, (client) => migrate(client))).toEqual([]);
});

test('[S2.110] a restore is undone by restoring the backup made before it', { tags: ['long'] }, async () => {
  const backup = await createBackup(world, admin);
  await deposit();
  const between = await loadSnapshot(world);
  await restored(backup);
  admin = await world.as('admin', 'ROLE_ADMIN');
  const before = (await backups()).find(({ kind }) => kind === 'PRE_RESTORE')!;
  await deposit();
  await restored(before);
  admin = await world.as('admin', 'ROLE_ADMIN');
  expect(await loadSnapshot(world)).toEqual(between);
  await holds();
});

test(
  '[S2.110] two processes: writes and a second restore are refused meanwhile, and both use the restored data afterwards',
  { tags: ['long'] },
  async () => {
    const { url } = world.database;
    await world.end();
    world = await worldAt(url, { DATABASE_URL: url });
    await createMissingFiles(world);
    admin = await world.as('admin', 'ROLE_ADMIN');
    const other = await worldAt(url, { DATABASE_URL: url, DATA_DIR: world.services.config.dataDir });
    try {
      const backup = await createBackup(world, admin);
      await configure(world, { SYS_ADMIN_TITLE: '后来的名称' });
      expect(other.services.settings.get('SYS_ADMIN_TITLE')).toBe('后来的名称');
      await look(admin, backup);
      const there = await other.as('admin', 'ROLE_ADMIN');
      expect((await ask(admin, backup)).error.data!['fields']).toMatchObject([{ path: 'site' }]);
      expect((await ask(admin, backup, { site: '后来的名称' })).status).toBe(200);
      expect((await ask(there, backup, { site: '后来的名称' })).error.code).toBe('MAINTAIN_BUSY');
      const keeper = await other.as('manager', 'ROLE_WAREHOUSE_ADMIN');
      const refused = await keeper.send('DELETE', `/wms/product/${crypto.randomUUID()}?rev=1`);
      expect([refused.status, refused.error.code]).toEqual([423, 'RESTORING']);
      expect((await keeper.call(productRoutes.listProducts)).status, 'everybody reads on').toBe(200);
      const taken = await Promise.all([runMaintenance(world.services, never), runMaintenance(other.services, never)]);
      expect(taken.filter((each) => each !== null)).toHaveLength(1);
      for (const each of taken) await each?.done;
      expect(world.services.settings.get('SYS_ADMIN_TITLE')).toBe(SITE);
      expect(other.services.settings.get('SYS_ADMIN_TITLE')).toBe(SITE);
      expect((await there.send('GET', '/sys/maintain/upgrade/mode')).status).toBe(401);
      expect(await other.services.mode.now()).toBeNull();
    } finally {
      await other.end();
    }
  },
);

test('rejects a restore without inspection, with a stale one, under another site name, or without disk space, before any change', async () => {
  const { db } = world.services;
  const backup = await createBackup(world, admin);
  const { id } = backup;
  expect((await ask(admin, backup)).error.code).toBe('BACKUP_NOT_LOOKED_INTO');
  await look(admin, backup);
  expect((await ask(admin, backup, { site: '别的系统' })).error.data!['fields']).toMatchObject([{ path: 'site' }]);
  expect((await ask(admin, backup, { password: 'wrong' })).error.data!['fields']).toMatchObject([{ path: 'password' }]);
  const report = (await admin.call(maintainRoutes.getBackupReport, { params: { id } })).data!;
  const setReport = (changed: unknown) =>
    sql`update sys_backup set report = ${JSON.stringify(changed)} where id = ${id}`.execute(db);
  await setReport({ ...report, at: new Date(Date.now() - 61 * 60_000).toISOString() });
  expect((await ask(admin, backup)).error.code).toBe('BACKUP_NOT_LOOKED_INTO');
  await setReport({ ...report, fault: { code: 'OTHER_SITE', params: { site: 'a', here: 'b' } } });
  expect((await ask(admin, backup)).error.code).toBe('BACKUP_NOT_LOOKED_INTO');
  await setReport(report);
  await configure(world, { SYS_MIN_FREE_MB: 900_000_000 });
  const then = await loadSnapshot(world);
  expect((await ask(admin, backup)).status).toBe(200);
  expect(await modeNow()).toMatchObject({ kind: 'RESTORE', reason: '误删了批次' });
  expect((await admin.call(maintainRoutes.endMode)).error.code, 'it cannot be ended').toBe('MAINTAIN_BUSY');
  await runRequestedWork(world);
  expect(await modeNow()).toBeNull();
  const after = (await admin.call(maintainRoutes.getBackupReport, { params: { id } })).data!;
  expect(after.fault).toMatchObject({ code: 'NO_ROOM' });
  expect((await backups()).map(({ kind }) => kind)).toEqual(['MANUAL']);
  // The only new rows are the notifications of administrators.
  const current = await loadSnapshot(world);
  expect(Object.keys(current).filter((table) => current[table] !== then[table])).toEqual(['sys_message', 'sys_message_copy']);
});

test('rejects a file changed since its inspection, and keeps the data', async () => {
  const backup = await createBackup(world, admin);
  await look(admin, backup);
  const path = pathIn(world.services.config, backup.name);
  const content = readFileSync(path);
  content[Math.floor(content.length / 2)]! ^= 1;
  await deposit();
  const then = await loadSnapshot(world);
  expect((await ask(admin, backup)).status).toBe(200);
  writeFileSync(path, content);
  await runRequestedWork(world);
  const current = await loadSnapshot(world);
  expect(current['wms_ledger']).toBe(then['wms_ledger']);
  const report = (await admin.call(maintainRoutes.getBackupReport, { params: { id: backup.id } })).data!;
  expect(report.fault).toMatchObject({ code: 'BROKEN' });
  await holds();
});

/** Locks the last table that a restore writes: all others have been replaced by then, and nothing is committed. */
async function whileTableLocked(work: (holder: Client) => Promise<void>): Promise<void> {
  const holder = new Client(world.database.url);
  await holder.connect();
  try {
    const going = await runMaintenance(world.services, never);
    // Rows are being replaced, which takes a while.
    const closed = async (): Promise<number> => (await holder.query('select from sys_mode where closed')).rowCount!;
    await expect.poll(closed, { timeout: 200_000, interval: 20 }).toBe(1);
    await holder.query('begin');
    await holder.query('select from sys_maintain_work where ended_at is null for update');
    const waits = async (): Promise<number> =>
      (
        await holder.query(
          `select from pg_locks l join pg_stat_activity a on a.pid = l.pid
            where a.datname = current_database() and a.application_name like 'kuwei-maintain:%' and not l.granted`,
        )
      ).rowCount!;
    await expect.poll(waits, { timeout: 120_000 }).toBeGreaterThan(0);
    await work(holder);
    await going!.done;
  } finally {
    await holder.end();
  }
}

test(
  '[F15] a connection lost after replacing everything and before the commit leaves the old data intact',
  { tags: ['long'] },
  async () => {
    await deposit();
    const backup = await createBackup(world, admin);
    await deposit();
    await look(admin, backup);
    const then = await loadSnapshot(world);
    await ask(admin, backup);
    await whileTableLocked(async (holder) => {
      expect((await admin.send('GET', '/wms/product')).error.code, 'requests are refused meanwhile').toBe('UNAVAILABLE');
      await holder.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'kuwei-maintain:%'`,
      );
      await holder.query('rollback');
    });
    const current = await loadSnapshot(world);
    expect(Object.keys(current).filter((table) => current[table] !== then[table])).toEqual(['sys_message', 'sys_message_copy']);
    expect(await modeNow()).toBeNull();
    await holds();
  },
);

test('a restore cut off while replacing the data is ended at the next start: reads and writes go on, and administrators are notified', async () => {
  const { db } = world.services;
  const backup = await createBackup(world, admin);
  await look(admin, backup);
  await ask(admin, backup);
  await db
    .updateTable('sys_maintain_work')
    .set({ begun_at: sql<string>`now()` })
    .where('ended_at', 'is', null)
    .execute();
  await sql`update sys_mode set closed = true`.execute(db);
  const scratch = scratchNameOf(new URL(world.database.url).pathname.slice(1));
  const server = inject('database').admin.replace('%', 'postgres');
  await withClient(world.database.url, (client) => client.query(`create database ${scratch}`));
  await recoverMaintenance(world.services);
  expect(await modeNow()).toBeNull();
  expect((await admin.call(maintainRoutes.listBackups)).status).toBe(200);
  const report = (await admin.call(maintainRoutes.getBackupReport, { params: { id: backup.id } })).data!;
  expect(report.fault).toMatchObject({ code: 'CUT' });
  const { list } = (await admin.call(msgInboxRoutes.listMine, { query: { state: ['NEW'] } })).data;
  expect(list.map(({ title }) => title)).toContain('备份没有恢复');
  const { rowCount } = await withClient(server, (client) =>
    client.query('select from pg_database where datname = $1', [scratch]),
  );
  expect(rowCount, 'the scratch database is dropped').toBe(0);
});

test('can be cancelled until it commits, and then changes nothing', { tags: ['long'] }, async () => {
  const backup = await createBackup(world, admin);
  await deposit();
  await look(admin, backup);
  const then = await loadSnapshot(world);
  expect((await admin.call(maintainRoutes.cancelRestore)).status).toBe(404);
  await ask(admin, backup);
  await whileTableLocked(async (holder) => {
    await holder.query('update sys_maintain_work set cancelled_at = now() where ended_at is null');
    await holder.query('commit');
  });
  expect(await loadSnapshot(world)).toEqual(then);
  const report = (await admin.call(maintainRoutes.getBackupReport, { params: { id: backup.id } })).data!;
  expect(report.fault).toMatchObject({ code: 'CANCELLED' });
  await look(admin, backup);
  await ask(admin, backup);
  await admin.call(maintainRoutes.cancelRestore);
  await runRequestedWork(world);
  expect(await loadSnapshot(world)).toEqual(then);
  await holds();
});

test('an encrypted backup restores credentials; others keep those of existing users', { tags: ['long'] }, async () => {
  const { db, config, secret } = world.services;
  const someone = (await db.selectFrom('sys_user').where('username', '=', 'teacher').select('id').executeTakeFirstOrThrow()).id;
  const setTotp = (fill: number) =>
    sql`insert into sys_user_totp (user_id, secret) values (${someone}, ${Buffer.alloc(20, fill)})
        on conflict (user_id) do update set secret = excluded.secret`.execute(db);
  const totp = async () => (await db.selectFrom('sys_user_totp').select('secret').executeTakeFirstOrThrow()).secret[0];
  const original = Buffer.from(secret);
  await setTotp(1);
  const plain = await createBackup(world, admin);
  Object.assign(config, { backupKey: 'a-key-of-the-installation' });
  const sealed = await createBackup(world, admin);
  await setTotp(2);
  await sql`update sys_secret set value = ${Buffer.alloc(32, 7)} where name = 'installation'`.execute(db);
  await restored(plain);
  expect([await totp(), secret.equals(Buffer.alloc(32, 7))]).toEqual([2, true]);
  admin = await world.as('admin', 'ROLE_ADMIN');
  await restored(sealed);
  expect([await totp(), secret.equals(original)], 'what seals is that of then').toEqual([1, true]);
});

test('a role without CREATEDB restores with the bundled PostgreSQL', { tags: ['long'] }, async () => {
  const { admin: adminUrl } = inject('database');
  const name = `r_${crypto.randomUUID().replaceAll('-', '')}`;
  const at = (database: string): string => adminUrl.replace('%', database);
  await withClient(at('postgres'), async (client) => {
    await client.query(`create role ${name} login nocreatedb password '${name}'`);
    await client.query(`create database ${name} owner ${name} template template0`);
  });
  const url = Object.assign(new URL(at(name)), { username: name, password: name }).href;
  await world.end();
  const made = await openDatabase({ url, dataDir: '', poolSize: 2, log: world.services.log });
  await prepareData(made.db);
  await made.close();
  world = await worldAt(url, { DATABASE_URL: url });
  try {
    const { db } = world.services;
    const passwordHash = await hashPassword(DEMO_PASSWORD);
    await sql`insert into sys_user (id, username, name, password_hash) values (gen_random_uuid(), 'admin', 'A', ${passwordHash})`.execute(
      db,
    );
    await sql`insert into sys_role_grant (user_id, role_code) select id, 'ROLE_ADMIN' from sys_user where username = 'admin'`.execute(
      db,
    );
    admin = await world.as('admin', 'ROLE_ADMIN');
    const backup = await createBackup(world, admin);
    const then = await loadSnapshot(world);
    await sql`update sys_user set name = 'B' where username = 'admin'`.execute(db);
    await restored(backup);
    expect(await loadSnapshot(world)).toEqual(then);
  } finally {
    await world.end();
    await withClient(at('postgres'), async (client) => {
      await client.query(`drop database ${name} with (force)`);
      await client.query(`drop role ${name}`);
    });
    world = await openWorld();
  }
});
