// Sharing: requested from another organisation's listing, approved by its leader, collected, lent and returned.
import { workRoutes } from '@kuwei/contract/bpm/work';
import { EVENTS } from '@kuwei/contract/event';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { listingRoutes, type ListingForm } from '@kuwei/contract/wms/org-product';
import { afterSalesRoutes } from '@kuwei/contract/wms/after-sales';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { shareRoutes as routes, type Share, type ShareForm } from '@kuwei/contract/wms/share';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { assigned, approved, draft, finished, lineOf, openScene, submit, type Scene } from '../../../test/_flow.ts';
import { randomOf } from '../../../test/_history.ts';
import { completeDocuments, idOf, post } from '../../../test/_stock.ts';
import { findFaultsAfter } from '../../../test/_tampered.ts';
import type { Person, World } from '../../../test/_world.ts';
import type { BusEvent } from '../../bus.ts';
import { newId } from '../../db/id.ts';
import { remindLoans } from './scheduled.ts';
import { runs } from '../../../test/_runs.ts';

let scene: Scene;
let world: World;
let manager: Person;
/** Leads the owner group. */
let leader: Person;
/** Requests for a group that they lead. */
let asker: Person;
let owner: string;
let w2: string;
beforeAll(async () => {
  scene = await openScene();
  ({ world } = scene);
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  leader = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
  asker = scene.cast.teacher;
  owner = await idOf(world.services.db, 'wms_org', 'LAB-BIO');
  ({ w2 } = scene.places);
});
afterAll(() => world.end());

let made = 0;
interface Goods {
  code: string;
  id: string;
}
/** A new product with stock of its owner. */
async function goods({ qty = '10', batch = '-' } = {}): Promise<Goods> {
  const { db } = world.services;
  const id = newId();
  const code = `SHARE-${++made}`;
  await sql`insert into wms_product (id, code, name, category_id, kind, base_unit, state, search, track_batch)
    select ${id}, ${code}, ${`共享品 ${code}`}, category_id, kind, base_unit, 'ACTIVE', lower(${code}), ${batch !== '-'}
      from wms_product where code = 'P-TIP-200'`.execute(db);
  await post(db, [{ product: code, owner: 'LAB-BIO', box: 'W2-A-R1-B1', qty, batch }]);
  return { code, id };
}
const inStock = async ({ id }: Goods): Promise<[qty: string, reserved: string][]> =>
  (
    await sql<{ qty: string; reserved: string }>`
      select trim_scale(sum(s.qty))::text as qty, trim_scale(sum(s.reserved))::text as reserved from wms_product_box s where s.product_id = ${id} group by s.owner_org_id`.execute(
      world.services.db,
    )
  ).rows.map(({ qty, reserved }) => [qty, reserved]);

async function listed(product: Goods, more: Partial<ListingForm> = {}): Promise<string> {
  const body = {
    orgId: owner,
    productId: product.id,
    visibleTo: 'CAMPUS' as const,
    shareMode: 'GIVE' as const,
    price: null,
    maxQty: null,
    fromDay: null,
    untilDay: null,
    note: null,
    ...more,
  };
  const { id, rev } = (await manager.call(listingRoutes.createListing, { body })).data;
  await manager.call(listingRoutes.putUpListing, { params: { id }, body: { rev } }).then(({ data }) => data);
  return id;
}
/** The head of a deposit without values. */
const NOTHING = {
  type: 'INBOUND' as const,
  targetWarehouseId: null,
  contact: null,
  phone: null,
  planDate: null,
  depositUntil: null,
  purpose: null,
  purchaseNo: null,
  deliveryNo: null,
  supplierOrgId: null,
  remark: null,
  attachments: [],
  permitIds: [],
  unfinished: [],
};
const FAR = '2099-12-31';
const ask = (listingId: string, more: Partial<ShareForm> = {}, by = asker) =>
  by.call(routes.createShare, {
    body: { listingId, warehouseId: w2, qty: '2', purpose: '课题实验', neededBy: null, giveBackBy: null, ...more },
  });
const get = async ({ id }: { id: string }, by = asker) => (await by.call(routes.getShare, { params: { id } })).data;
const taskOf = async (share: { id: string }): Promise<string> =>
  (await world.services.db.selectFrom('bpm_task').where('biz_id', '=', share.id).select('id').executeTakeFirstOrThrow()).id;
const approve = async (share: Share, by = leader) =>
  by.call(workRoutes.approveTask, { params: { id: await taskOf(share) }, body: { rev: share.rev, seen: [], comment: null } });
const reject = async (share: Share, by = leader) =>
  by.call(workRoutes.rejectTask, { params: { id: await taskOf(share) }, body: { rev: share.rev, comment: '自用' } });
/** Approves; returns the resulting collection. */
async function approveShare(share: Share) {
  expect((await approve(share)).status).toBe(200);
  const { documents } = await get(share);
  return documentOf(documents[0]!.id);
}
const documentOf = async (id: string) => (await asker.call(transactionRoutes.getTransaction, { params: { id } })).data;
const collected = async (share: Share) =>
  finished(scene.cast, await assigned(scene.cast, await approved(scene.cast, await approveShare(share))));
/** Records ids of requests in events to the person from now on. */
function eventsTo({ id }: Person): () => unknown[] {
  const events: BusEvent[] = [];
  world.services.bus.subscribe((event) => event.fc === EVENTS.share.fc && event.to.includes(id) && events.push(event));
  return () => events.map(({ d }) => d['id']);
}
const proof = async () => {
  await completeDocuments(world.services.db);
  return (await manager.call(productBoxRoutes.proveLedger)).data;
};
const fieldOf = (answer: { error: { code: string; data: { fields?: { path: string }[] } | null } }) => [
  answer.error.code,
  answer.error.data?.fields?.[0]?.path,
];

test('a listing is visible to other groups, requested, approved and collected', async () => {
  const product = await goods();
  const listingId = await listed(product, { maxQty: '4', note: '开封即用' });
  const offers = (await asker.call(routes.listOffers, { query: { q: product.code } })).data.list;
  expect(offers).toMatchObject([
    {
      id: listingId,
      orgName: '分子生物学课题组',
      shareMode: 'GIVE',
      maxQty: '4',
      available: '10',
      ours: false,
      places: [{ id: w2, available: '10' }],
    },
  ]);
  expect(JSON.stringify(offers)).not.toContain('W2-A-R1-B1');
  expect((await leader.call(routes.getOffer, { params: { id: listingId } })).data.ours).toBe(true);

  const share = (await ask(listingId, { qty: '3', neededBy: FAR })).data;
  expect(share).toMatchObject({
    state: 'SUBMITTED',
    side: 'BY_US',
    mode: 'GIVE',
    qty: '3',
    mayWithdraw: true,
    mayDecide: false,
    documents: [],
  });
  expect(share.step).toBe('所属组织负责人审批');
  expect(await inStock(product)).toEqual([['10', '0']]);
  expect(await get(share, leader)).toMatchObject({ side: 'OF_US', mayWithdraw: false, mayDecide: true });
  expect((await leader.call(workRoutes.listTodo)).data.list.find(({ bizId }) => bizId === share.id)).toMatchObject({
    no: share.no,
    qty: '3',
    group: '催化化学课题组',
    link: `/teacher/wms/share?show=${share.id}&org=${owner}`,
  });

  const collection = await approveShare(share);
  expect(collection).toMatchObject({
    type: 'OUTBOUND',
    state: 'SUBMITTED',
    ownerOrgName: '催化化学课题组',
    goodsOrgName: '分子生物学课题组',
    shareNo: share.no,
    applicantId: asker.id,
    planDate: FAR,
  });
  expect(await inStock(product)).toEqual([['10', '3']]);
  const done = await finished(scene.cast, await assigned(scene.cast, await approved(scene.cast, collection)));
  expect(done.state).toBe('DONE');
  expect(await inStock(product)).toEqual([['7', '0']]);
  expect(await get(share)).toMatchObject({ state: 'APPROVED', taken: '3', back: '0', out: null, mayGiveBack: false });
  const records = (await leader.call(routes.listShareRecords, { params: { id: share.id } })).data;
  expect(records.map(({ action, documentNo }) => [action, documentNo])).toEqual([
    ['submit', null],
    ['approve', null],
    ['submit', done.no],
    ['approve', done.no],
    ['finish', done.no],
  ]);
  const told2 = (await asker.call(msgInboxRoutes.listMine, { query: { q: share.no } })).data.list;
  expect(told2.some(({ title }) => title.includes(share.no))).toBe(true);
  expect(await proof()).toMatchObject({ ok: true });
});

test('[S1.09] the own organisation alone sees what it lists for itself, also controlled goods, and collects it', async () => {
  const product = await goods();
  await world.services.db
    .updateTable('wms_product')
    .set({ control_flags: ['DRUG_PRECURSOR'] })
    .where('id', '=', product.id)
    .execute();
  const id = await listed(product, { visibleTo: 'OWN', shareMode: 'NONE' });
  const offersTo = async (person: Person) => (await person.call(routes.listOffers, { query: { q: product.code } })).data.list;
  expect(await offersTo(leader)).toMatchObject([{ id, visibleTo: 'OWN', ours: true, places: [{ id: w2, available: '10' }] }]);
  for (const other of [asker, await world.as('supplier', 'ROLE_SUPPLIER'), await world.as('staff', 'ROLE_STAFF')])
    expect(await offersTo(other)).toEqual([]);
});

test('unoffered listings are not found, and invalid values are refused at their field', async () => {
  const own = await listed(await goods(), { visibleTo: 'OWN' });
  expect((await asker.call(routes.getOffer, { params: { id: own } })).status).toBe(404);
  expect((await ask(own)).status).toBe(404);
  const later = await listed(await goods(), { fromDay: FAR });
  expect((await ask(later)).status).toBe(404);
  const shown = await listed(await goods(), { shareMode: 'NONE' });
  expect((await ask(shown)).error.code).toBe('SHARE_MODE');
  const listing = await listed(await goods(), { maxQty: '4' });
  expect((await ask(listing, {}, leader)).error.code).toBe('SHARE_OWN');
  expect(fieldOf(await ask(listing, { qty: '5' }))).toEqual(['SHARE_MAX', 'qty']);
  expect(fieldOf(await ask(await listed(await goods({ qty: '1' }))))).toEqual(['SHARE_SHORT', 'qty']);
  expect(fieldOf(await ask(listing, { qty: '0.5' }))).toEqual(['QTY_DECIMALS', 'qty']);
  expect(fieldOf(await ask(listing, { warehouseId: scene.places.w1 }))).toEqual(['SHARE_SHORT', 'warehouseId']);
  expect(fieldOf(await ask(listing, { neededBy: '2020-01-01' }))).toEqual(['SHARE_DAYS', 'neededBy']);
  expect(fieldOf(await ask(listing, { giveBackBy: FAR }))).toEqual(['INVALID', 'giveBackBy']);
  const lent = await listed(await goods(), { shareMode: 'LEND' });
  expect(fieldOf(await ask(lent))).toEqual(['INVALID', 'giveBackBy']);
  expect(fieldOf(await ask(lent, { neededBy: FAR, giveBackBy: '2099-01-01' }))).toEqual(['SHARE_DAYS', 'giveBackBy']);
});

test('suppliers and buyers see only the mall', async () => {
  const supplier = await world.as('supplier', 'ROLE_SUPPLIER');
  const campus = await listed(await goods());
  expect((await supplier.call(routes.getOffer, { params: { id: campus } })).status).toBe(404);
  const mall = await listed(await goods(), { visibleTo: 'MALL', shareMode: 'SELL', price: '3.5' });
  const share = (await ask(mall, {}, supplier)).data;
  expect(share).toMatchObject({ mode: 'SELL', price: '3.5' });
  expect((await approve(share)).status).toBe(200);
  const [collection] = (await get(share, supplier)).documents;
  const read = await supplier.call(transactionRoutes.getTransaction, { params: { id: collection!.id } });
  expect(read.data).toMatchObject({ source: 'SUPPLIER', lines: [{ unitPrice: '3.5' }] });
});

test('a third group sees neither the request nor its steps, and cannot decide', async () => {
  const share = (await ask(await listed(await goods()))).data;
  const stranger = await world.as('teacher', 'ROLE_TEACHER', 'LAB-POLYMER');
  expect((await stranger.call(routes.getShare, { params: { id: share.id } })).status).toBe(404);
  expect((await stranger.call(routes.listShareRecords, { params: { id: share.id } })).status).toBe(404);
  expect((await stranger.call(routes.listShares, { query: { q: share.no } })).data.list).toEqual([]);
  expect((await approve(share, asker)).status).toBe(404);
  expect((await approve(share, await world.as('supplier', 'ROLE_SUPPLIER'))).status).toBe(404);
});

test('a leader of both groups cannot decide, and an unstaffed step goes to an administrator', async () => {
  const { db } = world.services;
  const polymer = await idOf(db, 'wms_org', 'LAB-POLYMER');
  await sql`insert into wms_org_member (org_id, user_id, relation) values (${polymer}, ${leader.id}, 'LEADER')`.execute(db);
  onTestFinished(async () => {
    await sql`delete from wms_org_member where org_id = ${polymer} and user_id = ${leader.id}`.execute(db);
  });
  const other = await world.as('teacher', 'ROLE_TEACHER', 'LAB-POLYMER');
  const share = (await ask(await listed(await goods()), {}, other)).data;
  expect((await get(share, leader)).mayDecide).toBe(false);
  expect((await approve(share)).status).toBe(404);
  expect((await get(share, other)).nobody).toBe(true);
  const admin = await world.as('admin', 'ROLE_ADMIN');
  expect((await admin.call(workRoutes.listStuck)).data.list.some(({ bizId }) => bizId === share.id)).toBe(true);
});

test('a request is refused with a reason, or withdrawn before a decision', async () => {
  const product = await goods();
  const listing = await listed(product);
  const refused = (await ask(listing)).data;
  await reject(refused).then(({ data }) => data);
  expect(await get(refused)).toMatchObject({ state: 'REJECTED', documents: [], mayWithdraw: false });
  expect((await asker.call(routes.listShareRecords, { params: { id: refused.id } })).data.at(-1)).toMatchObject({
    action: 'reject',
    comment: '自用',
    actorName: '林晓雨',
  });
  const open = (await ask(listing)).data;
  const withdraw = ({ id, rev }: Share, by = asker) =>
    by.call(routes.withdrawShare, { params: { id }, body: { rev, comment: null } });
  expect((await withdraw(open, leader)).error.code).toBe('FORBIDDEN');
  expect((await withdraw({ ...open, rev: 99 })).error.code).toBe('STALE');
  expect((await withdraw(open)).data.state).toBe('WITHDRAWN');
  expect((await withdraw(open)).error.code).toBe('ILLEGAL_TRANSITION');
  expect((await approve(open)).status).not.toBe(200);
  expect(await inStock(product)).toEqual([['10', '0']]);
});

test('a delisted or missing product fails the decision without changes', async () => {
  const product = await goods({ qty: '3' });
  const listing = await listed(product);
  const first = (await ask(listing, { qty: '2' })).data;
  const second = (await ask(listing, { qty: '2' })).data;
  const both = await Promise.all([approve(first), approve(second)]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const short = both.find(({ status }) => status === 409)!;
  expect(short.error).toMatchObject({ code: 'INSUFFICIENT' });
  expect(short.error.message).toContain(product.code);
  expect(await inStock(product)).toEqual([['3', '2']]);
  const left = [await get(first), await get(second)].find(({ state }) => state === 'SUBMITTED')!;
  expect(left.documents).toEqual([]);
  const { rev } = (await manager.call(listingRoutes.getListing, { params: { id: listing } })).data;
  await manager.call(listingRoutes.takeDownListing, { params: { id: listing }, body: { reason: '自用', rev } });
  expect((await approve(left)).error.code).toBe('SHARE_OFF');
});

test('an approved collection cannot be edited, and goods of others cannot be collected manually', async () => {
  const product = await goods();
  const collection = await approveShare((await ask(await listed(product))).data);
  const { id, rev } = collection;
  expect(
    (await asker.call(transactionRoutes.withdrawTransaction, { params: { id }, body: { rev, comment: null } })).error.code,
  ).toBe('SHARE_FIXED');
  const own = await draft(asker, { type: 'OUTBOUND', warehouseId: w2, lines: [lineOf(product.id, '1', { unit: 'BOX' })] }).catch(
    (error: Error) => error.message,
  );
  if (typeof own !== 'string') expect((await submit(asker, own)).error.code).toBe('INSUFFICIENT');
  const canceled = await asker.call(transactionRoutes.cancelTransaction, { params: { id }, body: { rev, comment: '不用了' } });
  expect(canceled.data.state).toBe('CANCELED');
  expect(await inStock(product)).toEqual([['10', '0']]);
  const share = (await asker.call(routes.listShares, { query: { q: collection.shareNo! } })).data.list[0]!;
  expect(share.documents).toMatchObject([{ state: 'CANCELED', done: '0' }]);
});

test('a loan is returned to its owner, never more than lent and never twice', async () => {
  const product = await goods({ batch: 'LENT-1' });
  const share = (await ask(await listed(product, { shareMode: 'LEND' }), { qty: '4', giveBackBy: FAR })).data;
  expect((await asker.call(routes.giveBackShare, { params: { id: share.id } })).error.code).toBe('SHARE_NOTHING_OUT');
  const collection = await collected(share);
  expect(await get(share)).toMatchObject({ taken: '4', back: '0', out: '4', late: false, mayGiveBack: true });
  expect((await get(share, leader)).mayGiveBack).toBe(false);

  const { id } = (await asker.call(routes.giveBackShare, { params: { id: share.id } })).data;
  expect((await asker.call(routes.giveBackShare, { params: { id: share.id } })).error.code).toBe('SHARE_NOTHING_OUT');
  const drawn = await documentOf(id);
  expect(drawn).toMatchObject({
    type: 'INBOUND',
    state: 'DRAFT',
    goodsOrgName: '分子生物学课题组',
    lines: [{ qty: '4', batchNo: 'LENT-1' }],
  });
  expect((await get(share, leader)).documents.map(({ type }) => type)).toEqual(['OUTBOUND']);
  const line = { ...drawn.lines[0]!, productId: product.id };
  const change = (qty: string, warehouseId = w2, productId = product.id) =>
    asker.call(transactionRoutes.updateTransaction, {
      params: { id },
      body: {
        ...NOTHING,
        warehouseId,
        lines: [lineOf(productId, qty, { unit: line.unit, batchNo: 'LENT-1' })],
        rev: drawn.rev,
      },
    });
  expect(fieldOf(await change('5'))).toEqual(['SHARE_BACK', 'lines']);
  expect(fieldOf(await change('3', scene.places.w1))).toEqual(['INVALID', 'warehouseId']);
  expect((await change('3', w2, scene.places.product('C-NACL'))).status).not.toBe(200);
  const changed = (await change('3')).data;
  const sent = (await submit(asker, changed)).data;
  // Only the owner's quota and stock are concerned, and only the owner and the reviewers see them.
  const chainFor = async (by: Person) => (await by.call(transactionRoutes.getChain, { params: { id } })).data;
  expect(await chainFor(asker)).toMatchObject({ quota: null, stock: [] });
  expect(await chainFor(scene.cast.reviewer)).toMatchObject({
    quota: { isSet: false },
    stock: [{ productId: product.id, qty: '6' }],
  });
  const reverse = (document: { id: string }, rev: number) =>
    scene.cast.reviewer2.call(transactionRoutes.reverseTransaction, {
      params: { id: document.id },
      body: { rev, comment: '误' },
    });
  expect((await reverse(collection, collection.rev)).error.code).toBe('SHARE_GIVEN_BACK');
  const ready = await assigned(scene.cast, await approved(scene.cast, sent), scene.places.box('W2-A-R1-B1'));
  const leaderEvents = eventsTo(leader);
  const back = await finished(scene.cast, ready);
  await expect.poll(leaderEvents).toContain(share.id);
  expect(back.state).toBe('DONE');
  // Cases about shared goods are their owner's.
  for (const document of [collection, back]) {
    const query = { transactionLineId: document.lines[0]!.id };
    expect((await asker.call(afterSalesRoutes.getCaseOrigin, { query })).error.code).toBe('AFTER_SALES_SHARED');
  }
  const records = (await asker.call(transactionRoutes.listRecords, { params: { id: collection.id } })).data;
  expect(records.find(({ action }) => action === 'submit')).toMatchObject({
    actorName: '林晓雨',
    otherName: collection.applicantName,
  });
  expect(await inStock(product)).toEqual([['9', '0']]);
  expect(await get(share, leader)).toMatchObject({ taken: '4', back: '3', out: '1' });

  // After the reversal it is out again, and can be returned in full.
  expect((await reverse(back, back.rev)).status).toBe(200);
  expect(await get(share)).toMatchObject({ out: '4', mayGiveBack: true });
  expect((await reverse(collection, collection.rev)).status).toBe(200);
  expect(await get(share)).toMatchObject({ taken: '0', out: '0', mayGiveBack: false });
  expect(await inStock(product)).toEqual([['10', '0']]);
  expect(await proof()).toMatchObject({ ok: true });
});

test('reminds the borrower before the due date, and notifies both sides after it', async () => {
  const product = await goods();
  const share = (await ask(await listed(product, { shareMode: 'LEND' }), { giveBackBy: FAR })).data;
  await collected(share);
  const { db } = world.services;
  const due = (days: number) =>
    sql`update wms_share_request set give_back_by = current_date + ${days}::int where id = ${share.id}`.execute(db);
  const countMessages = async (by: Person, what: string) =>
    (await by.call(msgInboxRoutes.listMine, { query: { q: share.no } })).data.list.filter(({ title }) => title.startsWith(what))
      .length;
  await remindLoans(world.services);
  expect(await countMessages(asker, '即将到期归还')).toBe(0);
  await due(2);
  expect(await remindLoans(world.services)).toBe(1);
  expect(await remindLoans(world.services)).toBe(0);
  expect([await countMessages(asker, '即将到期归还'), await countMessages(leader, '即将到期归还')]).toEqual([1, 0]);
  await due(-1);
  expect(await remindLoans(world.services)).toBe(1);
  expect(await remindLoans(world.services)).toBe(0);
  expect([await countMessages(asker, '逾期未还'), await countMessages(leader, '逾期未还')]).toEqual([1, 1]);
  expect(await get(share)).toMatchObject({ late: true });
  expect(
    (await leader.call(routes.listShares, { query: { side: 'OF_US', loan: ['LATE'] } })).data.list.map(({ id }) => id),
  ).toEqual([share.id]);
});

test('the proof finds goods of others collected without consent', async () => {
  const product = await goods();
  const share = (await ask(await listed(product))).data;
  const done = await collected(share);
  const { db } = world.services;
  await sql`update wms_share_request set state = 'REJECTED' where id = ${share.id}`.execute(db);
  const found = await proof();
  await sql`update wms_share_request set state = 'APPROVED' where id = ${share.id}`.execute(db);
  expect(found.ok).toBe(false);
  expect(JSON.stringify(found)).toContain(done.no);
  expect(await proof()).toMatchObject({ ok: true });
});

test('[F-3L2] the proof finds a sharing request approved by its applicant, and one without an approval', async () => {
  const product = await goods();
  const share = (await ask(await listed(product))).data;
  const { no } = await collected(share);
  await completeDocuments(world.services.db);
  const found = (statement: string) => findFaultsAfter(world.services, ['bpm_decision'], [statement]);
  const decision = `biz_id = '${share.id}'`;
  const fault = (detail: string) => ({ check: 'DECIDED', subject: no, detail: expect.stringContaining(detail) as string });
  for (const column of ['actor_id', 'proxy_user_id', 'for_user_id'])
    expect(await found(`update bpm_decision set ${column} = '${asker.id}' where ${decision}`), column).toContainEqual(
      fault('had a hand in it'),
    );
  const asAnother = `update bpm_decision set proxy_user_id = '${manager.id}' where ${decision}`;
  expect(await found(asAnother)).toEqual([fault('lists no such decision at level 1')]);
  expect(await found(`delete from bpm_decision where ${decision}`)).toEqual([fault('0 approvals, needed are 1')]);
});

test('stock matches the requests after any sequence of actions, and the ledger verifies', { tags: ['property'] }, async () => {
  const random = randomOf(147);
  const one = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
  const product = await goods({ qty: '12', batch: 'MIX' });
  const listing = await listed(product, { shareMode: 'LEND' });
  const box = scene.places.box('W2-A-R1-B1');
  const shares = new Set<string>();
  const all = async () => Promise.all([...shares].map((id) => get({ id })));
  const step = async (): Promise<void> => {
    const what = random();
    const now = await all();
    const open = one(now.filter(({ state }) => state === 'SUBMITTED'));
    const documents = now.flatMap((share) => share.documents).filter(({ reversed }) => !reversed);
    if (what < 0.25 || now.length === 0) {
      const answer = await ask(listing, { qty: String(1 + Math.floor(random() * 4)), giveBackBy: FAR });
      if (answer.status === 200) shares.add(answer.data.id);
      else {
        expect(answer.error.code).toMatch(/^(SHARE_SHORT|NOT_FOUND)$/);
        // It was delisted when its stock ran out.
        const { rev } = (await manager.call(listingRoutes.getListing, { params: { id: listing } })).data;
        await manager.call(listingRoutes.putUpListing, { params: { id: listing }, body: { rev } });
      }
    } else if (what < 0.5 && open) {
      const answer = await approve(open);
      if (answer.status !== 200) expect(answer.error.code).toMatch(/^(INSUFFICIENT|SHARE_OFF)$/);
    } else if (what < 0.55 && open)
      await (random() < 0.5
        ? reject(open)
        : asker.call(routes.withdrawShare, { params: { id: open.id }, body: { rev: open.rev, comment: null } }));
    else if (what < 0.75) {
      const found = one(documents.filter(({ state }) => state === 'SUBMITTED' || state === 'DRAFT'));
      if (!found) return;
      let document = await documentOf(found.id);
      if (document.state === 'DRAFT') document = (await submit(asker, document)).data;
      if (random() < 0.2) {
        await asker.call(transactionRoutes.cancelTransaction, {
          params: { id: document.id },
          body: { rev: document.rev, comment: '取消' },
        });
        return;
      }
      const isBack = document.type === 'INBOUND';
      await finished(scene.cast, await assigned(scene.cast, await approved(scene.cast, document), isBack ? box : undefined));
    } else if (what < 0.9) {
      const lent = one(now.filter(({ mayGiveBack }) => mayGiveBack));
      if (lent) expect((await asker.call(routes.giveBackShare, { params: { id: lent.id } })).status).toBe(200);
    } else {
      const found = one(documents.filter(({ state }) => state === 'DONE'));
      if (!found) return;
      const { id, rev } = await documentOf(found.id);
      const answer = await scene.cast.reviewer2.call(transactionRoutes.reverseTransaction, {
        params: { id },
        body: { rev, comment: '误' },
      });
      if (answer.status !== 200) expect(answer.error.code).toMatch(/^(SHARE_GIVEN_BACK|CANNOT_REVERSE)$/);
    }
  };
  const steps = runs(20, 40);
  for (let n = 0; n < steps; n++) {
    await step();
    const now = await all();
    const out = now.reduce((sum, share) => sum + Number(share.out), 0);
    for (const share of now) expect(Number(share.out)).toBeGreaterThanOrEqual(0);
    const [stock] = await inStock(product);
    expect([n, Number(stock![0])]).toEqual([n, 12 - out]);
  }
  expect(await proof()).toMatchObject({ ok: true });
});
