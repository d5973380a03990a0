// @module-tag alone
import { accountRoutes } from '@kuwei/contract/auth/account';
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { roleRoutes } from '@kuwei/contract/auth/role';
import { userRoutes } from '@kuwei/contract/auth/user';
import { workRoutes } from '@kuwei/contract/bpm/work';
import { orgRecordRoutes } from '@kuwei/contract/wms/org-record';
import { todoRoutes } from '@kuwei/contract/wms/todo';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillWarehouse } from '../../bench/goods.ts';
import { fillPeople } from '../../bench/people.ts';
import { fillQueues } from '../../bench/queues.ts';
import { findStuck } from '../src/bpm/stuck.ts';
import { kinds } from '../src/wms/kinds.ts';
import { SYSTEM_ID } from '../src/session/system-user.ts';
import { approved, assigned, openScene, saltLine, submitted, type Cast, type Places } from './_flow.ts';
import {
  buffersOf,
  recordQueries,
  listRoutes,
  questionsOf,
  findScannedTables,
  viewersOf,
  type RecordedQuery,
} from './_list-queries.ts';
import type { World } from './_world.ts';

const PEOPLE = 10_000;
const ORGS = 100;
/** A fifth of the users that lists must support; the cost of a row is independent of their number. */
const BUFFERS_MAX = 1_600;

const LISTS = [
  'listRoles',
  'listRolePeople',
  'findRolePeople',
  'listDoers',
  'listOrgs',
  'selectColleagues',
  'listAuthUsers',
  'listAccounts',
  'selectPeople',
  'listRuleOwners',
];

let world: World;
let cast: Cast;
let places: Places;
let client: Client;
let recorded: RecordedQuery[];
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
  client = new Client({ connectionString: world.database.url });
  await client.connect();
  await fillWarehouse(client, { stock: 1_000, ledger: 5_000 }, false);
  await fillQueues(client, { review: 20, work: 10, messages: 20 });
  await fillPeople(client, PEOPLE, ORGS);
  // A large department whose members are all colleagues.
  await client.query(`insert into wms_org_member (org_id, user_id)
    select o.id, u.id from wms_org o, sys_user u where o.code = 'LAB-CATALYSIS' and u.username ~ '^bench\\d+00$'`);
  await client.query('vacuum (analyze) wms_org_member');
  recorded = recordQueries(world);
});
afterAll(() => client.end().then(world.end));

const isFilled = ({ code }: { code: string }): boolean => code.startsWith('BENCH-LAB-');
const one = async (of: string): Promise<string> => (await client.query<{ x: string }>(`select (${of})::text as x`)).rows[0]!.x;

test("[F-R6] first pages of people, roles and organisations don't scan all users, under every filter and order", async () => {
  const flags = Object.fromEntries(
    ['valid', 'builtIn', 'deleted', 'locked', 'owns', 'cannot'].map((flag): [string, boolean[]] => [flag, [true, false]]),
  );
  const questions = questionsOf(
    await viewersOf(world),
    {
      ...flags,
      q: ['teacher', '人员', 'bench77', '没有这样的', 'qz'],
      role: ['ROLE_TEACHER'],
      'listRolePeople.role': [await one(`select id from sys_role where code = 'ROLE_TEACHER'`)],
      orgId: [await one(`select id from wms_org where code = 'BENCH-LAB-7'`)],
      leaderId: [await one(`select id from sys_user where username = 'teacher'`)],
      taskId: [await one(`select id from bpm_task where state = 'OPEN' limit 1`)],
      identity: ['STAFF', 'VISITOR'],
      endsWithin: [7, 90],
      ids: [await one(`select id from sys_user where username = 'teacher'`)],
      power: ['POWER_ROLE_MANAGE'],
      what: ['power:POWER_ROLE_MANAGE', 'call:GET /wms/product-box'],
    },
    listRoutes.filter(([name]) => LISTS.includes(name)),
  );
  const above: string[] = [];
  for (const { name, ask } of questions) {
    recorded.length = 0;
    expect([name, (await ask()).status]).toEqual([name, 200]);
    let read = 0;
    for (const each of recorded.filter(({ text }) => !/^(begin|commit|rollback)/.test(text)))
      read += await buffersOf(client, each);
    if (read > BUFFERS_MAX) above.push(`${read} ${name}`);
  }
  expect(above).toEqual([]);
  expect(questions.length).toBeGreaterThan(500);
}, 300_000);

test("[F-3P2, F-3P4] loading a user, their to-dos and each step of a document doesn't scan all users", async () => {
  const inbound = { type: 'INBOUND' as const, warehouseId: places.w2, lines: [saltLine(places)] };
  const steps: Record<string, () => Promise<unknown>> = {
    whoami: () => cast.teacher.call(userRoutes.getMe),
    steps: async () => assigned(cast, await approved(cast, await submitted(cast.teacher, inbound))),
    todo: () => cast.reviewer.call(workRoutes.listTodo, { query: {} }),
    overdue: () => cast.reviewer.call(workRoutes.listTodo, { query: { overdue: true } }),
    done: () => cast.reviewer.call(workRoutes.listDone, { query: {} }),
    count: () => cast.reviewer.call(workRoutes.countWork),
    bell: () => cast.reviewer.call(todoRoutes.listMyTodos),
    stuck: () => findStuck(world.services, kinds),
  };
  const scanned: string[] = [];
  for (const [name, step] of Object.entries(steps)) {
    recorded.length = 0;
    await step();
    for (const each of recorded.filter(({ text }) => /^\s*(\/\*.*\*\/)?\s*(select|with|insert|update|delete)\b/.test(text)))
      for (const table of await findScannedTables(client, each))
        if (['sys_user', 'sys_role_grant', 'wms_org_member'].includes(table)) scanned.push(`${name} ${table}: ${each.text}`);
  }
  expect(scanned).toEqual([]);
});

test('[F-3P4] delegates are looked up once for tasks with the same candidates, not once per row', async () => {
  const readTodo = async (): Promise<number> => {
    recorded.length = 0;
    const { list } = (await cast.reviewer.call(workRoutes.listTodo, { query: {} })).data;
    expect(list.length).toBeGreaterThan(15);
    let read = 0;
    for (const each of recorded.filter(({ text }) => !/^(begin|commit|rollback)/.test(text)))
      read += await buffersOf(client, each);
    return read;
  };
  const before = await readTodo();
  const { rows } = await client.query<{ id: string }>(
    `insert into bpm_delegation (id, from_id, to_id, from_at, until_at, created_by)
     select gen_random_uuid(), a.id, b.id, now() - interval '1 day', now() + interval '9 days', a.id
       from generate_series(1, 100) n join sys_user a on a.username = 'bench' || n join sys_user b on b.username = 'bench' || (n + 1)
     returning id`,
  );
  await client.query('analyze bpm_delegation');
  const after = await readTodo();
  await client.query('delete from bpm_delegation where id = any($1)', [rows.map(({ id }) => id)]);
  const perQuestion = 20;
  expect(after - before).toBeLessThanOrEqual(rows.length * perQuestion * 3);
});

test('roles and organisations count current holders only, without disabled, deleted, future and former ones', async () => {
  await client.query(`
    update sys_user set deleted_at = now() where username ~ '^bench\\d*11$';
    update sys_user set state = 'DISABLED' where username ~ '^bench\\d*22$';
    update sys_role_grant set from_day = current_date + 1 where user_id in (select id from sys_user where username ~ '^bench\\d*33$');
    update sys_role_grant set from_day = current_date - 2, until_day = current_date - 1
     where user_id in (select id from sys_user where username ~ '^bench\\d*44$');
    update wms_org_member set from_day = current_date - 2, until_day = current_date - 1
     where user_id in (select id from sys_user where username ~ '^bench\\d*55$');
    update wms_org_member set relation = 'LEADER' where user_id in (select id from sys_user where username in ('bench11', 'bench55', 'bench60'))`);
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const isNow = (alias: string) =>
    sql.raw(`coalesce(${alias}.from_day <= current_date, true) and coalesce(${alias}.until_day >= current_date, true)`);
  const { rows: held } = await sql<{ code: string; people: number }>`
    select r.code, (select count(*)::int from sys_role_grant g join sys_user u on u.id = g.user_id
      where g.role_code = r.code and ${isNow('g')} and u.state = 'ACTIVE' and u.deleted_at is null and u.id <> ${SYSTEM_ID}) as people
      from sys_role r order by 2 desc, r.code desc`.execute(world.services.db);
  const roles = (await admin.call(roleRoutes.listRoles, { query: { sort: '-people', size: 100 } })).data.list;
  expect(roles.map(({ code, people }) => ({ code, people }))).toEqual(held);
  expect(held[0]).toMatchObject({ code: 'ROLE_TEACHER' });
  const { rows: holders } = await sql<{ code: string; users: number }>`
    select r.code, (select count(*)::int from sys_role_grant g join sys_user u on u.id = g.user_id
      where g.role_code = r.code and ${isNow('g')} and not g.idle and u.deleted_at is null) as users from sys_role r`.execute(
    world.services.db,
  );
  const named = (await admin.call(proxyRoutes.listAuthRoles)).data;
  expect(Object.fromEntries(named.map(({ code, users }) => [code, users]))).toEqual(
    Object.fromEntries(holders.map(({ code, users }) => [code, users])),
  );
  const { rows: belonging } = await sql<{ code: string; memberCount: number; leaders: string[] }>`
    select o.code, (select count(*)::int from wms_org_member m join sys_user u on u.id = m.user_id
             where m.org_id = o.id and ${isNow('m')} and u.deleted_at is null) as "memberCount",
           array(select u.username from wms_org_member m join sys_user u on u.id = m.user_id
             where m.org_id = o.id and ${isNow('m')} and u.deleted_at is null and m.relation = 'LEADER') as leaders
      from wms_org o where o.code like 'BENCH%' order by o.code collate wms_natural`.execute(world.services.db);
  const orgs = (await admin.call(orgRecordRoutes.listOrgs, { query: { type: ['LAB'], size: 200 } })).data.list.filter(isFilled);
  expect(orgs.map(({ code, memberCount }) => ({ code, memberCount }))).toEqual(
    belonging.map(({ code, memberCount }) => ({ code, memberCount })),
  );
  const led = (await admin.call(orgRecordRoutes.listOrgs, { query: { without: 'LEADER', size: 200 } })).data.list.filter(
    isFilled,
  );
  expect(led.map(({ code }) => code)).toEqual(belonging.filter(({ leaders }) => leaders.length === 0).map(({ code }) => code));
  expect(led.length).toBe(ORGS - 1);
});

test('filters for users without a role, by attributes, and of colleagues match a check of each user', async () => {
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const { db } = world.services;
  const { rows: lacking } = await sql<{ username: string }>`
    select username from sys_user u where deleted_at is null and id <> ${SYSTEM_ID}
       and not exists (select from sys_user_role h where h.user_id = u.id) order by lower(staff_no) desc nulls last, id desc`.execute(
    db,
  );
  const without = (
    await admin.call(accountRoutes.listAccounts, { query: { without: 'ROLE', sort: '-staffNo', size: 50, page: 2 } })
  ).data;
  expect(without.list.map(({ username }) => username)).toEqual(lacking.slice(50, 100).map(({ username }) => username));
  expect(without.total).toBe(lacking.length);
  const { rows: ofGroup } = await sql<{ username: string }>`
    select u.username from sys_user u join wms_org_user m on m.user_id = u.id join wms_org o on o.id = m.org_id
     where o.name = '课题组 42' and u.deleted_at is null order by lower(u.username), u.id`.execute(db);
  const found = (await admin.call(proxyRoutes.listAuthUsers, { query: { q: '课题组 42', sort: 'username', size: 200 } })).data;
  expect(found.list.map(({ username }) => username)).toEqual(ofGroup.map(({ username }) => username));
  expect(found.total).toBe(ofGroup.length);
  expect(ofGroup.length).toBeGreaterThan(90);
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const { rows: colleagues } = await sql<{ username: string }>`
    select distinct u.username, u.name collate "zh-x-icu", u.id from sys_user u join wms_org_user m on m.user_id = u.id
      join wms_org_user own on own.org_id = m.org_id and own.user_id = ${teacher.id}
     where u.state = 'ACTIVE' and u.deleted_at is null and u.id <> ${teacher.id} and u.username like '%00%'
     order by u.name collate "zh-x-icu", u.id`.execute(db);
  const asked = (await teacher.call(workRoutes.selectColleagues, { query: { q: '00', size: 200 } })).data;
  expect(asked.list.map(({ username }) => username)).toEqual(colleagues.map(({ username }) => username));
  expect(asked.total).toBe(colleagues.length);
  // Non-colleagues are found only by full user name.
  expect((await teacher.call(workRoutes.selectColleagues, { query: { q: 'BENCH7 ' } })).data.list).toMatchObject([
    { username: 'bench7' },
  ]);
});
