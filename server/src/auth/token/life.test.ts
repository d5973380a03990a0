// Lifetimes of tokens, tokens in wrong places, and what is logged of them.
import { Writable } from 'node:stream';
import { createHmac } from 'node:crypto';
import { tokenRoutes, type TokenPair } from '@kuwei/contract/auth/token';
import { userRoutes } from '@kuwei/contract/auth/user';
import { DEVICE_HEADER } from '@kuwei/contract/constants';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logRows } from '../../../test/_log.ts';
import { hashQuickly, hashSlowly } from '../../../test/_passwords.ts';
import { openWorld, type World } from '../../../test/_world.ts';
import { configOf } from '../../config.ts';
import { DEMO_PASSWORD } from '../../seed/demo-people.ts';
import { makeServer, type Server } from '../../start.ts';
import { COST, hashPassword, passwordMatches } from '../password/password.ts';
import { seal } from '../../seal.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  hashSlowly();
  const password_hash = await hashPassword(DEMO_PASSWORD);
  await world.services.db.updateTable('sys_user').set({ password_hash }).where('password_hash', 'is not', null).execute();
});
afterAll(() => {
  hashQuickly();
  return world.end();
});

const post = (path: string, payload: object, options: { device?: string; ip?: string; server?: Server } = {}) =>
  (options.server ?? world).app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { [DEVICE_HEADER]: options.device ?? 'device-1' },
    remoteAddress: options.ip ?? '127.0.0.1',
    payload,
  });
const signIn = async (username: string): Promise<TokenPair> =>
  (await post(tokenRoutes.login.path, { username, password: DEMO_PASSWORD })).json();
const refresh = async (rtoken: string): Promise<{ status: number; body: TokenPair & { code: string } }> => {
  const response = await post(tokenRoutes.refresh.path, { rtoken });
  return { status: response.statusCode, body: response.json() };
};
const me = async (token: string): Promise<string> => {
  const url = `/api${userRoutes.getMe.path}`;
  const response = await world.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  return response.statusCode === 200 ? 'OK' : response.json<{ code: string }>().code;
};
/** Clears the session cache, which uses the process's clock. */
const forget = (): void => world.services.bus.publish([{ to: 'all', bc: 'sys', fc: 'rights', ec: 'change', d: {} }]);

/** Ages the tokens of a pair. */
const age = (pair: TokenPair, seconds: number) =>
  sql`update sys_token set expires_at = expires_at - make_interval(secs => ${seconds}),
        rexpires_at = rexpires_at - make_interval(secs => ${seconds}), rotated_at = rotated_at - make_interval(secs => ${seconds})
       where rtoken_hash = sha256(${Buffer.from(pair.rtoken)}::bytea)`.execute(world.services.db);

test('[S9.25] `expries` is the lifetime of the token: it is accepted until then, and not after', async () => {
  const pair = await signIn('teacher');
  expect(pair.expries).toBeGreaterThan(1_800 - 5);
  expect(pair.expries).toBeLessThanOrEqual(1_800);
  await age(pair, pair.expries - 30);
  forget();
  expect(await me(pair.token)).toBe('OK');
  await age(pair, 31);
  forget();
  expect(await me(pair.token)).toBe('TOKEN_FAIL');
  expect((await refresh(pair.rtoken)).status).toBe(200);
});

test('[S9.26][security 12] `rexpries` is the lifetime of the refresh token, and no refresh extends beyond the end of the session', async () => {
  const pair = await signIn('supplier');
  expect(pair.rexpries).toBeGreaterThan(7 * 86_400 - 5);
  await age(pair, pair.rexpries - 30);
  const next = await refresh(pair.rtoken);
  expect(next.status).toBe(200);
  await age(next.body, next.body.rexpries + 1);
  expect(await refresh(next.body.rtoken)).toMatchObject({ status: 401, body: { code: 'SIGN_FAIL' } });

  const last = await signIn('supplier');
  await sql`update sys_session set ends_at = now() + interval '100 seconds'
             where id = (select session_id from sys_token where rtoken_hash = sha256(${Buffer.from(last.rtoken)}::bytea))`.execute(
    world.services.db,
  );
  const capped = (await refresh(last.rtoken)).body;
  expect(capped.expries).toBeLessThanOrEqual(100);
  expect(capped.rexpries).toBeLessThanOrEqual(100);
});

test('[security 11] a refresh token reused later, even on the same device, ends the whole family, and its owner is notified', async () => {
  const pair = await signIn('staff');
  const next = (await refresh(pair.rtoken)).body;
  expect((await refresh(pair.rtoken)).body.token).toBe(next.token);
  await age(pair, 31);
  expect(await refresh(pair.rtoken)).toMatchObject({ status: 401, body: { code: 'SIGN_FAIL' } });
  expect(await me(next.token)).toBe('TOKEN_FAIL');
  expect((await refresh(next.rtoken)).body.code).toBe('SIGN_FAIL');
  const staff = await world.as('staff');
  const messages = await staff.send('GET', '/sys/msg-inbox/by-me?kind=WARN');
  expect(JSON.stringify(messages.data)).toContain('登录凭证');
});

test('[security 11] 20 tabs that refresh at once, ten times over, share one pair each time and lose no session', async () => {
  let pair = await signIn('keeper');
  for (let round = 0; round < 10; round++) {
    const { rtoken } = pair;
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(rtoken)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.rtoken)).size).toBe(1);
    pair = answers[0]!.body;
  }
  expect(await me(pair.token)).toBe('OK');
});

test('[security 9, security 10] tokens are random and stored hashed, and nothing else is accepted', async () => {
  const pair = await signIn('reviewer');
  for (const secret of [pair.token, pair.rtoken]) expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(32);
  const { rows } = await sql<{ text: string }>`select coalesce(string_agg(t::text, ' '), '') as text from sys_token t`.execute(
    world.services.db,
  );
  for (const secret of [pair.token, pair.rtoken]) {
    expect(rows[0]!.text).not.toContain(secret);
    expect(rows[0]!.text).not.toContain(Buffer.from(secret).toString('hex'));
  }
  expect((await refresh(pair.token)).body.code).toBe('SIGN_FAIL');
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = part({ sub: 'admin', roles: ['ROLE_ADMIN'], exp: 4_102_444_800 });
  const head = part({ alg: 'HS256', typ: 'JWT' });
  const signed = `${head}.${claims}`;
  for (const forged of [
    `${part({ alg: 'none', typ: 'JWT' })}.${claims}.`,
    `${signed}.${createHmac('sha256', 'secret').update(signed).digest('base64url')}`,
    pair.rtoken,
    `${pair.token}x`,
    pair.token.slice(0, -1),
  ]) {
    expect(await me(forged), forged.slice(0, 20)).toBe('TOKEN_FAIL');
  }
});

test('[security 10] sign-in tickets, and tokens in the wrong place, are refused', async () => {
  const { secret } = world.services;
  const pair = await signIn('reviewer');
  const { userId } = (await world.services.sessions.find(pair.token))!;
  const who = { id: userId, username: 'reviewer', deviceId: 'device-1' };
  const file = { id: crypto.randomUUID(), file: crypto.randomUUID(), userId, sessionId: crypto.randomUUID() };
  const fileTicket = seal(secret, 'file', file, 60);
  expect([await me(fileTicket), (await refresh(fileTicket)).status]).toEqual(['TOKEN_FAIL', 422]);
  for (const ticket of [seal(secret, 'second factor', who, 300), seal(secret, 'sso', { state: 'x' }, 300)]) {
    expect(await me(ticket)).toBe('TOKEN_FAIL');
    expect((await refresh(ticket)).body.code).toBe('SIGN_FAIL');
  }
  // Tokens in the URL are ignored, for files too.
  const at = async (url: string): Promise<number> => (await world.app.inject({ url: `/api${url}` })).statusCode;
  const address = `/sys/fs/${file.file}?access_token=`;
  expect(await at(`${userRoutes.getMe.path}?access_token=${pair.token}`)).toBe(401);
  expect(await at(address + pair.token)).toBe(403);
  expect(await at(address + pair.rtoken)).toBe(403);
});

test('[security 13] revoking an unknown token reveals nothing', async () => {
  const answer = await post(tokenRoutes.revoke.path, { token: 'x'.repeat(43), rtoken: 'y'.repeat(43) });
  expect([answer.statusCode, answer.body]).toEqual([200, 'null']);
});

test('[security 3] an overlong password is refused before it is hashed', { tags: ['alone'] }, async () => {
  // CPU time does not depend on the load of the machine.
  const begun = process.cpuUsage();
  for (let at = 0; at < 50; at++) {
    const answer = await post(tokenRoutes.login.path, { username: 'teacher', password: 'x'.repeat(1_001) });
    expect(answer.statusCode).toBe(422);
  }
  const { user, system } = process.cpuUsage(begun);
  expect((user + system) / 1_000 / 50).toBeLessThan(15);
  expect((await post(tokenRoutes.login.path, { username: 'teacher', password: DEMO_PASSWORD })).statusCode).toBe(200);
  for (const near of [` ${DEMO_PASSWORD}`, `${DEMO_PASSWORD} `, DEMO_PASSWORD.toUpperCase()])
    expect((await post(tokenRoutes.login.path, { username: 'teacher', password: near }, { ip: '10.1.0.1' })).statusCode).toBe(
      401,
    );
});

test('[security 3] a password of a thousand characters is compared in full', async () => {
  const long = `${'密 k'.repeat(333)}z`;
  expect(long).toHaveLength(1_000);
  const hash = await hashPassword(long);
  expect(await passwordMatches(long, hash)).toBe(true);
  for (const near of [`${long.slice(0, -1)}y`, long.slice(0, 72), long.slice(0, -1), long.toUpperCase()])
    expect(await passwordMatches(near, hash)).toBe(false);
});

test('[security 1] concurrent failures are counted one by one', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 12 }, () =>
      post(tokenRoutes.login.path, { username: 'reviewer2', password: 'a guess' }, { ip: '10.2.0.1' }),
    ),
  );
  expect(guesses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
  const delayed = guesses.find(({ statusCode }) => statusCode === 429)!;
  expect(Number(delayed.headers['retry-after'])).toBeGreaterThan(0);
  const elsewhere = await post(tokenRoutes.login.path, { username: 'reviewer2', password: DEMO_PASSWORD }, { ip: '10.2.0.2' });
  expect(elsewhere.statusCode).toBe(200);
});

test('[security 2] an unknown user takes as long as a wrong password', { tags: ['alone'] }, async () => {
  // Measured in CPU time, hashing threads included, since wall time depends on the load of the machine.
  const costs: Record<string, number[]> = { 'nobody-here': [], manager: [] };
  for (let round = 0; round < 40; round++) {
    for (const username of Object.keys(costs)) {
      const begun = process.cpuUsage();
      const answer = await post(
        tokenRoutes.login.path,
        { username, password: 'a guess' },
        { ip: `10.3.${round % 2}.${round >> 1}` },
      );
      const { user, system } = process.cpuUsage(begun);
      costs[username]!.push(user + system);
      expect(answer.statusCode).toBe(401);
    }
  }
  const median = (of: number[]): number => of.toSorted((one, other) => one - other)[of.length / 2]!;
  const ratio = median(costs['nobody-here']!) / median(costs['manager']!);
  expect(ratio).toBeGreaterThan(0.8);
  expect(ratio).toBeLessThan(1.25);
});

test('[security 4] concurrent sign-ins delay nothing else', async () => {
  let over = 0;
  // Slow enough not to be finished within a second on the fastest machine.
  Object.assign(COST, { passes: 20 });
  const signIns = Array.from({ length: 8 }, (_, at) =>
    post(tokenRoutes.login.path, { username: `nobody-${at}`, password: 'a guess' }, { ip: `10.4.${at}.1` }).then(() => over++),
  );
  try {
    for (let at = 0; at < 3; at++) expect((await world.app.inject('/api/health')).statusCode).toBe(200);
    expect(over).toBeLessThan(8);
  } finally {
    await Promise.all(signIns);
    hashSlowly();
  }
  const { password_hash: kept } = await world.services.db
    .selectFrom('sys_user')
    .where('username', '=', 'admin')
    .select('password_hash')
    .executeTakeFirstOrThrow();
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('[S9.33][security 57] the session cookie: SameSite=Strict, HttpOnly, Secure except on localhost, new with each token', async () => {
  const cookieOf = (response: { headers: Record<string, unknown> }): string => String(response.headers['set-cookie']);
  const login = await post(tokenRoutes.login.path, { username: 'teacher2', password: DEMO_PASSWORD });
  const pair: TokenPair = login.json();
  expect(cookieOf(login)).toMatch(/^kuwei_session=.+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/);
  expect(cookieOf(login)).toContain(pair.token);
  const next = await post(tokenRoutes.refresh.path, { rtoken: pair.rtoken });
  expect(cookieOf(next)).toContain(next.json<TokenPair>().token);
  expect(cookieOf(await post(tokenRoutes.revoke.path, { token: next.json<TokenPair>().token }))).toMatch(
    /kuwei_session=;.*Expires=Thu, 01 Jan 1970/,
  );

  const elsewhere = await world.app.inject({
    method: 'POST',
    url: `/api${tokenRoutes.login.path}`,
    headers: { host: 'kuwei.example.edu', [DEVICE_HEADER]: 'd' },
    payload: { username: 'teacher2', password: DEMO_PASSWORD },
  });
  expect(cookieOf(elsewhere)).toMatch(/^__Host-kuwei_session=.+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  expect(configOf({ COOKIE_SAME_SITE: 'Lax' }).cookieSameSite).toBe('lax');
  expect(() => configOf({ COOKIE_SAME_SITE: 'never' })).toThrow();

  // It reads files only.
  const cookies = { kuwei_session: elsewhere.json<TokenPair>().token };
  const read = await world.app.inject({ url: `/api${userRoutes.getMe.path}`, cookies });
  expect(read.json()).toMatchObject({ code: 'UNAUTHORIZED' });
});

test('[security 8][F-3U12] sign-ins, failures, refreshes and sign-outs are logged with name, address and device, without secrets', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const config = configOf({ DATA_DIR: world.services.config.dataDir });
  const server = await makeServer(config, pino({ level: 'trace' }, stream), world.database);
  await server.app.ready();
  const from = { ip: '10.9.0.1', device: 'device-8', server };
  await post(tokenRoutes.login.path, { username: 'manager', password: 'a wrong one' }, from);
  const pair: TokenPair = (await post(tokenRoutes.login.path, { username: 'manager', password: DEMO_PASSWORD }, from)).json();
  const next: TokenPair = (await post(tokenRoutes.refresh.path, { rtoken: pair.rtoken }, from)).json();
  await post(tokenRoutes.revoke.path, { token: next.token, rtoken: next.rtoken }, from);
  await server.close();

  const rows = await logRows(world.services.db, sql`l.ip = ${from.ip}`);
  expect(rows.map(({ action, device_id: device }) => [action.split('/').at(-1), device])).toEqual([
    ['login', 'device-8'],
    ['login', 'device-8'],
    ['refresh', 'device-8'],
    ['revoke', 'device-8'],
  ]);
  expect(rows.map(({ change }) => change?.['result'])).toEqual(['FAIL', 'OK', 'REFRESH', undefined]);
  const [renewed] = (
    await sql<{ name: string | null }>`
      select u.name from sys_log l left join sys_user u on u.id = l.user_id where l.ip = ${from.ip} and l.action like '%/refresh'`.execute(
      world.services.db,
    )
  ).rows;
  expect(renewed!.name).not.toBeNull();
  const written = lines.join('') + JSON.stringify(rows);
  for (const secret of [DEMO_PASSWORD, 'a wrong one', pair.token, pair.rtoken, next.token, next.rtoken])
    expect(written).not.toContain(secret);
});
