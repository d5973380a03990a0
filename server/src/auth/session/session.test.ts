import { sessionRoutes } from '@kuwei/contract/auth/session';
import { tokenRoutes, type TokenPair } from '@kuwei/contract/auth/token';
import { userRoutes } from '@kuwei/contract/auth/user';
import { DEVICE_HEADER } from '@kuwei/contract/constants';
import { EVENTS } from '@kuwei/contract/event';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilLockWaits } from '../../../test/_waiting.ts';
import { openWorld, type World } from '../../../test/_world.ts';
import { DEMO_PASSWORD } from '../../seed/demo-people.ts';
import { beginSession, signInStamp } from './begin.ts';
import { readUserAgent } from './user-agent.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0';

async function signIn(username: string, userAgent: string): Promise<TokenPair> {
  const response = await world.app.inject({
    method: 'POST',
    url: `/api${tokenRoutes.login.path}`,
    headers: { [DEVICE_HEADER]: 'd', 'user-agent': userAgent },
    payload: { username, password: DEMO_PASSWORD },
  });
  return response.json();
}

test('[security 15] users see where their account is signed in, and can end one of these sessions', async () => {
  const here = await world.as('teacher');
  const { token } = await signIn('teacher', EDGE);
  const sessions = (await here.call(sessionRoutes.listMySessions)).data;
  expect(sessions.map(({ current }) => current).filter(Boolean)).toHaveLength(1);
  const other = sessions.find(({ current }) => !current)!;
  expect(other).toMatchObject({ browser: 'Edge 140', system: 'Windows', ip: '127.0.0.1', actedBy: null });
  expect((await here.call(sessionRoutes.endMySession, { params: { id: other.id } })).status).toBe(200);
  const me = await world.app.inject({ url: `/api${userRoutes.getMe.path}`, headers: { authorization: `Bearer ${token}` } });
  expect(me.json()).toMatchObject({ code: 'TOKEN_FAIL' });
  expect((await here.call(sessionRoutes.listMySessions)).data).toHaveLength(sessions.length - 1);
  expect((await here.call(sessionRoutes.endMySession, { params: { id: other.id } })).error.code).toBe('NOT_FOUND');
});

test('a device was last active at its last call, not at its last refresh', async () => {
  const { db } = world.services;
  const [here, idle] = [await world.as('reviewer'), await world.as('reviewer')];
  await db
    .updateTable('sys_session')
    .set({ last_seen_at: sql<string>`now() - interval '1 hour'` })
    .where('user_id', '=', here.id)
    .execute();
  const minutesAgo = async (): Promise<number[]> =>
    (await here.call(sessionRoutes.listMySessions)).data.map(({ lastSeenAt }) =>
      Math.floor((Date.now() - Date.parse(lastSeenAt)) / 60_000),
    );
  // Cached for half a minute.
  world.services.bus.publish([{ to: [here.id], ...EVENTS.rights, d: {} }]);
  await here.call(userRoutes.getMe);
  expect(await minutesAgo()).toEqual([0, 60]);
  // A locked row is skipped, without waiting or failing.
  await db
    .updateTable('sys_session')
    .set({ last_seen_at: sql<string>`now() - interval '1 hour'` })
    .where('user_id', '=', here.id)
    .execute();
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('sys_session').where('user_id', '=', idle.id).select('id').forUpdate().execute();
    world.services.bus.publish([{ to: [here.id], ...EVENTS.rights, d: {} }]);
    expect((await idle.call(userRoutes.getMe)).status).toBe(200);
  });
  expect(await minutesAgo()).toEqual([0, 60]);
});

test('[security 15] all other devices are signed out at once, this one and other users stay', async () => {
  const here = await world.as('supplier');
  const others = [await world.as('supplier'), await world.as('supplier')];
  const stranger = await world.as('staff');
  expect((await here.call(sessionRoutes.endMyOtherSessions)).data).toEqual({ ended: 2 });
  for (const other of others) expect((await other.call(userRoutes.getMe)).error.code).toBe('TOKEN_FAIL');
  expect((await here.call(userRoutes.getMe)).status).toBe(200);
  expect((await stranger.call(userRoutes.getMe)).status).toBe(200);
});

test('[security 15] ending all other sessions also ends a sign-in in progress', async () => {
  const { db } = world.services;
  const here = await world.as('keeper2');
  const user = await db
    .selectFrom('sys_user as u')
    .where('id', '=', here.id)
    .select(['id', 'username', signInStamp.as('standing')])
    .executeTakeFirstOrThrow();
  const trx = await db.startTransaction().execute();
  const origin = {
    locale: 'zh',
    ip: '127.0.0.1',
    deviceId: 'd',
    browser: { shown: null, given: null },
    userAgent: 'test',
    requestId: 'r',
  } as const;
  const nothing = () => {};
  const context = {
    caller: null,
    origin,
    services: world.services,
    trx,
    emit: nothing,
    logChange: nothing,
    afterCommit: nothing,
  };
  const late = await beginSession(context, user, 'password');
  const ending = here.call(sessionRoutes.endMyOtherSessions);
  await untilLockWaits(db, 1);
  await trx.commit().execute();
  expect((await ending).data).toEqual({ ended: 1 });
  expect(await world.services.sessions.find(late.token)).toBeNull();
});

test('[security 15] only administrators may end sessions of others', async () => {
  const keeper = await world.as('keeper');
  const [session] = (await keeper.call(sessionRoutes.listMySessions)).data;
  const params = { id: session!.id };
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  expect((await teacher.call(sessionRoutes.endMySession, { params })).error.code).toBe('NOT_FOUND');
  expect((await teacher.call(sessionRoutes.endSession, { params })).error.code).toBe('FORBIDDEN');
  expect((await teacher.call(sessionRoutes.listUserSessions, { query: { userId: keeper.id } })).error.code).toBe('FORBIDDEN');
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const seen = (await admin.call(sessionRoutes.listUserSessions, { query: { userId: keeper.id } })).data;
  expect(seen.map(({ id }) => id)).toContain(session!.id);
  expect((await admin.call(sessionRoutes.endSession, { params })).status).toBe(200);
  expect((await keeper.call(userRoutes.getMe)).error.code).toBe('TOKEN_FAIL');
});

test('[F-W15] devices are distinguished by browser and system, with versions where reported', () => {
  expect(
    [
      EDGE,
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (Linux; Android 14; V2314A) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.49',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      'curl/8.5.0',
    ].map((text) => Object.values(readUserAgent(text)).join(' · ')),
  ).toEqual([
    'Edge 140 · Windows',
    'Chrome 141 · Linux',
    'Safari 17 · iOS 17',
    '微信 WeChat 8 · Android 14',
    'Safari 18 · macOS',
    ' · ',
  ]);
});
