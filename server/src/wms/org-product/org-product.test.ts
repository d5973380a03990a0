// Listings: who lists what, what prevents a listing, and what takes it down automatically.
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { batchRoutes } from '@kuwei/contract/wms/batch';
import {
  listingForm,
  listingRoutes as routes,
  type Listing,
  type ListingForm,
  type ListingPhase,
} from '@kuwei/contract/wms/org-product';
import { productRoutes } from '@kuwei/contract/wms/product';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { day } from '../../../test/_days.ts';
import { withDefaults } from '../../../test/_with-defaults.ts';
import { addOtherWarehouse, OTHER_MANAGER } from '../../../test/_other-warehouse.ts';
import { idOf, post } from '../../../test/_stock.ts';
import { meanwhile } from '../../../test/_waiting.ts';
import { readRows } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { newId } from '../../db/id.ts';
import { takeDownExpired } from './scheduled.ts';

let world: World;
let keeper: Person;
let other: Person;
let org: string;
beforeAll(async () => {
  world = await openWorld();
  await addOtherWarehouse(world.services.db);
  keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  other = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');
  org = await idOf(world.services.db, 'wms_org', 'LAB-BIO');
});
afterAll(() => world.end());

const BOX = 'W2-A-R1-B1';
let made = 0;

/** A new product for each test, with five in stock. */
async function goods({ code = `SHELF-${++made}`, qty = '5', batch = '-' } = {}): Promise<{ code: string; id: string }> {
  const { db } = world.services;
  const id = newId();
  await sql`insert into wms_product (id, code, name, category_id, kind, base_unit, state, search)
    select ${id}, ${code}, ${`货架品 ${code}`}, category_id, kind, base_unit, 'ACTIVE', lower(${code})
      from wms_product where code = 'P-TIP-200'`.execute(db);
  if (qty !== '0') await stock(code, qty, { batch });
  return { code, id };
}
const stock = (code: string, qty: string, more = {}) =>
  post(world.services.db, [{ product: code, owner: 'LAB-BIO', box: BOX, qty, ...more }]);

const form = (productId: string, more: Partial<ListingForm> = {}): ListingForm => ({
  orgId: org,
  productId,
  visibleTo: 'CAMPUS',
  shareMode: 'GIVE',
  price: null,
  maxQty: null,
  fromDay: null,
  untilDay: null,
  note: null,
  ...more,
});
const create = (productId: string, more: Partial<ListingForm> = {}) =>
  keeper.call(routes.createListing, { body: form(productId, more) });
const up = ({ id, rev }: Listing) => keeper.call(routes.putUpListing, { params: { id }, body: { rev } });
const down = ({ id, rev }: Listing, reason = '盘点') =>
  keeper.call(routes.takeDownListing, { params: { id }, body: { reason, rev } });
const get = async ({ id }: { id: string }) => (await keeper.call(routes.getListing, { params: { id } })).data;
const history = async ({ id }: { id: string }) => (await keeper.call(routes.listListingEvents, { params: { id } })).data;
const change = (listing: Listing, more: Partial<ListingForm>) =>
  keeper.call(routes.updateListing, {
    params: { id: listing.id },
    body: withDefaults(listingForm, { ...form(listing.productId), ...more, rev: listing.rev }),
  });
/** An active listing. */
async function listed(product: { id: string }, more: Partial<ListingForm> = {}): Promise<Listing> {
  return (await up((await create(product.id, more)).data)).data;
}
const fieldOf = (answer: { error: { data: { fields?: { path: string }[] } | null; code: string } }) => [
  answer.error.code,
  answer.error.data?.fields?.[0]?.path,
];

test('[S1.09][S6.15] a listing is created, put up, changed and taken down, with its history', async () => {
  const { id, code } = await goods();
  const first = (await create(id, { shareMode: 'SELL', price: '12.5', maxQty: '2', note: '开封即用' })).data;
  expect(first).toMatchObject({ state: 'OFF', cause: null, available: '5', price: '12.5', productCode: code, rev: 1 });
  const shown = (await up(first)).data;
  expect(shown).toMatchObject({ state: 'ON', cause: null, rev: 2, updatedBy: '郑建国' });
  const dearer = (await change(shown, { shareMode: 'SELL', price: '13', untilDay: '2999-12-31' })).data;
  expect(dearer).toMatchObject({ state: 'ON', price: '13', untilDay: '2999-12-31', maxQty: null });
  expect(fieldOf(await change(dearer, { maxQty: '1.5' }))).toEqual(['QTY_DECIMALS', 'maxQty']);
  expect((await down(dearer, ' ')).error.data?.fields?.[0]?.path).toBe('reason');
  expect((await down(dearer, '自用')).data).toMatchObject({ state: 'OFF', cause: 'MANUAL', reason: '自用', rev: 4 });
  expect((await history(first)).map(({ what, cause, reason, userName }) => [what, cause, reason, userName])).toEqual([
    ['DOWN', 'MANUAL', '自用', '郑建国'],
    ['CHANGED', 'MANUAL', null, '郑建国'],
    ['UP', 'MANUAL', null, '郑建国'],
    ['MADE', 'MANUAL', null, '郑建国'],
  ]);
  const log = await world.services.db
    .selectFrom('sys_log')
    .where('entity', '=', 'wms_org_product')
    .where('entity_id', '=', first.id)
    .orderBy('id', 'desc')
    .select('change')
    .executeTakeFirstOrThrow();
  expect(log.change).toEqual({ state: ['ON', 'OFF'], reason: '自用' });
  const edit = (await history(first)).find(({ what }) => what === 'CHANGED')!;
  expect(edit.changes).toHaveLength(4);
  expect(edit.changes).toContainEqual({ field: 'price', from: '12.5', to: '13' });
  expect(edit.changes).toContainEqual({ field: 'untilDay', from: null, to: '2999-12-31' });
  expect(edit.changes).toContainEqual({ field: 'note', from: '开封即用', to: null });
  expect((await up(first)).error.code).toBe('STALE');
  expect((await down(await get(first))).error.code).toBe('ILLEGAL_TRANSITION');
});

test('an organisation has one listing per product, which cannot be switched', async () => {
  const { id } = await goods();
  const listing = (await create(id)).data;
  expect(fieldOf(await create(id))).toEqual(['SHELF_TWICE', 'productId']);
  const another = await goods();
  expect(fieldOf(await change(listing, { productId: another.id }))).toEqual(['SHELF_FIXED', 'productId']);
  const owner = await idOf(world.services.db, 'wms_org', 'LAB-POLYMER');
  expect(fieldOf(await change(listing, { orgId: owner }))).toEqual(['SHELF_FIXED', 'orgId']);
});

test('refuses invalid forms at their field', async () => {
  const { id } = await goods();
  expect(fieldOf(await create(id, { fromDay: '2030-02-01', untilDay: '2030-01-31' }))).toEqual(['SHELF_DAYS', 'untilDay']);
  expect(fieldOf(await create(id, { shareMode: 'SELL' }))).toEqual(['SHELF_PRICE', 'price']);
  expect(fieldOf(await create(id, { price: '1' }))).toEqual(['SHELF_PRICE', 'price']);
  expect(fieldOf(await create((await goods({ qty: '0' })).id))).toEqual(['SHELF_NO_STOCK', 'productId']);
});

test('[S1.09] lists only active, available goods without held batches, and controlled ones only for the own group', async () => {
  const { db } = world.services;
  const product = await goods({ batch: 'SHELF-B' });
  const listing = (await create(product.id)).data;
  const refused = async () => fieldOf(await up(listing));
  const set = (columns: Record<string, unknown>) =>
    db.updateTable('wms_product').set(columns).where('id', '=', product.id).execute();
  await set({ state: 'DISABLED' });
  expect((await up(listing)).error.message).toBe(`产品“货架品 ${product.code}”未启用`);
  expect(await refused()).toEqual(['PRODUCT_NOT_ACTIVE', 'productId']);
  await set({ state: 'ACTIVE', control_flags: ['DRUG_PRECURSOR'] });
  expect(await refused()).toEqual(['SHELF_CONTROLLED', 'visibleTo']);
  await set({ control_flags: [], sds_rev_date: '2001-01-01' });
  expect(await refused()).toEqual(['SHELF_SDS', 'productId']);
  await set({ sds_rev_date: null });
  const batches = (await keeper.call(batchRoutes.listBatches, { query: { q: 'SHELF-B' } })).data.list;
  const hold = async (status: 'OK' | 'HOLD') => {
    const { data } = await keeper.call(batchRoutes.getBatch, { params: { id: batches[0]!.id } });
    await keeper.call(batchRoutes.setBatchStatus, { params: { id: data.id }, body: { status, reason: '-', rev: data.rev } });
  };
  await hold('HOLD');
  expect(await refused()).toEqual(['SHELF_HELD', 'productId']);
  await hold('OK');
  // All of it is reserved.
  await stock(product.code, '0', { reserved: '5', batch: 'SHELF-B' });
  expect(await refused()).toEqual(['SHELF_NO_STOCK', 'productId']);
  await stock(product.code, '0', { reserved: '-5', batch: 'SHELF-B' });
  await change(listing, { untilDay: '2001-01-01' });
  expect(fieldOf(await up(await get(listing)))).toEqual(['SHELF_OVER', 'untilDay']);
  const open = (await change(await get(listing), { untilDay: null })).data;
  expect((await up(open)).data.state).toBe('ON');
  // Nor can an active listing be changed into a forbidden one.
  expect(fieldOf(await change(await get(listing), { untilDay: '2001-01-01' }))).toEqual(['SHELF_OVER', 'untilDay']);
  expect((await get(listing)).untilDay).toBeNull();
});

test('lists controlled goods for their own group', async () => {
  const product = await goods();
  await world.services.db
    .updateTable('wms_product')
    .set({ control_flags: ['DRUG_PRECURSOR'] })
    .where('id', '=', product.id)
    .execute();
  const own = await listed(product, { visibleTo: 'OWN' });
  expect(own.state).toBe('ON');
  expect(fieldOf(await change(own, { visibleTo: 'MALL' }))).toEqual(['SHELF_CONTROLLED', 'visibleTo']);
  // Refused when the form is saved, not only when the listing is put up.
  const taken = (await down(own)).data;
  expect(fieldOf(await change(taken, { visibleTo: 'CAMPUS' }))).toEqual(['SHELF_CONTROLLED', 'visibleTo']);
  const another = await goods();
  await world.services.db
    .updateTable('wms_product')
    .set({ control_flags: ['TOXIC'] })
    .where('id', '=', another.id)
    .execute();
  expect(fieldOf(await create(another.id, { visibleTo: 'MALL' }))).toEqual(['SHELF_CONTROLLED', 'visibleTo']);
  expect((await create(another.id, { visibleTo: 'OWN' })).status).toBe(200);
});

test('a listing whose first day is ahead is not shown as listed', async () => {
  const product = await goods();
  const listing = await listed(product, { fromDay: day(20) });
  expect(listing).toMatchObject({ state: 'ON', phase: 'AHEAD' });
  const inPhase = async (phase: ListingPhase) =>
    (await keeper.call(routes.listListings, { query: { productId: product.id, phase: [phase] } })).data.total;
  expect([await inPhase('AHEAD'), await inPhase('ON'), await inPhase('OFF')]).toEqual([1, 0, 0]);
  expect((await change(listing, { fromDay: day(0) })).data.phase).toBe('ON');
});

test('[S1.09] owners are notified of what the warehouse puts up, once for all of a bulk action', async () => {
  const [one, two, three] = [await goods(), await goods(), await goods()];
  const leader = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
  const messages = async () =>
    (await leader.call(msgInboxRoutes.listMine, { query: { size: 200 } })).data.list.filter(
      ({ title, content }) => title.startsWith('物品已上架') && [one, two, three].some(({ code }) => content.includes(code)),
    );
  await listed(one);
  expect(await messages()).toMatchObject([{ kind: 'NOTICE', link: `/teacher/wms/share/offer?orgId=${org}&org=${org}` }]);
  const ids = [(await create(two.id)).data.id, (await create(three.id)).data.id];
  await keeper.call(routes.batchListings, { params: { action: 'up' }, body: { ids } });
  expect(await messages()).toHaveLength(2);
  expect((await messages()).some(({ content }) => content.includes('2 种物品'))).toBe(true);
});

test('[S1.09] only the posting that issues the last of it takes the listing down', async () => {
  const product = await goods();
  await post(world.services.db, [{ product: product.code, owner: 'LAB-BIO', box: 'W2-A-R1-B2', qty: '1' }]);
  const listing = await listed(product);
  await stock(product.code, '-5');
  expect((await get(listing)).state).toBe('ON');
  const undone = world.services.db.transaction().execute(async (trx) => {
    await post(trx, [{ product: product.code, owner: 'LAB-BIO', box: 'W2-A-R1-B2', qty: '-1' }]);
    const { state } = await trx
      .selectFrom('wms_org_product')
      .where('id', '=', listing.id)
      .select('state')
      .executeTakeFirstOrThrow();
    expect(state).toBe('OFF');
    throw new Error('taken back');
  });
  await expect(undone).rejects.toThrow('taken back');
  expect(await get(listing)).toMatchObject({ state: 'ON', rev: listing.rev });
  await post(world.services.db, [{ product: product.code, owner: 'LAB-BIO', box: 'W2-A-R1-B2', qty: '-1' }]);
  expect(await get(listing)).toMatchObject({ state: 'OFF', cause: 'AUTO_STOCK', available: '0', updatedBy: null });
  expect((await history(listing))[0]).toMatchObject({ what: 'DOWN', cause: 'AUTO_STOCK', userName: null });
});

test('[S1.09] disabling a product, holding a batch or adding a control takes listings down in the same commit', async () => {
  const disabled = await goods();
  const first = await listed(disabled);
  const { data } = await keeper.call(productRoutes.getProduct, { params: { id: disabled.id } });
  await keeper.call(productRoutes.setProductState, {
    params: { id: disabled.id },
    body: { state: 'DISABLED', rev: data.rev },
  });
  expect(await get(first)).toMatchObject({ state: 'OFF', cause: 'AUTO_PRODUCT' });

  const held = await goods({ batch: 'SHELF-HELD' });
  const second = await listed(held);
  const [batch] = (await keeper.call(batchRoutes.listBatches, { query: { q: 'SHELF-HELD' } })).data.list;
  await keeper.call(batchRoutes.setBatchStatus, {
    params: { id: batch!.id },
    body: { status: 'RECALLED', reason: '杂质', rev: batch!.rev },
  });
  expect(await get(second)).toMatchObject({ state: 'OFF', cause: 'AUTO_BATCH' });

  const controlled = await goods();
  const campus = await listed(controlled);
  await world.services.db
    .updateTable('wms_product')
    .set({ control_flags: ['TOXIC'] })
    .where('id', '=', controlled.id)
    .execute();
  expect(await get(campus)).toMatchObject({ state: 'OFF', cause: 'AUTO_CONTROL' });
});

test('[S1.09] the clock takes down ended listings, and notifies owners and lister once', async () => {
  const { db } = world.services;
  const [over, old, fresh] = [await listed(await goods()), await listed(await goods()), await listed(await goods())];
  await db.updateTable('wms_org_product').set({ until_day: '2001-01-01' }).where('id', '=', over.id).execute();
  await db.updateTable('wms_product').set({ sds_rev_date: '2001-01-01' }).where('id', '=', old.productId).execute();
  await stock(fresh.productCode, '-5');
  await takeDownExpired(world.services);
  expect(await get(over)).toMatchObject({ state: 'OFF', cause: 'AUTO_DAY' });
  expect(await get(old)).toMatchObject({ state: 'OFF', cause: 'AUTO_SDS' });
  expect(await takeDownExpired(world.services)).toBe(0);
  const messagesTo = async (person: Person, { id }: Listing) =>
    (await person.call(msgInboxRoutes.listMine, { query: { size: 200 } })).data.list.filter(({ objectId }) => objectId === id);
  const teacher = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
  for (const [listing, cause] of [
    [over, '截止日已过'],
    [old, '安全技术说明书过期'],
    [fresh, '库存用完'],
  ] as const) {
    const [message, ...more] = await messagesTo(teacher, listing);
    expect(more).toEqual([]);
    expect(message).toMatchObject({ kind: 'WARN', title: `已自动下架：${listing.productName}` });
    expect(message!.content).toContain(cause);
    expect(message!.link).toBe(`/teacher/wms/product-box/list?productId=${listing.productId}&org=${org}`);
    expect(await messagesTo(keeper, listing)).toMatchObject([{ link: `/admin/wms/org-product?show=${listing.id}` }]);
  }
  expect(await messagesTo(await world.as('supplier', 'ROLE_SUPPLIER'), over)).toEqual([]);
});

test('[S1.09] a listing concurrent with the last issue is refused or taken down', async () => {
  const { db } = world.services;
  const product = await goods();
  const listing = (await create(product.id)).data;
  const late = await meanwhile(
    db,
    (trx) => post(trx, [{ product: product.code, owner: 'LAB-BIO', box: BOX, qty: '-5' }]),
    () => up(listing),
  );
  expect(fieldOf(late)).toEqual(['SHELF_NO_STOCK', 'productId']);
  await stock(product.code, '5');
  // The other way round: the posting waits for the listing and sees it.
  await meanwhile(
    db,
    (trx) =>
      sql`with held as materialized (select id from wms_product_box where product_id = ${product.id} order by id for no key update),
            shown as (update wms_org_product set state = 'ON' where id = ${listing.id})
          select count(*) from held`.execute(trx),
    () => stock(product.code, '-5'),
  );
  expect(await get(listing)).toMatchObject({ state: 'OFF', cause: 'AUTO_STOCK' });
});

test('[S1.09] of two concurrent issues of the last stock in two boxes, the second takes the listing down', async () => {
  const { db } = world.services;
  const product = await goods();
  await post(db, [{ product: product.code, owner: 'LAB-BIO', box: 'W2-A-R1-B2', qty: '3' }]);
  const listing = await listed(product);
  await meanwhile(
    db,
    (trx) => post(trx, [{ product: product.code, owner: 'LAB-BIO', box: BOX, qty: '-5' }]),
    () => post(db, [{ product: product.code, owner: 'LAB-BIO', box: 'W2-A-R1-B2', qty: '-3' }]),
  );
  expect(await get(listing)).toMatchObject({ state: 'OFF', cause: 'AUTO_STOCK' });
});

test('[S1.09] bulk actions name refusals with their reason and skip unchanged listings', async () => {
  const [one, two, none] = [await goods(), await goods(), await goods()];
  const all = [(await create(one.id)).data, (await create(two.id)).data, (await create(none.id)).data];
  const ids = all.map(({ id }) => id);
  await stock(none.code, '-5');
  const batch = (action: 'up' | 'down', reason?: string) =>
    keeper.call(routes.batchListings, { params: { action }, body: { ids, ...(reason && { reason }) } });
  const raised = (await batch('up')).data;
  expect(raised).toMatchObject({ done: 2, refused: [{ id: ids[2], message: '该组织的这种产品没有可用库存' }] });
  expect(raised.refused[0]!.label).toContain(none.code);
  expect((await batch('up')).data.done).toBe(0);
  expect(fieldOf(await batch('down'))).toEqual(['COMMENT_NEEDED', 'reason']);
  expect((await batch('down', '放假')).data).toEqual({ done: 2, refused: [], notes: [] });
  expect(await get(all[0]!)).toMatchObject({ state: 'OFF', cause: 'MANUAL', reason: '放假' });
});

test('filters and exports the list', async () => {
  const product = await goods();
  const listing = await listed(product, { visibleTo: 'MALL' });
  const query = { orgId: org, productId: product.id, phase: ['ON' as const], visibleTo: ['MALL' as const] };
  expect((await keeper.call(routes.listListings, { query })).data.list.map(({ id }) => id)).toEqual([listing.id]);
  expect((await keeper.call(routes.listListings, { query: { ...query, phase: ['OFF'] } })).data.list).toEqual([]);
  const english = await keeper.call(routes.exportListings, { query, headers: { 'accept-language': 'en' } });
  expect(await readRows(english)).toMatchObject([{ State: 'Listed', 'Visible to': 'Mall', Available: '5' }]);
  const [row] = await readRows(await keeper.call(routes.exportListings, { query }));
  expect(row).toMatchObject({ 所属组织: '分子生物学课题组', 产品编号: product.code, 状态: '已上架', 可见范围: '商城' });
});

test('offers stock without a listing', async () => {
  const [free, taken, empty] = [await goods(), await goods(), await goods({ qty: '0' })];
  await create(taken.id);
  const query = { orgId: org, q: 'SHELF-', size: 200 };
  const codes = (await keeper.call(routes.selectListingProducts, { query })).data.list.map(({ code }) => code);
  expect(codes).toContain(free.code);
  expect(codes).not.toContain(taken.code);
  expect(codes).not.toContain(empty.code);
  const orgs = (await keeper.call(routes.selectListingOrgs, {})).data.list.map(({ id }) => id);
  expect(orgs).toContain(org);
});

test('[S6.15] people of another warehouse or without the permission cannot see or change it', async () => {
  const product = await goods();
  const listing = await listed(product);
  const { id, rev } = listing;
  const params = { id };
  expect((await other.call(routes.listListings)).data).toMatchObject({ list: [], total: 0 });
  expect((await other.call(routes.selectListingProducts, { query: { orgId: org } })).data.list).toEqual([]);
  const body = withDefaults(listingForm, { ...form(product.id), rev });
  const answers = [
    await other.call(routes.getListing, { params }),
    await other.call(routes.listListingEvents, { params }),
    await other.call(routes.updateListing, { params, body }),
    await other.call(routes.putUpListing, { params, body: { rev } }),
    await other.call(routes.takeDownListing, { params, body: { reason: '-', rev } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  const many = { params: { action: 'down' as const }, body: { ids: [id], reason: '-' } };
  expect((await other.call(routes.batchListings, many)).data).toEqual({
    done: 0,
    refused: [{ id, label: '', message: '记录不存在' }],
    notes: [],
  });
  const unlisted = await goods();
  expect(fieldOf(await other.call(routes.createListing, { body: form(unlisted.id) }))).toEqual(['SHELF_NO_STOCK', 'productId']);
  for (const name of ['keeper', 'reviewer']) {
    const person = await world.as(name, 'ROLE_WAREHOUSE_ADMIN');
    expect((await person.call(routes.takeDownListing, { params, body: { reason: '-', rev } })).error.code).toBe('FORBIDDEN');
  }
  expect(await get(listing)).toMatchObject({ state: 'ON', rev });
});
