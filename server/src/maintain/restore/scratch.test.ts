// @module-tag long
// Scratch databases with open connections of others.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { withClient } from '../../../test/scratch.ts';
import { openWorld, type World } from '../../../test/_world.ts';
import { makeScratch, scratchNameOf } from './scratch.ts';

let world: World;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kuwei-scratch-'));
  world = await openWorld();
});
afterAll(async () => {
  await world.end();
  rmSync(dataDir, { recursive: true, force: true });
});

const nameOf = (url: string): string => new URL(url).pathname.slice(1);
const isThere = async (name: string): Promise<boolean> => {
  let found = 0;
  await withClient(inject('database').admin.replace('%', 'postgres'), async (client) => {
    found = (await client.query('select from pg_database where datname = $1', [name])).rowCount!;
  });
  return found > 0;
};
/** A connection that stays until it is terminated. */
async function openIdleClient(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

test('drops the database while sessions of the program are still connected', async () => {
  const scratch = await makeScratch({ url: world.database.url, dataDir });
  const own = await openIdleClient(scratch.url);
  await scratch.drop();
  expect(await isThere(nameOf(scratch.url))).toBe(false);
  await own.end().catch(() => {});
});

test('does not fail while a database administrator is connected: uses another database and drops the first one later', async () => {
  const { url } = world.database;
  const scratch = await makeScratch({ url, dataDir });
  const name = nameOf(scratch.url);
  expect(name).toBe(scratchNameOf(nameOf(url)));
  const keeper = await openIdleClient(inject('database').admin.replace('%', name));
  await scratch.drop();
  expect(await isThere(name)).toBe(true);
  const elsewhere = await makeScratch({ url, dataDir });
  expect(nameOf(elsewhere.url)).not.toBe(name);
  await elsewhere.drop();
  await keeper.end();
  const again = await makeScratch({ url, dataDir });
  expect(nameOf(again.url)).toBe(name);
  await again.drop();
  expect(await isThere(name)).toBe(false);
});
