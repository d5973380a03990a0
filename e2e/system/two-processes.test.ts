// Two processes on one database: a change made at one applies to the next request at both, even if a notification is missed.
import { randomUUID } from 'node:crypto';
import { Client as Database } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Client } from '../_client.ts';
import type { Product } from '../_product.ts';
import { startTwoProcesses, type TwoProcesses } from '../_two-processes.ts';

let two: TwoProcesses;
let database: Database;
let products: Product[] = [];
/** The administrator at each process. */
let admins: Client[] = [];

beforeAll(async () => {
  two = await startTwoProcesses('two_processes');
  products = [two.here, two.there];
  database = new Database({ connectionString: two.databaseUrl });
  await database.connect();
  admins = await Promise.all(products.map(({ url }) => Client.signIn(url, 'admin', 'ROLE_ADMIN')));
});
afterAll(async () => {
  await database.end();
  await two.dispose();
});

interface Row {
  id: string;
  code: string;
  rev: number;
}
type Call = (client: Client) => Promise<{ status: number }>;

const bodyOf = async <T>(reply: Promise<{ status: number; body: T }>): Promise<T> => {
  const { status, body } = await reply;
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const idOf = async (table: string, column: string, value: string): Promise<string> =>
  (await database.query<{ id: string }>(`select id from ${table} where ${column} = $1`, [value])).rows[0]!.id;

/** One session at both processes, cached in each by a call. */
async function signInAtBoth(username: string, pageRole: string, group?: string): Promise<Client[]> {
  const one = await Client.signIn(products[0]!.url, username, pageRole, group);
  return [one, one.at(products[1]!.url)];
}

/** Statuses of a call made at both processes at once. */
const statuses = (clients: readonly Client[], call: Call): Promise<number[]> =>
  Promise.all(clients.map(async (client) => (await call(client)).status));

/** Opens a socket to each process. @returns their close codes */
async function linesOf(clients: readonly Client[]): Promise<{ closed: Promise<number> }[]> {
  return Promise.all(
    clients.map(async (client, at) => {
      const socket = new WebSocket(`${products[at]!.url.replace('http', 'ws')}/ws/msg`);
      const closed = new Promise<number>((done) => socket.once('close', done));
      await new Promise((done) => socket.once('open', done));
      const token = client.headers['authorization']!.replace('Bearer ', '');
      const answered = new Promise<string>((done) => socket.once('message', (data) => done((data as Buffer).toString())));
      socket.send(JSON.stringify({ id: '1', t: 'USER_LOGIN', d: JSON.stringify({ token, deviceId: randomUUID() }) }));
      expect(JSON.parse(await answered)).toMatchObject({ c: 200 });
      return { closed };
    }),
  );
}

const ledger: Call = (client) => client.get('/wms/ledger?size=1');
const roles: Call = (client) => client.get('/auth/power/role?size=1');
const ROUNDS = [0, 1, 0, 1, 0, 1];

test('[security 14] granting or revoking a role, or changing its powers, applies to the next request at both', async () => {
  const keeper = await signInAtBoth('keeper', 'ROLE_WAREHOUSE_ADMIN');
  const userIds = [await idOf('sys_user', 'username', 'keeper')];
  const roleId = await idOf('sys_role', 'code', 'ROLE_WMS_ADMIN_PBOX');
  expect(await statuses(keeper, ledger)).toEqual([200, 200]);
  for (const at of ROUNDS) {
    await bodyOf(admins[at]!.post(`/auth/power/role/${roleId}/person/remove`, { userIds }));
    expect(await statuses(keeper, ledger)).toEqual([403, 403]);
    await bodyOf(admins[at]!.post(`/auth/power/role/${roleId}/person`, { userIds }));
    expect(await statuses(keeper, ledger)).toEqual([200, 200]);
  }
  const form = { code: 'ROLE_TWO', name: '两处', nameEn: 'Two', sort: 500, valid: true, remark: null };
  let role = await bodyOf(admins[0]!.post<Row>('/auth/power/role', { ...form, powers: [] }));
  await bodyOf(admins[0]!.post(`/auth/power/role/${role.id}/person`, { userIds }));
  for (const at of ROUNDS) {
    for (const powers of [['POWER_ROLE_MANAGE'], []]) {
      role = await bodyOf(admins[at]!.put<Row>(`/auth/power/role/${role.id}`, { ...form, powers, rev: role.rev }));
      const expected = powers.length > 0 ? 200 : 403;
      expect(await statuses(keeper, roles)).toEqual([expected, expected]);
    }
  }
});

interface Version {
  menus: { code: string; name: string }[];
  sysConfigs: { code: string; value: string }[];
  dics: { code: string; fields: { code: string; label: string }[] }[];
}
const versions = (): Promise<Version[]> =>
  Promise.all(products.map(async ({ url }) => (await (await fetch(`${url}/api/basic/sys/version/mg/pub`)).json()) as Version));

test('[S2.45] a setting, a dictionary name and a menu entry are the same at both with the next request', async () => {
  for (const [round, at] of ROUNDS.entries()) {
    const name = `第 ${round} 次`;
    const config = '/sys/config/SYS_ADMIN_TITLE';
    const { rev } = await bodyOf(admins[at]!.get<Row>(config));
    await bodyOf(admins[at]!.put(config, { value: name, reason: '测试', rev }));
    const titles = (await versions()).map(({ sysConfigs }) => sysConfigs.find(({ code }) => code === 'SYS_ADMIN_TITLE')!.value);
    expect(titles).toEqual([name, name]);

    const entry = { parentId: null, name, nameEn: name, nameTag: null, url: '/def/base/msg-inbox', urlExp: [], icon: null };
    const who = { show: true, keepalive: true, role: [], pageRole: [] };
    await bodyOf(admins[at]!.post('/sys/project/app/menu', { code: `site.n${round}`, ...entry, ...who }));
    for (const { menus } of await versions()) expect(menus.map((item) => item.name)).toContain(name);

    const dicId = await idOf('sys_dic', 'code', 'WMS_GRADE');
    const dic = await bodyOf(admins[at]!.get<Row & { fields: object[]; name: string }>(`/auth/dic/dic/${dicId}`));
    const { code, name: called, nameEn, public: isPublic, fields } = dic as unknown as Record<string, unknown>;
    const word = { code: `N${round}`, label: name, labels: [], props: [], valid: true };
    const body = { code, name: called, nameEn, public: isPublic, fields: [...(fields as object[]), word], rev: dic.rev };
    await bodyOf(admins[at]!.put(`/auth/dic/dic/${dicId}`, body));
    for (const { dics } of await versions())
      expect(dics.find((each) => each.code === 'WMS_GRADE')!.fields.map(({ label }) => label)).toContain(name);
  }
});

test('[security 13, 14] disabling a user or organisation, or revoking a session, applies at both, sockets included', async () => {
  const staffId = await idOf('sys_user', 'username', 'staff');
  const orgId = await idOf('wms_org', 'code', 'LAB-BIO');
  const me: Call = (client) => client.get('/auth/biz/user/by-me');
  const stock: Call = (client) => client.get('/wms/product-box?size=1');
  for (const at of ROUNDS) {
    const teacher = await signInAtBoth('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
    for (const valid of [false, true]) {
      expect(await statuses(teacher, stock)).toEqual(valid ? [409, 409] : [200, 200]);
      const org = await bodyOf(admins[at]!.get<Row>(`/wms/org/${orgId}`));
      await bodyOf(admins[at]!.put(`/wms/org/${orgId}/state`, { state: valid ? 'ACTIVE' : 'DISABLED', rev: org.rev }));
    }
    expect(await statuses(teacher, stock)).toEqual([200, 200]);

    const ended = await signInAtBoth('staff', 'ROLE_STAFF');
    expect(await statuses(ended, me)).toEqual([200, 200]);
    const endedLines = await linesOf(ended);
    await bodyOf(admins[at]!.post('/auth/biz/session/end', { userId: staffId }));
    expect(await statuses(ended, me)).toEqual([401, 401]);
    expect(await Promise.all(endedLines.map(({ closed }) => closed))).toEqual([1008, 1008]);

    const staff = await signInAtBoth('staff', 'ROLE_STAFF');
    expect(await statuses(staff, me)).toEqual([200, 200]);
    const lines = await linesOf(staff);
    const path = `/auth/biz/user/account/${staffId}`;
    const setState = async (state: string): Promise<unknown> => {
      const { rev } = await bodyOf(admins[at]!.get<Row>(path));
      return bodyOf(admins[at]!.put(`${path}/state`, { state, rev }));
    };
    await setState('DISABLED');
    expect(await statuses(staff, me)).toEqual([401, 401]);
    expect(await Promise.all(lines.map(({ closed }) => closed))).toEqual([1008, 1008]);
    await setState('ACTIVE');
  }
});

test('[security 14] a process whose LISTEN connection is lost uses none of its caches', async () => {
  const reviewer = await signInAtBoth('reviewer', 'ROLE_WAREHOUSE_ADMIN');
  const userIds = [await idOf('sys_user', 'username', 'reviewer')];
  const roleId = await idOf('sys_role', 'code', 'ROLE_WMS_ADMIN_PBOX');
  const cut = () =>
    database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name like 'kuwei-events:%'`,
      ['two_processes'],
    );
  for (const at of ROUNDS) {
    for (const [path, status] of [
      ['person', 200],
      ['person/remove', 403],
    ] as const) {
      await cut();
      await bodyOf(admins[at]!.post(`/auth/power/role/${roleId}/${path}`, { userIds }));
      expect(await statuses(reviewer, ledger)).toEqual([status, status]);
    }
  }
});
