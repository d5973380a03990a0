// Security headers of every response, and cross-site requests.
import { PAGE_ROLE_HEADER } from '@kuwei/contract/constants';
import { pathOf } from '@kuwei/contract/route';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCallerFinder } from '../../test/_everyone.ts';
import { openWorld, type Person, type World } from '../../test/_world.ts';
import { allRoutes } from '../routes.ts';
import { isExport } from './log-export.ts';
import { samplePdf } from '../seed/sample-pdf.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

let world: World;
let behindTls: World;
let withSubdomains: World;
beforeAll(async () => {
  [world, behindTls, withSubdomains] = await Promise.all([
    openWorld(),
    openWorld({ TRUST_PROXY: '1' }),
    openWorld({ TRUST_PROXY: '1', HSTS_SUBDOMAINS: '1' }),
  ]);
});
afterAll(() => Promise.all([world.end(), behindTls.end(), withSubdomains.end()]));

test('[F-O9] HSTS includes subdomains only if configured', async () => {
  const hsts = async (each: World) => (await each.app.inject('/api/health/live')).headers['strict-transport-security'];
  expect(await hsts(behindTls)).toBe('max-age=31536000');
  expect(await hsts(withSubdomains)).toBe('max-age=31536000; includeSubDomains');
});

test('[security 58] all responses have the same headers: pages, calls, files and errors', async () => {
  for (const each of [world, behindTls]) {
    const teacher = await each.as('teacher', 'ROLE_TEACHER');
    const { id } = (await teacher.upload(fileRoutes.upload, samplePdf(['x']), 'x.pdf')).data;
    await sql`alter table sys_dic rename to sys_dic_gone`.execute(each.services.db);
    for (const [url, status] of [
      ['/', null],
      ['/nowhere', 404],
      ['/assets/nothing.js', 404],
      ['/api/health', 200],
      ['/api/docs', null],
      ['/api/nothing', 404],
      ['/api/sys/fs/x', 401],
      [`/api/sys/fs/${id}`, 200],
      ['/api/sys/fs/%zz', 400],
      ['/%zz', 400],
      [`/api/sys/fs/${'a'.repeat(300)}`, null],
      ['/api/health?x=%00', 400],
      [`/api/auth/dic/dic/${UNKNOWN_ID}`, 500],
    ] as const) {
      const authorization = url.includes('/fs/x') ? '' : `Bearer ${teacher.token}`;
      const headers = { authorization, [PAGE_ROLE_HEADER]: 'ROLE_TEACHER' };
      const answer = await each.app.inject({ url, headers: authorization ? headers : {} });
      if (status !== null) expect([url, answer.statusCode]).toEqual([url, status]);
      expect([url, answer.headers]).toMatchObject([
        url,
        {
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': expect.stringMatching(/^(same-origin|no-referrer)$/),
          'content-security-policy': expect.stringMatching(
            /script-src 'self'.*frame-ancestors 'none'|^default-src 'none'.*sandbox$/s,
          ),
        },
      ]);
      expect([url, answer.headers['strict-transport-security']]).toEqual([
        url,
        each === behindTls ? 'max-age=31536000' : undefined,
      ]);
    }
  }
  const policy = (await world.app.inject({ url: '/api/nothing' })).headers['content-security-policy'];
  for (const part of ["object-src 'none'", "base-uri 'none'"]) expect(policy).toContain(part);
  const malformed = await world.app.inject({ url: '/api/sys/fs/%zz' });
  expect(malformed.headers['content-type']).toContain('application/json');
  expect(malformed.json()).toMatchObject({ code: 'VALIDATION', data: { requestId: expect.any(String) } });
});

test('[security 55] no other origin gets CORS headers, whatever its name', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
    for (const [method, url] of [
      ['GET', '/api/health'],
      ['GET', '/api/auth/biz/user/by-me'],
      ['OPTIONS', '/api/wms/product'],
      ['POST', '/api/wms/product'],
      ['GET', '/'],
    ] as const) {
      const answer = await world.app.inject({
        method,
        url,
        headers: {
          origin,
          authorization: `Bearer ${teacher.token}`,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        },
      });
      expect([url, Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))]).toEqual([url, []]);
    }
  }
});

test('[security 56] cross-site calls are refused, however the address is spelled; links to pages are not', async () => {
  const { token } = await world.as('teacher', 'ROLE_TEACHER');
  const ask = async (url: string, site: string) =>
    (await world.app.inject({ url, headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': site } })).statusCode;
  for (const url of ['/api/auth/biz/user/by-me', '/%61pi/auth/biz/user/by-me', '/%61%70%69/auth/biz/user/by-me']) {
    expect([url, await ask(url, 'cross-site')]).toEqual([url, 403]);
    for (const site of ['same-origin', 'same-site', 'none']) expect([url, await ask(url, site)]).toEqual([url, 200]);
  }
  expect(await ask('/', 'cross-site')).not.toBe(403);
  const spelled = await world.app.inject({ url: '/%61pi/auth/biz/user/by-me', headers: { authorization: `Bearer ${token}` } });
  expect(spelled.headers['cache-control']).toBe('no-store');
});

const addressOf = (route: (typeof allRoutes)[number]): string =>
  `/api${pathOf(route, Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, UNKNOWN_ID])))}`;

test('[security 56] the cookie permits no writes, and other body types are not read', async () => {
  const people = await createCallerFinder(world);
  for (const route of allRoutes) {
    if (route.method === 'GET' || route.needs === 'open') continue;
    const { token, pageRole } = people(route);
    const send = (headers: Record<string, string>) =>
      world.app.inject({ method: route.method, url: addressOf(route), headers, payload: 'rev=1' });
    const byCookie = await send({ cookie: `kuwei_session=${token}; __Host-kuwei_session=${token}` });
    expect([route.path, byCookie.statusCode]).toEqual([route.path, 401]);
    const json = { 'content-type': 'application/json', cookie: `kuwei_session=${token}; __Host-kuwei_session=${token}` };
    const answer = await world.app.inject({ method: route.method, url: addressOf(route), headers: json, payload: '{}' });
    expect([route.path, answer.statusCode]).toEqual([route.path, 401]);
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'text/xml']) {
      const { statusCode } = await send({
        authorization: `Bearer ${token}`,
        [PAGE_ROLE_HEADER]: pageRole,
        'content-type': type,
      });
      expect([route.path, type, statusCode]).toEqual([route.path, type, 415]);
    }
  }
});

test('[security 56] GET and HEAD write nothing but the export log: they work on a read-only database', async () => {
  const reading = await openWorld();
  try {
    const people = await Promise.all([
      reading.as('manager', 'ROLE_WAREHOUSE_ADMIN'),
      reading.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS'),
      reading.as('supplier', 'ROLE_SUPPLIER'),
      reading.as('staff', 'ROLE_STAFF'),
      reading.as('admin', 'ROLE_ADMIN'),
    ]);
    const { db } = reading.services;
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    await sql`alter database ${sql.id(rows[0]!.name)} set default_transaction_read_only = on`.execute(db);
    // Also closes pooled connections, which would keep the former setting.
    const { rows: old } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database()`.execute(db);
    const pids = sql`(${sql.join(old.map(({ pid }) => pid))})`;
    const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity where pid in ${pids}
      order by pid = pg_backend_pid()`;
    await cut.execute(db).catch(() => {});
    await expect.poll(() => sql`create table x ()`.execute(db).catch((error: Error) => error.message)).toContain('read-only');
    await expect
      .poll(async () => (await sql`select from pg_stat_activity where pid in ${pids}`.execute(db)).rows)
      .toHaveLength(0);
    let answered = 0;
    for (const route of allRoutes.filter(({ method }) => method === 'GET')) {
      const ask = async (method: string, person: Person): Promise<number> => {
        const { status } = await person.send(method, addressOf(route).slice('/api'.length));
        // An export that cannot be logged is refused.
        const isUnsaid = isExport(route) && status === 503;
        if (!isUnsaid) expect(status, `${person.username}: ${method} ${route.path}`).toBeLessThan(500);
        return status;
      };
      const able: Person[] = [];
      for (const person of people) if ((await ask('GET', person)) === 200) able.push(person);
      answered += able.length;
      // As a person who may, if any, so that HEAD runs the same call.
      await ask('HEAD', able[0] ?? people[0]);
    }
    expect(answered).toBeGreaterThan(100);
  } finally {
    await reading.end();
  }
});

test('[security 61] a repeated parameter is refused where one is expected, and no name reaches a prototype', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const before = Object.getOwnPropertyNames(Object.prototype);
  for (const query of ['page=1&page=2', 'q=a&q=b', 'size=10&size=10', '__proto__=1', '__proto__[admin]=1', 'constructor=1'])
    expect([query, (await manager.send('GET', `/wms/product?${query}`)).status]).toEqual([query, 400]);
  for (const payload of [
    '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{"admin":true}}}',
    '{"code":"X","__proto__":{"admin":true}}',
    '{"code":{"__proto__":{"admin":true}}}',
  ]) {
    const headers = { authorization: `Bearer ${manager.token}`, 'content-type': 'application/json' };
    const url = '/api/wms/product';
    const active = { ...headers, [PAGE_ROLE_HEADER]: 'ROLE_WAREHOUSE_ADMIN' };
    expect([payload, (await world.app.inject({ method: 'POST', url, headers: active, payload })).statusCode]).toEqual([
      payload,
      400,
    ]);
  }
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  expect('admin' in {}).toBe(false);
});
