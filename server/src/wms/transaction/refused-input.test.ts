// What no form could send, and what does not fit together.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, saltForm, saltLine, type Cast, type Places } from '../../../test/_flow.ts';
import type { World } from '../../../test/_world.ts';

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

test('a body that no form could send is 400, a value out of bounds 422, and nothing is kept', async () => {
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

test('prototype keys, broken JSON, deep JSON, other content types and huge bodies are refused before they are looked at', async () => {
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

test('[F-A2] one line too many is refused at its field, and ten thousand before they are looked at', async () => {
  const refused = await create(form({ lines: Array.from({ length: 501 }, () => line()) }));
  expect(refused).toMatchObject({
    status: 422,
    error: { code: 'INVALID', data: { fields: [{ path: 'lines', message: '最多 500 项' }] } },
  });
  const long = await create(form({ lines: Array.from({ length: 10_000 }, () => line()) }));
  expect([400, 413]).toContain(long.status);
  expect((await create(form({ lines: Array.from({ length: 500 }, () => line()) }))).status).toBe(200);
});

test('what does not fit together is refused at its field', async () => {
  const cases: [Record<string, unknown>, number, string, string][] = [
    [{ warehouseId: crypto.randomUUID() }, 404, 'NOT_FOUND', 'warehouseId'],
    [{ lines: [line('1', { productId: crypto.randomUUID() })] }, 404, 'NOT_FOUND', 'lines.0.productId'],
    [{ lines: [line('1', { unit: 'CARTON' })] }, 422, 'INVALID', 'lines.0.unit'],
    [{ lines: [line('1.5')] }, 422, 'QTY_DECIMALS', 'lines.0.qty'],
    [{ lines: [line('1', { madeOn: '2030-01-02' })] }, 422, 'BATCH_DATES', 'lines.0.expiresOn'],
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
