// Scanning codes: the caller finds their own, and learns nothing about those of others.
import { batchRoutes } from '@kuwei/contract/wms/batch';
import { labelAddress } from '@kuwei/contract/wms/label';
import { boxCode } from '@kuwei/contract/wms/place';
import { scanRoutes, type Scanned } from '@kuwei/contract/wms/scan';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approved, deposited, draft, openScene, saltLine, submitted, type Cast, type Places } from '../../../test/_flow.ts';
import { post } from '../../../test/_stock.ts';
import type { Person, World } from '../../../test/_world.ts';
import { newId } from '../../db/id.ts';
import { commandCode, labelCode } from './code.ts';

let world: World;
let cast: Cast;
let places: Places;
/** A member of a group that owns none of the goods. */
let stranger: Person;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
  stranger = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
});
afterAll(() => world.end());

const scan = async (person: Person, text: string): Promise<Scanned> =>
  (await person.call(scanRoutes.scan, { body: { text } })).data;
const printed = (code: string): string => labelAddress('https://kuwei.example.edu', code);
const codeOf = (kind: 'STOCK' | 'BATCH' | 'DOCUMENT', id: string): string => labelCode(world.services.secret, kind, id);

/** An empty result with its reason. */
const nothing = (why: string) => ({
  why,
  pageRole: null,
  org: null,
  chosen: true,
  box: null,
  goods: null,
  document: null,
  command: null,
  stock: [],
  whole: true,
  work: [],
});

const boxOf = async (code: string) => {
  const { data } = await cast.keeper.call(boxRoutes.getBox, { params: { id: places.box(code) } });
  return data;
};

test('a box shows everything to its storekeeper, owners their own goods, and others nothing', async () => {
  const box = await boxOf('W2-B-R5-B1');
  const ours = { product: 'W-BEAKER-250', owner: 'LAB-CATALYSIS', box: box.code, qty: '3' };
  await post(world.services.db, [ours, { ...ours, owner: 'LAB-POLYMER', qty: '4' }]);
  const label = printed(boxCode(box.qrToken));

  const kept = await scan(cast.keeper, label);
  expect(kept).toMatchObject({ why: null, pageRole: 'ROLE_WAREHOUSE_ADMIN', chosen: true, box: { id: box.id, code: box.code } });
  expect(kept.stock.map(({ qty }) => qty).sort()).toEqual(['3', '4']);

  const owned = await scan(cast.teacher, label);
  expect(owned).toMatchObject({ why: null, pageRole: 'ROLE_TEACHER', box: { code: box.code }, work: [] });
  expect(owned.stock.map(({ qty, ownerOrgName }) => [qty, ownerOrgName])).toEqual([['3', '催化化学课题组']]);

  expect(await scan(stranger, label)).toEqual(nothing('OTHERS'));
  expect(await scan(await world.as('admin', 'ROLE_ADMIN'), label)).toEqual(nothing('OTHERS'));
  // As printed in former years, and as sent by a scanner with Caps Lock on.
  const former = `http://10.1.1.1/admin/wms/warehouse-box/by-qr/${box.qrToken}`;
  for (const text of [former, label.toLowerCase(), box.code.toLowerCase()])
    expect((await scan(cast.keeper, text)).box?.id).toBe(box.id);
});

test('a label follows moved goods, and reports when none are left', async () => {
  const { db } = world.services;
  const goods = { product: 'C-NACL', owner: 'LAB-CATALYSIS', batch: 'SCAN-1', expiresOn: '2033-01-01' };
  const [id] = await post(db, [{ ...goods, box: 'W2-B-R5-B2', qty: '5' }]);
  const label = printed(codeOf('STOCK', id!));
  expect(await scan(cast.teacher, label)).toMatchObject({ goods: { batchNo: 'SCAN-1' }, stock: [{ boxCode: 'W2-B-R5-B2' }] });

  await post(db, [
    { ...goods, box: 'W2-B-R5-B2', qty: '-5', kind: 'MOVE_OUT' },
    { ...goods, box: 'W2-B-R5-B3', qty: '5', kind: 'MOVE_IN' },
  ]);
  for (const person of [cast.teacher, cast.keeper])
    expect((await scan(person, label)).stock.map(({ boxCode: at, qty }) => [at, qty])).toEqual([['W2-B-R5-B3', '5']]);
  expect(await scan(stranger, label)).toEqual(nothing('OTHERS'));

  await post(db, [{ ...goods, box: 'W2-B-R5-B3', qty: '-5' }]);
  expect(await scan(cast.teacher, label)).toMatchObject({
    why: 'GONE',
    goods: { productCode: 'C-NACL', batchNo: 'SCAN-1' },
    stock: [],
  });
  expect(await scan(stranger, label)).toEqual(nothing('OTHERS'));
});

test('a batch leads owners to their own goods, and storekeepers to all of them', async () => {
  const goods = { product: 'C-NACL', batch: 'SCAN-2', expiresOn: '2033-01-01', box: 'W2-B-R5-B4' };
  await post(world.services.db, [
    { ...goods, owner: 'LAB-CATALYSIS', qty: '2' },
    { ...goods, owner: 'LAB-POLYMER', qty: '1' },
  ]);
  const { id } = await world.services.db
    .selectFrom('wms_batch')
    .where('batch_no', '=', 'SCAN-2')
    .select('id')
    .executeTakeFirstOrThrow();
  const label = printed(codeOf('BATCH', id));
  expect((await scan(cast.keeper, label)).stock).toHaveLength(2);
  expect((await scan(cast.teacher, label)).stock.map(({ qty }) => qty)).toEqual(['2']);
  expect(await scan(stranger, label)).toEqual(nothing('OTHERS'));
});

test('a scanned or typed document opens on the page where the caller works on it', async () => {
  const sent = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [saltLine(places)] });
  const label = printed(codeOf('DOCUMENT', sent.id));
  const own = `/teacher/wms/transaction/inbound/edit?id=${sent.id}`;
  expect((await scan(cast.teacher, label)).document).toMatchObject({ no: sent.no, link: own });
  const slip = `http://10.1.1.1/def/wms/transaction/inbound/edit?id=${sent.id}`;
  for (const text of [sent.no.toLowerCase(), slip]) expect((await scan(cast.teacher, text)).document?.link).toBe(own);
  expect((await scan(cast.reviewer, label)).document?.link).toBe(`/admin/wms/transaction/inbound/edit?id=${sent.id}`);

  await approved(cast, sent);
  expect((await scan(cast.keeper, label)).document?.link).toBe(`/admin/wms/transaction/inbound/editbox?id=${sent.id}&by=scan`);
  expect(await scan(stranger, label)).toEqual(nothing('OTHERS'));
  // These ids are not signed, so their existence is not revealed.
  for (const text of [sent.no, slip]) expect(await scan(stranger, text)).toEqual(nothing('UNKNOWN'));

  const unsent = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [saltLine(places)] });
  expect(await scan(cast.keeper, printed(codeOf('DOCUMENT', unsent.id)))).toEqual(nothing('OTHERS'));
});

test('lists open work for scanned goods', async () => {
  const lines = [saltLine(places, '1', { batchNo: 'SCAN-3' })];
  const waiting = await approved(cast, await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines }));
  const found = await scan(cast.keeper, 'C-NACL');
  expect(found.goods?.productCode).toBe('C-NACL');
  expect(found.work.map(({ no }) => no)).toContain(waiting.no);
  expect((await scan(cast.teacher, 'C-NACL')).work).toEqual([]);
});

test('a manufacturer label leads to the goods of its batch', async () => {
  const { db } = world.services;
  await db.updateTable('wms_product').set({ gtin: '4006381333931' }).where('code', '=', 'C-NACL').execute();
  await deposited(cast, { warehouseId: places.w2, lines: [saltLine(places, '2', { batchNo: 'MK7' })] }, places.box('W2-B-R5-B5'));
  const found = await scan(cast.teacher, '(01)04006381333931(10)MK7');
  expect(found).toMatchObject({ goods: { productCode: 'C-NACL', batchNo: 'MK7' }, stock: [{ batchNo: 'MK7', qty: '2' }] });
});

test('reports foreign, forged and unprinted codes without any effect', async () => {
  const { db } = world.services;
  const count = async () =>
    Number(
      (
        await db
          .selectFrom('sys_log')
          .select(({ fn }) => fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );
  const before = await count();
  const [id] = await post(db, [{ product: 'C-NACL', owner: 'LAB-CATALYSIS', box: 'W2-B-R5-B6', qty: '1', batch: 'SCAN-4' }]);
  const good = codeOf('STOCK', id!);
  const forged = [
    printed(good.slice(0, -1) + (good.endsWith('A') ? 'B' : 'A')),
    printed(`L${good.slice(1)}`),
    printed(labelCode(Buffer.alloc(32, 7), 'STOCK', id!)),
    printed('S01010101010101'),
    printed(boxCode('NOBODYPRINTEDME')),
    'https://elsewhere.example.edu/Q/',
    'http://wms.other.example/label?id=1',
  ];
  for (const text of forged) expect([text, await scan(cast.teacher, text)]).toEqual([text, nothing('FOREIGN')]);
  expect(await scan(cast.teacher, printed(codeOf('STOCK', newId())))).toEqual(nothing('OTHERS'));
  for (const text of ['NOTHING-IS-CALLED-SO', "' or 1=1 --", '\u001d\u001d', '  '])
    expect([text, await scan(cast.teacher, text)]).toEqual([text, nothing('UNKNOWN')]);
  expect(await count()).toBe(before);
});

test('members of several groups can scan goods of each, and see which group', async () => {
  const [id] = await post(world.services.db, [
    { product: 'C-NACL', owner: 'LAB-POLYMER', box: 'W2-B-R5-B7', qty: '1', batch: 'SCAN-5' },
  ]);
  const found = await scan(cast.teacher, printed(codeOf('STOCK', id!)));
  expect(found).toMatchObject({ chosen: false, org: { name: '高分子材料课题组' }, stock: [{ qty: '1' }] });
});

test('prints labels of visible items only, with working codes', async () => {
  const lines = [saltLine(places, '3', { batchNo: 'LB1' }), saltLine(places, '2', { batchNo: 'LB2' })];
  const done = await deposited(cast, { warehouseId: places.w2, lines }, places.box('W2-B-R5-B8'));
  const asked = { kind: 'STOCK', documentId: done.id } as const;
  for (const person of [cast.keeper, cast.teacher]) {
    const { data } = await person.call(scanRoutes.listLabels, { body: asked });
    expect(data.map(({ goods }) => [goods?.batchNo, goods?.qty, goods?.boxCode])).toEqual([
      ['LB1', '3', 'W2-B-R5-B8'],
      ['LB2', '2', 'W2-B-R5-B8'],
    ]);
    expect((await scan(person, printed(data[1]!.code))).goods?.batchNo).toBe('LB2');
  }
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const { data: found } = await manager.call(batchRoutes.listBatches, { query: { q: 'LB2' } });
  const body = { status: 'RECALLED', reason: '供应商通知', rev: found.list[0]!.rev } as const;
  await manager.call(batchRoutes.setBatchStatus, { params: { id: found.list[0]!.id }, body });
  const { data: after } = await cast.keeper.call(scanRoutes.listLabels, { body: asked });
  expect(
    after.map(({ goods }) => goods?.batchStatus),
    'of a recalled batch the label says so',
  ).toEqual(['OK', 'RECALLED']);
  const slip = (await cast.keeper.call(transactionRoutes.getTransaction, { params: { id: done.id } })).data;
  expect(slip.lines.map(({ batchStatus }) => batchStatus)).toEqual(['OK', 'RECALLED']);
  expect((await stranger.call(scanRoutes.listLabels, { body: asked })).data).toEqual([]);
  const document = { kind: 'DOCUMENT' as const, ids: [done.id] };
  const [label] = (await cast.keeper.call(scanRoutes.listLabels, { body: document })).data;
  expect(label!.document).toMatchObject({ no: done.no, lines: 2, ownerOrgName: '催化化学课题组' });
  expect((await scan(cast.keeper, printed(label!.code))).document?.id).toBe(done.id);
  expect((await stranger.call(scanRoutes.listLabels, { body: document })).data).toEqual([]);
});

test('prints command cards for storekeepers, and ignores those of another site', async () => {
  const asked = { kind: 'COMMAND' as const };
  const { data: cards } = await cast.keeper.call(scanRoutes.listLabels, { body: asked });
  expect(cards.map(({ command }) => command)).toEqual(['CONFIRM', 'UNDO', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
  for (const { code, command } of cards) {
    expect(await scan(cast.keeper, printed(code))).toMatchObject({ why: null, command, box: null, goods: null, document: null });
    expect((await scan(cast.keeper, printed(code.toLowerCase()))).command).toBe(command);
  }
  expect(new Set(cards.map(({ code }) => code)).size).toBe(cards.length);
  expect((await cast.teacher.call(scanRoutes.listLabels, { body: asked })).data).toEqual([]);
  const [{ code }] = cards as [(typeof cards)[0]];
  const forged = [
    commandCode(Buffer.alloc(32, 7), 'CONFIRM'),
    code.slice(0, -1) + (code.endsWith('A') ? 'B' : 'A'),
    'KCONFIRMCONFIRM',
  ];
  for (const each of forged) expect([each, await scan(cast.keeper, printed(each))]).toEqual([each, nothing('FOREIGN')]);
});
