import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post } from '../server/test/_stock.ts';
import { openWorld, type World } from '../server/test/_world.ts';
import { sealLedger } from '../server/src/wms/ledger/seal.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await post(world.services.db, [{ product: 'P-TIP-200', owner: 'LAB-BIO', box: 'W2-A-R1-B1', qty: '5' }]);
  await sealLedger(world.services.db, world.services.sealer);
});
afterAll(() => world.end());

function verify(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'verify.ts')], { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

test('[S3.54] the command proves the ledger beside a running server, and ends with 1 on a fault', async () => {
  const env = { DATABASE_URL: world.database.url, DATA_DIR: world.services.config.dataDir };
  const good = await verify(env);
  expect(good.output).toContain('ok   stock is the replay of the ledger');
  expect(good.output).toContain('1 ledger entries, 1 of them sealed in 1 blocks');
  expect(good.code).toBe(0);
  const { db } = world.services;
  await sql`alter table wms_ledger disable trigger user`.execute(db);
  await sql`update wms_ledger set qty_delta = 6, qty_after = 6`.execute(db);
  await sql`alter table wms_ledger enable trigger user`.execute(db);
  const bad = await verify(env);
  expect(bad.output).toContain('FAIL stock is the replay of the ledger');
  expect(bad.output).toContain('an entry was changed after it had been sealed');
  expect(bad.code).toBe(1);
});

test('where there is no database the command says so', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'kuwei-verify-')), 'nothing');
  const { code, output } = await verify({ DATA_DIR: folder, DATABASE_URL: '' });
  expect(code).toBe(1);
  expect(output.trim()).toBe(`There is no database in ${folder}: set DATA_DIR to its data folder.`);
});
