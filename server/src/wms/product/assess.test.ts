// Assessing chemicals: by hand with name and date, and by CAS number from a catalogue file.
import { productForm, productRoutes as routes, type ProductForm } from '@kuwei/contract/wms/product';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('[F-R1] a chemical is not assessed until a person says so, whose name and day it then carries', async () => {
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
  // A client that leaves the mark out changes nothing; taken back, the chemical is unknown again.
  const { notHazardous: _left, ...without } = await formOf(made.id);
  expect((await update(made, without)).status).toBe(422);
  const taken = await update(made, { ...without, notHazardous: false });
  expect(taken.data).toMatchObject({ hazard: 'UNKNOWN', assessedAt: null, assessedBy: null });
});

test('[F-R1] "not hazardous" is refused beside what says otherwise', async () => {
  for (const marks of [{ hCodes: ['H225'] }, { unNo: '1170' }, { storageGroup: 'L' }]) {
    const body = { code: 'AS-NO', name: 'x', kind: 'CHEMICAL', categoryId, baseUnit: 'BOTTLE', notHazardous: true, ...marks };
    const refused = await manager.send('POST', '/wms/product', body);
    expect(refused).toMatchObject({ status: 422, error: { code: 'INVALID', data: { fields: [{ path: 'notHazardous' }] } } });
  }
});

test('[F-R11] a product says all that its data sheet says', async () => {
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
const assess = (content: Buffer, dryRun: boolean) =>
  manager.upload(routes.assessProducts, content, 'catalogue-2026.csv', { query: { dryRun } });

test('[F-R1] a catalogue fills by CAS number what is empty, after a look at it, and replaces nothing', async () => {
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
  expect(look).toMatchObject({ rows: 4, wrong: 1, changed: 3, before, after: before - 2, written: false });
  expect(look.changes.find(({ code }) => code === 'AS-BENZYL')!.fields).toEqual([
    { field: 'formula', value: 'C7H7Cl' },
    { field: 'flashPointC', value: '60' },
    { field: 'boilingPointC', value: '179.4' },
    { field: 'lowerExplosionPercent', value: '1.1' },
    { field: 'iarcGroup', value: '2A' },
    { field: 'exposureLimit', value: '1 ppm (TWA), 2 ppm (STEL)' },
    { field: 'unNo', value: '1738' },
    { field: 'unClass', value: '6.1' },
  ]);
  expect(await count()).toBe(before);
  expect((await assess(file, false)).data).toMatchObject({ changed: 3, written: true });
  expect(await count()).toBe(before - 2);
  const read = async (id: string) => (await manager.call(routes.getProduct, { params: { id } })).data;
  expect(await read(benzyl.id)).toMatchObject({ hazard: 'HAZARDOUS', state: 'ACTIVE', assessedSource: 'catalogue-2026.csv' });
  expect(await read(twin.id)).toMatchObject({ flashPointC: '67', unNo: '1738' });
  // A catalogue that has no hazard of it does not say that there is none.
  expect(await read(plain.id)).toMatchObject({ hazard: 'UNKNOWN', boilingPointC: '336' });
  expect((await assess(file, false)).data).toMatchObject({ changed: 0, written: false });
});

test('[F-R1] what is no catalogue is refused, and nobody else assesses', async () => {
  expect((await assess(catalogue('a,b\n1,2\n'), true)).error.code).toBe('WORKBOOK');
  expect((await assess(Buffer.alloc(3 * 1024 * 1024, 65), true)).error.code).toBe('WORKBOOK');
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  expect((await teacher.upload(routes.assessProducts, catalogue('cas\n'), 'a.csv')).status).toBe(403);
});
