// The OpenAPI document, judged by programs that know nothing of ours: a linter, a generator of clients, a client.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTypes, { type OpenAPI3 } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../test/_world.ts';
import { DEMO_PASSWORD } from '../seed/demo-people.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const CLIENT = join(ROOT, 'server/test/client');

let world: World;
let url: string;
let document: Record<string, unknown>;
beforeAll(async () => {
  world = await openWorld();
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
  document = (await (await fetch(`${url}/api/openapi.json`)).json()) as Record<string, unknown>;
});
afterAll(() => world.end());

test('[F-A7] a public linter finds nothing wrong with the OpenAPI document', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    // `by-me` and `batch` stand where others have an id, as the specification has them: the fixed part wins.
    rules: { 'no-ambiguous-paths': 'off', 'operation-operationId': 'error', 'operation-operationId-unique': 'error' },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
});

test('[F-A7] a client that a public generator makes of the document takes a deposit from the draft to the shelf', async () => {
  // Next to the packages, where no other run of the tests looks.
  const types = join(ROOT, `node_modules/.cache/kuwei-api-${process.pid}`);
  mkdirSync(types, { recursive: true });
  writeFileSync(join(types, 'kuwei-api.d.ts'), await openapiTypes(document as unknown as OpenAPI3));
  const config = {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: { lib: ['esnext', 'dom'], paths: { 'kuwei-api': [join(types, 'kuwei-api.d.ts')] } },
    files: [join(CLIENT, 'flow.ts')],
  };
  writeFileSync(join(types, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const compiled = spawnSync(process.execPath, [compiler, '-p', types], { encoding: 'utf8' });
  expect(compiled.stdout).toBe('');

  const { deposit } = (await import(join(CLIENT, 'flow.ts'))) as {
    deposit: (url: string, password: string) => Promise<string[]>;
  };
  expect(await deposit(url, DEMO_PASSWORD)).toEqual(['DRAFT', 'SUBMITTED', 'APPROVED', 'EXECUTING', 'DONE']);
});

test('[F-A2] the document is kept by who has it, and goes compressed to who takes that', async () => {
  const get = (headers: Record<string, string> = {}) => world.app.inject({ url: '/api/openapi.json', headers });
  const plain = await get();
  const tag = String(plain.headers['etag']);
  expect(plain.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
  const packed = await get({ 'accept-encoding': 'gzip' });
  expect(packed.headers).toMatchObject({ etag: tag, 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  for (const accepts of ['gzip', 'identity']) {
    const again = await get({ 'if-none-match': tag, 'accept-encoding': accepts });
    expect([again.statusCode, again.rawPayload.length, again.headers['etag']]).toEqual([304, 0, tag]);
  }
  expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200);
});
