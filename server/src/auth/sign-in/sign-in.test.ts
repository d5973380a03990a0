import { secondFactorRoutes, signInRoutes } from '@kuwei/contract/auth/sign-in';
import { tokenRoutes } from '@kuwei/contract/auth/token';
import { userRoutes } from '@kuwei/contract/auth/user';
import { DEVICE_HEADER } from '@kuwei/contract/constants';
import type { Route } from '@kuwei/contract/route';
import { pino } from 'pino';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logRows } from '../../../test/_log.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { configOf } from '../../config.ts';
import { DEMO_PASSWORD } from '../../seed/demo-people.ts';
import { makeServer, type Server } from '../../start.ts';
import { seal, unseal } from '../../seal.ts';
import { userOf } from '../sso/cas.ts';
import { base32, fromBase32 } from '../../base32.ts';
import { codeAt, otpauth, stepAt, stepOf } from '../second-factor/totp.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

interface Reply {
  status: number;
  body: { token: string; rtoken: string; code: string; message: string; data: { ticket?: string } | null };
}
async function ask(route: Route, payload?: object, server: Server = world, device = 'device-1'): Promise<Reply> {
  const response = await server.app.inject({
    method: route.method,
    url: `/api${route.path}`,
    headers: { [DEVICE_HEADER]: device },
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.json() };
}
const login = (username: string): Promise<Reply> => ask(tokenRoutes.login, { username, password: DEMO_PASSWORD });

/** The same world with other settings. */
async function withSettings(env: NodeJS.ProcessEnv, work: (server: Server) => Promise<void>): Promise<void> {
  const log = pino({ level: 'silent' });
  const config = configOf({ DATA_DIR: world.services.config.dataDir, ...env });
  const server = await makeServer(config, log, world.database);
  await server.app.ready();
  await work(server);
  await server.close();
}

test('[S7.55][security 7] only sample accounts sign in with one click', async () => {
  expect((await ask(signInRoutes.listWays)).body).toEqual({ demo: true, sso: null, forgotten: false });
  const accounts = (await ask(signInRoutes.listDemo)).body as unknown as { username: string }[];
  expect(accounts.map(({ username }) => username)).toEqual(
    expect.arrayContaining(['teacher', 'supplier', 'staff', 'manager', 'admin']),
  );
  const { status, body } = await ask(signInRoutes.demo, { username: 'supplier' });
  expect(status).toBe(200);
  const headers = { authorization: `Bearer ${body.token}` };
  expect((await world.app.inject({ url: `/api${userRoutes.getMe.path}`, headers })).json()).toMatchObject({
    username: 'supplier',
  });
  expect((await ask(signInRoutes.demo, { username: 'somebody' })).status).toBe(404);
  expect((await world.app.inject('/def/common/login/demo')).statusCode).not.toBe(500);
});

test('[security 7] a sample account with a changed password requires it', async () => {
  const { db } = world.services;
  await db.updateTable('sys_user').set({ password_hash: null }).where('username', '=', 'keeper2').execute();
  expect((await ask(signInRoutes.demo, { username: 'keeper2' })).body.code).toBe('SIGN_FAIL');
});

test('[S7.55][security 7] without demo mode and sign-on, their calls and screens do not exist', async () => {
  await withSettings({ DEMO: '0' }, async (server) => {
    expect((await ask(signInRoutes.listWays, undefined, server)).body).toEqual({ demo: false, sso: null, forgotten: false });
    for (const [route, payload] of [
      [signInRoutes.listDemo],
      [signInRoutes.demo, { username: 'teacher' }],
      [signInRoutes.beginSso],
      [signInRoutes.sso, { ticket: 'x', query: 'code=1' }],
    ] as [Route, object?][]) {
      expect(await ask(route, payload, server), route.path).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
    for (const way of ['demo', 'sso']) expect((await server.app.inject(`/def/common/login/${way}`)).statusCode).toBe(404);
  });
});

test('[security 7] invalid sign-on settings are reported at startup', () => {
  const PUBLIC_URL = 'https://kuwei.example.edu';
  expect(configOf({ CAS_URL: 'https://cas.example.edu/cas/', PUBLIC_URL }).sso).toMatchObject({
    kind: 'cas',
    casUrl: 'https://cas.example.edu/cas',
  });
  for (const env of [
    { CAS_URL: 'https://cas.example.edu' },
    { CAS_URL: 'http://cas.example.edu', PUBLIC_URL },
    { CAS_URL: 'https://cas.example.edu', OIDC_ISSUER: 'https://id.example.edu', PUBLIC_URL },
    { OIDC_ISSUER: 'https://id.example.edu', PUBLIC_URL },
    { CAS_URL: 'https://cas.example.edu', PUBLIC_URL: 'javascript:alert(1)' },
  ]) {
    expect(() => configOf(env), JSON.stringify(env)).toThrow();
  }
});

test('[security 7] only a successful CAS response names a user', () => {
  const reply = (body: string): string => `<cas:serviceResponse>${body}</cas:serviceResponse>`;
  const success = '<cas:authenticationSuccess>\n  <cas:user>T&amp;1001</cas:user></cas:authenticationSuccess>';
  expect(userOf(reply(success))).toBe('T&1001');
  for (const evil of [
    '<cas:authenticationFailure code="INVALID_TICKET"><cas:user>admin</cas:user></cas:authenticationFailure>',
    '<cas:authenticationSuccess><cas:user>a</cas:user><cas:user>admin</cas:user></cas:authenticationSuccess>',
    `<!-- ${success} -->`,
    `<!DOCTYPE x [<!ENTITY a "admin">]>${success}`,
    '<cas:authenticationSuccess><cas:user></cas:user></cas:authenticationSuccess>',
  ]) {
    expect(userOf(reply(evil)), evil).toBeNull();
  }
});

test('a sealed value opens only for its purpose, unchanged, in time, and with the same secret', () => {
  const secret = Buffer.alloc(32, 1);
  const sealed = seal(secret, 'one', { a: 1 }, 60);
  expect(unseal(secret, 'one', sealed)).toEqual({ a: 1 });
  expect(unseal(secret, 'other', sealed)).toBeNull();
  expect(unseal(Buffer.alloc(32, 2), 'one', sealed)).toBeNull();
  expect(unseal(secret, 'one', seal(secret, 'one', { a: 1 }, -1))).toBeNull();
  const bytes = Buffer.from(sealed, 'base64url');
  bytes[bytes.length - 1]! ^= 1;
  for (const broken of [bytes.toString('base64url'), '', 'x', sealed.slice(0, 20)])
    expect(unseal(secret, 'one', broken)).toBeNull();
});

test('codes match RFC 6238', () => {
  const secret = Buffer.from('12345678901234567890');
  for (const [seconds, code] of [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const) {
    expect(codeAt(secret, stepAt(seconds * 1_000), 8)).toBe(code);
  }
  expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(base32(Buffer.from('foob'))).toBe('MZXW6YQ');
  expect(fromBase32('mzxw6yq')?.toString()).toBe('foob');
  expect(fromBase32('MZXW6Y1')).toBeNull();
  expect(otpauth(secret, '张三', 'Kuwei')).toBe(
    'otpauth://totp/Kuwei:%E5%BC%A0%E4%B8%89?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Kuwei',
  );
  const now = 1_700_000_000_000;
  const step = stepAt(now);
  expect([-2, -1, 0, 1, 2].map((drift) => stepOf(secret, codeAt(secret, step + drift), now))).toEqual([
    null,
    step - 1,
    step,
    step + 1,
    null,
  ]);
});

/** Sets it up. @returns the code used, the next one, and the recovery codes */
async function turnOn(person: Person): Promise<{ used: string; next: string; recoveryCodes: string[] }> {
  const begun = (await person.call(secondFactorRoutes.beginSecondFactor, { body: { password: DEMO_PASSWORD } })).data;
  expect(begun.uri).toContain(`secret=${begun.secret}&`);
  const { secret } = await world.services.db
    .selectFrom('sys_user_totp')
    .where('user_id', '=', person.id)
    .select('secret')
    .executeTakeFirstOrThrow();
  const step = stepAt(Date.now());
  const body = { code: codeAt(secret, step) };
  const { recoveryCodes } = (await person.call(secondFactorRoutes.confirmSecondFactor, { body })).data;
  return { used: body.code, next: codeAt(secret, step + 1), recoveryCodes };
}

test('the second factor is required after the password; codes and recovery codes work once', async () => {
  const teacher = await world.as('teacher2');
  const wrong = await teacher.call(secondFactorRoutes.beginSecondFactor, { body: { password: 'not it' } });
  expect(wrong.error.data?.fields?.[0]?.path).toBe('password');
  await teacher.call(secondFactorRoutes.beginSecondFactor, { body: { password: DEMO_PASSWORD } });
  expect((await login('teacher2')).status).toBe(200);

  const { used, next: code, recoveryCodes } = await turnOn(teacher);
  expect(new Set(recoveryCodes).size).toBe(10);
  expect((await teacher.call(secondFactorRoutes.getSecondFactor)).data.recoveryLeft).toBe(10);
  const asked = await login('teacher2');
  expect(asked).toMatchObject({ status: 401, body: { code: 'SECOND_FACTOR' } });
  expect(asked.body).not.toHaveProperty('token');
  const ticket = asked.body.data!.ticket!;

  expect((await ask(signInRoutes.second, { ticket, code: used })).body.code).toBe('SECOND_FACTOR_CODE');
  expect((await ask(signInRoutes.second, { ticket, code }, world, 'another device')).body.code).toBe('SIGN_FAIL');
  const first = await ask(signInRoutes.second, { ticket, code });
  expect(first.status).toBe(200);
  const again = async (): Promise<string> => (await login('teacher2')).body.data!.ticket!;
  expect((await ask(signInRoutes.second, { ticket: await again(), code })).body.code).toBe('SECOND_FACTOR_CODE');

  const recovery = recoveryCodes[0]!.toLowerCase().replaceAll('-', ' ');
  expect((await ask(signInRoutes.second, { ticket: await again(), code: recovery })).status).toBe(200);
  expect((await ask(signInRoutes.second, { ticket: await again(), code: recovery })).body.code).toBe('SECOND_FACTOR_CODE');
  expect((await teacher.call(secondFactorRoutes.getSecondFactor)).data.recoveryLeft).toBe(9);

  const off = { password: DEMO_PASSWORD, code: recoveryCodes[1]! };
  expect((await teacher.call(secondFactorRoutes.dropSecondFactor, { body: { ...off, password: 'no' } })).status).toBe(422);
  expect((await teacher.call(secondFactorRoutes.dropSecondFactor, { body: off })).status).toBe(200);
  expect((await login('teacher2')).status).toBe(200);
});

test('[security 8] the stored second factor reveals no codes, and is never logged', async () => {
  const staff = await world.as('staff');
  const { recoveryCodes } = await turnOn(staff);
  const { db } = world.services;
  const kept = await db.selectFrom('sys_user_recovery').selectAll().where('user_id', '=', staff.id).execute();
  expect(kept.every(({ code_hash }) => code_hash.length === 32)).toBe(true);
  const log = JSON.stringify(await logRows(db, sql`l.user_id = ${staff.id}`));
  for (const code of recoveryCodes) expect(log).not.toContain(code);
});

test('[security 1] tries of codes are limited, from any address', async () => {
  const reviewer = await world.as('reviewer');
  const { next: code } = await turnOn(reviewer);
  const ticket = (await login('reviewer')).body.data!.ticket!;
  const tries = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      world.app.inject({
        method: 'POST',
        url: `/api${signInRoutes.second.path}`,
        headers: { [DEVICE_HEADER]: 'device-1' },
        remoteAddress: `10.0.0.${at}`,
        payload: { ticket, code: '000000' },
      }),
    ),
  );
  expect(tries.map(({ statusCode }) => statusCode).filter((status) => status === 401)).toHaveLength(5);
  expect(await ask(signInRoutes.second, { ticket, code })).toMatchObject({ status: 429, body: { code: 'TOO_MANY' } });
});

test('an administrator removes the second factor of a user who lost it', async () => {
  const keeper = await world.as('keeper');
  await turnOn(keeper);
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const params = { id: keeper.id };
  expect((await keeper.call(secondFactorRoutes.resetSecondFactor, { params })).error.code).toBe('FORBIDDEN');
  expect((await admin.call(secondFactorRoutes.resetSecondFactor, { params })).status).toBe(200);
  expect((await admin.call(secondFactorRoutes.resetSecondFactor, { params })).error.code).toBe('NOT_FOUND');
  expect((await login('keeper')).status).toBe(200);
});
