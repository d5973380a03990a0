// The second storekeeper of highly toxic goods: another person, who has counted and authenticates.
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt, stepAt } from '../../auth/second-factor/totp.ts';
import { DEMO_PASSWORD } from '../../seed/demo-people.ts';
import {
  approved,
  assigned,
  cosign,
  lineOf,
  openScene,
  saltLine,
  submitted,
  type Cast,
  type Places,
} from '../../../test/_flow.ts';
import type { Person, World } from '../../../test/_world.ts';

let world: World;
let cast: Cast;
let places: Places;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
});
afterAll(() => world.end());

let batch = 0;
const toxic = (qty: string) => lineOf(places.product('C-NACN'), qty, { batchNo: `CO-${batch++}`, expiresOn: '2099-01-01' });
const placed = async (...lines: ReturnType<typeof toxic>[]): Promise<Transaction> =>
  assigned(cast, await approved(cast, await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w1, lines })));
const sign = (person: Person, { id, rev, lines }: Transaction, body: object = {}, qty?: string) =>
  person.call(routes.cosignTransaction, {
    params: { id },
    body: {
      rev,
      what: 'FINISH',
      boxes: lines.flatMap((line) => line.boxes).map((box) => ({ id: box.id, qty: qty ?? box.qty })),
      ...body,
    },
  });

test('[F-U6] the second storekeeper must count and enter their own password; rejects a wrong one, none, or a different count', async () => {
  const document = await placed(toxic('3'));
  const password = DEMO_PASSWORD;
  expect((await sign(cast.keeper2, document)).error.data).toMatchObject({ fields: [{ path: 'password' }] });
  const wrong = await sign(cast.keeper2, document, { password: 'not the password' });
  expect(wrong).toMatchObject({ status: 422, error: { data: { fields: [{ path: 'password' }] } } });
  const miscounted = await sign(cast.keeper2, document, { password }, '2');
  expect(miscounted).toMatchObject({ status: 422, error: { code: 'QTY_COUNTED', data: { fields: [{ path: 'boxes.0.qty' }] } } });
  expect(JSON.stringify(miscounted.error)).toContain('2 瓶');
  expect((await sign(cast.keeper2, document, { password, boxes: [] })).error.code).toBe('INVALID');
  const now = async () => (await cast.keeper2.call(routes.getTransaction, { params: { id: document.id } })).data;
  expect(await now()).toMatchObject({ rev: document.rev, cosignedBy: null });
  expect((await sign(cast.keeper2, document, { password })).data).toMatchObject({ cosignedBy: cast.keeper2.id });
});

test('[F-U6] the storekeeper who assigned the boxes cannot confirm them', async () => {
  const document = await placed(toxic('1'));
  expect(document.assignedBy).toEqual([cast.keeper.id]);
  expect((await cosign(cast.keeper, document)).error.code).toBe('SAME_KEEPER');
});

test('[F-U6] a TOTP code replaces the password, once; without either, a sign-in within the last minute does', async () => {
  const { db } = world.services;
  const secret = Buffer.alloc(20, 7);
  await db.insertInto('sys_user_totp').values({ user_id: cast.keeper2.id, secret, confirmed_at: new Date() }).execute();
  const [one, other] = [await placed(toxic('1')), await placed(toxic('1'))];
  const code = codeAt(secret, stepAt(Date.now()));
  expect((await sign(cast.keeper2, one, { code })).status).toBe(200);
  expect((await sign(cast.keeper2, other, { code })).error.data).toMatchObject({ fields: [{ path: 'code' }] });

  await db.deleteFrom('sys_user_totp').where('user_id', '=', cast.keeper2.id).execute();
  await db.updateTable('sys_user').set({ password_hash: null }).where('id', '=', cast.keeper2.id).execute();
  const began = (at: Date) =>
    db.updateTable('sys_session').set({ created_at: at }).where('user_id', '=', cast.keeper2.id).execute();
  await began(new Date(Date.now() - 3_600_000));
  expect((await sign(cast.keeper2, other)).error.code).toBe('IDENTITY_NEEDED');
  await began(new Date());
  expect((await sign(cast.keeper2, other)).status).toBe(200);
});

test('[F-U13] once the highly toxic part is done, the harmless rest takes one storekeeper; reversing it still takes two', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const salt = saltLine(places, '2', { batchNo: 'REST' });
  const document = await assigned(
    cast,
    await approved(cast, await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w1, lines: [toxic('1'), salt] })),
  );
  const params = { id: document.id };
  const finish = (rev: number, line: number) =>
    cast.keeper.call(routes.finishTransaction, {
      params,
      body: { rev, boxes: document.lines[line]!.boxes.map((box) => ({ id: box.id, qty: box.qty })) },
    });
  expect((await finish(document.rev, 1)).error.code).toBe('SECOND_KEEPER_NEEDED');
  const signed = (await cosign(manager, document)).data;
  const part = (await finish(signed.rev, 0)).data;
  expect(part).toMatchObject({ state: 'PARTIAL', toxic: true, twoToFinish: false, twoToReverse: true });
  const done = (await finish(part.rev, 1)).data;
  expect(done.state).toBe('DONE');
  const alone = await cast.reviewer2.call(routes.reverseTransaction, { params, body: { rev: done.rev, comment: '录错' } });
  expect(alone.error.code).toBe('SECOND_KEEPER_NEEDED');
});

test('[F-3U28] the second storekeeper counts only lines that need two; a differing count of another line is refused', async () => {
  const salt = saltLine(places, '4', { batchNo: 'NO-COUNT' });
  const document = await placed(salt, toxic('2'));
  const password = DEMO_PASSWORD;
  const [harmless, two] = document.lines.map((line) => line.boxes.map((box) => ({ id: box.id, qty: box.qty })));
  expect((await sign(cast.keeper2, document, { password, boxes: harmless })).error.code).toBe('INVALID');
  const miscounted = await sign(cast.keeper2, document, { password, boxes: [...two!, { ...harmless![0]!, qty: '3' }] });
  expect(miscounted).toMatchObject({ status: 422, error: { code: 'QTY_COUNTED', data: { fields: [{ path: 'boxes.1.qty' }] } } });
  expect((await sign(cast.keeper2, document, { password, boxes: two })).data).toMatchObject({ cosignedBy: cast.keeper2.id });
});

test('[F-3U28] if no product needs two storekeepers any more, everything of a document that did is counted', async () => {
  const { db } = world.services;
  const document = await placed(toxic('1'), toxic('2'));
  const product = places.product('C-NACN');
  const set = (flags: 'TOXIC'[]) =>
    db.updateTable('wms_product').set({ control_flags: flags }).where('id', '=', product).execute();
  await set([]);
  const [first] = document.lines.map((line) => line.boxes.map((box) => ({ id: box.id, qty: box.qty })));
  const part = await sign(cast.keeper2, document, { password: DEMO_PASSWORD, boxes: first });
  const whole = await sign(cast.keeper2, document, { password: DEMO_PASSWORD });
  await set(['TOXIC']);
  expect(part.error.code).toBe('INVALID');
  expect(whole.status).toBe(200);
});

test('[F-U13] unassessed goods need two storekeepers like highly toxic ones, line by line', async () => {
  const { db } = world.services;
  const salt = saltLine(places, '1', { batchNo: 'UNKNOWN' });
  const document = await placed(toxic('1'), salt);
  await db
    .updateTable('wms_product')
    .set({ not_hazardous: false, assessed_at: null, assessed_by: null, storage_group: null, h_codes: [], un_no: null })
    .where('id', '=', salt.productId)
    .execute();
  const signed = (await cosign(cast.keeper2, document)).data;
  const boxes = document.lines[0]!.boxes.map((box) => ({ id: box.id, qty: box.qty }));
  const part = await cast.keeper.call(routes.finishTransaction, {
    params: { id: document.id },
    body: { rev: signed.rev, boxes },
  });
  expect(part.data).toMatchObject({ state: 'PARTIAL', twoToFinish: true });
});
