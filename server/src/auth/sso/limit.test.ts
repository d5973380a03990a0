import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signInRoutes } from '@kuwei/contract/auth/sign-in';
import { tokenRoutes } from '@kuwei/contract/auth/token';
import type { Route } from '@kuwei/contract/route';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../../test/_world.ts';
import { DEMO_PASSWORD } from '../../seed/demo-people.ts';
import { cleanUp } from '../../site/tidy.ts';
import { countTries, countTrackedAddresses } from './limit.ts';

let world: World;
beforeAll(async () => {
  // No server listens here.
  world = await openWorld({ CAS_URL: 'http://127.0.0.1:9/cas', PUBLIC_URL: 'https://kuwei.example.edu' });
});
afterAll(() => world.end());

async function ask(
  route: Route,
  remoteAddress: string,
  payload?: object,
): Promise<{ status: number; code?: string; ticket?: string; wait: unknown }> {
  const url = `/api${route.path}`;
  const response = await world.app.inject({ method: 'POST', url, remoteAddress, ...(payload && { payload }) });
  const { code, ticket } = response.json<{ code?: string; ticket?: string }>();
  return { status: response.statusCode, wait: response.headers['retry-after'], ...(code && { code }), ...(ticket && { ticket }) };
}
const begin = (ip: string) => ask(signInRoutes.beginSso, ip);
const finish = (ip: string, ticket: string) => ask(signInRoutes.sso, ip, { ticket, query: 'ticket=ST-1' });
const failures = async (): Promise<number> =>
  (await world.services.db.selectFrom('sys_sign_in_failure').where('username', 'like', 'sso %').select('ip').execute()).length;

test('[F-K2][security 7] an address that starts sign-ons endlessly is slowed down, others do not wait, and nothing is stored in the database', async () => {
  for (let n = 0; n < 300; n++) expect((await begin('10.1.0.1')).status).toBe(200);
  const begun = performance.now();
  const more = await Promise.all(Array.from({ length: 4 }, () => begin('10.1.0.1')));
  expect(more.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(performance.now() - begun).toBeGreaterThan(700);
  expect((await begin('10.1.0.2')).status).toBe(200);
  expect(await failures()).toBe(0);
});

test("[F-K2][security 7] forged tickets do not use up an address's limit", async () => {
  for (let n = 0; n < 310; n++) expect((await finish('10.2.1.1', `made up ${n}`)).code).toBe('SSO_FAIL');
  expect(await failures()).toBe(0);
  expect(countTries('finish', '10.2.1.1')).toBe(1);
});

test('[security 7] unconfirmed returns slow the address but not its passwords, and are deleted after a day', async () => {
  const { db } = world.services;
  for (let n = 0; n < 31; n++) expect((await finish('10.2.0.1', (await begin('10.2.0.9')).ticket!)).code).toBe('SSO_FAIL');
  expect(await failures()).toBe(31);
  expect((await ask(tokenRoutes.login, '10.2.0.1', { username: 'teacher', password: DEMO_PASSWORD })).status).toBe(200);
  await db
    .updateTable('sys_sign_in_failure')
    .set({ at: new Date(Date.now() - 2 * 86_400_000) })
    .execute();
  await cleanUp(world.services);
  expect(await failures()).toBe(0);
});

test('[security 7] tries of one ticket are limited', async () => {
  const { ticket } = await begin('10.3.0.9');
  const codes: (string | undefined)[] = [];
  for (let n = 0; n < 7; n++) codes.push((await finish('10.3.0.1', ticket!)).code);
  expect(codes).toEqual(['SSO_FAIL', 'SSO_FAIL', 'SSO_FAIL', 'SSO_FAIL', 'SSO_FAIL', 'TOO_MANY', 'TOO_MANY']);
});

test('[security 7] tracked addresses are bounded and expire', () => {
  const now = Date.now();
  for (let n = 0; n < 25_000; n++) countTries('begin', `2001:db8:0:${n.toString(16)}::1`, now);
  expect(countTrackedAddresses()).toBeLessThanOrEqual(20_000);
  countTries('begin', '10.4.0.1', now + 300_001);
  expect(countTrackedAddresses()).toBe(1);
});

test('[security 7] a room full of people behind one address can return at once, however slow the provider is', async () => {
  const cas = createServer((_, response) => {
    const body = '<cas:authenticationSuccess><cas:user>teacher</cas:user></cas:authenticationSuccess>';
    setTimeout(() => response.end(`<cas:serviceResponse>${body}</cas:serviceResponse>`), 400);
  });
  await new Promise<void>((done) => void cas.listen(0, '127.0.0.1', done));
  const CAS_URL = `http://127.0.0.1:${(cas.address() as AddressInfo).port}/cas`;
  const slow = await openWorld({ CAS_URL, PUBLIC_URL: 'https://kuwei.example.edu' });
  const post = async (route: Route, payload?: object) =>
    slow.app.inject({
      method: 'POST',
      url: `/api${route.path}`,
      remoteAddress: '10.5.0.1',
      ...(payload && { payload }),
    });
  const begun = await Promise.all(Array.from({ length: 40 }, () => post(signInRoutes.beginSso)));
  const came = await Promise.all(
    begun.map((reply, n) => {
      const { url, ticket } = reply.json<{ url: string; ticket: string }>();
      const state = new URL(new URL(url).searchParams.get('service')!).searchParams.get('state')!;
      return post(signInRoutes.sso, { ticket, query: new URLSearchParams({ state, ticket: `ST-${n}` }).toString() });
    }),
  );
  expect(came.map(({ statusCode }) => statusCode)).toEqual(Array<number>(40).fill(200));
  await slow.end();
  cas.close();
});
