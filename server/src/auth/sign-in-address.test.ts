import { tokenRoutes } from '@kuwei/contract/auth/token';
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

test('[security 5] one address with many made-up names keeps nobody else from signing in', async () => {
  const flood = Promise.all(Array.from({ length: 90 }, (_, n) => signIn(`nobody-${n}`, 'x', '203.0.113.1')));
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(await signIn('teacher', DEMO_PASSWORD, '203.0.113.2')).toBe(200);
  expect(new Set(await flood)).toEqual(new Set([401, 429]));
});

test('[security 5] one password tried on many accounts from one address ends after thirty failures, and only there', async () => {
  const tried: number[] = [];
  for (let n = 0; n < 32; n++) tried.push(await signIn(`somebody-${n}`, 'x', '203.0.113.3'));
  expect(tried).toEqual([...Array<number>(30).fill(401), 429, 429]);
  expect(await signIn('staff', DEMO_PASSWORD, '203.0.113.3')).toBe(429);
  expect(await signIn('staff', DEMO_PASSWORD, '203.0.113.4')).toBe(200);
});

test('[security 5] behind a proxy the address is the one the proxy saw, whatever the client claims', async () => {
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
