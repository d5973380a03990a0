import { createServer, type AddressInfo } from 'node:net';
import { msgInboxRoutes as inbox, everyInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { mailRoutes } from '@kuwei/contract/sys/mail';
import { msgSenderRoutes } from '@kuwei/contract/sys/msg-sender';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { castOf, lineOf, placesOf, submitted } from '../../../test/_flow.ts';
import { configure } from '../../../test/_configure.ts';
import { configureSmtp, openMailbox, SITE, type Mailbox } from '../../../test/_smtp.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { sendQueuedMails } from '../../auth/link/password-request.ts';
import { sendDue } from '../../site/msg-sender/send.ts';

let world: World;
let box: Mailbox;
let admin: Person;
let teacher: Person;
beforeAll(async () => {
  [world, box] = await Promise.all([openWorld(), openMailbox()]);
  [admin, teacher] = await Promise.all([world.as('admin', 'ROLE_ADMIN'), world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS')]);
});
afterAll(() => Promise.all([world.end(), box.end()]));

const ADDRESS = 'chen@example.edu';
const addressOf = (person: Person, email: string | null, verified = true) =>
  world.services.db
    .updateTable('sys_user')
    .set({ email, email_verified_at: verified && email !== null ? new Date() : null })
    .where('id', '=', person.id)
    .execute();
const localeOf = (person: Person, locale: string) =>
  person.send('PUT', '/auth/biz/user/by-me/setting/ui.locale', { value: locale });
const want = (person: Person, kind: 'NOTICE' | 'TODO' | 'WARN' | 'SYS', how: 'NONE' | 'AT_ONCE' | 'DAILY') =>
  sql`insert into sys_mail_choice (user_id, kind, how) values (${person.id}, ${kind}, ${how})
      on conflict (user_id, kind) do update set how = excluded.how`.execute(world.services.db);

beforeEach(async () => {
  box.mails.length = 0;
  box.refuse(null);
  box.taking(null);
  await world.services.db.deleteFrom('sys_mail').execute();
  await world.services.db.deleteFrom('sys_mail_choice').execute();
  await configureSmtp(world, box);
  await addressOf(teacher, ADDRESS);
  await localeOf(teacher, 'zh');
});

type Compose = Partial<{ title: string; content: string; link: string; kind: 'NOTICE' | 'TODO' | 'WARN' | 'SYS' }>;
const sendMessage = async (person: Person, compose: Compose = {}) =>
  (
    await admin.call(everyInboxRoutes.send, {
      body: { title: '标题', content: '内容', kind: 'TODO', userId: person.id, ...compose },
    })
  ).data;
const send = () => sendQueuedMails(world.services);
const rows = async () => (await admin.call(mailRoutes.listMails)).data.list;
/** Makes all queued mails due. */
const dueNow = () => sql`update sys_mail set due_at = now() where state = 'QUEUED'`.execute(world.services.db);

test('sends a message in the language of the reader, as text and HTML, with a link to the record', async () => {
  const cast = await castOf(world);
  const places = await placesOf(world);
  await addressOf(cast.reviewer, 'zhou@example.edu');
  await localeOf(cast.reviewer, 'en');
  const lines = [lineOf(places.product('C-NACL'), '1', { batchNo: 'M1', expiresOn: '2099-01-01' })];
  const document = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines });
  expect(await send()).toBe(1);
  const [mail, ...others] = box.to('zhou@example.edu');
  expect(others).toEqual([]);
  const url = `${SITE}/admin/wms/transaction/inbound/edit?id=${document.id}`;
  expect(mail!.subject).toContain(`Review needed: ${document.no}`);
  expect(mail!.from?.address).toBe('kuwei@example.edu');
  expect(mail!.text).toContain(url);
  expect(mail!.html).toContain(`href="${url}"`);
  expect(mail!.text).toContain('Choose under My account');
  expect(mail!.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  await localeOf(teacher, 'zh');
  await sendMessage(teacher, { title: '请看' });
  await send();
  expect(box.to(ADDRESS)[0]!.text).toContain('您好');
});

test('follows the choice of each person: single mails, a daily digest, or none', async () => {
  await want(teacher, 'TODO', 'NONE');
  await want(teacher, 'WARN', 'AT_ONCE');
  await want(teacher, 'NOTICE', 'DAILY');
  await sendMessage(teacher, { kind: 'TODO', title: '不发' });
  await sendMessage(teacher, { kind: 'WARN', title: '马上' });
  await sendMessage(teacher, { kind: 'NOTICE', title: '每日一' });
  await sendMessage(teacher, { kind: 'NOTICE', title: '每日二' });
  expect(await send()).toBe(1);
  expect(box.mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('马上')]);
  const { rows: due } = await sql<{ at: string; later: boolean }>`
    select to_char(due_at, 'HH24:MI') as at, due_at > now() and due_at < now() + interval '25 hours' as later
      from sys_mail where how = 'DAILY'`.execute(world.services.db);
  expect(due).toEqual([
    { at: '07:00', later: true },
    { at: '07:00', later: true },
  ]);
  await dueNow();
  expect(await send()).toBe(1);
  const [, daily] = box.mails;
  expect(daily!.subject).toContain('2 条');
  expect(daily!.text).toContain('每日一');
  expect(daily!.text).toContain('每日二');
  expect((await rows()).map(({ state }) => state)).toEqual(['SENT', 'SENT', 'SENT']);
  // A choice changed meanwhile applies.
  await sendMessage(teacher, { kind: 'NOTICE' });
  await want(teacher, 'NOTICE', 'NONE');
  await dueNow();
  expect(await send()).toBe(0);
});

test('does not send messages read, recalled or closed meanwhile', async () => {
  const { id } = await sendMessage(teacher);
  await teacher.call(inbox.notifyMine, { params: { id } });
  const sent = await admin.call(msgSenderRoutes.sendText, {
    body: { title: '收回', content: '内容', kind: 'WARN', userIds: [teacher.id] },
  });
  await admin.call(msgSenderRoutes.recall, { params: { id: sent.data.id } });
  expect(await send()).toBe(0);
  expect((await rows()).map(({ state, fault }) => [state, fault])).toEqual([
    ['DROPPED', 'OVER'],
    ['DROPPED', 'OVER'],
  ]);
});

test('queues a mail per recipient for scheduled and group messages', async () => {
  const keeper = await world.as('keeper');
  await addressOf(keeper, 'keeper@example.edu');
  const body = { title: '多人', content: '内容', kind: 'WARN' as const, userIds: [teacher.id, keeper.id] };
  await admin.call(msgSenderRoutes.sendText, { body });
  const later = new Date(Date.now() + 600_000).toISOString();
  const { data } = await admin.call(msgSenderRoutes.sendText, { body: { ...body, title: '计划', sendAt: later } });
  expect(await send()).toBe(2);
  await sql`update sys_message set send_at = now() - interval '1 second' where id = ${data.id}`.execute(world.services.db);
  await sendDue(world.services);
  expect(await send()).toBe(2);
  expect(box.to('keeper@example.edu').map(({ subject }) => subject?.slice(-2))).toEqual(['多人', '计划']);
});

test('sends nothing to unverified addresses or to users who cannot sign in', async () => {
  await addressOf(teacher, ADDRESS, false);
  await sendMessage(teacher);
  await addressOf(teacher, null);
  await sendMessage(teacher);
  expect(await rows()).toEqual([]);
  await addressOf(teacher, ADDRESS);
  await sendMessage(teacher);
  await sql`update sys_user set email = 'other@example.edu', email_verified_at = null where id = ${teacher.id}`.execute(
    world.services.db,
  );
  expect(await send()).toBe(0);
  expect(box.mails).toEqual([]);
});

test('without a mail server nothing is queued, and messages still arrive in the inbox', async () => {
  await configure(world, { SYS_SMTP_HOST: '' });
  const { id } = await sendMessage(teacher);
  expect((await teacher.call(inbox.getMine, { params: { id } })).data.title).toBe('标题');
  expect(await rows()).toEqual([]);
  expect((await admin.call(mailRoutes.getMailState)).data).toMatchObject({ on: false, links: false, sender: null });
  expect((await admin.call(mailRoutes.testMail, { body: { to: ADDRESS } })).error.code).toBe('MAIL_OFF');
  expect(await send()).toBe(0);
});

test('hostile names, titles and addresses inject no header, recipient or markup', async () => {
  const hostile = 'Eve" <evil@example.com>,\r\nBcc: evil@example.com\r\n\r\n<script>alert(1)</script>';
  await sql`update sys_user set name = ${hostile} where id = ${teacher.id}`.execute(world.services.db);
  world.services.settings.apply('SYS_ADMIN_TITLE', '库位"\r\nX-Evil: 1');
  try {
    const { id } = await sendMessage(teacher, {
      content: '<img src=x onerror=alert(1)> {{7*7}}\n.\r\nQUIT',
      link: '/def/base/msg-inbox?q="><b>',
    });
    await sql`update sys_message set title = ${'标题\r\nBcc: evil@example.com'} where id in (select message_id from sys_message_copy where id = ${id})`.execute(
      world.services.db,
    );
    expect(await send()).toBe(1);
    const [mail] = box.mails;
    expect(mail!.rcpt).toEqual([ADDRESS]);
    expect(mail!.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(bcc|x-evil)$/)]));
    expect(mail!.to).toEqual([{ address: ADDRESS, name: expect.stringContaining('Eve') }]);
    expect(mail!.html).not.toMatch(/<script|<img|<b>/);
    expect(mail!.html).toContain('&lt;img src=x onerror=alert(1)&gt; {{7*7}}');
    expect(mail!.text).toContain('QUIT');
  } finally {
    await sql`update sys_user set name = '陈老师' where id = ${teacher.id}`.execute(world.services.db);
    world.services.settings.apply('SYS_ADMIN_TITLE', undefined);
  }
});

test('a permanent refusal fails with the answer of the server, and an administrator can resend', async () => {
  box.refuse({ code: 550, message: 'No such user here' });
  const { id } = await sendMessage(teacher);
  expect(await send()).toBe(0);
  const [failed] = await rows();
  expect(failed).toMatchObject({
    id,
    state: 'FAILED',
    fault: 'REFUSED',
    tries: 1,
    title: '标题',
    address: ADDRESS,
    userId: teacher.id,
  });
  expect(failed!.answer).toContain('No such user here');
  expect((await admin.call(mailRoutes.getMailState)).data).toMatchObject({
    on: true,
    links: true,
    failed: 1,
    passwordAgain: false,
  });
  box.refuse(null);
  expect((await admin.call(mailRoutes.retryMail, { params: { id } })).data.state).toBe('QUEUED');
  expect((await admin.call(mailRoutes.retryMail, { params: { id } })).error.code).toBe('ILLEGAL_TRANSITION');
  expect(await send()).toBe(1);
  expect((await rows())[0]).toMatchObject({ state: 'SENT', fault: null });
  expect((await admin.call(mailRoutes.retryFailedMails)).data).toBe(0);
});

test('retries temporary refusals, and fails after the last try', async () => {
  box.refuse({ code: 451, message: 'Greylisted, come back' });
  await sendMessage(teacher);
  for (let tries = 1; tries <= 6; tries++) {
    await dueNow();
    await send();
    const [row] = await rows();
    expect([row!.tries, row!.state, row!.fault]).toEqual([tries, tries < 6 ? 'QUEUED' : 'FAILED', 'LATER']);
    if (tries < 6) expect(Date.parse(row!.dueAt)).toBeGreaterThan(Date.now() + 50_000);
  }
  box.refuse(null);
  expect((await admin.call(mailRoutes.retryFailedMails)).data).toBe(1);
  expect(await send()).toBe(1);
});

test('an unreachable server stops the run without using up retries', async () => {
  await configure(world, { SYS_SMTP_PORT: 1 });
  await sendMessage(teacher);
  await sendMessage(teacher);
  expect(await send()).toBe(0);
  expect(
    (await rows())
      .map(({ tries, fault, state }) => [tries, fault, state])
      .toSorted(([one], [other]) => Number(one) - Number(other)),
  ).toEqual([
    [0, null, 'QUEUED'],
    [1, 'CONNECT', 'QUEUED'],
  ]);
});

test('a crash sends nothing twice: mails of unknown outcome wait for an administrator', async () => {
  const { id } = await sendMessage(teacher);
  // The process dies after the server accepted it, before that is stored.
  await sql`update sys_mail set state = 'SENDING', tries = 1, started_at = now() - interval '10 minutes' where id = ${id}`.execute(
    world.services.db,
  );
  expect(await send()).toBe(0);
  expect((await rows())[0]).toMatchObject({ state: 'FAILED', fault: 'INTERRUPTED' });
  expect(box.mails).toEqual([]);
});

test('does not resend automatically when the server hangs up during the text', async () => {
  const cut = await openMailbox();
  cut.taking(() => cut.hangUp());
  try {
    await configureSmtp(world, cut);
    await sendMessage(teacher);
    expect(await send()).toBe(0);
    expect((await rows())[0]).toMatchObject({ state: 'FAILED', fault: 'UNSURE' });
  } finally {
    await cut.end();
  }
});

test('processes share the queue: each mail is sent once, within the limit per minute', async () => {
  const other = { ...world.services, db: world.services.db.withTables() };
  await configure(world, { SYS_SMTP_PER_MINUTE: 5 });
  for (let n = 0; n < 8; n++) await sendMessage(teacher, { title: `第${n}封` });
  await Promise.all([send(), sendQueuedMails(other), sendQueuedMails({ ...other, db: other.db.withTables() })]);
  expect(new Set(box.mails.map(({ subject }) => subject)).size).toBe(5);
  expect(box.mails).toHaveLength(5);
  await sql`update sys_mail set started_at = started_at - interval '1 minute' where started_at is not null`.execute(
    world.services.db,
  );
  expect(await send()).toBe(3);
  expect(new Set(box.mails.map(({ messageId }) => messageId)).size).toBe(8);
});

test('drops mails that waited for days', async () => {
  await sendMessage(teacher);
  await sql`update sys_mail set created_at = now() - interval '4 days'`.execute(world.services.db);
  expect(await send()).toBe(0);
  expect((await rows())[0]).toMatchObject({ state: 'DROPPED', fault: 'OLD' });
});

test('sends the password when asked, and never unencrypted to another machine', async () => {
  const tried: unknown[] = [];
  const guarded = await openMailbox({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      tried.push([username, password]);
      return password === 'right' ? done(null, { user: 'kuwei' }) : done(new Error('Invalid login'));
    },
  });
  try {
    await configureSmtp(world, guarded);
    await configure(world, { SYS_SMTP_USER: 'kuwei', SYS_SMTP_PASSWORD: 'wrong' });
    const sendTest = async () => (await admin.call(mailRoutes.testMail, { body: { to: ADDRESS } })).data;
    expect(await sendTest()).toMatchObject({ fault: 'AUTH' });
    await configure(world, { SYS_SMTP_PASSWORD: 'right' });
    expect(await sendTest()).toMatchObject({ fault: null });
    expect(guarded.to(ADDRESS)[0]!.subject).toContain('测试邮件');
    expect(tried).toEqual([
      ['kuwei', 'wrong'],
      ['kuwei', 'right'],
    ]);
    await configure(world, { SYS_SMTP_HOST: 'mail.example.edu' });
    await configure(world, { SYS_SMTP_PASSWORD: 'right again' });
    expect(await sendTest()).toMatchObject({ fault: 'TLS' });
    expect(String((await admin.send('GET', '/sys/log')).raw)).not.toMatch(/wrong|right/);
  } finally {
    await configure(world, { SYS_SMTP_USER: '' });
    await guarded.end();
  }
});

test('refuses an untrusted certificate before sending anything', async () => {
  for (const [tls, secure] of [
    ['TLS', true],
    ['STARTTLS', false],
  ] as const) {
    const secured = await openMailbox({ secure, disabledCommands: [] });
    try {
      await configureSmtp(world, secured);
      await configure(world, { SYS_SMTP_TLS: tls });
      const { data } = await admin.call(mailRoutes.testMail, { body: { to: ADDRESS } });
      expect([tls, data.fault, data.answer]).toEqual([tls, 'TLS', expect.stringMatching(/certificate|self.signed/i)]);
      expect(secured.mails).toEqual([]);
    } finally {
      await secured.end();
    }
  }
  // Nor does it continue unencrypted if the server lacks TLS.
  await configure(world, { SYS_SMTP_TLS: 'STARTTLS', SYS_SMTP_PORT: box.port });
  expect((await admin.call(mailRoutes.testMail, { body: { to: ADDRESS } })).data.fault).toBe('TLS');
  expect(box.mails).toEqual([]);
});

test('sends a test message to one address only', async () => {
  for (const to of ['a@example.edu, evil@example.com', 'a@example.edu\r\nBcc: evil@example.com', '"x y"@example.edu', 'a@b', ''])
    expect((await admin.send('POST', '/sys/mail/test', { to })).status, to).toBeGreaterThanOrEqual(400);
  expect((await admin.send('POST', '/sys/mail/test', { to: [ADDRESS, 'evil@example.com'] })).status).toBe(400);
  expect((await teacher.send('POST', '/sys/mail/test', { to: ADDRESS })).status).toBe(403);
  expect(box.mails).toEqual([]);
});

test('[security 3, F-3A3] does not send the password to a mail server, or with a user name, set after it', async () => {
  const tried: unknown[] = [];
  const otherServer = await openMailbox({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) => {
      tried.push(password);
      return done(null, { user: 'kuwei' });
    },
  });
  const sendTest = () => admin.call(mailRoutes.testMail, { body: { to: ADDRESS } });
  try {
    await configure(world, { SYS_SMTP_USER: 'kuwei', SYS_SMTP_PASSWORD: 'secret of the office' });
    await configure(world, { SYS_SMTP_HOST: 'localhost', SYS_SMTP_PORT: otherServer.port });
    expect((await sendTest()).error).toMatchObject({
      code: 'MAIL_PASSWORD_AGAIN',
      message: expect.stringContaining('重新填写密码'),
    });
    await sendMessage(teacher);
    expect(await send()).toBe(0);
    expect((await rows())[0]).toMatchObject({ fault: 'AUTH', answer: expect.stringContaining('重新填写密码') });
    expect(tried).toEqual([]);
    await configure(world, { SYS_SMTP_PASSWORD: 'entered again' });
    expect((await sendTest()).data.fault).toBeNull();
    expect(tried).toEqual(['entered again']);
    await configure(world, { SYS_SMTP_USER: 'somebody-else' });
    expect((await sendTest()).error.code).toBe('MAIL_PASSWORD_AGAIN');
    expect((await admin.call(mailRoutes.getMailState)).data.passwordAgain).toBe(true);
    await configure(world, { SYS_SMTP_PASSWORD: 'and again' });
    expect((await sendTest()).data.fault).toBeNull();
    expect(tried).toEqual(['entered again', 'and again']);
    // Resetting to the default is a change as well.
    await configure(world, { SYS_SMTP_TLS: 'STARTTLS' });
    expect((await sendTest()).error.code).toBe('MAIL_PASSWORD_AGAIN');
  } finally {
    await configure(world, { SYS_SMTP_USER: '' });
    await otherServer.end();
  }
});

test('[security 3, F-3A3] sends a password from the environment only to a mail server from the environment', async () => {
  const own = await openWorld({ SYS_SMTP_USER: 'kuwei', SYS_SMTP_PASSWORD: 'of the machine' });
  try {
    const by = await own.as('admin', 'ROLE_ADMIN');
    await configure(own, {
      SYS_SMTP_HOST: '127.0.0.1',
      SYS_SMTP_PORT: box.port,
      SYS_SMTP_TLS: 'NONE',
      SYS_SMTP_FROM: 'k@example.edu',
    });
    expect((await by.call(mailRoutes.testMail, { body: { to: ADDRESS } })).error.code).toBe('MAIL_PASSWORD_AGAIN');
  } finally {
    await own.end();
  }
});

test('[security 3, F-3A6] the test reveals nothing about other hosts of the network', { tags: ['long'] }, async () => {
  const other = createServer((socket) => void socket.on('error', () => {}).end('SSH-2.0-OpenSSH_9.9\r\n'));
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = other.address() as AddressInfo;
    const replies: unknown[] = [];
    for (const each of [1, port]) {
      await configure(world, { SYS_SMTP_PORT: each });
      replies.push((await admin.call(mailRoutes.testMail, { body: { to: ADDRESS } })).data);
    }
    expect(replies).toEqual([1, 2].map(() => ({ fault: 'CONNECT', answer: null })));
  } finally {
    other.close();
  }
});
