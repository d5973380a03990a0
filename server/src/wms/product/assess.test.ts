// Hazard assessment of chemicals: manually with name and date, and by CAS number from a catalogue file.
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { productForm, productRoutes as routes, type ProductForm } from '@kuwei/contract/wms/product';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { post } from '../../../test/_stock.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let manager: Person;
let categoryId: string;
beforeAll(async () => {
  world = await openWorld();
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  ({ category_id: categoryId } = await world.services.db
    .selectFrom('wms_product')
    .select('category_id')
    .limit(1)
    .executeTakeFirstOrThrow());
});
afterAll(() => world.end());

const create = async (code: string, more: Partial<ProductForm> = {}) =>
  (
    await manager.call(routes.createProduct, {
      body: { code, name: code, kind: 'CHEMICAL', categoryId, baseUnit: 'BOTTLE', ...more },
    })
  ).data;
const update = ({ id }: { id: string }, form: object) =>
  manager.send('PUT', `/wms/product/${id}`, form) as ReturnType<typeof manager.call<typeof routes.updateProduct>>;
const formOf = async (id: string): Promise<Record<string, unknown>> => {
  const product = (await manager.call(routes.getProduct, { params: { id } })).data;
  const keys = [...Object.keys(productForm.shape), 'rev'];
  return Object.fromEntries(keys.map((key) => [key, product[key as keyof typeof product]]));
};
const count = async () => (await manager.call(routes.countNotAssessed)).data.count;

test('[F-R1] a chemical is assessed once a person does so, with their name and the date', async () => {
  const before = await count();
  const made = await create('AS-1');
  expect(made).toMatchObject({ hazard: 'UNKNOWN', assessedAt: null, assessedBy: null });
  expect(await count()).toBe(before + 1);
  const listed = (await manager.call(routes.listProducts, { query: { hazard: ['UNKNOWN'] } })).data.list;
  expect(listed.map(({ code }) => code)).toContain('AS-1');
  const ticked = await update(made, { ...(await formOf(made.id)), notHazardous: true, assessedSource: 'SDS 2025' });
  expect(ticked.data).toMatchObject({ hazard: 'HARMLESS', assessedSource: 'SDS 2025' });
  expect(ticked.data.assessedBy).not.toBeNull();
  expect(ticked.data.assessedAt).not.toBeNull();
  expect(await count()).toBe(before);
  // Omitting the flag changes nothing; clearing it makes the chemical unassessed again.
  const { notHazardous: _left, ...without } = await formOf(made.id);
  expect((await update(made, without)).status).toBe(422);
  const taken = await update(made, { ...without, notHazardous: false });
  expect(taken.data).toMatchObject({ hazard: 'UNKNOWN', assessedAt: null, assessedBy: null });
});

test('the hazard data of an assessed chemical are suggested for another one with its CAS number', async () => {
  const asked = async (cas: string, person = manager) => person.call(routes.suggestHazards, { query: { cas } });
  expect((await asked('100-41-4')).data).toBeNull();
  const facts = { hCodes: ['H225', 'H332'], unNo: '1648', storageGroup: 'L' as const, formula: 'C2H3N' };
  const known = await create('HZ-1', { cas: '100-41-4', ...facts });
  await create('HZ-2', { cas: '100-41-4', otherCas: ['64-17-5'], hCodes: ['H300'] });
  expect((await asked(' 100－41－4 ')).data).toMatchObject({ code: known.code, facts });
  expect((await asked('100-41-4', await world.as('teacher', 'ROLE_TEACHER'))).status).toBe(403);
  await manager.call(routes.deleteProduct, { params: { id: known.id } });
  expect((await asked('100-41-4')).data).toBeNull();
});

test('[F-3U15] product and stock options show that a product is unassessed', async () => {
  const { id, rev } = await create('AS-TOLD');
  const optionOf = async () =>
    (await manager.call(routes.selectProducts, { query: { q: 'AS-TOLD' } })).data.list.find(({ code }) => code === 'AS-TOLD');
  await manager.call(routes.setProductState, { params: { id }, body: { state: 'ACTIVE', rev } });
  expect(await optionOf()).toMatchObject({ assessed: false });
  await post(world.services.db, [{ product: 'AS-TOLD', owner: 'LAB-CATALYSIS', box: 'W1-C01-R1-B1', qty: '1', batch: 'T1' }]);
  const stocked = async () => (await manager.call(productBoxRoutes.listStock, { query: { productId: id } })).data.list;
  expect(await stocked()).toMatchObject([{ assessed: false }]);
  await update({ id }, { ...(await formOf(id)), notHazardous: true });
  expect(await optionOf()).toMatchObject({ assessed: true });
  expect(await stocked()).toMatchObject([{ assessed: true }]);
});

test('[F-R1] refuses "not hazardous" beside contradicting facts', async () => {
  for (const marks of [{ hCodes: ['H225'] }, { unNo: '1170' }, { storageGroup: 'L' }]) {
    const body = { code: 'AS-NO', name: 'x', kind: 'CHEMICAL', categoryId, baseUnit: 'BOTTLE', notHazardous: true, ...marks };
    const refused = await manager.send('POST', '/wms/product', body);
    expect(refused).toMatchObject({ status: 422, error: { code: 'INVALID', data: { fields: [{ path: 'notHazardous' }] } } });
  }
});

test('[F-R11] a product holds all facts of its safety data sheet', async () => {
  const facts: Partial<ProductForm> = {
    hCodes: ['EUH066', 'H225', 'H301+H311+H331'],
    pCodes: ['P210', 'P303+P361+P353'],
    otherCas: ['67-56-1', '7732-18-5'],
    catalogNo: '2568',
    flashPointC: '-17.5',
    boilingPointC: '56.1',
    lowerExplosionPercent: '2.5',
    upperExplosionPercent: '12.8',
    iarcGroup: '2B',
    exposureLimit: '250 ppm (TWA)',
  };
  const made = await create('AS-FACTS', facts);
  expect(made).toMatchObject({ ...facts, hazard: 'HAZARDOUS', signal: 'DANGER' });
  expect(made.pictograms).toContain('GHS06');
  const found = (await manager.call(routes.listProducts, { query: { q: '7732-18-5' } })).data.list;
  expect(found.map(({ code }) => code)).toContain('AS-FACTS');
  for (const wrong of [{ pCodes: ['P9'] }, { otherCas: ['67-56-2'] }, { flashPointC: 'hot' }, { lowerExplosionPercent: '101' }])
    expect(await update(made, { ...(await formOf(made.id)), ...wrong })).toMatchObject({
      status: 422,
      error: { data: { fields: [{ path: expect.stringContaining(Object.keys(wrong)[0]!) as string }] } },
    });
});

const catalogue = (text: string): Buffer => Buffer.from(text, 'utf8');
const HEAD =
  'cas,name,formula,mol_weight,flash_point_c,boiling_point_c,autoignition_c,lfl,ufl,iarc_group,ntp_listing,oel_twa,oel_stel,un_number,un_class';
const assess = (
  content: Buffer,
  dryRun: boolean,
  name = 'catalogue-2026.csv',
  more: { partial?: boolean; columns?: string } = {},
) => manager.upload(routes.assessProducts, content, name, { query: { dryRun, ...more } });
type Look = Awaited<ReturnType<typeof assess>>['data'];
/** Proposed values of a product, by column. */
const changesOf = ({ changes }: Look, code: string): Record<string, string> =>
  Object.fromEntries(
    changes.find(({ title }) => title.split(' ')[0] === code)?.fields.map(({ column, after }) => [column, after]) ?? [],
  );

test('[F-R1] a catalogue fills empty facts by CAS number after a preview, and replaces nothing', async () => {
  const benzyl = await create('AS-BENZYL', { cas: '100-44-7' });
  const twin = await create('AS-BENZYL-2', { cas: '100-44-7', flashPointC: '67' });
  const plain = await create('AS-PLAIN', { cas: '100-01-6' });
  await manager.call(routes.setProductState, { params: { id: benzyl.id }, body: { state: 'ACTIVE', rev: benzyl.rev } });
  const file = catalogue(
    `\uFEFF${HEAD}\n100-44-7,"benzyl chloride, ""pure""",C7H7Cl,126.6,60.0,179.4,585,0.011,,11,,1 ppm,2 ppm,1738,6.1\n` +
      '100-01-6,4-nitroaniline,C6H6N2O2,138.1,,336.0,,,,,,3 mg/m3,,,\n100-44-8,wrong,,,,,,,,,,,,,\n64-19-7,acetic acid,,,,,,,,,,,,,\n',
  );
  const before = await count();
  const look = (await assess(file, true)).data;
  expect(look).toMatchObject({ updated: 3, unchanged: 1, refused: 1, columns: [], written: false });
  expect(look.summary).toEqual([
    `未评估的化学品由 ${before} 个减为 ${before - 2} 个。`,
    '没有取用的列：name、mol_weight、autoignition_c。',
  ]);
  expect(changesOf(look, 'AS-BENZYL')).toEqual({
    分子式: 'C7H7Cl',
    '闪点（℃）': '60',
    '沸点（℃）': '179.4',
    '爆炸下限（体积%）': '1.1',
    'IARC 致癌性分类': '2A',
    职业接触限值: '1 ppm (TWA), 2 ppm (STEL)',
    'UN 编号': '1738',
    'UN 类别': '6.1',
    评估依据: 'catalogue-2026.csv',
  });
  expect(await count()).toBe(before);
  expect((await assess(file, false)).data, 'not while a row is wrong').toMatchObject({ written: false });
  const done = await assess(file, false, 'catalogue-2026.csv', { partial: true });
  expect(done.data).toMatchObject({ updated: 3, written: true });
  expect(await count()).toBe(before - 2);
  const read = async (id: string) => (await manager.call(routes.getProduct, { params: { id } })).data;
  expect(await read(benzyl.id)).toMatchObject({ hazard: 'HAZARDOUS', state: 'ACTIVE', assessedSource: 'catalogue-2026.csv' });
  expect(await read(twin.id)).toMatchObject({ flashPointC: '67', unNo: '1738' });
  // No hazards in the catalogue does not mean "not hazardous".
  expect(await read(plain.id)).toMatchObject({ hazard: 'UNKNOWN', boilingPointC: '336' });
  expect((await assess(file, false)).data).toMatchObject({ updated: 0, unchanged: 4, written: false });
});

test('[F-R1] refuses files that are no catalogue, and callers without the permission', async () => {
  const unknown = catalogue('a,b\n1,2\n');
  expect((await assess(unknown, true)).data).toMatchObject({ rows: 0, columns: [{ heading: 'a' }, { heading: 'b' }] });
  expect((await assess(unknown, false)).error.code).toBe('WORKBOOK');
  expect((await assess(Buffer.alloc(3 * 1024 * 1024, 65), true)).error.code).toBe('WORKBOOK');
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  expect((await teacher.upload(routes.assessProducts, catalogue('cas\n'), 'a.csv')).status).toBe(403);
});

test('[F-R1] reads explosion limits as fractions or per cent by column, and refuses a lower one above the upper', async () => {
  await create('AS-LIMIT-1', { cas: '71-36-3' });
  await create('AS-LIMIT-2', { cas: '78-83-1' });
  await create('AS-LIMIT-3', { cas: '71-41-0' });
  const limits = async (text: string) => {
    const { data } = await assess(catalogue(text), true);
    return ['AS-LIMIT-1', 'AS-LIMIT-2'].map((code) =>
      ['爆炸下限（体积%）', '爆炸上限（体积%）'].flatMap((column) => changesOf(data, code)[column] ?? []),
    );
  };
  const both = 'cas,lfl,ufl\n71-36-3,0.8,6.7\n78-83-1,1.4,10.9\n';
  expect(await limits(both)).toEqual([
    ['0.8', '6.7'],
    ['1.4', '10.9'],
  ]);
  expect(await limits('cas,lfl\n71-36-3,0.8\n')).toEqual([['0.8'], []]);
  expect(await limits('cas,LEL (%)\n71-36-3,0.3\n')).toEqual([['0.3'], []]);
  expect(await limits('cas,lfl,ufl\n71-36-3,0.014,0.112\n')).toEqual([['1.4', '11.2'], []]);
  const { data } = await assess(catalogue('cas,lfl,ufl\n71-36-3,11,2\n71-41-0,1.2,10\n'), true);
  expect(data).toMatchObject({
    updated: 1,
    refused: 1,
    errors: [{ row: 2, message: 'AS-LIMIT-1 AS-LIMIT-1: 爆炸上限不能低于下限' }],
  });
  const wrong = { lowerExplosionPercent: '11', upperExplosionPercent: '2' };
  const body = { code: 'AS-LIMIT-4', name: 'x', kind: 'CHEMICAL' as const, categoryId, baseUnit: 'BOTTLE', ...wrong };
  expect((await manager.call(routes.createProduct, { body })).error.data).toMatchObject({
    fields: [{ path: 'upperExplosionPercent' }],
  });
});

test('[F-R1] reports unreadable or conflicting catalogue cells with their row and skips them', async () => {
  await create('AS-NAMED-1', { cas: '108-88-3' });
  await create('AS-NAMED-2', { cas: '110-54-3' });
  const head = ['CAS号', '闪点（℃）', 'IARC', 'H-codes', 'Storage Group', 'UN', 'LEL', '颜色'];
  const rows = [
    ['危险化学品目录 2026'],
    head,
    ['108-88-3', '<23', '2', 'H999', 'Z', '99999', '15%', '无'],
    ['110-54-3', '1,5', '11', 'h225、H319', 'l', 'UN 1208', '', ''],
    ['110-54-3', '-22', '2A', '', '', '1208', '', ''],
    ['110-54-4', '', '', '', '', '', '', ''],
  ];
  const xlsx = Buffer.from(await writeXlsx({ sheets: [{ name: 'S', rows }] }));
  const { data } = await assess(xlsx, true, '目录.xlsx');
  const brief = (list: Look['errors']) => list.map(({ row, column, message }) => [row, column, message]);
  expect(data.columns).toMatchObject([{ at: 7, heading: '颜色', key: null }]);
  expect(data.refused).toBe(1);
  expect(brief(data.errors)).toEqual([[6, 'CAS号', 'CAS 号“110-54-4”有误']]);
  expect(brief(data.notes)).toEqual([
    [3, '闪点（℃）', '“<23”无法识别，未采用'],
    [3, 'IARC', '“2”无法识别，未采用'],
    [3, 'UN', '“99999”无法识别，未采用'],
    [3, 'Storage Group', '“Z”无法识别，未采用'],
    [3, 'H-codes', '“H999”无法识别，未采用'],
    [4, expect.stringContaining('闪点'), '第 4、5 行的 CAS 号都是 110-54-3，内容却不同，均未采用'],
  ]);
  expect(changesOf(data, 'AS-NAMED-1')).toEqual({ '爆炸下限（体积%）': '15' });
  expect(changesOf(data, 'AS-NAMED-2')).toEqual({
    'IARC 致癌性分类': '2A',
    '危险性说明（H 码）': 'H225, H319',
    储存组: 'L',
    'UN 编号': '1208',
    评估依据: '目录.xlsx',
  });
  expect((await assess(xlsx, false, '目录.xlsx', { partial: true })).error.message, 'not while a column is unknown').toMatch(
    /颜色/,
  );
  const done = await assess(xlsx, false, '目录.xlsx', { partial: true, columns: '7.' });
  expect(done.data, 'the same is written as was shown').toMatchObject({ changes: data.changes, written: true });
});

test('[F-R3] returns the catalogue with unused cells marked, and reads percentages as displayed', async () => {
  await create('AS-MARK', { cas: '67-64-1' });
  const head = ['CAS号', '闪点（℃）', '爆炸下限', '爆炸上限'];
  const percent = (value: number) => ({ value, style: { numFmt: '0.0%' } });
  const content = await writeXlsx({
    sheets: [
      {
        name: 'S',
        rows: [head, ['67-64-1', '室温', 0.022, 0.13]],
        cells: new Map([
          ['1,2', percent(0.022)],
          ['1,3', percent(0.13)],
        ]),
      },
    ],
  });
  const { data } = await assess(Buffer.from(content), true, 'c.xlsx');
  expect(changesOf(data, 'AS-MARK')).toEqual({ '爆炸下限（体积%）': '2.2', '爆炸上限（体积%）': '13' });
  expect(data.notes).toHaveLength(1);
  const { raw } = await manager.call(fileRoutes.download, { params: { file: data.workbook! } });
  const [sheet] = (await readXlsx(raw, { readStyles: true })).sheets;
  expect(sheet!.cells?.get('1,1')?.comment?.text).toBe('“室温”无法识别，未采用');
});

test('[F-R3] does not report a column as unused while it is still in question', async () => {
  const csv = Buffer.from('CAS,怪列,备注\n64-17-5,3,x\n');
  const lookAt = async (columns?: string) =>
    (
      await manager.upload(routes.assessProducts, csv, 'c.csv', {
        query: { dryRun: true, ...(columns !== undefined && { columns }) },
      })
    ).data;
  const asked = await lookAt();
  expect(asked.columns).toMatchObject([{ at: 1, key: null }]);
  expect(asked.summary.join()).not.toContain('怪列');
  expect(asked.summary.join()).toContain('备注');
  expect((await lookAt('1.')).summary.join()).toContain('怪列');
  expect(asked.summary.join(), 'reports no reduction that does not happen').not.toMatch(/由 (\d+) 个减为 \1 个/);
});

test('[F-R8] reads a catalogue in GBK', async () => {
  await create('AS-GBK', { cas: '109-99-9' });
  // 闪点（℃） and 分子式, as saved by a Chinese Windows.
  const gbk = Buffer.concat([
    Buffer.from('cas,'),
    Buffer.from('c9c1b5e3a3a8a1e6a3a9', 'hex'),
    Buffer.from(','),
    Buffer.from('b7d6d7d3cabd', 'hex'),
    Buffer.from('\n109-99-9,-14,C4H8O\n'),
  ]);
  const { data } = await assess(gbk, true);
  expect(data.columns).toEqual([]);
  expect(changesOf(data, 'AS-GBK')).toEqual({ 分子式: 'C4H8O', '闪点（℃）': '-14' });
});
