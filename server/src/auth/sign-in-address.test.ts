import { tokenRoutes } from '@kuwei/contract/auth/token';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../test/_world.ts';
import { configOf } from '../config.ts';
import { makeApp } from '../http/app.ts';
import { DEMO_PASSWORD } from '../seed/demo-people.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

type App = Pick<World['app'], 'inject'>;
const signIn = async (username: string, password: string, ip: string, app: App = world.app, forwarded?: string) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const payload = { username, password };
  return (await app.inject({ method: 'POST', url: `/api${tokenRoutes.login.path}`, remoteAddress: ip, headers, payload }))
    .statusCode;
};

test('[security 1] one address with many made-up names keeps nobody else from signing in', async () => {
  const flood = Promise.all(Array.from({ length: 90 }, (_, n) => signIn(`nobody-${n}`, 'x', '203.0.113.1')));
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(await signIn('teacher', DEMO_PASSWORD, '203.0.113.2')).toBe(200);
  expect(new Set(await flood)).toEqual(new Set([401, 429]));
});

test('[security 1] one password tried on many accounts from one address ends after thirty failures, and only there', async () => {
  const tried: number[] = [];
  for (let n = 0; n < 32; n++) tried.push(await signIn(`somebody-${n}`, 'x', '203.0.113.3'));
  expect(tried).toEqual([...Array<number>(30).fill(401), 429, 429]);
  expect(await signIn('staff', DEMO_PASSWORD, '203.0.113.3')).toBe(429);
  expect(await signIn('staff', DEMO_PASSWORD, '203.0.113.4')).toBe(200);
});

test('[security 1] behind a proxy the address is the one the proxy saw, whatever the client claims', async () => {
  for (const TRUST_PROXY of ['1', '127.0.0.1, 10.0.0.0/8']) {
    const app = await makeApp({ ...world.services, config: configOf({ TRUST_PROXY }) });
    const address = `198.51.100.${TRUST_PROXY.length}`;
    try {
      for (let n = 0; n < 6; n++) await signIn('keeper2', 'x', '127.0.0.1', app, `192.0.2.${n}, ${address}`);
      expect(await signIn('keeper2', DEMO_PASSWORD, '127.0.0.1', app, `192.0.2.77, ${address}`)).toBe(429);
      expect(await signIn('keeper2', DEMO_PASSWORD, '127.0.0.1', app, `192.0.2.77, 198.51.101.${TRUST_PROXY.length}`)).toBe(200);
    } finally {
      await app.close();
    }
  }
  expect(() => configOf({ TRUST_PROXY: 'yes' })).toThrow('TRUST_PROXY');
});

const fail = (...rows: { username: string; ip: string; secondsAgo?: number }[]) =>
  world.services.db
    .insertInto('sys_sign_in_failure')
    .values(rows.map(({ username, ip, secondsAgo = 0 }) => ({ username, ip, at: new Date(Date.now() - secondsAgo * 1_000) })))
    .execute();

test('[security 1] an address waits for the failures of five minutes, not for those of all the day', async () => {
  const ip = '203.0.114.1';
  const old = Array.from({ length: 40 }, (_, n) => ({ username: 'a-telephone', ip, secondsAgo: 310 + n * 60 }));
  await fail(...old, { username: 'a-telephone', ip });
  expect(await signIn('teacher', DEMO_PASSWORD, ip)).toBe(200);
  await fail(...Array.from({ length: 29 }, (_, n) => ({ username: `telephone-${n}`, ip, secondsAgo: 290 })));
  expect(await signIn('teacher', DEMO_PASSWORD, ip)).toBe(429);
});

test('[security 1] one IPv6 connection is one address, however many it has', async () => {
  const tried: number[] = [];
  for (let n = 1; n < 8; n++) tried.push(await signIn('reviewer', 'x', `2001:db8:0:1:${n}::${n}`));
  expect(tried).toEqual([...Array<number>(5).fill(401), 429, 429]);
  expect(await signIn('reviewer', DEMO_PASSWORD, '2001:db8:0:2::1')).toBe(200);
  for (let n = 0; n < 5; n++) await signIn('reviewer2', 'x', '::ffff:203.0.115.1');
  expect(await signIn('reviewer2', DEMO_PASSWORD, '203.0.115.1')).toBe(429);
});

test('[security 1] neighbouring addresses together do not take all places of those who wait', async () => {
  const flood = Promise.all(
    Array.from({ length: 120 }, (_, n) => signIn(`none-${n}`, 'x', n % 2 ? `2001:db8:9:${n}::1` : `203.0.116.${n}`)),
  );
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(await signIn('teacher', DEMO_PASSWORD, '203.0.117.1')).toBe(200);
  expect(new Set(await flood)).toEqual(new Set([401, 429]));
});

test('[security 1] one account tried from many addresses is slow to answer new ones, and as ever where it was signed in', async () => {
  expect(await signIn('supplier', DEMO_PASSWORD, '2001:db8:a:1::1')).toBe(200);
  await fail(...Array.from({ length: 50 }, (_, n) => ({ username: 'supplier', ip: `198.18.${n}.1`, secondsAgo: 600 - n * 12 })));
  await fail({ username: 'supplier', ip: '198.18.99.1' });
  expect(await signIn('SUPPLIER', DEMO_PASSWORD, '203.0.118.1')).toBe(429);
  expect(await signIn('supplier', DEMO_PASSWORD, '2001:db8:a:1::2')).toBe(200);
  await sql`update sys_sign_in_failure set at = at - interval '10 seconds' where username = 'supplier'`.execute(
    world.services.db,
  );
  expect(await signIn('supplier', DEMO_PASSWORD, '203.0.118.1')).toBe(200);
  // Of many that come at once, one is heard.
  await sql`update sys_sign_in_failure set at = at - interval '10 seconds' where username = 'supplier'`.execute(
    world.services.db,
  );
  const tries = await Promise.all(Array.from({ length: 12 }, (_, n) => signIn('supplier', 'x', `198.19.${n}.1`)));
  expect(tries.toSorted((one, other) => one - other)).toEqual([401, ...Array<number>(11).fill(429)]);
});
