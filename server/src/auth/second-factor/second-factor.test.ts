// The second factor at sign-in: limits against guessing affect only the guesser.
import { signInRoutes } from '@kuwei/contract/auth/sign-in';
import { passwordRoutes } from '@kuwei/contract/auth/password';
import { sessionRoutes } from '@kuwei/contract/auth/session';
import { tokenRoutes } from '@kuwei/contract/auth/token';
import { DEVICE_HEADER } from '@kuwei/contract/constants';
import type { Route } from '@kuwei/contract/route';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../../test/_world.ts';
import { DEMO_PASSWORD, demoUsers } from '../../seed/demo-people.ts';
import { codeAt, newSecret, stepAt } from './totp.ts';

const SECRET = newSecret();
/** A code that is certainly wrong. */
const WRONG = 'AAAA-AAAA';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await sql`insert into sys_user_totp (user_id, secret, confirmed_at) select id, ${SECRET}, now() from sys_user`.execute(
    world.services.db,
  );
});
afterAll(() => world.end());

const post = async (route: Route, payload: object, remoteAddress: string) => {
  const url = `/api${route.path}`;
  const response = await world.app.inject({
    method: 'POST',
    url,
    headers: { [DEVICE_HEADER]: 'device-1' },
    remoteAddress,
    payload,
  });
  return { status: response.statusCode, ...response.json<{ code?: string; data?: { ticket?: string } | null }>() };
};
const ticketOf = async (username: string, ip: string, password = DEMO_PASSWORD): Promise<string> =>
  (await post(tokenRoutes.login, { username, password }, ip)).data!.ticket!;
const second = (ticket: string, code: string, ip: string) => post(signInRoutes.second, { ticket, code }, ip);
const rightCode = (): string => codeAt(SECRET, stepAt(Date.now()));
const names = demoUsers.map(({ username }) => username);

test('[security 1] wrong codes of many accounts do not block others from the second factor', async () => {
  for (const [at, name] of names.slice(0, 6).entries()) {
    const ip = `10.0.${at}.1`;
    const ticket = await ticketOf(name, ip);
    for (let n = 0; n < 5; n++) expect((await second(ticket, WRONG, ip)).code).toBe('SECOND_FACTOR_CODE');
    expect((await second(ticket, WRONG, ip)).code).toBe('TOO_MANY');
  }
  expect((await second(await ticketOf(names[6]!, '10.0.7.1'), rightCode(), '10.0.7.1')).status).toBe(200);
  // Also at the same address.
  expect((await second(await ticketOf(names[7]!, '10.0.0.1'), rightCode(), '10.0.0.1')).status).toBe(200);
});

test('[security 1] many concurrent codes do not lock each other out', async () => {
  await world.services.db.deleteFrom('sys_sign_in_failure').execute();
  await sql`update sys_user_totp set last_step = 0`.execute(world.services.db);
  const tickets: string[] = [];
  for (const [at, name] of names.slice(0, 9).entries()) tickets.push(await ticketOf(name, `10.1.${at}.1`));
  const tries = await Promise.all(tickets.map((ticket, at) => second(ticket, at === 8 ? rightCode() : WRONG, `10.1.${at}.1`)));
  expect(tries.map(({ status }) => status)).toEqual([...Array<number>(8).fill(401), 200]);
});

test('[security 6, security 15] a sign-in begun before a password change or the end of all sessions is refused', async () => {
  await sql`update sys_user_totp set last_step = 0`.execute(world.services.db);
  const here = await world.as('teacher');
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const ends = [
    () => here.call(sessionRoutes.endMyOtherSessions),
    () => admin.call(sessionRoutes.endUserSessions, { body: { userId: here.id } }),
    async () => {
      const again = await world.as('teacher');
      const [oldPassword, password] = [DEMO_PASSWORD, '仓库 long Pass-phrase 7'];
      return again.call(passwordRoutes.changePassword, { body: { oldPassword, password, repeated: password } });
    },
  ];
  const ip = '10.2.0.1';
  for (const end of ends) {
    const ticket = await ticketOf('teacher', ip);
    expect((await end()).status).toBe(200);
    for (const code of [rightCode(), WRONG])
      expect(await second(ticket, code, ip)).toMatchObject({ status: 401, code: 'SIGN_FAIL' });
  }
  const again = '仓库 long Pass-phrase 7';
  const closed = await ticketOf('teacher', ip, again);
  const setState = (state: string) =>
    sql`update sys_user set state = ${state}, sessions_ended_at = clock_timestamp() where username = 'teacher'`.execute(
      world.services.db,
    );
  await setState('DISABLED');
  expect((await second(closed, rightCode(), ip)).code).toBe('ACCOUNT_DISABLED');
  await setState('ACTIVE');
  const ticket = await ticketOf('teacher', ip, again);
  expect((await second(ticket, rightCode(), ip)).status).toBe(200);
});

test('[F-A7] a second-factor ticket starts one session only, with whatever code it is repeated', async () => {
  await sql`update sys_user_totp set last_step = 0`.execute(world.services.db);
  const ip = '10.3.0.1';
  const ticket = await ticketOf('staff', ip);
  expect((await second(ticket, rightCode(), ip)).status).toBe(200);
  await sql`update sys_user_totp set last_step = 0`.execute(world.services.db);
  expect(await second(ticket, rightCode(), ip)).toMatchObject({ status: 401, code: 'SIGN_FAIL' });
  const another = await ticketOf('staff', ip);
  expect((await second(another, rightCode(), ip)).status).toBe(200);
});
