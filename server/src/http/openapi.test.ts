// The OpenAPI document, checked by independent programs: a linter, a client generator, a client.
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

test('[F-A7] a public linter accepts the OpenAPI document', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    // `by-me` and `batch` are in the place of an id, as specified: fixed segments win.
    rules: { 'no-ambiguous-paths': 'off', 'operation-operationId': 'error', 'operation-operationId-unique': 'error' },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
});

test('the API page loads the document from its address', async () => {
  for (const [path, type] of [
    ['/api/docs/json', 'application/json'],
    ['/api/docs/yaml', 'application/json'],
    ['/api/docs/static/index.html', 'text/html'],
  ] as const) {
    const answer = await fetch(url + path);
    expect([path, answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([path, 200, type]);
    if (type === 'application/json') expect(await answer.json()).toEqual(document);
  }
});

test('flags in queries are described as booleans', () => {
  const paths = document['paths'] as Record<string, Record<string, { parameters: { name: string; schema: unknown }[] }>>;
  const { parameters } = paths['/api/wms/opening/import']!['post']!;
  expect(parameters.find(({ name }) => name === 'dryRun')).toMatchObject({
    required: false,
    description: 'Only look: nothing is written unless this is false',
    schema: { type: 'boolean', default: true },
  });
  expect(parameters.find(({ name }) => name === 'partial')!.schema).toEqual({ type: 'boolean', default: false });
});

test('[S7.72] documents, counts and cases have the calls of their steps', () => {
  const paths = document['paths'] as Record<string, Record<string, unknown>>;
  const calls = new Set(
    Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`)),
  );
  const steps = (entity: string, names: string) => names.split(' ').map((name) => `put /api/wms/${entity}/{id}/${name}`);
  const hand = (entity: string) =>
    ['get', 'post']
      .map((method) => `${method} /api/wms/${entity}`)
      .concat(
        ['get', 'put'].map((method) => `${method} /api/wms/${entity}/{id}`),
        `get /api/wms/${entity}/{id}/record`,
        `delete /api/wms/${entity}/{id}`,
      );
  const expected = [
    ...hand('transaction'),
    ...steps('transaction', 'submit approve return reject withdraw cancel void box finish'),
    ...hand('inventory'),
    ...steps('inventory', 'publish count recount submit approve return reject cancel'),
    ...hand('after-sales'),
    ...steps('after-sales', 'submit decide withdraw cancel'),
  ];
  expect(expected.filter((call) => !calls.has(call))).toEqual([]);
});

/** Calls of each administration screen, below the address that the specification gives them. */
const OFFICE: Readonly<Record<string, string>> = {
  'auth/biz/user': 'get:account post:account get:account/{id} put:account/{id} delete:account/{id} get:{id} get:by-me',
  'auth/power/role': 'get post get:{id} put:{id} delete:{id}',
  'auth/power/power': 'get post get:{id} put:{id} delete:{id}',
  'auth/power/rule': 'get post get:{id} put:{id} put:batch/{action}',
  'sys/config': 'get get:{id} put:{id}',
  'sys/log': 'get get:{id} get:export',
  'sys/bpm': 'get:todo get:definition post:definition get:definition/{id} put:definition/{id} put:definition/{id}/publish',
  'sys/report/query': 'get post get:{id} put:{id} delete:{id} post:try',
  'sys/project/app/menu': 'get post get:{id} put:{id} delete:{id}',
  'sys/maintain/upgrade':
    'get get:check get:mode put:mode get:work get:bak post:bak post:bak/{id}/verify post:bak/{id}/restore post:load get:utils',
};

test('[S7.76] the administration screens have their calls below their addresses, and no others', () => {
  const paths = document['paths'] as Record<string, Record<string, unknown>>;
  const calls = new Set(
    Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`)),
  );
  const expected = Object.entries(OFFICE).flatMap(([base, all]) =>
    all.split(' ').map((each) => {
      const [method, below] = each.split(':');
      return `${method} /api/${base}${below === undefined ? '' : `/${below}`}`;
    }),
  );
  expect(expected.filter((call) => !calls.has(call))).toEqual([]);
  expect([...calls].filter((call) => /\/api\/sys\/maintain(?!\/upgrade)/.test(call))).toEqual([]);
});

test('[F-A7] a generated client takes a deposit from draft to putaway', async () => {
  // In the cache of node_modules, by process id: other test runs do not interfere.
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

test('[F-A2] the document is cached by clients, and compressed for those that accept it', async () => {
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
