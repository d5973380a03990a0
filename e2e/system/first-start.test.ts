// From an empty database to the first finished deposit, by the calls of the console alone: no SQL, no restart, nobody from the demo world.
import { randomUUID } from 'node:crypto';
import { API_BASE, DEVICE_HEADER, IDEMPOTENCY_HEADER, PAGE_ROLE_HEADER } from '@kuwei/contract/constants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type Product } from '../_product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ DEMO: '0' });
}, 200_000);
afterAll(() => product.dispose());

interface Person {
  id: string;
  call: <T = { id: string; rev: number }>(method: string, path: string, body?: unknown) => Promise<T>;
}

const OWN_PASSWORD = 'Kestrel-harbour-47-linen';

/** Signs in with a one-time password, and gives themselves another, as the console asks for. */
async function arrive(username: string, once: string, pageRole: string): Promise<Person> {
  const headers: Record<string, string> = {
    [DEVICE_HEADER]: randomUUID(),
    'content-type': 'application/json',
    'accept-language': 'zh',
  };
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const role = path.startsWith('/auth/') || path === '/wms/org' || path.startsWith('/sys/first') ? 'ROLE_ADMIN' : pageRole;
    const response = await fetch(`${product.url}${API_BASE}${path}`, {
      method,
      headers: { ...headers, [IDEMPOTENCY_HEADER]: randomUUID(), [PAGE_ROLE_HEADER]: username === 'admin' ? role : pageRole },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as T;
    if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const signIn = async (password: string): Promise<void> => {
    delete headers['authorization'];
    const { token } = await call<{ token: string }>('POST', '/auth/auth/token/login', { username, password });
    headers['authorization'] = `Bearer ${token}`;
  };
  await signIn(once);
  await call('PUT', '/auth/biz/user/by-me/password', { oldPassword: once, password: OWN_PASSWORD, repeated: OWN_PASSWORD });
  await signIn(OWN_PASSWORD);
  const { id } = await call<{ id: string }>('GET', '/auth/biz/user/by-me');
  return { id, call };
}

interface Steps {
  open: boolean;
  steps: { code: string; done: boolean }[];
}

test('the first administrator comes from an empty database to a finished deposit, and the guide says how far', async () => {
  const admin = await arrive('admin', /Password, shown this once: (\S+)/.exec(product.output())![1]!, 'ROLE_WAREHOUSE_ADMIN');
  const done = async (): Promise<string[]> => {
    const { steps } = await admin.call<Steps>('GET', '/sys/first-steps');
    return steps.filter((step) => step.done).map(({ code }) => code);
  };
  expect(await admin.call<Steps>('GET', '/sys/first-steps')).toMatchObject({ open: true });
  expect(await done()).toEqual([]);

  const warehouse = await admin.call('POST', '/wms/warehouse', { code: 'W1', name: '一号仓库', keeperIds: [admin.id] });
  const shelf = await admin.call('POST', '/wms/container', {
    warehouseId: warehouse.id,
    type: 'SHELF',
    code: 'A',
    name: 'A 排货架',
  });
  await admin.call('POST', `/wms/container/${shelf.id}/box/generate`, { rows: 2, cols: 3 });
  const category = await admin.call('POST', '/wms/category', { code: 'WARE', name: '耗材' });
  const glove = await admin.call('POST', '/wms/product', {
    code: 'GLOVE',
    name: '手套',
    categoryId: category.id,
    kind: 'CONSUMABLE',
    baseUnit: 'BOX',
    trackBatch: false,
  });
  await admin.call('PUT', `/wms/product/${glove.id}/state`, { state: 'ACTIVE', rev: glove.rev });
  expect(await done()).toEqual(['WAREHOUSE', 'BOXES', 'PRODUCTS']);

  const group = await admin.call('POST', '/wms/org', {
    code: 'LAB-CHEN',
    name: '陈思课题组',
    type: 'LAB',
    members: [],
    quotas: [],
  });
  const orgs = await admin.call<{ list: { id: string; code: string }[] }>('GET', '/wms/org');
  const department = orgs.list.find(({ code }) => code === 'WAREHOUSE')!;
  const grant = (code: string) => ({ code, fromDay: null, untilDay: null });
  const member = (orgId: string, relation: string) => ({ orgId, relation, fromDay: null, untilDay: null });
  const add = async (username: string, name: string, roles: string[], org: object): Promise<Person> => {
    const account = await admin.call('POST', '/auth/biz/user/account', { username, name, roles: roles.map(grant), orgs: [org] });
    const { password } = await admin.call<{ password: string }>('POST', `/auth/biz/user/account/${account.id}/password`);
    return arrive(username, password, roles[0]!);
  };
  const teacher = await add('chen.si', '陈思', ['ROLE_TEACHER'], member(group.id, 'LEADER'));
  const reviewer = await add(
    'li.wen',
    '李文',
    ['ROLE_WAREHOUSE_ADMIN', 'ROLE_WMS_ADMIN_INBOUND_01'],
    member(department.id, 'MEMBER'),
  );
  expect(await done()).toEqual(['WAREHOUSE', 'BOXES', 'PRODUCTS', 'ORGS', 'PEOPLE', 'ROLES']);

  await teacher.call('POST', '/wms/org/auth/switch-org', { orgId: group.id });
  interface Document {
    id: string;
    rev: number;
    state: string;
    lines: { id: string }[];
  }
  let document = await teacher.call<Document>('POST', '/wms/transaction', {
    type: 'INBOUND',
    warehouseId: warehouse.id,
    lines: [{ productId: glove.id, unit: 'BOX', qty: '4' }],
  });
  const step = async (person: Person, action: string, body: object = {}): Promise<void> => {
    document = await person.call<Document>('PUT', `/wms/transaction/${document.id}/${action}`, { rev: document.rev, ...body });
  };
  await step(teacher, 'submit');
  await step(reviewer, 'approve');
  const boxes = await admin.call<{ list: { id: string }[] }>('GET', '/wms/warehouse-box');
  const lines = [{ lineId: document.lines[0]!.id, boxes: [{ productBoxId: null, boxId: boxes.list[0]!.id, qty: '4' }] }];
  await step(admin, 'box', { lines });
  await step(admin, 'finish');
  expect(document.state).toBe('DONE');
  expect(await admin.call<Steps>('GET', '/sys/first-steps')).toMatchObject({ open: false });
}, 120_000);
