// @module-tag long
// Databases as landed months left them, each taken to this version: people sign in, documents go on, the ledger proves.
// A file is a plain-text dump of that month's demo world (server/README.md says how it is made).
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { accountRoutes } from '@kuwei/contract/auth/account';
import { orgRecordRoutes } from '@kuwei/contract/wms/org-record';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { reviewRoutes } from '@kuwei/contract/wms/transaction-review';
import { afterEach, expect, inject, test } from 'vitest';
import { migrate } from '../src/db/migrate.ts';
import { prepareData } from '../src/start.ts';
import { prove } from '../src/wms/ledger/prove.ts';
import { worldAt, type World } from './_world.ts';
import { makeDatabase, withClient } from './scratch.ts';

const FOLDER = join(import.meta.dirname, 'databases');
const PASSWORD = 'kuwei-demo-2026';

let world: World | undefined;
afterEach(() => world?.end());

/** Lays a dump out as its plain owner has it. @returns the connection string */
async function restore(file: string): Promise<string> {
  const { base, admin } = inject('database');
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const at = (address: string): string => address.replace('%', name);
  await makeDatabase({ url: (database) => base.replace('%', database) }, name);
  const dump = gunzipSync(readFileSync(join(FOLDER, file))).toString();
  // Such a clause took a superuser, as whom the program was installed then.
  const setters = [...dump.matchAll(/CREATE FUNCTION (public\.\w+)\([^;]*?SET "kuwei\.posting" TO 'on'/g)].map(
    (match) => match[1]!,
  );
  await withClient(at(base), (client) => client.query(dump.replace(/\n {4}SET "kuwei\.posting" TO 'on'/g, '')));
  await withClient(at(admin), async (client) => {
    for (const setter of setters) await client.query(`alter function ${setter} set kuwei.posting = 'on'`);
  });
  return at(base);
}

test.each(readdirSync(FOLDER))('[F-K3] the database of %s goes on in this version', async (file) => {
  const url = await restore(file);
  const logged = () =>
    withClient(url, async (client) => (await client.query<{ n: number }>('select count(*)::int as n from sys_log')).rows[0]!.n);
  await withClient(url, (client) =>
    client.query(`insert into sys_log (action, entity, at) values ('PUT /x', 'wms_product', '2025-12-31T23:59:59Z')`),
  );
  const before = await logged();
  expect(await withClient(url, migrate)).not.toEqual([]);
  expect(await logged()).toBe(before);
  world = await worldAt(url);
  const { app, services } = world;
  await prepareData(services.db);

  for (const username of ['teacher', 'supplier', 'staff', 'keeper', 'manager', 'admin']) {
    const payload = { username, password: PASSWORD };
    const { statusCode } = await app.inject({ method: 'POST', url: '/api/auth/auth/token/login', payload });
    expect(statusCode, username).toBe(200);
  }
  // Who was there before is found by pinyin as well.
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const groups = await admin.call(orgRecordRoutes.listOrgs, { query: { q: 'fzsw' } });
  expect(groups.data.list.map(({ code }) => code)).toEqual(['LAB-BIO']);
  const people = await admin.call(accountRoutes.listAccounts, { query: { q: 'csy' } });
  expect(people.data.list.map(({ username }) => username)).toEqual(['teacher']);

  // What was under review then waits for the same people now.
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
