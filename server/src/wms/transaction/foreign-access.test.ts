// Access to other people's documents and stock.
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  deposited,
  draft,
  lineOf,
  openScene,
  saltForm,
  saltLine,
  submitted,
  type Cast,
  type Places,
} from '../../../test/_flow.ts';
import type { Person, World } from '../../../test/_world.ts';

let world: World;
let cast: Cast;
let places: Places;
let other: Person;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
  other = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
});
afterAll(() => world.end());

const line = (qty = '1', more = {}) => saltLine(places, qty, more);
const form = (more: Record<string, unknown> = {}) => saltForm(places, more);
const create = (body: unknown, headers = {}) => cast.teacher.send('POST', '/wms/transaction', body, headers);

test("[S6.42] another group's documents and stock are 404, same as an unknown id", async () => {
  const mine = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line()] });
  const unknownId = crypto.randomUUID();
  for (const id of [mine.id, unknownId]) {
    const calls = [
      other.call(routes.getTransaction, { params: { id } }),
      other.call(routes.listRecords, { params: { id } }),
      other.call(routes.withdrawTransaction, { params: { id }, body: { rev: 1 } }),
      other.call(routes.updateTransaction, { params: { id }, body: { ...(form() as never as object), rev: 1 } as never }),
      other.call(routes.deleteTransaction, { params: { id } }),
      other.call(routes.getPickupCode, { params: { id } }),
    ];
    for (const answer of await Promise.all(calls)) {
      expect({ ...answer.error, data: null }).toEqual({
        errorCode: 'WMS_ERROR',
        code: 'NOT_FOUND',
        message: '记录不存在',
        data: null,
      });
    }
  }
  const { list } = (await other.call(routes.listTransactions, { query: { type: 'INBOUND' } })).data;
  expect(list.every((row) => row.ownerOrgName === '分子生物学课题组')).toBe(true);
  await deposited(cast, { warehouseId: places.w2, lines: [line('5', { batchNo: 'MINE' })] });
  const stock = await world.services.db
    .selectFrom('wms_product_box')
    .select('id')
    .where('qty', '>', '0')
    .executeTakeFirstOrThrow();
  const theft = await other.send(
    'POST',
    '/wms/transaction',
    form({ type: 'OUTBOUND', lines: [lineOf(places.product('C-NACL'), '1', { productBoxId: stock.id })] }),
  );
  expect(theft).toMatchObject({ status: 404, error: { data: { fields: [{ path: 'lines.0.productBoxId' }] } } });
  const unnamed = await submitted(other, { type: 'INBOUND', warehouseId: places.w2, lines: [line()] });
  expect(unnamed.ownerOrgName).toBe('分子生物学课题组');
  const borrowed = await draft(other, {
    type: 'OUTBOUND',
    warehouseId: places.w2,
    lines: [lineOf(places.product('C-NACL'), '1')],
  });
  const short = await other.call(routes.submitTransaction, { params: { id: borrowed.id }, body: { rev: borrowed.rev } });
  expect(short.error).toMatchObject({ code: 'INSUFFICIENT', data: { available: '0' } });
});

test('[S6.41] rejects a page role that the caller lacks, or a missing one', async () => {
  const page = (role: string) => cast.teacher.send('GET', '/wms/transaction?type=INBOUND', undefined, { 'X-Page-Role': role });
  for (const role of ['ROLE_WAREHOUSE_ADMIN', 'role_teacher', 'ROLE_TEACHER, ROLE_ADMIN', 'x']) {
    expect((await page(role)).error.code).toBe('PAGE_ROLE');
  }
  expect((await page('')).error.code).toBe('PAGE_ROLE');
  const withoutGroup = await world.as('teacher', 'ROLE_TEACHER');
  expect((await withoutGroup.call(routes.listTransactions, { query: { type: 'INBOUND' } })).error.code).toBe('ORG_NEEDED');
});

test('a write for a group deselected in another window affects neither group', async () => {
  const org = await world.services.db
    .selectFrom('wms_org')
    .where('code', '=', 'LAB-POLYMER')
    .select('id')
    .executeTakeFirstOrThrow();
  const refused = await create(form(), { 'X-Org-Id': org.id });
  expect(refused).toMatchObject({ status: 409, error: { code: 'ORG_CHANGED' } });
});

test("[F-D10] a document of the caller's second group returns that group, one of a stranger returns none", async () => {
  const mine = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line()] });
  const params = { id: mine.id };
  const elsewhere = await world.as('teacher', 'ROLE_TEACHER', 'LAB-POLYMER');
  expect((await elsewhere.call(routes.getTransaction, { params })).status).toBe(404);
  expect((await elsewhere.call(routes.findOwner, { params })).data).toEqual({
    id: mine.ownerOrgId,
    name: '催化化学课题组',
    type: 'LAB',
  });
  expect((await other.call(routes.findOwner, { params })).status).toBe(404);
  const unsigned = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line()] });
  const reviewer = await world.as('reviewer', 'ROLE_WAREHOUSE_ADMIN');
  expect((await reviewer.call(routes.findOwner, { params: { id: unsigned.id } })).status).toBe(404);
});
