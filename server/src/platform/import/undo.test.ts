import { productRoutes, type Product } from '@kuwei/contract/wms/product';
import { sql } from 'kysely';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post } from '../../../test/_stock.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { cleanUp } from '../../site/tidy.ts';

let world: World;
let keeper: Person;
beforeAll(async () => {
  world = await openWorld();
  keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
});
afterAll(() => world.end());

/** Another user with the same permissions. */
async function createColleague(): Promise<Person> {
  const { id } = await world.as('keeper');
  await sql`insert into sys_user_role (user_id, role_code) select ${id}, role_code from sys_user_role where user_id = ${keeper.id}
    on conflict do nothing`.execute(world.services.db);
  return world.as('keeper', 'ROLE_WAREHOUSE_ADMIN');
}

type Row = Record<string, string | number | null>;
const NEW = { category: 'SALT', kind: '化学品', baseUnit: '瓶' };

/** Writes rows as an import does. @returns its id in the history */
async function importRows(rows: readonly Row[], who: Person = keeper): Promise<string> {
  const keys = Object.keys(rows[0]!);
  const sheet = { name: 'S', rows: [keys, ...rows.map((row) => keys.map((key) => row[key] ?? null))] };
  const content = Buffer.from(await writeXlsx({ sheets: [sheet] }));
  const { data } = await who.upload(productRoutes.importProducts, content, '十一月.xlsx', { query: { dryRun: false } });
  expect(data.written).toBe(true);
  return data.importId!;
}
const previewUndoOf = (id: string, who: Person = keeper) => who.call(productRoutes.lookAtUndo, { params: { import: id } });
const undo = (id: string, expected: number, who: Person = keeper) =>
  who.call(productRoutes.undoImport, { params: { import: id }, body: { expected } });
const history = async (who: Person = keeper) => (await who.call(productRoutes.listImports)).data.list;

async function findProduct(code: string): Promise<Product | null> {
  const { list } = (await keeper.call(productRoutes.listProducts, { query: { q: code } })).data;
  const found = list.find((row) => row.code === code);
  return found ? (await keeper.call(productRoutes.getProduct, { params: { id: found.id } })).data : null;
}
const unstamped = (product: Product) => ({ ...product, rev: 0, updatedAt: '', updatedBy: '' });

test('[F-undo] restores changed products, deletes new ones, and records it in history and log', async () => {
  const before = (await findProduct('C-ETHANOL'))!;
  const id = await importRows([
    { code: 'C-ETHANOL', name: '酒精', category: 'SOLVENT', kind: '化学品', baseUnit: '瓶', remark: '新的', price: null },
    { ...NEW, code: 'U-NEW', name: '新品', remark: null, price: 3 },
  ]);
  const changed = (await findProduct('C-ETHANOL'))!;
  expect(changed).toMatchObject({ name: '酒精', remark: '新的', price: null });
  expect((await history())[0]).toMatchObject({
    id,
    file: '十一月.xlsx',
    created: 1,
    updated: 1,
    isOwn: true,
    undone: 0,
    open: true,
  });

  const seen = (await previewUndoOf(id)).data;
  expect(seen).toMatchObject({ file: '十一月.xlsx', restored: 1, deleted: 1, left: 0, leftOut: [] });
  const english = await keeper.call(productRoutes.lookAtUndo, { params: { import: id }, headers: { 'accept-language': 'en' } });
  expect(english.data.changes.map(({ title }) => title)).toContain('C-ETHANOL Ethanol, absolute');
  const ethanol = seen.changes.find(({ title }) => title.startsWith('C-ETHANOL'))!;
  expect(ethanol.isDeleted).toBe(false);
  expect(ethanol.fields).toEqual(
    expect.arrayContaining([
      { column: '名称', before: '酒精', after: before.name },
      { column: '参考单价（元）', before: '', after: before.price },
      { column: '备注', before: '新的', after: before.remark ?? '' },
    ]),
  );
  expect(await findProduct('C-ETHANOL'), 'it was only looked at').toEqual(changed);
  expect((await undo(id, 1)).error.code, 'other records than were looked at').toBe('STALE');
  expect(await findProduct('U-NEW'), 'and nothing was done').not.toBeNull();

  expect((await undo(id, 2)).data).toMatchObject({ restored: 1, deleted: 1, left: 0 });
  const after = (await findProduct('C-ETHANOL'))!;
  expect(unstamped(after)).toEqual(unstamped(before));
  expect(after.rev).toBe(changed.rev + 1);
  expect(await findProduct('U-NEW')).toBeNull();
  expect((await history())[0]).toMatchObject({ id, undone: 2, undoneAt: expect.any(String), open: false });
  expect((await undo(id, 2)).error.code, 'a second time there is nothing').toBe('STALE');

  const { rows } = await sql<{ entity_id: string; change: unknown }>`
    select entity_id, change from sys_log where action like '%/undo' order by id`.execute(world.services.db);
  expect(rows).toContainEqual({ entity_id: before.id, change: expect.objectContaining({ name: ['酒精', before.name] }) });
  expect(rows).toContainEqual({ entity_id: expect.any(String), change: { deleted: 'U-NEW' } });
  expect(rows.at(-1)).toEqual({ entity_id: 'undo', change: { import: id, file: '十一月.xlsx', restored: 1, deleted: 1 } });
});

test('[F-undo] keeps what was changed, deleted or used since, with the reason', async () => {
  const codes = ['U-CHANGED', 'U-GONE', 'U-STOCKED', 'U-FREE'];
  const id = await importRows(codes.map((code) => ({ ...NEW, code, name: code })));
  const [changed, gone] = [(await findProduct('U-CHANGED'))!, (await findProduct('U-GONE'))!];
  await keeper.call(productRoutes.setProductState, { params: { id: changed.id }, body: { state: 'ACTIVE', rev: changed.rev } });
  await keeper.call(productRoutes.deleteProduct, { params: { id: gone.id } });
  await post(world.services.db, [{ product: 'U-STOCKED', owner: 'LAB-BIO', box: 'W1-S01-R1-B1', qty: '1' }]);

  const seen = (await previewUndoOf(id)).data;
  expect(seen).toMatchObject({ restored: 0, deleted: 1, left: 3 });
  expect(Object.fromEntries(seen.leftOut.map(({ title, reason }) => [title.split(' ')[0], reason]))).toEqual({
    'U-CHANGED': '导入之后已被修改',
    'U-GONE': '导入之后已被删除',
    'U-STOCKED': '已被使用，不能删除',
  });
  expect((await undo(id, 1)).data).toMatchObject({ deleted: 1, left: 3 });
  expect(await findProduct('U-FREE')).toBeNull();
  expect(await findProduct('U-CHANGED')).toMatchObject({ state: 'ACTIVE' });
  expect(await findProduct('U-STOCKED')).not.toBeNull();
  expect((await history())[0]).toMatchObject({ id, undone: 1, open: true });
});

test('[F-undo] undo is validated like every write', async () => {
  await importRows([{ ...NEW, code: 'U-UNITS', name: '箱装', units: '箱=12' }]);
  const id = await importRows([{ code: 'U-UNITS', units: '箱=24' }]);
  await post(world.services.db, [{ product: 'U-UNITS', owner: 'LAB-BIO', box: 'W1-S01-R1-B1', qty: '1', batch: 'B' }]);
  const { data } = await previewUndoOf(id);
  expect(data).toMatchObject({ restored: 0, left: 1, leftOut: [{ reason: expect.stringContaining('换算系数') }] });
  expect((await undo(id, 1)).error.code).toBe('STALE');
  expect(await findProduct('U-UNITS')).toMatchObject({ units: [{ factor: '24' }] });
});

test('[F-undo] undoes imports of the same product one by one, newest first', async () => {
  const first = await importRows([{ ...NEW, code: 'U-TWICE', name: '一' }]);
  const second = await importRows([{ code: 'U-TWICE', name: '二' }]);
  expect((await previewUndoOf(first)).data, 'changed by the second import').toMatchObject({ deleted: 0, left: 1 });
  expect((await undo(second, 1)).data).toMatchObject({ restored: 1 });
  expect(await findProduct('U-TWICE')).toMatchObject({ name: '一' });
  expect((await undo(first, 1)).data).toMatchObject({ deleted: 1, left: 0 });
  expect(await findProduct('U-TWICE')).toBeNull();
});

test('[F-undo] only the importer can undo an import; others see it in the history', async () => {
  const id = await importRows([{ ...NEW, code: 'U-MINE', name: '我的' }]);
  const stranger = await createColleague();
  expect((await history(stranger))[0]).toMatchObject({ id, isOwn: false, open: true });
  for (const answer of [await previewUndoOf(id, stranger), await undo(id, 1, stranger)])
    expect(answer).toMatchObject({ status: 403, error: { code: 'IMPORT_OTHERS' } });
  expect(await findProduct('U-MINE')).not.toBeNull();
});

test('[F-undo] undoes facts from a catalogue the same way', async () => {
  await importRows([{ ...NEW, code: 'U-FACTS', name: '苯', cas: '71-43-2' }]);
  const csv = Buffer.from('cas,formula,h_codes\n71-43-2,C6H6,H225 H350\n');
  await keeper.upload(productRoutes.assessProducts, csv, 'facts.csv', { query: { dryRun: false } });
  const imported = (await findProduct('U-FACTS'))!;
  expect(imported).toMatchObject({ formula: 'C6H6', hCodes: ['H225', 'H350'] });
  const [latest] = await history();
  expect(latest).toMatchObject({ file: 'facts.csv', created: 0 });
  const { restored } = (await previewUndoOf(latest!.id)).data;
  await undo(latest!.id, restored);
  expect(await findProduct('U-FACTS')).toMatchObject({ formula: null, hCodes: [], assessedSource: null });
});

test('[F-R7] undo restores the assessor of a product and the date', async () => {
  await importRows([{ ...NEW, code: 'U-SAID', name: '苯', hCodes: 'H225' }]);
  const original = (await findProduct('U-SAID'))!;
  const other = await createColleague();
  const id = await importRows([{ ...NEW, code: 'U-SAID', name: '苯', hCodes: 'H225 H350' }], other);
  const changed = (await findProduct('U-SAID'))!;
  expect(changed.assessedAt).not.toBe(original.assessedAt);
  expect(changed.assessedBy).not.toBe(original.assessedBy);
  await undo(id, 1, other);
  expect(await findProduct('U-SAID')).toMatchObject({
    hCodes: ['H225'],
    assessedAt: original.assessedAt,
    assessedBy: original.assessedBy,
  });
});

test('[F-undo] keeps undo data for ninety days, and the import in the history', async () => {
  const id = await importRows([{ ...NEW, code: 'U-OLD', name: '旧' }]);
  await cleanUp(world.services);
  expect((await previewUndoOf(id)).data.deleted).toBe(1);
  await sql`update sys_import set created_at = now() - interval '91 days' where id = ${id}`.execute(world.services.db);
  await cleanUp(world.services);
  expect((await previewUndoOf(id)).data).toMatchObject({ restored: 0, deleted: 0, left: 0 });
  expect((await history()).find((each) => each.id === id)).toMatchObject({ open: false, undone: 0 });
});
