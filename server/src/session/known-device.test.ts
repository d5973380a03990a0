// The device cookie: issued by us, renewed with each sign-in, and useless if planted by others.
import { createHash } from 'node:crypto';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { tokenRoutes, type TokenPair } from '@kuwei/contract/auth/token';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWorld, type World } from '../../test/_world.ts';
import { DEMO_PASSWORD } from '../seed/demo-people.ts';
import { samplePdf } from '../seed/sample-pdf.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.services.db.deleteFrom('sys_sign_in_failure').execute());
afterAll(() => world.end());

const PLANTED = 'p'.repeat(43);
const SITE = 'kuwei.example.edu';
const DEVICE = 'kuwei_device';

interface Tried {
  status: number;
  /** Cookies that the response sets. */
  given: Record<string, string>;
}
const signIn = async (
  username: string,
  password: string,
  cookies: Record<string, string>,
  host = 'localhost',
): Promise<Tried> => {
  const answer = await world.app.inject({
    method: 'POST',
    url: `/api${tokenRoutes.login.path}`,
    remoteAddress: '203.0.113.1',
    headers: { host },
    cookies,
    payload: { username, password },
  });
  return { status: answer.statusCode, given: Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value])) };
};
/** The cookie of a browser in which a user has signed in. */
const signedIn = async (username: string, shown?: string): Promise<string> => {
  const { status, given } = await signIn(username, DEMO_PASSWORD, shown === undefined ? {} : { [DEVICE]: shown });
  expect(status).toBe(200);
  return given[DEVICE]!;
};
/** Records wrong passwords, after which unknown browsers at the address are delayed. */
const lockOut = (username: string) =>
  world.services.db
    .insertInto('sys_sign_in_failure')
    .values(Array.from({ length: 8 }, () => ({ username, ip: '203.0.113.1' })))
    .execute();
const isKnown = async (username: string, shown: string): Promise<boolean> =>
  (await signIn(username, 'x', { [DEVICE]: shown })).status === 401;
const listKnownUsers = async (secret: string): Promise<string[]> => {
  const hash = createHash('sha256').update(secret).digest();
  const rows = await world.services.db
    .selectFrom('sys_known_device as d')
    .innerJoin('sys_user as u', 'u.id', 'd.user_id')
    .where('d.device_hash', '=', hash)
    .select('u.username')
    .orderBy('u.username')
    .execute();
  return rows.map(({ username }) => username);
};

test('[F-A4][security 57] only the cookie with the matching name is read; one set by a sibling host is ignored', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  const { id } = (await teacher.upload(fileRoutes.upload, samplePdf(['x']), 'x.pdf')).data;
  const read = async (host: string, name: string): Promise<number> =>
    (await world.app.inject({ url: `/api/sys/fs/${id}`, headers: { host }, cookies: { [name]: teacher.token } })).statusCode;
  expect([await read(SITE, '__Host-kuwei_session'), await read('localhost', 'kuwei_session')]).toEqual([200, 200]);
  expect([await read(SITE, 'kuwei_session'), await read('localhost', '__Host-kuwei_session')]).toEqual([401, 401]);

  const own = (await signIn('teacher', DEMO_PASSWORD, {}, SITE)).given[`__Host-${DEVICE}`]!;
  await lockOut('teacher');
  expect((await signIn('teacher', DEMO_PASSWORD, { [DEVICE]: own }, SITE)).status).toBe(429);
  const both = { [DEVICE]: PLANTED, [`__Host-${DEVICE}`]: own };
  expect((await signIn('teacher', DEMO_PASSWORD, both, SITE)).status).toBe(200);
});

test("[F-A4] each sign-in replaces the browser's cookie; planted ones are not adopted", async () => {
  const first = await signedIn('keeper', PLANTED);
  expect(first).not.toBe(PLANTED);
  expect([await listKnownUsers(PLANTED), await listKnownUsers(first)]).toEqual([[], ['keeper']]);
  const second = await signedIn('keeper', first);
  expect(second).not.toBe(first);
  await lockOut('keeper');
  expect([await isKnown('keeper', PLANTED), await isKnown('keeper', second)]).toEqual([false, true]);
  // Refreshing a session does not change the cookie.
  const login = await world.app.inject({
    method: 'POST',
    url: `/api${tokenRoutes.login.path}`,
    cookies: { [DEVICE]: second },
    payload: { username: 'keeper', password: DEMO_PASSWORD },
  });
  const third = login.cookies.find(({ name }) => name === DEVICE)!.value;
  const { rtoken } = login.json<TokenPair>();
  const url = `/api${tokenRoutes.refresh.path}`;
  const next = await world.app.inject({ method: 'POST', url, cookies: { [DEVICE]: third }, payload: { rtoken } });
  expect([next.statusCode, next.cookies.find(({ name }) => name === DEVICE)?.value]).toEqual([200, third]);
});

test('[F-A4] browser tabs that sign in concurrently are all known; the former cookie stays valid for a moment', async () => {
  const before = await signedIn('manager');
  const tabs = await Promise.all(Array.from({ length: 3 }, () => signedIn('manager', before)));
  await lockOut('manager');
  for (const shown of [before, ...tabs]) expect(await isKnown('manager', shown)).toBe(true);
  await sql`update sys_known_device set replaced_at = replaced_at - interval '5 minutes'`.execute(world.services.db);
  expect(await isKnown('manager', before)).toBe(false);
  for (const shown of tabs) expect(await isKnown('manager', shown)).toBe(true);
  await signedIn('manager', tabs[0]);
  expect(await listKnownUsers(before)).toEqual([]);
});

test('[F-A4] users who share a browser stay known with their failures: signing in between gives no extra guesses', async () => {
  const shared = await signedIn('staff', await signedIn('supplier'));
  expect(await listKnownUsers(shared)).toEqual(['staff', 'supplier']);
  await lockOut('supplier');
  for (let n = 0; n < 5; n++) expect(await isKnown('supplier', shared)).toBe(true);
  expect(await isKnown('supplier', shared)).toBe(false);
  const next = await signedIn('staff', shared);
  for (const shown of [shared, next, await signedIn('staff', shared)]) expect(await isKnown('supplier', shown)).toBe(false);
  // Concurrent sign-ins in one browser do not deadlock.
  await world.services.db.deleteFrom('sys_sign_in_failure').execute();
  const one = await signedIn('staff', await signedIn('supplier', await signedIn('teacher2')));
  await Promise.all(['staff', 'supplier', 'teacher2'].map((username) => signedIn(username, one)));
});
