// Malformed and inconsistent input.
import { isDeepStrictEqual } from 'node:util';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { lineForm, transactionForm } from '@kuwei/contract/wms/transaction-form';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deposited, draft, lineOf, openScene, saltForm, saltLine, submit, type Cast, type Places } from '../../../test/_flow.ts';
import type { World } from '../../../test/_world.ts';
import { newId } from '../../db/id.ts';

let world: World;
let cast: Cast;
let places: Places;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
});
afterAll(() => world.end());

const line = (qty = '1', more = {}) => saltLine(places, qty, more);
const form = (more: Record<string, unknown> = {}) => saltForm(places, more);
const create = (body: unknown) => cast.teacher.send('POST', '/wms/transaction', body);
const count = async (): Promise<number> =>
  (
    await world.services.db
      .selectFrom('wms_transaction')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

test('a malformed body is 400, a value out of bounds 422, and nothing is stored', async () => {
  const before = await count();
  const shapes: unknown[] = [
    form({ state: 'DONE' }),
    form({ ownerOrgId: places.w1 }),
    form({ lines: 'x' }),
    form({ lines: [{ ...line(), qty: 5 }] }),
    form({ type: ['INBOUND'] }),
    form({ lines: [{ ...line(), qtyDone: '1' }] }),
    form({ warehouseId: { $ne: null } }),
    [],
    'text',
    5,
    form({ contact: { a: 1 } }),
    form({ attachments: {} }),
  ];
  for (const body of shapes) expect((await create(body)).error, JSON.stringify(body)).toMatchObject({ code: 'VALIDATION' });
  for (const qty of ['0', '-1', 'NaN', 'Infinity', '1e400', '1e3', '', ' ', '0x10', '1,5', '0.0000001', '1234567890123', '٣']) {
    const refused = await create(form({ lines: [line(qty)] }));
    expect({ qty, status: refused.status, field: refused.error.data?.fields?.[0]?.path }).toEqual({
      qty,
      status: 422,
      field: 'lines.0.qty',
    });
  }
  expect(await count()).toBe(before);
});

test('rejects prototype keys, broken or deep JSON, other content types and huge bodies before processing them', async () => {
  const raw = (payload: string, type = 'application/json') =>
    world.app.inject({
      method: 'POST',
      url: '/api/wms/transaction',
      payload,
      headers: { authorization: `Bearer ${cast.teacher.token}`, 'X-Page-Role': 'ROLE_TEACHER', 'content-type': type },
    });
  expect((await raw('{"__proto__":{"x":1},"type":"INBOUND"}')).statusCode).toBe(400);
  expect((await raw('{"constructor":{"prototype":{"x":1}}}')).statusCode).toBe(400);
  expect(({} as { x?: number }).x).toBeUndefined();
  expect((await raw('{"type":')).json()).toMatchObject({ errorCode: 'WMS_ERROR', code: 'VALIDATION' });
  expect((await raw('['.repeat(1_000_000))).statusCode).toBe(400);
  expect((await raw(`{"remark":"${'x'.repeat(5 * 1024 * 1024)}"}`)).json()).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  expect((await raw('type=INBOUND', 'application/x-www-form-urlencoded')).json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
  expect((await raw('{}', 'text/plain')).json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
});

test('[F-A2] refuses one line too many at its field, and ten thousand before processing them', async () => {
  const refused = await create(form({ lines: Array.from({ length: 501 }, () => line()) }));
  expect(refused).toMatchObject({
    status: 422,
    error: { code: 'INVALID', data: { fields: [{ path: 'lines', message: '最多 500 项' }] } },
  });
  const long = await create(form({ lines: Array.from({ length: 10_000 }, () => line()) }));
  expect([400, 413]).toContain(long.status);
  expect((await create(form({ lines: Array.from({ length: 500 }, () => line()) }))).status).toBe(200);
});

test('inconsistent values are refused at their field', async () => {
  const cases: [Record<string, unknown>, number, string, string][] = [
    [{ warehouseId: crypto.randomUUID() }, 404, 'NOT_FOUND', 'warehouseId'],
    [{ lines: [line('1', { productId: crypto.randomUUID() })] }, 404, 'NOT_FOUND', 'lines.0.productId'],
    [{ lines: [line('1', { unit: 'CARTON' })] }, 422, 'INVALID', 'lines.0.unit'],
    [{ lines: [line('1.5')] }, 422, 'QTY_DECIMALS', 'lines.0.qty'],
    [{ lines: [line('1', { madeOn: '2099-01-02' })] }, 422, 'BATCH_DATES', 'lines.0.expiresOn'],
    [{ lines: [line('1', { expiresOn: '2030-02-30' })] }, 422, 'INVALID', 'lines.0.expiresOn'],
    [{ depositUntil: '2020-01-01' }, 422, 'DEPOSIT_UNTIL', 'depositUntil'],
    [{ phone: '12' }, 422, 'INVALID', 'phone'],
    [{ attachments: [crypto.randomUUID()] }, 404, 'NOT_FOUND', 'attachments'],
    [{ supplierOrgId: crypto.randomUUID() }, 404, 'NOT_FOUND', 'supplierOrgId'],
  ];
  for (const [more, status, code, path] of cases) {
    const refused = await create(form(more));
    expect({ status: refused.status, code: refused.error.code, path: refused.error.data?.fields?.[0]?.path }).toEqual({
      status,
      code,
      path,
    });
  }
});

test('[F-3B7] every field of a document is either stored or refused', async () => {
  const { db } = world.services;
  const file = newId();
  await sql`insert into sys_file (id, name, type, size, sha256, visibility, created_by)
    select ${file}, 'a.txt', 'text/plain', 1, ${Buffer.alloc(32)}, 'PRIVATE', id from sys_user where username = 'teacher'`.execute(
    db,
  );
  const supplier = (await db.selectFrom('wms_org').where('type', '=', 'SUPPLIER').select('id').executeTakeFirstOrThrow()).id;
  const values: Record<string, unknown> = {
    targetWarehouseId: places.w1,
    contact: '张三',
    phone: '13800001234',
    planDate: '2099-01-02',
    depositUntil: '2099-01-03',
    purpose: '课题实验',
    purchaseNo: 'PO-1',
    deliveryNo: 'DN-1',
    supplierOrgId: supplier,
    remark: '易碎',
    attachments: [file],
    permitIds: [newId()],
  };
  const elsewhere = ['type', 'warehouseId', 'lines', 'unfinished'];
  expect(Object.keys(values)).toEqual(Object.keys(transactionForm.shape).filter((name) => !elsewhere.includes(name)));
  const lineValues: Record<string, unknown> = {
    batchNo: 'B9',
    madeOn: '2026-01-02',
    expiresOn: '2039-01-02',
    unit: 'BOTTLE',
    qty: '3',
    unitPrice: '12.5',
    remark: '轻放',
  };
  const named = ['productId', 'productBoxId'];
  expect(Object.keys(lineValues)).toEqual(Object.keys(lineForm.shape).filter((name) => !named.includes(name)));
  const refusedFields: Record<string, string[]> = {};
  const expectStoredOrRefused = async (
    name: string,
    more: Record<string, unknown>,
    kept: (document: Transaction) => unknown,
  ): Promise<void> => {
    const { type } = more;
    const answer = await create(form(more));
    if (answer.status >= 400) {
      expect(
        answer.error.data?.fields?.map(({ path }) => path),
        name,
      ).toEqual([name]);
      (refusedFields[type as string] ??= []).push(name);
    } else {
      const { id } = answer.data as Transaction;
      const stored = (await cast.teacher.call(routes.getTransaction, { params: { id } })).data;
      expect(kept(stored), `${String(type)} ${name}`).toBeTruthy();
    }
  };
  for (const type of ['INBOUND', 'OUTBOUND'] as const) {
    for (const [name, value] of Object.entries(values))
      await expectStoredOrRefused(name, { type, [name]: value }, (stored) =>
        name === 'attachments' ? stored.attachments[0]?.id === file : isDeepStrictEqual(stored[name as keyof Transaction], value),
      );
    for (const [name, value] of Object.entries(lineValues))
      await expectStoredOrRefused(`lines.0.${name}`, { type, lines: [line('1', { [name]: value })] }, ({ lines }) =>
        isDeepStrictEqual(lines[0]![name as keyof (typeof lines)[0]], value),
      );
  }
  // A non-existent permit, and fields of another document type.
  expect(refusedFields).toEqual({
    INBOUND: ['targetWarehouseId', 'permitIds'],
    OUTBOUND: ['targetWarehouseId', 'depositUntil', 'permitIds'],
  });

  const whole = { ...line('3', lineValues), batchNo: 'B9' };
  const head = { warehouseId: places.w2, depositUntil: '2099-01-03', supplierOrgId: supplier };
  await deposited(cast, { ...head, lines: [whole] }, places.box('W2-A-R1-B1'));
  const { rows } = await sql`
    select b.batch_no as no, b.made_on as made, b.expires_on as expires, b.supplier_org_id as supplier, s.deposit_until as until,
           trim_scale(s.qty)::text as qty, (select trim_scale(l.unit_price)::text from wms_ledger l where l.product_box_id = s.id) as price
      from wms_batch b join wms_product_box s on s.batch_id = b.id where b.batch_no = 'B9'`.execute(db);
  expect(rows).toEqual([
    { no: 'B9', made: '2026-01-02', expires: '2039-01-02', supplier, until: '2099-01-03', qty: '3', price: '12.5' },
  ]);
});

test('[F-3B7] batch data of a product without batches is refused rather than lost', async () => {
  const facts = { batchNo: 'zz', madeOn: '2026-01-01', expiresOn: '2038-01-01' };
  for (const [name, value] of Object.entries(facts)) {
    const untracked = lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE', [name]: value });
    const sent = await submit(
      cast.teacher,
      await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [untracked] }),
    );
    expect(sent.error).toMatchObject({ code: 'INVALID', data: { fields: [{ path: `lines.0.${name}` }] } });
  }
});
