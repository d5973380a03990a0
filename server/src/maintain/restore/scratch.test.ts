// @module-tag long
// The database into which a backup is restored to try it, while others hold on to it.
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
/** Somebody who stays until they are sent away. */
async function openIdleClient(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

test('it goes with those of the program who are still in it', async () => {
  const scratch = await makeScratch({ url: world.database.url, dataDir });
  const own = await openIdleClient(scratch.url);
  await scratch.drop();
  expect(await isThere(nameOf(scratch.url))).toBe(false);
  await own.end().catch(() => {});
});

test('whoever keeps the server may look at it: nothing fails for that, another place is taken, and it is removed later', async () => {
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
