import { signInRoutes } from '@kuwei/contract/auth/sign-in';
import { tokenRoutes } from '@kuwei/contract/auth/token';
import { userRoutes } from '@kuwei/contract/auth/user';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../../test/_world.ts';
import { configOf } from '../../config.ts';
import { makeApp } from '../../http/app.ts';
import { runWithGuestLimit, GUEST_CALLS_PER_ADDRESS } from '../../http/guests.ts';
import { DEMO_PASSWORD } from '../../seed/demo-people.ts';
import { assertNotDelayed } from './delay.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

type App = Pick<World['app'], 'inject'>;
const LOGIN = { method: 'POST', url: `/api${tokenRoutes.login.path}` } as const;
const signIn = async (username: string, password: string, ip: string, app: App = world.app, forwarded?: string) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await app.inject({ ...LOGIN, remoteAddress: ip, headers, payload: { username, password } })).statusCode;
};
/** A browser that keeps its cookies. */
function browser() {
  const cookies: Record<string, string> = {};
  return async (username: string, password: string, ip: string): Promise<number> => {
    const answer = await world.app.inject({ ...LOGIN, remoteAddress: ip, cookies, payload: { username, password } });
    for (const { name, value } of answer.cookies) cookies[name] = value;
    return answer.statusCode;
  };
}
const fail = (...rows: { username: string; ip: string; secondsAgo?: number }[]) =>
  world.services.db
    .insertInto('sys_sign_in_failure')
    .values(rows.map(({ username, ip, secondsAgo = 0 }) => ({ username, ip, at: new Date(Date.now() - secondsAgo * 1_000) })))
    .execute();
const clear = () => world.services.db.deleteFrom('sys_sign_in_failure').execute();

test('[security 1] many made-up names from one address do not block others from signing in', async () => {
  const flood = Promise.all(Array.from({ length: 40 }, (_, n) => signIn(`nobody-${n}`, 'x', '203.0.113.1')));
  expect(await signIn('teacher', DEMO_PASSWORD, '203.0.113.2')).toBe(200);
  expect(new Set(await flood)).toEqual(new Set([401]));
});

test('[F-A4][security 69] wrong passwords slow an address down, but lock out none behind it', async () => {
  const ip = '203.0.113.3';
  await clear();
  await fail(...Array.from({ length: 60 }, (_, n) => ({ username: `somebody-${n}`, ip })));
  const begun = performance.now();
  const tries = await Promise.all([
    ...Array.from({ length: 6 }, (_, n) => signIn(`another-${n}`, 'x', ip)),
    ...Array.from({ length: 6 }, () => signIn('staff', DEMO_PASSWORD, ip)),
  ]);
  expect(tries).toEqual([...Array<number>(6).fill(401), ...Array<number>(6).fill(200)]);
  // Half a second for each failure, two in parallel: the last two delay no other try.
  expect(performance.now() - begun).toBeGreaterThan(1_900);
  expect(await signIn('teacher', DEMO_PASSWORD, '203.0.113.4')).toBe(200);
});

test('[F-J3][security 69] a hundred correct sign-ins at once from one address all succeed', async () => {
  await clear();
  const came = await Promise.all(
    Array.from({ length: 100 }, (_, n) => signIn(['teacher', 'staff', 'supplier'][n % 3]!, DEMO_PASSWORD, '10.9.0.1')),
  );
  expect(came).toEqual(Array<number>(100).fill(200));
});

test('[F-A4][security 69] a browser known to the account is not delayed by failures of others', async () => {
  await clear();
  const [mine, theirs] = [browser(), browser()];
  const ip = '203.0.113.9';
  expect(await mine('keeper', DEMO_PASSWORD, ip)).toBe(200);
  expect(await theirs('teacher', DEMO_PASSWORD, ip)).toBe(200);
  const guesses = [...Array<string>(6).fill('keeper'), ...Array.from({ length: 60 }, (_, n) => `made-up-${n}`)];
  await fail(...guesses.map((username) => ({ username, ip })));
  await fail(...Array.from({ length: 60 }, (_, n) => ({ username: 'keeper', ip: `198.18.${n}.7` })));
  expect(await signIn('keeper', DEMO_PASSWORD, ip)).toBe(429);
  // Known for one account does not mean known for another.
  expect(await theirs('keeper', DEMO_PASSWORD, ip)).toBe(429);
  expect(await mine('keeper', DEMO_PASSWORD, ip)).toBe(200);
  expect(await mine('Keeper', DEMO_PASSWORD, '203.0.119.1')).toBe(200);
  // Its own failures count, too: beyond them it is like any other.
  for (let n = 0; n < 5; n++) expect(await mine('keeper', 'x', `203.0.120.${n}`)).toBe(401);
  await fail(...Array.from({ length: 50 }, (_, n) => ({ username: 'keeper', ip: `198.18.${n}.7` })));
  expect(await mine('keeper', 'x', '203.0.120.9')).toBe(429);
  expect(await mine('keeper', DEMO_PASSWORD, '203.0.119.1')).toBe(200);
});

test('[F-3A4] an address at its limit of guest calls blocks neither known browsers nor signed-in users', async () => {
  await clear();
  const ip = '203.0.113.40';
  const mine = browser();
  expect(await mine('keeper', DEMO_PASSWORD, ip)).toBe(200);
  const teacher = await world.as('teacher');
  const ask = async (url: string, headers = {}) => (await world.app.inject({ url, remoteAddress: ip, headers })).statusCode;
  const ways = `/api${signInRoutes.listWays.path}`;
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const origin = { ip, browser: { shown: null, given: null } };
  const hang = (count: number) =>
    Array.from({ length: count }, () =>
      runWithGuestLimit(
        origin,
        async () => null,
        () => promise,
      ),
    );
  const hanging = hang(GUEST_CALLS_PER_ADDRESS - 1);
  try {
    expect(await ask(ways)).toBe(200);
    hanging.push(...hang(1));
    expect(await ask(ways)).toBe(429);
    expect(await ask(ways, { cookie: `kuwei_device=${'x'.repeat(43)}` })).toBe(429);
    expect(await mine('keeper', DEMO_PASSWORD, ip)).toBe(200);
    expect(await ask(`/api${userRoutes.getMe.path}`, { authorization: `Bearer ${teacher.token}` })).toBe(200);
  } finally {
    release();
    await Promise.all(hanging);
  }
  expect(await ask(ways)).toBe(200);
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

test('[security 1] an address is slowed down by failures of five minutes, not of the whole day', async () => {
  const ip = '203.0.114.1';
  const pause = () =>
    assertNotDelayed(world.services.db, { settings: world.services.settings, username: 'slow', ip, device: null });
  await clear();
  await fail(...Array.from({ length: 400 }, (_, n) => ({ username: `telephone-${n}`, ip, secondsAgo: 310 + n })));
  expect(await pause()).toBe(0);
  await clear();
  await fail(...Array.from({ length: 400 }, (_, n) => ({ username: `telephone-${n}`, ip, secondsAgo: 20 })));
  expect(await pause()).toBe(1_000);
  // Two are verified in parallel: the third waits for one of them.
  const begun = performance.now();
  const tries = Array.from({ length: 3 }, (_, n) => signIn(`slow-${n}`, 'x', ip));
  expect(await Promise.all(tries)).toEqual([401, 401, 401]);
  expect(performance.now() - begun).toBeGreaterThan(1_950);
});

test('[security 1] an IPv6 connection counts as one address, however many it has', async () => {
  const tried: number[] = [];
  for (let n = 1; n < 8; n++) tried.push(await signIn('reviewer', 'x', `2001:db8:0:1:${n}::${n}`));
  expect(tried).toEqual([...Array<number>(5).fill(401), 429, 429]);
  expect(await signIn('reviewer', DEMO_PASSWORD, '2001:db8:0:2::1')).toBe(200);
  for (let n = 0; n < 5; n++) await signIn('reviewer2', 'x', '::ffff:203.0.115.1');
  expect(await signIn('reviewer2', DEMO_PASSWORD, '203.0.115.1')).toBe(429);
});

test('[security 1] neighbouring addresses together cannot take all places in the queue', async () => {
  const flood = Promise.all(
    Array.from({ length: 120 }, (_, n) => signIn(`none-${n}`, 'x', n % 2 ? `2001:db8:9:${n}::1` : `203.0.116.${n}`)),
  );
  expect(await signIn('teacher', DEMO_PASSWORD, '203.0.117.1')).toBe(200);
  expect(new Set(await flood)).toEqual(new Set([401]));
});

test('[security 1] an account tried from many addresses is delayed for new addresses only', async () => {
  expect(await signIn('supplier', DEMO_PASSWORD, '2001:db8:a:1::1')).toBe(200);
  await fail(...Array.from({ length: 50 }, (_, n) => ({ username: 'supplier', ip: `198.18.${n}.1`, secondsAgo: 600 - n * 12 })));
  await fail({ username: 'supplier', ip: '198.18.99.1' });
  expect(await signIn('SUPPLIER', DEMO_PASSWORD, '203.0.118.1')).toBe(429);
  expect(await signIn('supplier', DEMO_PASSWORD, '2001:db8:a:1::2')).toBe(200);
  await sql`update sys_sign_in_failure set at = at - interval '10 seconds' where username = 'supplier'`.execute(
    world.services.db,
  );
  expect(await signIn('supplier', DEMO_PASSWORD, '203.0.118.1')).toBe(200);
  // Of many concurrent tries, one is verified.
  await sql`update sys_sign_in_failure set at = at - interval '10 seconds' where username = 'supplier'`.execute(
    world.services.db,
  );
  const tries = await Promise.all(Array.from({ length: 12 }, (_, n) => signIn('supplier', 'x', `198.19.${n}.1`)));
  expect(tries.toSorted((one, other) => one - other)).toEqual([401, ...Array<number>(11).fill(429)]);
});
