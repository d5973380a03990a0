import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { TRANSACTION_STATES, transactionActions } from '@kuwei/contract/wms/transaction-state';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  approved,
  assigned,
  cosign,
  deposited,
  draft,
  finished,
  lineOf,
  openScene,
  submit,
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

const line = (qty = '1', more = {}) => lineOf(places.product('C-NACL'), qty, { batchNo: 'B1', expiresOn: '2030-01-01', ...more });
const form = (more: Record<string, unknown> = {}) => ({ type: 'INBOUND', warehouseId: places.w2, lines: [line()], ...more });
const create = (body: unknown, headers = {}) => cast.teacher.send('POST', '/wms/transaction', body, headers);
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
      headers: { authorization: `Bearer ${cast.teacher.token}`, 'content-type': type },
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

test('ten thousand lines are refused by name', async () => {
  const lines = Array.from({ length: 10_000 }, () => line());
  const refused = await create(form({ lines }));
  expect(refused).toMatchObject({ status: 422, error: { code: 'LINES_TOO_MANY' } });
  expect((await create(form({ lines: lines.slice(0, 500) }))).status).toBe(200);
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

test('a draft may be unfinished, a submission may not', async () => {
  const empty = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [] });
  const none = await submit(cast.teacher, empty);
  expect(none.error.code).toBe('LINES_NEEDED');
  for (const [more, field] of [
    [{ batchNo: null }, 'lines.0.batchNo'],
    [{ expiresOn: null }, 'lines.0.expiresOn'],
  ] as const) {
    const made = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line('1', more)] });
    const refused = await submit(cast.teacher, made);
    expect(refused.error.data?.fields?.[0]?.path).toBe(field);
  }
});

test('[S5.30] a submission for a day that has passed is refused at that day, until the draft names another', async () => {
  const send = (document: Transaction) => submit(cast.teacher, document);
  const { db } = world.services;
  const { rows } = await sql<{
    today: string;
    yesterday: string;
  }>`select current_date as today, current_date - 1 as yesterday`.execute(db);
  const { today, yesterday } = rows[0]!;
  const late = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, planDate: yesterday, lines: [line()] });
  expect(late.planDate).toBe(yesterday);
  expect(await send(late)).toMatchObject({ status: 422, error: { code: 'PLAN_DATE', data: { fields: [{ path: 'planDate' }] } } });
  const body = { ...form({ planDate: today }), rev: late.rev };
  const mended = await cast.teacher.send('PUT', `/wms/transaction/${late.id}`, body);
  expect((await send(mended.data as Transaction)).data.state).toBe('SUBMITTED');

  const kept = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, depositUntil: today, lines: [line()] });
  await db.updateTable('wms_transaction').set({ deposit_until: yesterday }).where('id', '=', kept.id).execute();
  expect(await send(kept)).toMatchObject({ status: 422, error: { code: 'DEPOSIT_UNTIL' } });
});

test('[S5.30] goods are not to leave before they come: a deposit that ends before the planned day is refused at its field', async () => {
  const days = { planDate: '2099-01-02', depositUntil: '2099-01-01' };
  const made = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, ...days, lines: [line()] });
  expect(await submit(cast.teacher, made)).toMatchObject({
    status: 422,
    error: { code: 'INVALID', data: { fields: [{ path: 'depositUntil', message: '不能早于计划日期' }] } },
  });
  const body = { ...form({ ...days, depositUntil: days.planDate }), rev: made.rev };
  const mended = await cast.teacher.send('PUT', `/wms/transaction/${made.id}`, body);
  expect((await submit(cast.teacher, mended.data as Transaction)).data.state).toBe('SUBMITTED');
});

test('one batch has one expiry date', async () => {
  await deposited(cast, { warehouseId: places.w2, lines: [line('1', { batchNo: 'ONE', expiresOn: '2031-05-05' })] });
  const made = await draft(cast.teacher, {
    type: 'INBOUND',
    warehouseId: places.w2,
    lines: [line('1', { batchNo: 'ONE', expiresOn: '2031-06-06' })],
  });
  const refused = await submit(cast.teacher, made);
  expect(refused).toMatchObject({
    status: 409,
    error: { code: 'BATCH_CONFLICT', data: { fields: [{ path: 'lines.0.expiresOn' }] } },
  });
});

test('of two deposits of a new batch with two expiry dates, the second is refused when it is put away', async () => {
  const both = ['2031-05-05', '2031-06-06'].map(async (expiresOn) => {
    const lines = [line('1', { batchNo: 'TWO', expiresOn })];
    return assigned(
      cast,
      await approved(cast, await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines })),
    );
  });
  const [first, second] = await Promise.all(both);
  const finish = ({ id, rev }: Transaction) => cast.keeper.call(routes.finishTransaction, { params: { id }, body: { rev } });
  expect((await finish(first!)).status).toBe(200);
  expect(await finish(second!)).toMatchObject({
    status: 409,
    error: { code: 'BATCH_CONFLICT', data: { fields: [{ path: 'lines.0.expiresOn' }] } },
  });
});

test('a stale version is refused, and the state comes before the version', async () => {
  const made = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line()] });
  const stale = await cast.teacher.call(routes.submitTransaction, { params: { id: made.id }, body: { rev: 7 } });
  expect(stale).toMatchObject({ status: 409, error: { code: 'STALE' } });
  const sent = await cast.teacher.call(routes.submitTransaction, { params: { id: made.id }, body: { rev: 1 } });
  const again = await cast.teacher.call(routes.submitTransaction, { params: { id: made.id }, body: { rev: 1 } });
  expect(sent.status).toBe(200);
  expect(again).toMatchObject({
    status: 409,
    error: { code: 'ILLEGAL_TRANSITION', data: { from: 'SUBMITTED', action: 'submit' } },
  });
});

test('sent twice with one key, a write happens once and both get the same answer', async () => {
  const key = crypto.randomUUID();
  const before = await count();
  const body = form() as never;
  const answers = await Promise.all([1, 2, 3, 4].map(() => cast.teacher.call(routes.createTransaction, { body, key })));
  expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1);
  expect(await count()).toBe(before + 1);
  const mismatch = await cast.teacher.call(routes.createTransaction, { body: form({ remark: 'other' }) as never, key });
  expect(mismatch).toMatchObject({ status: 409, error: { code: 'IDEMPOTENCY_MISMATCH' } });
  const mine = await other.call(routes.createTransaction, { body: form() as never, key });
  expect(mine.data.id).not.toBe(answers[0]!.data.id);
});

test('a finish sent twice with one key posts once and answers the same', async () => {
  const sent = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line('2', { batchNo: 'KEY' })] });
  const placed = await assigned(cast, await approved(cast, sent), places.box('W2-A-R3-B3'));
  const call = () =>
    cast.keeper.call(routes.finishTransaction, { params: { id: placed.id }, body: { rev: placed.rev }, key: 'finish-once' });
  const [one, two] = await Promise.all([call(), call()]);
  expect(one.data).toEqual(two.data);
  const rows = await world.services.db.selectFrom('wms_ledger').where('transaction_id', '=', placed.id).select('seq').execute();
  expect(rows).toHaveLength(1);
});

test("[S6.42] another group's documents and stock do not exist: 404, the same as for an id that nobody has", async () => {
  const mine = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line()] });
  const nobody = crypto.randomUUID();
  for (const id of [mine.id, nobody]) {
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

test('[S6.41] a page role that is not held is refused, and without one there is nobody to work for', async () => {
  const page = (role: string) => cast.teacher.send('GET', '/wms/transaction?type=INBOUND', undefined, { 'X-Page-Role': role });
  for (const role of ['ROLE_WAREHOUSE_ADMIN', 'role_teacher', 'ROLE_TEACHER, ROLE_ADMIN', 'x']) {
    expect((await page(role)).error.code).toBe('PAGE_ROLE');
  }
  expect((await page('')).error.code).toBe('PAGE_ROLE');
  const nobody = await world.as('teacher', 'ROLE_TEACHER');
  expect((await nobody.call(routes.listTransactions, { query: { type: 'INBOUND' } })).error.code).toBe('ORG_NEEDED');
});

test('a write for a group that was switched away in another window goes to neither', async () => {
  const org = await world.services.db
    .selectFrom('wms_org')
    .where('code', '=', 'LAB-POLYMER')
    .select('id')
    .executeTakeFirstOrThrow();
  const refused = await create(form(), { 'X-Org-Id': org.id });
  expect(refused).toMatchObject({ status: 409, error: { code: 'ORG_CHANGED' } });
});

test('[S4.85] in every state every action that the table does not allow is 409 and changes nothing', async () => {
  const sent = () => submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line('1', { batchNo: 'T' })] });
  const box = places.box('W2-A-R4-B4');
  const made: Record<string, () => Promise<{ id: string; rev: number }>> = {
    DRAFT: () => draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line()] }),
    SUBMITTED: sent,
    APPROVED: async () => approved(cast, await sent()),
    EXECUTING: async () => assigned(cast, await approved(cast, await sent()), box),
    DONE: async () => finished(cast, await assigned(cast, await approved(cast, await sent()), box)),
    RETURNED: async () => {
      const document = await sent();
      return (
        await cast.reviewer.call(routes.returnTransaction, {
          params: { id: document.id },
          body: { rev: document.rev, comment: 'x' },
        })
      ).data;
    },
    REJECTED: async () => {
      const document = await sent();
      return (
        await cast.reviewer.call(routes.rejectTransaction, {
          params: { id: document.id },
          body: { rev: document.rev, comment: 'x' },
        })
      ).data;
    },
    CANCELED: async () => {
      const document = await sent();
      return (await cast.teacher.call(routes.withdrawTransaction, { params: { id: document.id }, body: { rev: document.rev } }))
        .data;
    },
  };
  const comment = 'x';
  const act: Record<string, (id: string, rev: number) => Promise<{ status: number; error: { code: string } }>> = {
    edit: (id, rev) =>
      cast.teacher.call(routes.updateTransaction, { params: { id }, body: { ...(form() as never as object), rev } as never }),
    delete: (id) => cast.teacher.call(routes.deleteTransaction, { params: { id } }),
    submit: (id, rev) => submit(cast.teacher, { id, rev }),
    withdraw: (id, rev) => cast.teacher.call(routes.withdrawTransaction, { params: { id }, body: { rev } }),
    approve: (id, rev) => cast.reviewer.call(routes.approveTransaction, { params: { id }, body: { rev } }),
    return: (id, rev) => cast.reviewer.call(routes.returnTransaction, { params: { id }, body: { rev, comment } }),
    reject: (id, rev) => cast.reviewer.call(routes.rejectTransaction, { params: { id }, body: { rev, comment } }),
    assign: (id, rev) => cast.keeper.call(routes.assignBoxes, { params: { id }, body: { rev, lines: [] } }),
    cosign: (id, rev) => cosign(cast.keeper, { id, rev }),
    finish: (id, rev) => cast.keeper.call(routes.finishTransaction, { params: { id }, body: { rev } }),
    closeShort: (id, rev) => cast.keeper.call(routes.closeShortTransaction, { params: { id }, body: { rev, comment } }),
    void: (id, rev) => cast.keeper.call(routes.voidTransaction, { params: { id }, body: { rev, comment } }),
    reverse: (id, rev) => cast.reviewer2.call(routes.reverseTransaction, { params: { id }, body: { rev, comment } }),
  };
  for (const [state, make] of Object.entries(made)) {
    const document = await make();
    for (const [action, { from }] of Object.entries(transactionActions)) {
      if ((from as readonly string[]).includes(state)) continue;
      const answer = await act[action]!(document.id, document.rev);
      // A draft is not there at all for the people of the warehouse.
      const expected =
        state === 'DRAFT' && !['edit', 'delete', 'submit', 'withdraw'].includes(action) ? 'NOT_FOUND' : 'ILLEGAL_TRANSITION';
      expect(`${state} ${action} ${answer.error.code}`).toBe(`${state} ${action} ${expected}`);
    }
    const after = await world.services.db
      .selectFrom('wms_transaction')
      .where('id', '=', document.id)
      .select(['state', 'rev'])
      .executeTakeFirstOrThrow();
    expect(after).toEqual({ state, rev: document.rev });
  }
  expect(Object.keys(made).length).toBe(TRANSACTION_STATES.length - 2); // REVIEW_2 and PARTIAL have tests of their own
});

test('five wrong pick-up codes lock the document, however they arrive', async () => {
  await deposited(cast, { warehouseId: places.w2, lines: [line('5', { batchNo: 'PICK', expiresOn: '2032-01-01' })] });
  const sent = await submitted(cast.teacher, {
    type: 'OUTBOUND',
    warehouseId: places.w2,
    lines: [lineOf(places.product('C-NACL'), '1')],
  });
  const picking = await assigned(cast, await approved(cast, sent));
  const params = { id: picking.id };
  const { code } = (await cast.teacher.call(routes.getPickupCode, { params })).data;
  const wrong = code === '111111' ? '222222' : '111111';
  const guess = (pickupCode: string) =>
    cast.keeper.call(routes.finishTransaction, { params, body: { rev: picking.rev, pickupCode } });
  const guesses = await Promise.all(Array.from({ length: 12 }, () => guess(wrong)));
  const codes = guesses.map((answer) => answer.error.code);
  expect(codes.filter((each) => each === 'PICKUP_CODE')).toHaveLength(5);
  expect(codes.filter((each) => each === 'PICKUP_LOCKED')).toHaveLength(7);
  expect((await guess(code)).error.code).toBe('PICKUP_LOCKED');
  await world.services.db
    .updateTable('wms_transaction')
    .set({ pickup_locked_until: new Date(Date.now() - 1_000) })
    .where('id', '=', picking.id)
    .execute();
  expect((await guess(code)).data.state).toBe('DONE');
});

test('a right pick-up code is no wrong one, whatever else the call is refused for, and however often it is sent', async () => {
  await deposited(cast, { warehouseId: places.w2, lines: [line('5', { batchNo: 'RIGHT', expiresOn: '2032-01-01' })] });
  const sent = await submitted(cast.teacher, {
    type: 'OUTBOUND',
    warehouseId: places.w2,
    lines: [lineOf(places.product('C-NACL'), '1')],
  });
  const picking = await assigned(cast, await approved(cast, sent));
  const params = { id: picking.id };
  const { code } = (await cast.teacher.call(routes.getPickupCode, { params })).data;
  const finish = (rev: number, pickupCode: string) =>
    cast.keeper.call(routes.finishTransaction, { params, body: { rev, pickupCode }, key: `right ${rev} ${pickupCode}` });
  const failures = async () =>
    (
      await world.services.db
        .selectFrom('wms_transaction')
        .where('id', '=', picking.id)
        .select('pickup_failures')
        .executeTakeFirstOrThrow()
    ).pickup_failures;
  for (let n = 0; n < 6; n++) expect((await finish(picking.rev - 1, code)).error.code).toBe('STALE');
  expect((await finish(picking.rev, code === '111111' ? '222222' : '111111')).error.code).toBe('PICKUP_CODE');
  expect(await failures()).toBe(1);
  expect((await finish(picking.rev - 1, code)).error.code).toBe('STALE');
  expect(await failures()).toBe(0);
  for (let n = 0; n < 6; n++) expect((await finish(picking.rev, code)).data.state).toBe('DONE');
  expect(await failures()).toBe(0);
});

test('many are approved in the version that was looked at; one that has changed since is refused', async () => {
  const [same, changed] = await Promise.all(
    [1, 2].map(() => submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line()] })),
  );
  const params = { id: changed!.id };
  const returned = await cast.reviewer.call(routes.returnTransaction, { params, body: { rev: changed!.rev, comment: '改' } });
  await cast.teacher.call(routes.submitTransaction, { params, body: { rev: returned.data.rev } });
  const documents = [same!, changed!].map(({ id, rev }) => ({ id, rev }));
  const reply = (await cast.reviewer.call(routes.approveBatch, { body: { documents, comment: null } })).data;
  expect(reply).toMatchObject({ done: 1, refused: [{ id: changed!.id }] });
  expect((await cast.teacher.call(routes.getTransaction, { params })).data.state).toBe('SUBMITTED');
});

test('many that are approved again with the same key are answered as before; only what was refused is tried again', async () => {
  const [same, changed] = await Promise.all(
    [1, 2].map(() => submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line()] })),
  );
  const documents = [same!, { ...changed!, rev: changed!.rev - 1 }].map(({ id, rev }) => ({ id, rev }));
  const send = () => cast.reviewer.call(routes.approveBatch, { body: { documents, comment: null }, key: 'approve-both' });
  const first = (await send()).data;
  expect(first).toMatchObject({ done: 1, refused: [{ id: changed!.id }] });
  expect((await send()).data).toEqual(first);
  const records = (await cast.reviewer.call(routes.listRecords, { params: { id: same!.id } })).data;
  expect(records.filter(({ action }) => action === 'approve')).toHaveLength(1);
});
