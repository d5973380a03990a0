import { tokenRoutes } from '@kuwei/contract/auth/token';
import { userRoutes } from '@kuwei/contract/auth/user';
import { DEVICE_HEADER } from '@kuwei/contract/constants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../../test/_world.ts';
import { DEMO_PASSWORD } from '../../seed/demo-people.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

interface Pair {
  token: string;
  rtoken: string;
  expries: number;
  rexpries: number;
}

const post = async (
  path: string,
  body: unknown,
  device = 'device-1',
): Promise<{ status: number; body: Pair & { code: string; message: string } }> => {
  const response = await world.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { [DEVICE_HEADER]: device },
    payload: body as object,
  });
  return { status: response.statusCode, body: response.json() };
};
const signIn = async (username: string, device?: string): Promise<Pair> =>
  (await post(tokenRoutes.login.path, { username, password: DEMO_PASSWORD }, device)).body;
const me = (token: string) =>
  world.app.inject({ url: `/api${userRoutes.getMe.path}`, headers: { authorization: `Bearer ${token}` } });

test('[S1.26] each of the five kinds of user signs in', async () => {
  for (const username of ['teacher', 'supplier', 'staff', 'manager', 'admin']) {
    const { token } = await signIn(username);
    const reply = await me(token);
    expect(reply.json()).toMatchObject({ username });
  }
});

test('[S3.33, S7.54] sign-in returns a token pair, spelled as clients expect it', async () => {
  const pair = await signIn('teacher');
  expect(Object.keys(pair).toSorted()).toEqual(['expries', 'rexpries', 'rtoken', 'token']);
  expect(pair.expries).toBeGreaterThan(0);
  expect(pair.rexpries).toBeGreaterThan(pair.expries);
});

test('[S5.22][security 2] an unknown user and a wrong password get the same response', async () => {
  const unknown = await post(tokenRoutes.login.path, { username: 'nobody', password: 'x' });
  const wrong = await post(tokenRoutes.login.path, { username: 'teacher2', password: 'x' });
  expect(unknown).toMatchObject({ status: 401, body: { code: 'SIGN_FAIL', message: '用户名或密码错误' } });
  expect({ ...wrong.body, data: null }).toEqual({ ...unknown.body, data: null });
});

test('[S7.51, S4.52][security 11] tabs that refresh concurrently get the same successor', async () => {
  const { rtoken } = await signIn('teacher');
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(tokenRoutes.refresh.path, { rtoken })));
  expect(new Set(answers.map((answer) => answer.body.token)).size).toBe(1);
  expect((await me(answers[0]!.body.token)).statusCode).toBe(200);
});

test('[S7.52][security 11] a refresh token used on another device ends the whole session, and its owner is notified', async () => {
  const { token, rtoken } = await signIn('supplier', 'device-mine');
  expect(await post(tokenRoutes.refresh.path, { rtoken }, 'device-thief')).toMatchObject({
    status: 401,
    body: { code: 'SIGN_FAIL' },
  });
  expect((await me(token)).json()).toMatchObject({ code: 'TOKEN_FAIL' });
  const supplier = await world.as('supplier');
  const messages = await supplier.send('GET', '/sys/msg-inbox/by-me?kind=WARN');
  expect(JSON.stringify(messages.data)).toContain('登录凭证');
});

test('[S7.50, S4.49] after revoke neither token is accepted', async () => {
  const { token, rtoken } = await signIn('staff');
  expect((await me(token)).statusCode).toBe(200);
  expect((await post(tokenRoutes.revoke.path, { token, rtoken })).status).toBe(200);
  expect((await me(token)).json()).toMatchObject({ code: 'TOKEN_FAIL' });
  expect((await post(tokenRoutes.refresh.path, { rtoken })).body.code).toBe('SIGN_FAIL');
});

test('[S7.53][security 10] a missing token is UNAUTHORIZED, an unknown one TOKEN_FAIL, and a refresh token is not accepted', async () => {
  const { rtoken } = await signIn('staff');
  expect((await world.app.inject({ url: `/api${userRoutes.getMe.path}` })).json()).toMatchObject({ code: 'UNAUTHORIZED' });
  expect((await me('x'.repeat(43))).json()).toMatchObject({ code: 'TOKEN_FAIL' });
  expect((await me(rtoken)).json()).toMatchObject({ code: 'TOKEN_FAIL' });
});

test('[security 1] after five failures an account is delayed at that address, and no other', async () => {
  for (let failure = 0; failure < 5; failure++) await post(tokenRoutes.login.path, { username: 'keeper2', password: 'x' });
  const sixth = await post(tokenRoutes.login.path, { username: 'keeper2', password: DEMO_PASSWORD });
  expect(sixth).toMatchObject({ status: 429, body: { code: 'TOO_MANY' } });
  expect((await post(tokenRoutes.login.path, { username: 'keeper', password: DEMO_PASSWORD })).status).toBe(200);
});
