import { openingRoutes } from '@kuwei/contract/wms/opening';
import { productRoutes } from '@kuwei/contract/wms/product';
import { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import { writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import type { ImportReply } from '@kuwei/contract/workbook/workbook';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { recipesFor } from './recipes.ts';
import { numberedBy } from './values.ts';

let world: World;
let manager: Person;
beforeAll(async () => {
  world = await openWorld();
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
});
afterAll(() => world.end());

const csv = (...lines: string[]): Buffer => Buffer.from(`${lines.join('\n')}\n`);
const query = (values: Record<string, string>, more: object = {}) => ({
  values: new URLSearchParams(values).toString(),
  ...more,
});
const send = async (content: Buffer, asked: object): Promise<ImportReply> =>
  (await manager.upload(productRoutes.importProducts, content, 'list.csv', { query: asked })).data;
const choice = ({ choices }: ImportReply, key: string) => choices.find((each) => each.key === key)!;
const productsNamed = async (q: string) => (await manager.call(productRoutes.listProducts, { query: { q } })).data.list;

/** A list of another system. */
const list = csv('chemName,suppliedBy', '异丙醇甲,国药', '异丙醇乙,国药', '小计,', '异丙醇乙,国药');
const columns = '0.name,1.maker';
const values = { category: '溶剂', kind: '化学品', baseUnit: '瓶', code: 'VAL-###' };

test('[F-3B9] a file without a known heading asks what its columns are, and a recognised column can be changed', async () => {
  const look = await send(list, { dryRun: true });
  expect(look).toMatchObject({ rows: 0, written: false, recognized: [] });
  expect(look.columns.map(({ heading, key }) => [heading, key])).toEqual([
    ['chemName', null],
    ['suppliedBy', null],
  ]);
  const catalogue = csv('code,name,category,kind,unit,cas', 'VAL-CAT,琼脂,溶剂,化学品,瓶,7732185');
  const wrong = await send(catalogue, { dryRun: true });
  expect(wrong.recognized).toContainEqual({ at: 5, heading: 'cas', sample: '7732185', key: 'cas' });
  const changed = await send(catalogue, { dryRun: true, columns: '5.' });
  expect(changed.columns).toEqual([{ at: 5, heading: 'cas', sample: '7732185', key: '' }]);
  expect(changed).toMatchObject({ created: 1, noted: 0 });
});

test('[F-3B8] names what a list lacks, and takes one value for all its rows and codes by a pattern', async () => {
  const bare = await send(list, { dryRun: true, columns });
  expect(bare.choices.filter(({ isLacking }) => isLacking)).toMatchObject([{ key: 'code', takesValue: 'PATTERN' }]);
  const coded = await send(list, query({ code: 'VAL-###' }, { dryRun: true, columns }));
  expect(coded.choices.filter(({ isLacking }) => isLacking).map(({ key }) => key)).toEqual(['category', 'kind', 'baseUnit']);
  expect(choice(coded, 'kind').options).toContain('化学品');
  expect(choice(coded, 'baseUnit').options).toContain('瓶');
  expect(choice(coded, 'category').options).toContain('溶剂');
  expect(choice(coded, 'name').options).toEqual([]);
  expect(choice(coded, 'state').takesValue, 'a column that only compares').toBeNull();

  const done = await send(list, query(values, { dryRun: false, columns }));
  expect(done).toMatchObject({ created: 2, refused: 0, written: true });
  expect(done.summary, 'the sum, and the repeat that only its number would tell apart').toHaveLength(2);
  expect(choice(done, 'category')).toMatchObject({ value: '溶剂', isLacking: false });
  const made = await productsNamed('VAL-');
  const named = made.map(({ code, name }) => [code, name] as const);
  expect(named.toSorted(([one], [other]) => one.localeCompare(other))).toEqual([
    ['VAL-001', '异丙醇甲'],
    ['VAL-002', '异丙醇乙'],
  ]);
  expect(await send(list, query(values, { dryRun: false, columns })), 'the same file again').toMatchObject({
    created: 0,
    updated: 0,
    unchanged: 2,
  });
});

test('numbered rows change no record, even if they lack its name', async () => {
  const nameless = await send(csv('spec,price', '4 L,1', '4 L,2'), query({ ...values, name: '异丙醇甲' }, { dryRun: true }));
  expect(nameless).toMatchObject({ updated: 0 });
  const bare = await send(csv('spec,price', '4 L,1'), query({ code: 'VAL-###' }, { dryRun: true }));
  expect(bare).toMatchObject({ updated: 0, refused: 1, errors: [{ message: expect.stringContaining('VAL-001') }] });
});

test('a title line above the list doubles nothing', async () => {
  const titled = csv('药品清单,', 'name,suppliedBy', '异丙醇甲,国药', '异丙醇乙,国药');
  expect(await send(titled, query(values, { dryRun: true, columns: '1.maker' }))).toMatchObject({ created: 0, unchanged: 2 });
});

test('a number in use by another record is refused, and a wrong value is reported once per row without a place in the file', async () => {
  const other = csv('name', '环己烷');
  const taken = await send(other, query({ ...values, maker: '阿拉丁' }, { dryRun: true }));
  expect(taken).toMatchObject({
    refused: 1,
    errors: [{ row: 2, message: expect.stringContaining('编号 VAL-001 已用于“VAL-001 异丙醇甲”') }],
  });
  const wrong = await send(other, query({ ...values, code: 'VALX-', kind: '气球' }, { dryRun: true }));
  expect(wrong.errors).toMatchObject([{ row: 2, column: '类型' }]);
  expect(choice(wrong, 'kind')).toMatchObject({ value: '气球' });
  expect(choice(wrong, 'code')).toMatchObject({ value: 'VALX-' });
});

test('a column of the file wins over a value, and a value of an unknown column is ignored', async () => {
  const coded = csv('code,name', 'VAL-OWN,丙酮');
  const look = await send(coded, query({ ...values, nonsense: '1' }, { dryRun: true }));
  expect(look.changes.map(({ title }) => title)).toEqual(['VAL-OWN 丙酮']);
});

test('without an answer a real run refuses a list that lacks its codes', async () => {
  const { status, error } = await manager.upload(productRoutes.importProducts, csv('name', '丙酮'), 'l.csv', {
    query: { dryRun: false },
  });
  expect([status, error.code]).toEqual([422, 'WORKBOOK']);
});

test('equal rows of opening stock without numbers are goods of their own, posted once', async () => {
  const bottles = csv('产品编号,库位,课题组,数量', ...Array(2).fill('P-GLOVE-M,W2-A-R1-B1,LAB-CATALYSIS,1'));
  const asked = query({ warehouse: 'W2', unit: '盒', ref: 'VAL-#' }, { dryRun: false });
  const post = async () => (await manager.upload(openingRoutes.importOpening, bottles, 'o.csv', { query: asked })).data;
  expect(await post()).toMatchObject({ created: 2, refused: 0, written: true });
  expect(await post()).toMatchObject({ created: 0, unchanged: 2 });
});

test('a table whose keys are not numbered takes no pattern for them', async () => {
  const { data } = await manager.upload(warehouseRoutes.importWarehouses, csv('名称', '新库'), 'w.csv', {
    query: query({ code: 'WX-#' }, { dryRun: true }),
  });
  expect(data).toMatchObject({ rows: 0, created: 0 });
  expect(data.choices.find(({ key }) => key === 'code')).toMatchObject({ isLacking: true, takesValue: null });
});

test.each([
  ['C-###', 7, 'C-007'],
  ['C-#-2026', 12, 'C-12-2026'],
  ['C-##', 1234, 'C-1234'],
  ['C-', 7, 'C-7'],
])('pattern %s in row %i is %s', (pattern, row, code) => expect(numberedBy(pattern, row)).toBe(code));

test('[F-3B8] a list with the headings of an earlier one is read by its recipe, which a person may leave aside', async () => {
  const stock = (name: string) => csv('Bezeichnung,Firma', `${name},国药`);
  const named = { dryRun: false, columns: '0.name,1.', remember: '旧系统试剂表' };
  const first = await send(stock('正己烷甲'), query({ ...values, code: 'REC-1#' }, named));
  expect(first).toMatchObject({ created: 1, written: true, recipe: null });

  const again = await send(stock('正己烷乙'), { dryRun: true, useRecipe: true });
  expect(again).toMatchObject({
    recipe: { name: '旧系统试剂表', by: expect.any(String) },
    columns: [{ key: 'name' }, { key: '' }],
  });
  expect(choice(again, 'code').value).toBe('REC-1#');
  const colleague = await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN');
  const seen = async (person: Person) =>
    (await person.upload(productRoutes.importProducts, stock('正己烷乙'), 'l.csv', { query: { dryRun: true, useRecipe: true } }))
      .data.recipe;
  expect(await seen(colleague)).toMatchObject({ name: '旧系统试剂表' });
  const elsewhere = { userId: colleague.id, orgs: [] };
  expect(await recipesFor(world.services.db, { entity: 'wms_product', key: 'code' }, elsewhere), 'others do not').toEqual([]);

  const aside = await send(stock('正己烷乙'), { dryRun: true });
  expect(aside).toMatchObject({ recipe: null, columns: [{ key: null }, { key: null }] });
  const real = await manager.upload(productRoutes.importProducts, stock('正己烷乙'), 'l.csv', {
    query: { dryRun: false, useRecipe: true },
  });
  expect(real.error.code, 'nothing is written by a recipe that was not shown').toBe('WORKBOOK');

  await send(stock('正己烷丙'), query({ ...values, code: 'REC-2#' }, { ...named, remember: '改名' }));
  expect(await send(stock('正己烷丁'), { dryRun: true, useRecipe: true }), 'saved again for the same headings').toMatchObject({
    recipe: { name: '改名' },
  });
  expect(
    (await send(csv('Firma,Bezeichnung', '国药,己烷'), { dryRun: true, useRecipe: true })).columns,
    'columns in another order',
  ).toMatchObject([
    { heading: 'Firma', key: '' },
    { heading: 'Bezeichnung', key: 'name' },
  ]);
  expect((await send(csv('Firma,Bezeichnung,Ort', '国药,己烷,A'), { dryRun: true, useRecipe: true })).recipe).toBeNull();
});

test('a recipe finds the sheet and the heading row of a workbook with a title and other sheets', async () => {
  await send(
    csv('Stoff,Lieferant,Gebinde', '甲苯甲,国药,1'),
    query(
      { ...values, code: 'RES-1#' },
      {
        dryRun: false,
        columns: '0.name,1.maker,2.',
        remember: '清单',
      },
    ),
  );
  const sheets = [
    { name: 'Notizen', rows: [['Notiz'], ['keine'], ['Ende']] },
    {
      name: 'Bestand',
      rows: [
        ['Bestand der Chemie', null, null],
        ['Stoff', 'Lieferant', 'Gebinde'],
        ['甲苯乙', '国药', 2],
      ],
    },
  ];
  const content = Buffer.from(await writeXlsx({ sheets }));
  expect(await send(content, { dryRun: true, useRecipe: true })).toMatchObject({
    sheet: 1,
    recipe: { name: '清单' },
    rows: 1,
  });
});

test('a recipe moves no headings of a list that is known without it, and no real run at all', async () => {
  const plant = csv('RMV-1,己烷一,溶剂,化学品,瓶', 'RMV-9,x,溶剂,化学品,瓶');
  const planted = await send(
    plant,
    query({}, { dryRun: false, columns: '0.code,1.name,2.category,3.kind,4.baseUnit', remember: '植入' }),
  );
  expect(planted).toMatchObject({ created: 1, written: true });
  const own = csv(
    'code,name,category,kind,baseUnit',
    'RMV-2,己烷二,溶剂,化学品,瓶',
    'RMV-1,己烷一,溶剂,化学品,瓶',
    'RMV-3,己烷三,溶剂,化学品,瓶',
  );
  for (const more of [{ dryRun: true, useRecipe: true }, { dryRun: false }])
    expect(await send(own, more)).toMatchObject({ recipe: null, created: 3, refused: 0 });
});

test('a value longer than a cell is refused', async () => {
  const { error } = await manager.upload(productRoutes.importProducts, list, 'l.csv', {
    query: query({ ...values, controlFlags: 'TOXIC,'.repeat(100) }, { dryRun: true, columns }),
  });
  expect(error.code).toBe('VALIDATION');
});

test('headings too long for a recipe are refused before anything is written', async () => {
  const heads = Array.from({ length: 150 }, (_, at) => `${'很长的标题'.repeat(20)}${at}`);
  const wide = csv(`code,name,${heads.join(',')}`, `LONG-1,甲苯,${heads.map(() => 'x').join(',')}`);
  const left = heads.map((_, at) => `${at + 2}.`).join(',');
  const { status, error } = await manager.upload(productRoutes.importProducts, wide, 'w.csv', {
    query: query(values, { dryRun: false, columns: left, remember: '宽表' }),
  });
  expect([status, error.code]).toEqual([422, 'WORKBOOK']);
  expect(await productsNamed('LONG-1')).toEqual([]);
});

test('a recipe of another version is passed over', async () => {
  await sql`update sys_import_recipe set choice = '{"columns": 1}'`.execute(world.services.db);
  expect((await send(csv('Stoff,Lieferant,Gebinde', '甲苯丙,国药,1'), { dryRun: true, useRecipe: true })).recipe).toBeNull();
});
