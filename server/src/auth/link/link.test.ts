import { accountRoutes } from '@kuwei/contract/auth/account';
import { linkRoutes, profileRoutes } from '@kuwei/contract/auth/profile';
import { signInRoutes } from '@kuwei/contract/auth/sign-in';
import { tokenRoutes } from '@kuwei/contract/auth/token';
import { userRoutes } from '@kuwei/contract/auth/user';
import { DEVICE_HEADER } from '@kuwei/contract/constants';
import type { ErrorBody } from '@kuwei/contract/error';
import type { Route } from '@kuwei/contract/route';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { configure } from '../../../test/_configure.ts';
import { configureSmtp, openMailbox, SITE, type Mailbox } from '../../../test/_smtp.ts';
import { openWorld, type World } from '../../../test/_world.ts';
import { DEMO_PASSWORD } from '../../seed/demo-people.ts';
import { newSecret } from '../second-factor/totp.ts';
import { sendQueuedMails } from './password-request.ts';

let world: World;
let box: Mailbox;
beforeAll(async () => {
  [world, box] = await Promise.all([openWorld(), openMailbox()]);
});
afterAll(() => Promise.all([world.end(), box.end()]));

const ADDRESS = 'chen@example.edu';
const GOOD = '仓库 long Pass-phrase 7';
beforeEach(async () => {
  const { db } = world.services;
  box.mails.length = 0;
  await configureSmtp(world, box);
  await db.deleteFrom('sys_mail').execute();
  await db.deleteFrom('sys_user_link').execute();
  await db.deleteFrom('sys_password_request').execute();
  await db.deleteFrom('sys_sign_in_failure').execute();
  await sql`update sys_user set email = null, email_verified_at = null, email_pending = null`.execute(db);
  await sql`update sys_user set email = ${ADDRESS}, email_verified_at = now(), state = 'ACTIVE', deleted_at = null, until_day = null,
     must_change_password = false, password_hash = (select password_hash from sys_user where username = 'staff') where username = 'teacher'`.execute(
    db,
  );
});

/** A call without a session. */
async function guest(route: Route, body: unknown, ip = '203.0.113.7') {
  const response = await world.app.inject({
    method: route.method,
    url: `/api${route.path}`,
    remoteAddress: ip,
    headers: { [DEVICE_HEADER]: 'device-1', 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
  return {
    status: response.statusCode,
    body: response.body,
    code: response.json<ErrorBody | null>()?.code,
    headers: response.headers,
  };
}
const requestPassword = (account: string, ip?: string) => guest(linkRoutes.forgotten, { account }, ip);
const send = () => sendQueuedMails(world.services);
const tokenIn = (text: string | undefined, page: string): string => {
  const found = new RegExp(`${SITE}/def/common/login/${page}#([\\w-]{43})(?![\\w-])`).exec(text ?? '');
  if (!found) throw new Error(`no link in ${text}`);
  return found[1]!;
};
async function linkFor(account = 'teacher'): Promise<string> {
  await requestPassword(account);
  await send();
  return tokenIn(box.to(ADDRESS).at(-1)?.text, 'password');
}
const use = (token: string, password = GOOD, repeated = password) => guest(linkRoutes.useLink, { token, password, repeated });
const signIn = (password: string, username = 'teacher') => guest(tokenRoutes.login, { username, password });
const update = (set: string) => sql`update sys_user set ${sql.raw(set)} where username = 'teacher'`.execute(world.services.db);

test('a forgotten password is reset by a link that works once; every session ends', async () => {
  const teacher = await world.as('teacher');
  const token = await linkFor();
  expect(JSON.parse((await guest(linkRoutes.lookAtLink, { token })).body)).toEqual({ username: 'teacher' });
  expect((await teacher.call(userRoutes.getMe)).status).toBe(200);
  expect((await use(token)).status).toBe(200);
  expect((await teacher.call(userRoutes.getMe)).error.code).toBe('TOKEN_FAIL');
  expect((await signIn(DEMO_PASSWORD)).status).toBe(401);
  expect((await signIn(GOOD)).status).toBe(200);
  expect(await use(token, `${GOOD}!`)).toMatchObject({ status: 410, code: 'LINK_OVER' });
  expect((await guest(linkRoutes.lookAtLink, { token })).code).toBe('LINK_OVER');
  // Inbox and log report it.
  const again = await world.as('teacher');
  expect(String((await again.send('GET', '/sys/msg-inbox/by-me?kind=WARN')).raw)).toContain('密码已修改');
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const log = String((await admin.send('GET', '/sys/log')).raw);
  expect(log).toContain('"way":"link"');
  expect(log).not.toContain(token);
});

test('the database holds no usable link, sent or unsent', async () => {
  await requestPassword('teacher');
  const dump = async () =>
    JSON.stringify(
      (
        await sql`select (select json_agg(l) from sys_user_link l) as links, (select json_agg(m) from sys_mail m) as mails,
                         (select json_agg(g) from sys_log g) as log, (select json_agg(r) from sys_password_request r) as asked`.execute(
          world.services.db,
        )
      ).rows,
    );
  await send();
  const token = tokenIn(box.to(ADDRESS)[0]!.text, 'password');
  expect(await dump()).not.toContain(token);
});

test('[security 2] response and work before it are the same, whatever name is given', async () => {
  await update(`email = '${ADDRESS}'`);
  const answers = [];
  for (const account of ['teacher', 'nobody-at-all', ADDRESS, 'nobody@example.edu', 'TEACHER', `x' or '1'='1`]) {
    const { status, body, headers } = await requestPassword(account);
    answers.push([status, body, Object.keys(headers).toSorted()]);
  }
  expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
  // The accounts are looked up by the job, which deletes the typed name.
  const { rows } = await sql<{ n: number; mails: number }>`
    select count(*)::int as n, (select count(*)::int from sys_mail) as mails from sys_password_request where account is not null`.execute(
    world.services.db,
  );
  expect(rows[0]).toEqual({ n: 6, mails: 0 });
  await send();
  const left = await sql`select account from sys_password_request where account is not null`.execute(world.services.db);
  expect(left.rows).toEqual([]);
  // Three an hour for one person, whatever names they are requested under.
  expect(box.mails.map(({ rcpt }) => rcpt)).toEqual([[ADDRESS], [ADDRESS], [ADDRESS]]);
  await requestPassword('teacher', '203.0.113.8');
  await send();
  expect(box.mails).toHaveLength(3);
});

test('[F-3A4] frequent requests from an address are slowed down, with everyone behind it', async () => {
  const SHARED = '203.0.113.20';
  const many = await Promise.all(Array.from({ length: 11 }, (_, n) => requestPassword(`nobody-${n}`, SHARED)));
  expect(many.map(({ status }) => status)).toEqual(Array<number>(11).fill(200));
  expect((await requestPassword('teacher', SHARED)).status).toBe(200);
  await send();
  expect(box.mails.map(({ rcpt }) => rcpt)).toEqual([[ADDRESS]]);
});

/** A browser that the teacher has signed in from. */
async function ownBrowser(): Promise<(account: string, ip: string) => Promise<number>> {
  const signedIn = await world.app.inject({
    method: 'POST',
    url: `/api${tokenRoutes.login.path}`,
    headers: { host: 'localhost' },
    payload: { username: 'teacher', password: DEMO_PASSWORD },
  });
  const known = signedIn.cookies.find(({ name }) => name === 'kuwei_device')!.value;
  return async (account, remoteAddress) =>
    (
      await world.app.inject({
        method: 'POST',
        url: `/api${linkRoutes.forgotten.path}`,
        remoteAddress,
        headers: { host: 'localhost' },
        cookies: { kuwei_device: known },
        payload: { account },
      })
    ).statusCode;
}

test('[security 69, F-3A4] beyond its queue, an address is asked to try again; a known browser is not', async () => {
  const SHARED = '203.0.113.22';
  const askFrom = await ownBrowser();
  for (let n = 0; n < 10; n++) expect((await requestPassword(`nobody-${n}`, SHARED)).status).toBe(200);
  const flood = Array.from({ length: 40 }, (_, n) => requestPassword(`nobody-${n}`, SHARED));
  const refused = await Promise.any(
    flood.map(async (each) => ((await each).status === 429 ? (await each).code : Promise.reject())),
  );
  expect(refused).toBe('TOO_MANY_AT_ONCE');
  expect(await askFrom('teacher', SHARED)).toBe(200);
  await send();
  expect(box.mails.map(({ rcpt }) => rcpt)).toEqual([[ADDRESS]]);
  const under = { way: true };
  void Promise.all(flood).then(() => (under.way = false));
  // Queued requests continue at once when the address has no recent ones.
  while (under.way) await sql`delete from sys_password_request`.execute(world.services.db);
});

test('[F-3A4] flooding a person with links leaves them a valid one', async () => {
  const ask = async (n: number): Promise<number> => {
    for (let times = 0; times < n; times++) await requestPassword('teacher', '203.0.113.30');
    await send();
    return box.mails.length;
  };
  expect(await ask(6)).toBe(3);
  // Exactly one more is queued.
  const waiting = sql<{ minutes: number }>`
    select round(extract(epoch from due_at - created_at) / 60)::int as minutes from sys_mail where state = 'QUEUED'`;
  expect((await waiting.execute(world.services.db)).rows).toEqual([{ minutes: 10 }]);
  await sql`update sys_mail set due_at = due_at - interval '11 minutes', created_at = created_at - interval '11 minutes'`.execute(
    world.services.db,
  );
  expect(await ask(0)).toBe(4);
  const token = tokenIn(box.mails.at(-1)!.text, 'password');
  expect((await guest(linkRoutes.lookAtLink, { token })).status).toBe(200);
});

test('[F-3A4] a known browser has its own limit, whoever else requests links', async () => {
  const askFrom = await ownBrowser();
  for (let times = 0; times < 5; times++) await requestPassword('teacher', '203.0.113.31');
  await send();
  expect(box.mails).toHaveLength(3);
  for (let times = 0; times < 5; times++) await askFrom('teacher', '203.0.113.31');
  await send();
  expect(box.mails).toHaveLength(6);
  const token = tokenIn(box.mails.at(-1)!.text, 'password');
  expect((await use(token)).status).toBe(200);
});

test.each([
  ['disabled', `state = 'DISABLED'`],
  ['deleted', 'deleted_at = now()'],
  ['expired', 'until_day = current_date - 1'],
  ['without a local password', 'password_hash = null'],
  ['without an address', 'email = null'],
  ['with an unverified address', 'email_verified_at = null'],
])('an account that is %s gets no link', async (_, set) => {
  await update(set);
  await requestPassword('teacher');
  await requestPassword(ADDRESS);
  await send();
  expect(box.mails).toEqual([]);
});

test.each([
  ['disabled', `state = 'DISABLED'`, 'ACCOUNT_DISABLED'],
  ['deleted', 'deleted_at = now()', 'LINK_OVER'],
  ['ended', 'until_day = current_date - 1', 'ACCOUNT_ENDED'],
  ['assigned another password', `password_hash = 'x'`, 'LINK_OVER'],
  ['signed out everywhere', 'sessions_ended_at = clock_timestamp()', 'LINK_OVER'],
  ['assigned another address', `email = 'other@example.edu'`, 'LINK_OVER'],
])('a link ends when the account is %s', async (_, set, code) => {
  const token = await linkFor();
  await update(set);
  expect((await use(token)).code).toBe(code);
  expect((await guest(linkRoutes.lookAtLink, { token: `${token.slice(1)}x` })).code).toBe('LINK_OVER');
});

test.each([
  ['address', `email = 'other@example.edu'`, `email = '${ADDRESS}'`],
  ['last day', 'until_day = current_date - 1', 'until_day = null'],
  ['state', `state = 'DISABLED'`, `state = 'ACTIVE'`],
  ['username', `username = 'teacher-x'`, `username = 'teacher'`],
])('a link that ended with a change of %s stays invalid after changing it back', async (_, there, back) => {
  const token = await linkFor();
  await update(there);
  await sql.raw(`update sys_user set ${back} where username in ('teacher', 'teacher-x')`).execute(world.services.db);
  expect((await use(token)).code).toBe('LINK_OVER');
});

/** Requests a new address with the password. @returns the link sent to it */
async function askedFor(address: string): Promise<string> {
  const teacher = await world.as('teacher');
  const { data } = await teacher.call(profileRoutes.changeEmail, {
    body: { password: DEMO_PASSWORD, code: null, email: address },
  });
  expect(data.emailPending).toBe(address);
  await send();
  return tokenIn(box.to(address).at(-1)?.text, 'address');
}
const EVIL = 'evil@example.org';
const confirm = (token: string) => guest(linkRoutes.confirmEmail, { token });
const emailOf = async () =>
  (
    await sql<{ email: string; pending: string | null }>`
      select email, email_pending as pending from sys_user where username = 'teacher'`.execute(world.services.db)
  ).rows[0]!;

test.each([
  ['another password', `password_hash = 'x'`],
  ['every session ended', 'sessions_ended_at = clock_timestamp()'],
  ['the account disabled', `state = 'DISABLED'`],
  ['the account deleted', 'deleted_at = now()'],
])('[security 2] a pending address is dropped: %s', async (_, set) => {
  const token = await askedFor(EVIL);
  await update(set);
  await update(`state = 'ACTIVE', deleted_at = null`);
  expect((await confirm(token)).code).toBe('LINK_OVER');
  expect(await emailOf()).toEqual({ email: ADDRESS, pending: null });
});

test('[security 2] recovering an account by mail or receiving a password keeps the address', async () => {
  const planted = await askedFor(EVIL);
  expect((await use(await linkFor())).status).toBe(200);
  expect((await confirm(planted)).code).toBe('LINK_OVER');
  await update(`password_hash = (select password_hash from sys_user where username = 'staff')`);
  const again = await askedFor(EVIL);
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const { id } = await world.as('teacher');
  expect((await admin.call(accountRoutes.issuePassword, { params: { id } })).status).toBe(200);
  expect((await confirm(again)).code).toBe('LINK_OVER');
  expect(await emailOf()).toEqual({ email: ADDRESS, pending: null });
});

test('an expired account accepts no address', async () => {
  await update('until_day = current_date');
  const token = await askedFor(EVIL);
  // As when a day passes: without a write.
  await world.services.db.transaction().execute(async (trx) => {
    await sql`alter table sys_user disable trigger sys_user_link_end`.execute(trx);
    await sql`update sys_user set until_day = current_date - 1 where username = 'teacher'`.execute(trx);
    await sql`alter table sys_user enable trigger sys_user_link_end`.execute(trx);
  });
  expect((await confirm(token)).code).toBe('LINK_OVER');
});

test('a link expires after half an hour, and with a newer one', async () => {
  const first = await linkFor();
  const second = await linkFor();
  expect((await use(first)).code).toBe('LINK_OVER');
  await sql`update sys_user_link set expires_at = expires_at - interval '29 minutes'`.execute(world.services.db);
  expect((await guest(linkRoutes.lookAtLink, { token: second })).status).toBe(200);
  await sql`update sys_user_link set expires_at = expires_at - interval '1 minute'`.execute(world.services.db);
  expect((await use(second)).code).toBe('LINK_OVER');
});

test('a link is no session, opens nothing of another kind, and works once among concurrent calls', async () => {
  const token = await linkFor();
  const asBearer = await world.app.inject({ url: '/api/auth/biz/user/by-me', headers: { authorization: `Bearer ${token}` } });
  expect(asBearer.statusCode).toBe(401);
  expect((await guest(linkRoutes.confirmEmail, { token })).code).toBe('LINK_OVER');
  const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => use(token, `${GOOD} ${n}`)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410, 410]);
  for (const odd of ['', 'x'.repeat(201), [token], { token }, null, 7])
    expect((await guest(linkRoutes.useLink, { token: odd, password: GOOD, repeated: GOOD })).status).toBeLessThan(500);
});

test('the new password follows the usual rules, and a refused one does not use up the link', async () => {
  const token = await linkFor();
  for (const [password, repeated] of [
    ['short', 'short'],
    ['password1', 'password1'],
    ['qwertyuiop', 'qwertyuiop'],
    [GOOD, `${GOOD} `],
  ] as const)
    expect((await use(token, password, repeated)).status, password).toBe(422);
  expect((await use(token)).status).toBe(200);
});

test('the second factor is still required afterwards', async () => {
  const { db } = world.services;
  await sql`insert into sys_user_totp (user_id, secret, confirmed_at) select id, ${newSecret()}, now() from sys_user where username = 'teacher'`.execute(
    db,
  );
  try {
    expect((await use(await linkFor())).status).toBe(200);
    expect((await signIn(GOOD)).code).toBe('SECOND_FACTOR');
  } finally {
    await db.deleteFrom('sys_user_totp').execute();
  }
});

test('the link is offered only if mails can link to the console', async () => {
  const ways = async () => JSON.parse((await world.app.inject({ url: `/api${signInRoutes.listWays.path}` })).body);
  expect(await ways()).toMatchObject({ forgotten: true });
  for (const off of [{ SYS_SMTP_HOST: '' }, { SYS_PUBLIC_URL: '' }]) {
    await configureSmtp(world, box);
    await configure(world, off);
    expect(await ways()).toMatchObject({ forgotten: false });
    expect((await requestPassword('teacher')).status).toBe(404);
  }
});

test('the host in a link is the configured one, whatever the caller sends', async () => {
  await world.app.inject({
    method: 'POST',
    url: `/api${linkRoutes.forgotten.path}`,
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'content-type': 'application/json' },
    payload: JSON.stringify({ account: 'teacher' }),
  });
  await send();
  expect(box.mails[0]!.raw).not.toContain('evil.example');
  tokenIn(box.mails[0]!.text, 'password');
});

test('an address takes effect once its link is followed; the former address is notified', async () => {
  const teacher = await world.as('teacher');
  const NEW = 'new@example.edu';
  const change = (body: { email: string | null; password?: string | null }) =>
    teacher.call(profileRoutes.changeEmail, { body: { password: DEMO_PASSWORD, code: null, ...body } });
  expect((await change({ email: NEW, password: 'not it' })).error.code).toBe('INVALID');
  expect((await change({ email: NEW })).data).toMatchObject({ email: ADDRESS, emailVerified: true, emailPending: NEW });
  await send();
  const token = tokenIn(box.to(NEW)[0]!.text, 'address');
  expect((await guest(linkRoutes.useLink, { token, password: GOOD, repeated: GOOD })).code).toBe('LINK_OVER');
  expect(JSON.parse((await guest(linkRoutes.confirmEmail, { token })).body)).toEqual({ email: NEW });
  expect((await guest(linkRoutes.confirmEmail, { token })).code).toBe('LINK_OVER');
  expect((await teacher.call(profileRoutes.getProfile)).data).toMatchObject({
    email: NEW,
    emailVerified: true,
    emailPending: null,
  });
  await send();
  expect(box.to(ADDRESS)[0]!.subject).toContain('已更换');
  expect(box.to(NEW).map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([expect.stringContaining('请确认邮箱'), expect.stringContaining('邮箱已更换')]),
  );
  // Requested and withdrawn: the pending link is invalid.
  await change({ email: 'third@example.edu' });
  await send();
  const late = tokenIn(box.to('third@example.edu')[0]!.text, 'address');
  await change({ email: NEW });
  expect((await teacher.call(profileRoutes.getProfile)).data.emailPending).toBeNull();
  expect((await guest(linkRoutes.confirmEmail, { token: late })).code).toBe('LINK_OVER');
  // Flooding other mailboxes is limited.
  for (let n = 0; n < 3; n++) await change({ email: `other${n}@example.edu` });
  expect((await change({ email: 'last@example.edu' })).error.code).toBe('TOO_MANY');
  expect((await change({ email: null })).data).toMatchObject({ email: null, emailVerified: false, emailPending: null });
});

test('without e-mail an address is stored unverified, and receives nothing once e-mail is set up', async () => {
  await configure(world, { SYS_SMTP_HOST: '' });
  const teacher = await world.as('teacher');
  const { data } = await teacher.call(profileRoutes.changeEmail, {
    body: { email: 'own@example.edu', password: DEMO_PASSWORD, code: null },
  });
  expect(data).toMatchObject({ email: 'own@example.edu', emailVerified: false, emailPending: null, mailOn: false });
  await configureSmtp(world, box);
  await requestPassword('own@example.edu');
  await send();
  expect(box.to('own@example.edu')).toEqual([]);
  // An address entered by an administrator counts as verified; one left unchanged stays as it is.
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const { data: account } = await admin.call(accountRoutes.getAccount, { params: { id: teacher.id } });
  const { username, name, staffNo, identity, phone, untilDay, remark, roles, orgs } = account;
  const save = (email: string | null, rev: number) =>
    admin.call(accountRoutes.updateAccount, {
      params: { id: teacher.id },
      body: { username, name, staffNo, identity, email, phone, untilDay, remark: `${remark}.`, roles, orgs, rev },
    });
  const kept = await save('own@example.edu', account.rev);
  expect((await teacher.call(profileRoutes.getProfile)).data.emailVerified).toBe(false);
  await save('office@example.edu', kept.data.rev);
  expect((await teacher.call(profileRoutes.getProfile)).data).toMatchObject({ email: 'office@example.edu', emailVerified: true });
});
