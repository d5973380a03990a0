// @module-tag long
// Upgrades databases of released versions to this version: the schema equals a new one, users can sign in, documents continue,
// and the ledger verifies. Each file is a plain-text dump of that version's demo data, with the key that signed its ledger (see
// server/README.md for how they are made).
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { accountRoutes } from '@kuwei/contract/auth/account';
import { orgRecordRoutes } from '@kuwei/contract/wms/org-record';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { reviewRoutes } from '@kuwei/contract/wms/transaction-review';
import { afterEach, expect, inject, test } from 'vitest';
import { migrate, migrations } from '../src/db/migrate.ts';
import { prepareData } from '../src/start.ts';
import { prove } from '../src/wms/ledger/prove.ts';
import { worldAt, type World } from './_world.ts';
import { describeSchema } from './catalog.ts';
import { makeDatabase, withClient } from './scratch.ts';

const FOLDER = join(import.meta.dirname, 'databases');
const VERSIONS = readdirSync(FOLDER).flatMap((name) => (name.endsWith('.sql.gz') ? [name.replace('.sql.gz', '')] : []));
const PASSWORD = 'kuwei-demo-2026';

let world: World | undefined;
afterEach(() => world?.end());

/** An empty database of the unprivileged owner. @returns the connection string */
async function emptyDatabase(): Promise<string> {
  const url = (database: string): string => inject('database').base.replace('%', database);
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await makeDatabase({ url }, name);
  return url(name);
}

async function restore(version: string): Promise<string> {
  const url = await emptyDatabase();
  await withClient(url, (client) => client.query(gunzipSync(readFileSync(join(FOLDER, `${version}.sql.gz`))).toString()));
  return url;
}

test('[decision 210] the migrations of 0.2.0 create the same schema as the 125 files before them', async () => {
  const before = await restore('0.1.0');
  const url = await emptyDatabase();
  const base = migrations().filter(({ name }) => name < '0100');
  await withClient(url, (client) => migrate(client, undefined, base));
  expect(await withClient(url, describeSchema)).toEqual(await withClient(before, describeSchema));
  const kinds = 'select kind, weight, goods, threshold from wms_ews_kind order by kind';
  const rowsOf = (address: string, query: string) => withClient(address, async (client) => (await client.query(query)).rows);
  expect(await rowsOf(url, kinds)).toEqual(await rowsOf(before, kinds));
  expect(await rowsOf(url, 'select code, name, name_en, module from sys_power order by code')).toEqual([
    { code: 'POWER_WORKFLOW_MANAGE', name: '流程设计', name_en: 'Draw up workflows', module: 'SYSTEM' },
    { code: 'POWER_WORKFLOW_PUBLISH', name: '流程发布', name_en: 'Publish workflows', module: 'SYSTEM' },
  ]);
  expect(await rowsOf(url, 'select id, own, changes, children from sys_menu')).toEqual([
    { id: '', own: false, changes: {}, children: null },
  ]);
  expect(await rowsOf(url, 'select only_row, rev from wms_storage_rule')).toEqual([{ only_row: true, rev: 1 }]);
  expect(await rowsOf(url, 'select one, skipped, closed from sys_first_steps')).toEqual([
    { one: true, skipped: [], closed: false },
  ]);
});

test.each(VERSIONS)('[F-K3] the database of %s works in this version', async (version) => {
  const url = await restore(version);
  const logged = () =>
    withClient(url, async (client) => (await client.query<{ n: number }>('select count(*)::int as n from sys_log')).rows[0]!.n);
  const before = await logged();
  await withClient(url, migrate);
  expect(await logged()).toBe(before);
  expect(await withClient(url, migrate)).toEqual([]);
  const fresh = await emptyDatabase();
  await withClient(fresh, migrate);
  expect(await withClient(url, describeSchema)).toEqual(await withClient(fresh, describeSchema));
  world = await worldAt(url, { LEDGER_KEY: readFileSync(join(FOLDER, `${version}.pem`), 'utf8') });
  const { app, services } = world;
  await prepareData(services.db);

  for (const username of ['teacher', 'supplier', 'staff', 'keeper', 'manager', 'admin']) {
    const payload = { username, password: PASSWORD };
    const { statusCode } = await app.inject({ method: 'POST', url: '/api/auth/auth/token/login', payload });
    expect(statusCode, username).toBe(200);
  }
  // Existing users are found by pinyin as well.
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const groups = await admin.call(orgRecordRoutes.listOrgs, { query: { q: 'fzsw' } });
  expect(groups.data.list.map(({ code }) => code)).toEqual(['LAB-BIO']);
  const people = await admin.call(accountRoutes.listAccounts, { query: { q: 'csy' } });
  expect(people.data.list.map(({ username }) => username)).toEqual(['teacher']);

  // Pending reviews still wait for the same people.
  let decided = 0;
  for (const username of ['reviewer', 'reviewer2']) {
    const reviewer = await world.as(username, 'ROLE_WAREHOUSE_ADMIN');
    for (const type of ['INBOUND', 'OUTBOUND'] as const) {
      const { list } = (await reviewer.call(transactionRoutes.listTransactions, { query: { type, waiting: true } })).data;
      for (const { id, rev } of list) {
        const body = { rev, comment: '请补充用途' };
        expect((await reviewer.call(reviewRoutes.returnTransaction, { params: { id }, body })).status).toBe(200);
        decided++;
      }
    }
  }
  expect(decided).toBeGreaterThan(2);

  const { ok, ledgerRows, faults } = await prove(services.db, services.sealer);
  expect(faults).toEqual([]);
  expect([ok, ledgerRows > 10]).toEqual([true, true]);
});
