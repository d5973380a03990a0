// @module-tag long
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { completeDocuments, post } from '../server/test/_stock.ts';
import { openWorld, type World } from '../server/test/_world.ts';
import { verifyFiles } from '../server/src/site/fs/verify.ts';
import { cleanUp } from '../server/src/site/tidy.ts';
import { sealLedger } from '../server/src/wms/ledger/seal.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await post(world.services.db, [{ product: 'P-TIP-200', owner: 'LAB-BIO', box: 'W2-A-R1-B1', qty: '5' }]);
  await completeDocuments(world.services.db);
  await sealLedger(world.services.db, world.services.sealer);
  // The data sheets of the test data exist only as rows.
  await sql`update wms_product set sds_file_id = null, sds_rev_date = null, sds_lang = null`.execute(world.services.db);
  await world.services.db.deleteFrom('sys_file').execute();
});
afterAll(() => world.end());

function verify(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'verify.ts')], { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

test('[S3.54] the command proves the ledger while the server runs, and exits with 1 on a fault', async () => {
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

test('[F-O5] a missing or modified stored file is a fault; older pictures get their hash', async () => {
  const staff = await world.as('staff', 'ROLE_STAFF');
  const { files, db } = world.services;
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const stored = async (name: string) => (await staff.upload(fileRoutes.upload, picture, `${name}.png`)).data.id;
  const [first, second, third] = [await stored('a'), await stored('b'), await stored('c')] as const;
  const faults = async () =>
    (await verifyFiles({ db, files })).faults.map(({ subject, detail }) => `${subject.slice(0, 1)}: ${detail}`);
  expect(await faults()).toEqual([]);
  await db.updateTable('sys_file').set({ stored_sha256: null }).where('id', '=', third).execute();
  expect((await verifyFiles({ db, files })).unhashed).toBe(1);
  expect((await cleanUp(world.services))['hashed']).toBe(1);
  const [path, size] = [files.pathOf(second), (await stat(files.pathOf(second))).size];
  await rm(files.pathOf(first));
  await writeFile(path, Buffer.alloc(size, 7));
  await truncate(files.pathOf(third), 3);
  const found = await faults();
  expect(found).toEqual(
    expect.arrayContaining([
      'a: the file is missing',
      'b: the file is not what was stored',
      expect.stringMatching(/^c: the file has 3 bytes, not \d+$/),
    ]),
  );
  expect(found).toHaveLength(3);
  const { code, output } = await verify({ DATABASE_URL: world.database.url, DATA_DIR: world.services.config.dataDir });
  expect(output).toContain('FAIL every stored file is there as it was stored');
  expect(code).toBe(1);
});

test('[F-O6] reports an unreachable database in one sentence', async () => {
  const { code, output } = await verify({ DATABASE_URL: 'postgres://kuwei@127.0.0.1:9/kuwei' });
  expect(code).toBe(1);
  expect(output.trim()).toMatch(/^The database at postgres:\/\/127\.0\.0\.1:9\/kuwei does not answer: [^\n]*$/);
});

test('reports a missing database', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'kuwei-verify-')), 'nothing');
  const { code, output } = await verify({ DATA_DIR: folder, DATABASE_URL: '' });
  expect(code).toBe(1);
  expect(output.trim()).toBe(`There is no database in ${folder}: set DATA_DIR to its data folder.`);
});
