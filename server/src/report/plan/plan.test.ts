// Scheduled reports: times, recipients, contents, and why one stops.
import { ruleRoutes } from '@kuwei/contract/auth/rule';
import { msgInboxRoutes as inbox } from '@kuwei/contract/sys/msg-inbox';
import { reportRoutes, type ReportForm } from '@kuwei/contract/sys/report';
import { PLANS_MAX, reportPlanRoutes, reportSentRoutes, type PlanForm } from '@kuwei/contract/sys/report-plan';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { reportForm } from '../../../test/_report.ts';
import { configureSmtp, openMailbox, SITE, type Mailbox } from '../../../test/_smtp.ts';
import { post } from '../../../test/_stock.ts';
import { openWorld, worldAt, type Person, type World } from '../../../test/_world.ts';
import { sendQueuedMails } from '../../auth/link/password-request.ts';
import { sendReports } from './due.ts';

let world: World;
/** Another process on the same database. */
let second: World;
let box: Mailbox;
let admin: Person;
let teacher: Person;
let report: { id: string; rev: number };
let org: (code: string) => string;
const signal = new AbortController().signal;

const form: ReportForm = {
  ...reportForm('T-PLAN'),
  name: '批次',
  nameEn: 'Batches',
  sql: `select batch_no, owner_name, :day::date as day from stock where batch_no in ('OURS', 'THEIRS') and (:least::numeric is null or qty >= :least) order by 1`,
  params: [
    { name: 'day', type: 'DAY', zh: '日期', en: 'Day', required: true, preset: '{today-1}', dic: null },
    { name: 'least', type: 'NUMBER', zh: '至少', en: 'At least', required: false, preset: null, dic: null },
  ],
  roles: ['ROLE_TEACHER', 'ROLE_WAREHOUSE_ADMIN'],
};

beforeAll(async () => {
  [world, box] = await Promise.all([openWorld(), openMailbox()]);
  second = await worldAt(world.database.url, {}, world.database.reportUrl);
  const { db } = world.services;
  await post(db, [
    { product: 'P-TIP-200', owner: 'LAB-CATALYSIS', box: 'W2-A-R1-B1', qty: '5', batch: 'OURS' },
    { product: 'P-TIP-200', owner: 'LAB-BIO', box: 'W2-A-R1-B1', qty: '7', batch: 'THEIRS' },
  ]);
  const orgs = new Map((await db.selectFrom('wms_org').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]));
  org = (code) => orgs.get(code)!;
  admin = await world.as('admin', 'ROLE_ADMIN');
  teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  report = (await admin.call(reportRoutes.createReport, { body: form })).data;
});
afterAll(() => Promise.all([second.end().then(() => world.end()), box.end()]));
beforeEach(async () => {
  const { db } = world.services;
  for (const table of ['sys_report_sending', 'sys_report_plan', 'sys_message'] as const) await db.deleteFrom(table).execute();
});

const plan = (more: Partial<PlanForm> = {}): PlanForm => ({
  reportId: report.id,
  roleCode: null,
  values: {},
  rhythm: 'DAILY',
  day: null,
  hour: 7,
  onlyRows: false,
  active: true,
  ...more,
});
const subscribe = (person: Person, more: Partial<PlanForm> = {}) =>
  person.call(reportPlanRoutes.createPlan, { body: plan(more) });
/** Makes all plans due, each time a minute later than before. */
let times = 0;
const due = () =>
  sql`update sys_report_plan set next_at = date_trunc('day', now()) - interval '1 day' + ${(times += 1)} * interval '1 minute' where active`.execute(
    world.services.db,
  );
async function clock(): Promise<void> {
  await due();
  await sendReports(world.services, signal);
}
const messages = async (person: Person) => (await person.call(inbox.listMine)).data.list;
const sent = async (person: Person) => (await person.call(reportSentRoutes.listSent)).data.list;
const rowsOf = async (person: Person, id: string) =>
  (await person.call(reportSentRoutes.getSent, { params: { id } })).data.result!.rows.map(([batch]) => batch);

test("a rhythm yields the next time after another, in the site's time zone, on the last day of shorter months", async () => {
  const cases: [rhythm: string, day: number | null, hour: number, after: string, next: string][] = [
    ['DAILY', null, 7, '2026-03-10 06:59', '2026-03-10 07:00'],
    ['DAILY', null, 7, '2026-03-10 07:00', '2026-03-11 07:00'],
    ['DAILY', null, 0, '2026-12-31 12:00', '2027-01-01 00:00'],
    ['WEEKLY', 1, 8, '2026-03-09 07:00', '2026-03-09 08:00'],
    ['WEEKLY', 1, 8, '2026-03-09 08:00', '2026-03-16 08:00'],
    ['WEEKLY', 7, 23, '2026-03-09 08:00', '2026-03-15 23:00'],
    ['MONTHLY', 31, 6, '2026-02-10 00:00', '2026-02-28 06:00'],
    ['MONTHLY', 31, 6, '2026-02-28 06:00', '2026-03-31 06:00'],
    ['MONTHLY', 31, 6, '2028-02-01 00:00', '2028-02-29 06:00'],
    ['MONTHLY', 1, 6, '2026-12-01 06:00', '2027-01-01 06:00'],
  ];
  for (const [rhythm, day, hour, after, next] of cases) {
    const { rows } = await sql<{ at: string }>`
      select to_char(sys_report_next(${rhythm}, ${day}::int, ${hour}, ${after}::timestamp::timestamptz)::timestamp, 'YYYY-MM-DD HH24:MI') as at`.execute(
      world.services.db,
    );
    expect([rhythm, day, after, rows[0]!.at]).toEqual([rhythm, day, after, next]);
  }
});

test('[S2.46] a due report arrives in the inbox once, with several processes too, with the rows its reader sees', async () => {
  const made = await subscribe(teacher, { rhythm: 'WEEKLY', day: 1, values: { least: '1' } });
  expect(made.data).toMatchObject({
    reportName: '批次',
    forName: '催化化学课题组',
    pageRole: 'ROLE_TEACHER',
    active: true,
    lastId: null,
  });
  await sendReports(world.services, signal);
  expect(await messages(teacher)).toEqual([]);
  await due();
  await Promise.all([sendReports(world.services, signal), sendReports(second.services, signal)]);
  await Promise.all([sendReports(world.services, signal), sendReports(second.services, signal)]);
  const [only, ...others] = await messages(teacher);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ kind: 'NOTICE', title: '报表：批次', content: '您订阅的“批次”已生成，共 1 行。' });
  const [row] = await sent(teacher);
  expect(row).toMatchObject({ planId: made.data.id, state: 'DONE', rowCount: 1, orgName: '催化化学课题组' });
  expect(only!.link).toBe(`/def/base/report/sent?id=${row!.id}`);
  expect(await rowsOf(teacher, row!.id)).toEqual(['OURS']);
  const [after] = (await teacher.call(reportPlanRoutes.listPlans)).data.list;
  expect(after).toMatchObject({ lastId: row!.id, lastState: 'DONE' });
  expect(Date.parse(after!.nextAt)).toBeGreaterThan(Date.now());
  const { rows: runs } =
    await sql`select from sys_report_run where report_id = ${report.id} and kind = 'SCHEDULE' and user_id = ${teacher.id}`.execute(
      world.services.db,
    );
  expect(runs).toHaveLength(1);
});

test('[S2.46] omitted conditions move with the date, given ones stay', async () => {
  const { db } = world.services;
  const day = async (): Promise<unknown> => {
    await clock();
    const { id } = (await sent(teacher))[0]!;
    return (await teacher.call(reportSentRoutes.getSent, { params: { id } })).data.result!.rows[0]![2];
  };
  await subscribe(teacher);
  const { rows } = await sql<{ day: string }>`select current_date - 1 as day`.execute(db);
  expect(await day()).toBe(rows[0]!.day);
  for (const table of ['sys_report_sending', 'sys_report_plan'] as const) await db.deleteFrom(table).execute();
  await subscribe(teacher, { values: { day: '2026-02-03' } });
  expect(await day()).toBe('2026-02-03');
});

test('[security 41] a report contains what its reader sees at that moment: more with a rule, nothing without the organisation', async () => {
  const { data } = await subscribe(teacher);
  const rule = await admin.call(ruleRoutes.createRule, {
    body: {
      ownerType: 'USER',
      ownerIds: [teacher.id],
      relation: null,
      subjectType: 'WMS_ORG',
      subjectModel: 'select',
      subjectIds: [org('LAB-BIO')],
      conditions: [],
      actions: ['SEE'],
      fromDay: null,
      untilDay: null,
      note: null,
    },
  });
  await clock();
  const [first] = await sent(teacher);
  expect(await rowsOf(teacher, first!.id)).toEqual(['OURS', 'THEIRS']);
  await admin.call(ruleRoutes.batchRules, { params: { action: 'end' }, body: { ids: [rule.data.id], untilDay: null } });
  await clock();
  const [next] = await sent(teacher);
  expect(await rowsOf(teacher, next!.id)).toEqual(['OURS']);

  // Former members get nothing, and no longer see earlier reports.
  await sql`delete from sys_message`.execute(world.services.db);
  const { rows } =
    await sql`delete from wms_org_member where user_id = ${teacher.id} and org_id = ${org('LAB-CATALYSIS')} returning *`.execute(
      world.services.db,
    );
  try {
    await clock();
    expect(await messages(teacher)).toEqual([]);
    expect((await sent(teacher))[0]).toMatchObject({ state: 'FAILED', fault: '账户、角色或组织已变更' });
    const { list } = (await teacher.call(reportPlanRoutes.listPlans)).data;
    expect(list).toMatchObject([{ id: data.id, active: false, fault: '账户、角色或组织已变更' }]);
    await expect.poll(async () => (await teacher.call(reportSentRoutes.getSent, { params: { id: first!.id } })).status).toBe(404);
  } finally {
    await sql`insert into wms_org_member select * from jsonb_populate_recordset(null::wms_org_member, ${JSON.stringify(rows)}::jsonb)`.execute(
      world.services.db,
    );
    // After leaving an organisation, a user works for none until they choose.
    teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  }
});

test('[security 41] users neither see nor change subscriptions and reports of others', async () => {
  const { data } = await subscribe(teacher);
  await clock();
  const { id } = (await sent(teacher))[0]!;
  for (const person of [await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO'), admin]) {
    expect((await person.call(reportSentRoutes.getSent, { params: { id } })).status).toBe(404);
    expect((await person.call(reportSentRoutes.listSent)).data.list).toEqual([]);
    expect((await person.call(reportPlanRoutes.listPlans)).data.list).toEqual([]);
    for (const ask of [
      person.call(reportPlanRoutes.updatePlan, { params: { id: data.id }, body: { ...plan(), rev: 1 } }),
      person.call(reportPlanRoutes.sendPlan, { params: { id: data.id } }),
      person.call(reportPlanRoutes.deletePlan, { params: { id: data.id } }),
    ])
      expect((await ask).status).toBe(404);
  }
});

test('[S2.46] a report manager sends one to a role: each holder gets their own, for each organisation they work for', async () => {
  expect((await subscribe(teacher, { roleCode: 'ROLE_TEACHER' })).status).toBe(403);
  const foreign = await subscribe(admin, { roleCode: 'ROLE_SUPPLIER' });
  expect(foreign.error.data).toMatchObject({ fields: [{ path: 'roleCode' }] });
  expect((await subscribe(admin, { roleCode: 'ROLE_TEACHER' })).status).toBe(200);
  await clock();
  const { rows } = await sql<{ username: string; org: string; rows: number }>`
    select u.username, o.code as org, s.row_count as rows from sys_report_sending s join sys_user u on u.id = s.user_id
      left join wms_org o on o.id = s.org_id where s.state = 'DONE' order by 1, 2`.execute(world.services.db);
  const own = rows.filter(({ username }) => username === 'teacher' || username === 'teacher2');
  expect(own).toEqual([
    { username: 'teacher', org: 'LAB-CATALYSIS', rows: 1 },
    { username: 'teacher', org: 'LAB-POLYMER', rows: 0 },
    { username: 'teacher2', org: 'LAB-BIO', rows: 1 },
  ]);
  expect((await messages(teacher)).map(({ title }) => title)).toEqual(['报表：批次', '报表：批次']);
  expect(await messages(admin)).toEqual([]);
});

test('[S2.46] an empty report is skipped if requested, except when run at once', async () => {
  const { data } = await subscribe(teacher, { onlyRows: true, values: { least: '1000' } });
  await clock();
  expect(await messages(teacher)).toEqual([]);
  expect(await sent(teacher)).toMatchObject([{ state: 'EMPTY', rowCount: 0 }]);
  await teacher.call(reportPlanRoutes.sendPlan, { params: { id: data.id } });
  await sendReports(world.services, signal);
  expect(await messages(teacher)).toMatchObject([{ content: '您订阅的“批次”已生成，共 0 行。' }]);
});

test("[F-D11] a report's new message replaces its former one, and no other report's", async () => {
  await subscribe(teacher);
  await subscribe(teacher, { values: { least: '6' } });
  await clock();
  const before = await messages(teacher);
  expect(before.map(({ title }) => title)).toEqual(['报表：批次', '报表：批次']);
  await teacher.call(inbox.notifyMine, { params: { id: before[0]!.id } });
  await clock();
  const now = await messages(teacher);
  // One that was read stays, marked as outdated.
  expect(now).toHaveLength(3);
  expect(now.filter(({ state }) => state === 'NEW')).toHaveLength(2);
  const old = before.map(({ id }) => id);
  expect(now.filter(({ id }) => old.includes(id))).toMatchObject([{ id: before[0]!.id, state: 'READ' }]);
  await sql`update sys_report set state = 'DRAFT' where id = ${report.id}`.execute(world.services.db);
  try {
    await clock();
  } finally {
    await sql`update sys_report set state = 'PUBLISHED' where id = ${report.id}`.execute(world.services.db);
  }
  const over = (await messages(teacher)).filter(({ state }) => state === 'NEW');
  expect(over.map(({ title }) => title)).toEqual(['报表订阅已停止：批次', '报表订阅已停止：批次']);
});

test('[S2.46][F-D11] a failed report says why and is retried next time; a deleted one stops', async () => {
  const { data: slow } = await admin.call(reportRoutes.createReport, {
    body: {
      ...reportForm('T-PLAN-SLOW'),
      name: '太慢',
      sql: 'select count(*) as n from generate_series(1, 50000) a, generate_series(1, 50000) b',
      seconds: 1,
      roles: ['ROLE_TEACHER'],
    },
  });
  await subscribe(teacher, { reportId: slow.id });
  await clock();
  expect(await messages(teacher)).toMatchObject([
    { kind: 'WARN', title: '报表未能生成：太慢', content: '您订阅的“太慢”这次没有生成：运行超时。下次仍会按时运行。' },
  ]);
  expect((await teacher.call(reportPlanRoutes.listPlans)).data.list).toMatchObject([{ active: true, fault: null }]);
  await sql`update sys_report set roles = '{}' where id = ${slow.id}`.execute(world.services.db);
  await clock();
  expect(await messages(teacher)).toMatchObject([{ kind: 'WARN', title: '报表订阅已停止：太慢' }]);
  expect((await teacher.call(reportPlanRoutes.listPlans)).data.list).toMatchObject([
    { active: false, fault: '报表已不存在、未发布，或您已无权运行' },
  ]);
});

test('a delivery interrupted by the end of its process is resumed by another', async () => {
  await subscribe(teacher);
  await due();
  const ended = new AbortController();
  ended.abort();
  await sendReports(world.services, ended.signal);
  await sql`update sys_report_sending set state = 'RUNNING', begun_at = now(), tries = 1`.execute(world.services.db);
  await sendReports(second.services, signal);
  expect(await messages(teacher)).toEqual([]);
  await sql`update sys_report_sending set begun_at = now() - interval '16 minutes'`.execute(world.services.db);
  await sendReports(second.services, signal);
  expect(await messages(teacher)).toHaveLength(1);
});

test('invalid subscriptions are refused at their field, and one person has a maximum', async () => {
  const refused: [Partial<PlanForm>, status: number, path: string | null][] = [
    [{ rhythm: 'WEEKLY' }, 422, 'day'],
    [{ rhythm: 'WEEKLY', day: 8 }, 422, 'day'],
    [{ day: 3 }, 422, 'day'],
    [{ values: { day: '2026-02-30' } }, 422, 'values.day'],
    [{ values: { day: '' } }, 422, 'values.day'],
    [{ values: { nothing: 'x' } }, 400, null],
    [{ reportId: crypto.randomUUID() }, 404, null],
  ];
  for (const [more, status, path] of refused) {
    const answer = await subscribe(teacher, more);
    expect([more, answer.status, answer.error.data?.fields?.[0]?.path ?? null]).toEqual([more, status, path]);
  }
  expect((await subscribe(await world.as('teacher', 'ROLE_TEACHER'))).error.code).toBe('ORG_NEEDED');
  const { data } = await subscribe(teacher);
  const other = { ...plan({ rhythm: 'MONTHLY', day: 31 }), rev: data.rev };
  expect((await teacher.call(reportPlanRoutes.updatePlan, { params: { id: data.id }, body: other })).data).toMatchObject({
    rhythm: 'MONTHLY',
    day: 31,
  });
  expect((await teacher.call(reportPlanRoutes.updatePlan, { params: { id: data.id }, body: other })).error.code).toBe('STALE');
  await sql`insert into sys_report_plan (id, report_id, user_id, rhythm, hour, next_at)
    select gen_random_uuid(), ${report.id}, ${teacher.id}, 'DAILY', 1, now() + interval '1 day' from generate_series(2, ${PLANS_MAX}::int)`.execute(
    world.services.db,
  );
  expect((await subscribe(teacher)).error.code).toBe('GIVEN_MAX');
});

test('[S2.46] with a mail server, reports are sent by e-mail to recipients who want that, in their language', async () => {
  await configureSmtp(world, box);
  const { db } = world.services;
  await sql`update sys_user set email = 'chen@example.edu', email_verified_at = now() where id = ${teacher.id}`.execute(db);
  await sql`insert into sys_mail_choice (user_id, kind, how) values (${teacher.id}, 'NOTICE', 'AT_ONCE')
    on conflict (user_id, kind) do update set how = excluded.how`.execute(db);
  await teacher.send('PUT', '/auth/biz/user/by-me/setting/ui.locale', { value: 'en' });
  await subscribe(teacher);
  await clock();
  await sendQueuedMails(world.services);
  const [mail] = box.to('chen@example.edu');
  expect(mail!.subject).toContain('Report: Batches');
  expect(mail!.text).toContain(`${SITE}/def/base/report/sent?id=${(await sent(teacher))[0]!.id}`);
  const { id } = (await sent(teacher))[0]!;
  const { result } = (await teacher.call(reportSentRoutes.getSent, { params: { id } })).data;
  expect(result!.columns.map(({ label }) => label)).toEqual(['Batch', 'Owner', 'day']);
});
