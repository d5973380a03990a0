import { passwordRoutes } from '@kuwei/contract/auth/password';
import { tokenRoutes } from '@kuwei/contract/auth/token';
import { userRoutes } from '@kuwei/contract/auth/user';
import { DEVICE_HEADER } from '@kuwei/contract/constants';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilNotified } from '../../../test/_notified.ts';
import { logRows } from '../../../test/_log.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { DEMO_PASSWORD } from '../../seed/demo-people.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

const GOOD = '仓库 long Pass-phrase 7';

const change = (person: Person, password: string, oldPassword = DEMO_PASSWORD, repeated = password) =>
  person.call(passwordRoutes.changePassword, { body: { oldPassword, password, repeated } });

const signIn = async (username: string, password: string): Promise<number> => {
  const { statusCode } = await world.app.inject({
    method: 'POST',
    url: `/api${tokenRoutes.login.path}`,
    headers: { [DEVICE_HEADER]: 'device-1' },
    payload: { username, password },
  });
  return statusCode;
};

test('[S5.33, S7.55][security 6] a new password ends all other sessions, and the old one no longer signs in', async () => {
  const here = await world.as('teacher');
  const elsewhere = await world.as('teacher');
  expect((await change(here, GOOD)).status).toBe(200);
  expect((await here.call(userRoutes.getMe)).status).toBe(200);
  expect((await elsewhere.call(userRoutes.getMe)).error.code).toBe('TOKEN_FAIL');
  expect(await signIn('teacher', DEMO_PASSWORD)).toBe(401);
  expect(await signIn('teacher', GOOD)).toBe(200);
  const { data } = await here.send('GET', '/sys/msg-inbox/by-me?kind=WARN');
  expect(JSON.stringify(data)).toContain('密码已修改');
});

test('[S5.33][security 6] every violated rule of the new password is reported at its field', async () => {
  const staff = await world.as('staff');
  const refusals: [what: string, password: string, old: string, repeated: string, path: string, message: RegExp][] = [
    ['old one wrong', GOOD, 'not it', GOOD, 'oldPassword', /原密码不正确/],
    ['7 characters', 'aB3$xYq', DEMO_PASSWORD, 'aB3$xYq', 'password', /8到64/],
    ['65 characters', 'aB3$'.repeat(17).slice(0, 65), DEMO_PASSWORD, 'aB3$'.repeat(17).slice(0, 65), 'password', /8到64/],
    ['the same', DEMO_PASSWORD, DEMO_PASSWORD, DEMO_PASSWORD, 'password', /与原密码相同/],
    ['not repeated', GOOD, DEMO_PASSWORD, `${GOOD} `, 'repeated', /不一致/],
    ['common', 'password1', DEMO_PASSWORD, 'password1', 'password', /容易被猜到/],
    ['common, written otherwise', 'P@ssw0rd', DEMO_PASSWORD, 'P@ssw0rd', 'password', /容易被猜到/],
    ['keys side by side', 'qwertyuiop', DEMO_PASSWORD, 'qwertyuiop', 'password', /容易被猜到/],
    ['empty', '', DEMO_PASSWORD, '', 'password', /不能为空/],
  ];
  for (const [what, password, old, repeated, path, message] of refusals) {
    const { status, error } = await change(staff, password, old, repeated);
    expect([status, error.code, what]).toEqual([422, 'INVALID', what]);
    expect(error.data?.fields?.find((field) => field.path === path)?.message, what).toMatch(message);
  }
  expect(await signIn('staff', DEMO_PASSWORD)).toBe(200);
});

test('[S5.33] the username is refused as a password', async () => {
  const { db } = world.services;
  await db.updateTable('sys_user').set({ username: 'zhao-guo-qiang-7' }).where('username', '=', 'supplier').execute();
  const supplier = await world.as('zhao-guo-qiang-7');
  for (const password of ['zhao-guo-qiang-7', 'ZHAO-guo-qiang-7'])
    expect((await change(supplier, password)).error.data?.fields).toEqual([
      { path: 'password', message: '密码不能与用户名相同' },
    ]);
});

test('[security 3] passwords of 8 and of 64 characters are used in full, with spaces, in any script', async () => {
  const keeper = await world.as('keeper');
  const long = ` 密${'xK9 '.repeat(15)}🔑`;
  expect(long.length).toBe(64);
  expect((await change(keeper, long)).status).toBe(200);
  for (const wrong of [long.trim(), long.slice(0, 62), long.toLowerCase()]) expect(await signIn('keeper', wrong)).toBe(401);
  expect(await signIn('keeper', long)).toBe(200);
  expect((await change(keeper, 'tZ4#mQ8w', long)).status).toBe(200);
  expect(await signIn('keeper', 'tZ4#mQ8w')).toBe(200);
});

test('[security 1, security 6] tries of the old password are limited', async () => {
  const manager = await world.as('manager');
  const answers = await Promise.all(Array.from({ length: 8 }, () => change(manager, GOOD, 'a guess')));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    422, 422, 422, 422, 422, 429, 429, 429,
  ]);
  expect((await change(manager, GOOD)).error.code).toBe('TOO_MANY');
});

test('[security 5] until a required password change nothing else is allowed', async () => {
  const keeper = await world.as('keeper2', 'ROLE_WAREHOUSE_ADMIN');
  await untilNotified(world, keeper, () =>
    world.services.db.updateTable('sys_user').set({ must_change_password: true }).where('id', '=', keeper.id).execute(),
  );
  expect((await keeper.call(userRoutes.getMe)).data.mustRenew).toBe(true);
  expect(await keeper.send('GET', '/wms/product?size=1')).toMatchObject({ status: 403 });
  expect((await keeper.send('GET', '/wms/product?size=1')).error.code).toBe('PASSWORD_CHANGE_NEEDED');
  expect((await change(keeper, GOOD)).status).toBe(200);
  expect((await keeper.call(userRoutes.getMe)).data.mustRenew).toBe(false);
  expect((await keeper.send('GET', '/wms/product?size=1')).status).toBe(200);
});

test('[security 8] neither the log nor stored responses contain a password', async () => {
  const { db } = world.services;
  const reviewer = await world.as('reviewer');
  const body = { oldPassword: DEMO_PASSWORD, password: GOOD, repeated: GOOD };
  expect((await reviewer.call(passwordRoutes.changePassword, { body, key: 'my-key' })).status).toBe(200);
  const log = await logRows(db, sql`l.entity = 'password'`);
  expect(log.length).toBeGreaterThan(0);
  expect(JSON.stringify(log)).not.toMatch(/long Pass|kuwei-demo/);
  expect(await db.selectFrom('sys_idempotency').selectAll().where('key', '=', 'my-key').execute()).toEqual([]);
});
