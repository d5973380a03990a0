import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FILE, FUNCTIONS_FILE, functionsOf, schemaOf, typesOf } from '../../tools/db-types.ts';
import { FILE as SCHEMA_FILE } from '../src/wms/ledger/schema.ts';
import { openWorld, type World } from './_world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

test('row types match the migrated database (else run node tools/db-types.ts)', async () => {
  const client = new Client({ connectionString: world.database.url });
  await client.connect();
  expect(readFileSync(FILE, 'utf8')).toBe(await typesOf(client));
  await client.end();
});

test('functions.sql matches the migrated database (else run node tools/db-types.ts)', async () => {
  const client = new Client({ connectionString: world.database.url });
  await client.connect();
  expect(await functionsOf(client)).toBe(readFileSync(FUNCTIONS_FILE, 'utf8'));
  await client.end();
});

test("[F-D8] the proof's schema matches the migrated database (else run node tools/db-types.ts)", async () => {
  const client = new Client({ connectionString: world.database.url });
  await client.connect();
  expect(await schemaOf(client)).toBe(readFileSync(SCHEMA_FILE, 'utf8'));
  await client.end();
});
