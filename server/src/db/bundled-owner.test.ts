// @module-tag long
// Privileges of the bundled PostgreSQL, also for data folders of earlier versions.
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '../../test/scratch.ts';
import { runSingleUser } from './bundled-owner.ts';
import { findRunner } from './bundled-program.ts';
import { startBundled, type BundledDatabase } from './bundled.ts';
import { migrate, migrations } from './migrate.ts';

let folder: string;
let data: string;
let server: BundledDatabase;

/** A data folder of an earlier version: the program signed in as the superuser, whose password was stored in the folder. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kuwei-owner-'));
  data = join(folder, 'pg');
  const first = await startBundled(folder);
  await first.stop();
  const runner = findRunner(folder);
  for (const name of ['pg-owner-password', 'pg-report-password']) rmSync(join(folder, name));
  writeFileSync(join(folder, 'pg-password'), 'an-old-password', { mode: 0o600 });
  runSingleUser(runner, data, 'template1', ['drop owned by kuwei_owner']);
  runSingleUser(runner, data, 'postgres', [
    'drop role kuwei_report',
    'drop role kuwei_owner',
    `alter role kuwei password 'an-old-password'`,
    'create database kuwei',
  ]);
  const alone = await startBundled(folder); // the owner, for an empty database …
  await withClient(alone.url('kuwei'), migrate);
  await alone.stop();
  // … and back to where everything is the superuser's, wms_post() with its old setting.
  runSingleUser(runner, data, 'kuwei', [
    'reassign owned by kuwei_owner to kuwei',
    `alter function wms_post set kuwei.posting = 'on'`,
    `alter role kuwei password 'an-old-password'`,
    'drop owned by kuwei_owner',
  ]);
  runSingleUser(runner, data, 'template1', ['drop owned by kuwei_owner']);
  runSingleUser(runner, data, 'postgres', ['drop role kuwei_report', 'drop role kuwei_owner']);
  rmSync(join(folder, 'pg-report-password'));
  renameSync(join(folder, 'pg-owner-password'), join(folder, 'pg-password'));
  writeFileSync(join(folder, 'pg-password'), 'an-old-password');
  server = await startBundled(folder);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const asProgram = <T>(work: (client: Client) => Promise<T>): Promise<T> => withClient(server.url('kuwei'), work);

test('[F-A5] the program is not a superuser and cannot access files of the machine', async () => {
  await asProgram(async (client) => {
    const { rows } = await client.query(
      `select rolsuper, rolcreaterole, rolreplication, rolbypassrls,
              (select count(*)::int from pg_auth_members where member = r.oid) as memberships
         from pg_roles r where rolname = current_user`,
    );
    expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false, memberships: 0 }]);
    for (const attempt of [
      `select pg_read_file('/etc/hostname')`,
      `select pg_ls_dir('/')`,
      `copy sys_migration to '/tmp/kuwei-copied'`,
      `copy sys_migration to program 'id'`,
      `create role other superuser`,
      `set session_replication_role = replica`,
    ])
      await expect(client.query(attempt), attempt).rejects.toThrow(/permission denied/);
  });
});

test('[F-A5] no superuser password is stored or accepted', async () => {
  expect(existsSync(join(folder, 'pg-password'))).toBe(false);
  expect(readdirSync(folder).filter((name) => name.includes('password'))).toEqual(['pg-owner-password', 'pg-report-password']);
  const url = new URL(server.url('postgres'));
  Object.assign(url, { username: 'kuwei', password: 'an-old-password' });
  await expect(withClient(url.href, (client) => client.query('select 1'))).rejects.toThrow(/password authentication failed/);
});

test('[F-A5] objects of earlier versions get the new owner, and later migrations apply', async () => {
  await asProgram(async (client) => {
    const { rows } = await client.query(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relowner = 10 and c.relkind in ('r', 'S', 'v')
       union all select p.proname from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proowner = 10
          and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
       union all select datname from pg_database where datname = 'kuwei' and datdba = 10`,
    );
    expect(rows).toEqual([]);
    const next = { name: '9999-next.sql', checksum: '0', sql: 'alter table wms_product add column tried text' };
    expect(await migrate(client, undefined, [...migrations(), next])).toEqual(['9999-next.sql']);
  });
});

test('a folder of an earlier version gets a report login with default privileges only', async () => {
  await withClient(server.reportUrl!('kuwei'), async (client) => {
    await expect(client.query('select from wms_product')).rejects.toMatchObject({ code: '42501' });
    await expect(client.query(`select set_config('role', 'kuwei_owner', false)`)).rejects.toMatchObject({ code: '42501' });
    await expect(client.query('do $$ begin end $$')).rejects.toMatchObject({ code: '42501' });
  });
  await asProgram((client) => client.query(`select set_config('work_mem', '4MB', false), pg_notify('some', 'thing')`));
});
