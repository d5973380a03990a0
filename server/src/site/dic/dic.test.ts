import { dicRoutes as routes, type DicForm, type DicRecord } from '@kuwei/contract/auth/dic';
import { versionRoutes } from '@kuwei/contract/sys/version';
import { productForm, productRoutes } from '@kuwei/contract/wms/product';
import { categoryRoutes } from '@kuwei/contract/wms/category';
import { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import { EVENTS } from '@kuwei/contract/event';
import { LOCALES } from '@kuwei/contract/constants';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { meanwhile } from '../../../test/_waiting.ts';
import { readRows } from '../../../test/_workbook.ts';
import { prepareData } from '../../start.ts';
import { shippedText, setPhraseOverrides } from '../../phrase.ts';
import { lockDicsForShare } from '../../platform/dic/codes.ts';
import { shippedDics, WORDINGS } from './words.ts';

let world: World;
let admin: Person;
let teacher: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
  teacher = await world.as('teacher', 'ROLE_TEACHER');
});
afterAll(() => world.end());

const fields: DicForm['fields'] = [
  {
    code: 'RED',
    label: '红',
    labels: [
      { language: 'zh', label: '红色' },
      { language: 'en', label: 'red' },
    ],
    props: [{ code: 'rgb', value: '#ff0000' }],
    valid: true,
  },
  { code: 'BLUE', label: '蓝', labels: [], props: [], valid: false },
];
const form: DicForm = { code: 'COLOUR', name: '颜色', nameEn: null, public: true, fields };
const version = async (who = teacher) => (await who.call(versionRoutes.getVersion, { params: { appId: '0' } })).data;
const published = async (code: string) => (await version()).dics.find((dic) => dic.code === code);

async function findDic(code: string): Promise<DicRecord> {
  const { list } = (await admin.call(routes.listDics, { query: { code } })).data;
  return (await admin.call(routes.getDic, { params: { id: list[0]!.id } })).data;
}
const bodyOf = ({ code, name, nameEn, public: isPublic, fields: own, rev }: DicRecord, more: object = {}) => ({
  code,
  name,
  nameEn,
  public: isPublic,
  fields: own,
  rev,
  ...more,
});
/** Updates a dictionary with its current values and `more`. */
async function change(code: string, more: (dic: DicRecord) => object) {
  const dic = await findDic(code);
  return admin.send('PUT', `/auth/dic/dic/${dic.id}`, bodyOf(dic, more(dic)));
}
type Fields = DicRecord['fields'];
const named = (own: Fields, code: string, zh: string, en: string): Fields =>
  own.map((field) =>
    field.code === code
      ? {
          ...field,
          label: zh,
          labels: [
            { language: 'zh', label: zh },
            { language: 'en', label: en },
          ],
        }
      : field,
  );
const faultsOf = ({ error }: Pick<Awaited<ReturnType<Person['send']>>, 'error'>) =>
  error.data?.fields?.map(({ path, message }) => [path, message]);

test('[S7.19, S7.20, S7.21, S7.22, S7.23, S3.28, S3.29, S3.31] a dictionary is created, read, changed, deleted', async () => {
  const made = (await admin.call(routes.createDic, { body: form })).data;
  expect(made).toMatchObject({ ...form, kind: 'OPTIONS', builtIn: false, shipped: [], rev: 1 });
  const params = { id: made.id };
  expect((await teacher.call(routes.getDic, { params })).data).toEqual(made);
  expect((await teacher.call(routes.listDics, { query: { q: '颜' } })).data.list).toMatchObject([
    { id: made.id, code: 'COLOUR', entries: 2, missing: 1, changed: 0, added: 0 },
  ]);
  // It is also found by its entries.
  expect((await teacher.call(routes.listDics, { query: { q: '红色' } })).data.total).toBe(1);
  expect((await teacher.call(routes.listDics, { query: { code: 'COLOUR' } })).data.total).toBe(1);
  // Disabled entries keep their name and are marked.
  expect((await published('COLOUR'))?.fields).toEqual(fields);

  const body = { ...form, name: '色', public: false, fields: fields.toReversed(), rev: 1 };
  const changed = (await admin.call(routes.updateDic, { params, body })).data;
  expect(changed).toMatchObject({ name: '色', rev: 2, updatedBy: expect.any(String) });
  expect(changed.fields.map(({ code }) => code)).toEqual(['BLUE', 'RED']);
  expect(await published('COLOUR')).toBeUndefined();
  expect((await admin.call(routes.updateDic, { params, body })).error.code).toBe('STALE');

  expect((await admin.call(routes.deleteDic, { params })).data).toBeNull();
  for (const call of [admin.call(routes.getDic, { params }), admin.call(routes.deleteDic, { params })])
    expect((await call).error.code).toBe('NOT_FOUND');
});

test('[S3.28, S7.20, S2.103] codes of dictionaries, entries, languages and properties are unique', async () => {
  const { id } = (await admin.call(routes.createDic, { body: { code: 'ONE', name: '一' } })).data;
  const taken = async (body: object) => (await admin.send('POST', routes.createDic.path, body)).error;
  expect(await taken({ code: 'one', name: '二' })).toMatchObject({ code: 'CODE_TAKEN', data: { fields: [{ path: 'code' }] } });
  // Also when they differ only in case, width or invisible characters.
  const blue = { ...fields[1]!, code: '\u200bｂlue ' };
  expect(await taken({ code: 'TWO', name: '二', fields: [fields[1], fields[0], blue] })).toMatchObject({
    data: { fields: [{ path: 'fields.2.code' }] },
  });
  const labels = [fields[0]?.labels?.[0], fields[0]?.labels?.[0]];
  expect(await taken({ code: 'TWO', name: '二', fields: [{ ...fields[1], labels }] })).toMatchObject({
    data: { fields: [{ path: 'fields.0.labels.1.language' }] },
  });
  const props = [fields[0]?.props?.[0], fields[0]?.props?.[0]];
  expect(await taken({ code: 'TWO', name: '二', fields: [{ ...fields[1], props }] })).toMatchObject({
    data: { fields: [{ path: 'fields.0.props.1.code' }] },
  });
  expect((await admin.call(routes.listDics, { query: { code: 'TWO' } })).data.total).toBe(0);
  const body = { code: 'WMS_UNIT', name: '一', nameEn: null, public: true, fields: [], rev: 1 };
  expect((await admin.call(routes.updateDic, { params: { id }, body })).error.code).toBe('CODE_TAKEN');
});

test('[S2.103] keeps up to five hundred entries in order, and refuses more, empty names and invalid codes at their cells', async () => {
  const many = Array.from({ length: 500 }, (_, at) => ({ code: `E${at}`, label: `条目\t${at}\u200b` }));
  const made = (await admin.call(routes.createDic, { body: { code: 'MANY', name: '许多', fields: many } })).data;
  expect(made.fields.map(({ code, label }) => [code, label])).toEqual(many.map(({ code }, at) => [code, `条目 ${at}`]));
  const refused = async (own: object[]) =>
    faultsOf(await admin.send('POST', routes.createDic.path, { code: 'MORE', name: '更多', fields: own }));
  expect(await refused([...many, { code: 'E500', label: '又' }])).toEqual([['fields', '最多 500 项']]);
  expect(await refused([many[0]!, { code: 'E 1', label: '空格' }, { code: '', label: '\u200b' }])).toEqual([
    ['fields.1.code', '只能使用大写字母、数字和 - _ .，且以字母或数字开头'],
    ['fields.2.code', '该字段不能为空'],
    ['fields.2.label', '该字段不能为空'],
  ]);
  expect(await refused([{ code: 'A', label: '长'.repeat(101) }])).toEqual([['fields.0.label', '不能超过 100 字']]);
  expect(await refused([{ code: 'A', label: '甲', props: [{ code: 'a b', value: '1' }] }])).toEqual([
    ['fields.0.props.0.code', '只能使用字母、数字和下划线'],
  ]);
});

test('[S1.22, S2.104] shipped dictionaries and entries cannot be deleted; a site adds its own and disables entries', async () => {
  const all = (await admin.call(routes.listDics, { query: { size: 200, builtIn: true } })).data.list;
  expect(all.map(({ code }) => code).toSorted()).toEqual(shippedDics.map(({ code }) => code).toSorted());
  for (const { id, code } of all) {
    const dic = await findDic(code);
    const put = (body: object) => admin.send('PUT', `/auth/dic/dic/${id}`, body);
    const same = await put(bodyOf(dic));
    expect([same.status, code]).toEqual([200, code]);
    // Saving without changes changes nothing.
    expect(same.data).toEqual(dic);
    expect((await put(bodyOf(dic, { fields: dic.fields.slice(1) }))).error).toMatchObject({
      code: 'DIC_FIXED',
      data: { fields: [{ path: 'fields', message: expect.stringContaining(dic.fields[0]!.code) }] },
    });
    expect((await put(bodyOf(dic, { code: `${code}X` }))).error.code).toBe('DIC_FIXED');
    expect(faultsOf(await put(bodyOf(dic, { public: false })))).toEqual([['public', '不能更改']]);
    expect((await admin.call(routes.deleteDic, { params: { id } })).error.code).toBe('DIC_FIXED');
  }
  const added = { code: 'DRUM', label: '桶', labels: [], props: [{ code: 'decimals', value: '0' }], valid: true };
  const off = await change('WMS_UNIT', ({ fields: own }) => ({
    fields: [...own.map((field) => ({ ...field, valid: field.code !== 'TUBE' })), added],
  }));
  expect(off.status).toBe(200);
  const units = (await published('WMS_UNIT'))!.fields;
  const validOf = (wanted: string) => units.find(({ code }) => code === wanted)?.valid;
  expect([validOf('DRUM'), validOf('TUBE')]).toEqual([true, false]);
  expect((await admin.call(routes.listDics, { query: { changed: true } })).data.list).toMatchObject([
    { code: 'WMS_UNIT', changed: 1, added: 1 },
  ]);
});

test('[S2.103] validates properties that the product reads, at their cell', async () => {
  for (const [value, message] of [
    ['7', '必须介于0到6之间'],
    ['两位', '必须介于0到6之间'],
    ['1.5', '必须介于0到6之间'],
  ]) {
    const refused = await change('WMS_UNIT', ({ fields: own }) => ({
      fields: own.map((field, at) => (at === 1 ? { ...field, props: [{ code: 'decimals', value }] } : field)),
    }));
    expect(faultsOf(refused)).toEqual([['fields.1.props.0.value', message]]);
  }
  const type = await change('WMS_SAY_APPROVE', ({ fields: own }) => ({
    fields: [...own, { code: 'X', label: '好', labels: [], props: [{ code: 'type', value: '入库' }], valid: true }],
  }));
  expect(faultsOf(type)).toEqual([['fields.4.props.0.value', '只能是：INBOUND、OUTBOUND、MOVE']]);
});

test('[S1.22] a wording dictionary changes names of codes and nothing else', async () => {
  const refused = async (more: (own: Fields) => object[]) =>
    faultsOf(await change('WMS_STATE', ({ fields: own }) => ({ fields: more(own) })));
  expect(await refused((own) => [...own, { code: 'LOST', label: '丢失', labels: [], props: [], valid: true }])).toEqual([
    ['fields.18.code', '此字典的条目由系统规则使用，只能改名称，不能新增'],
  ]);
  expect(await refused((own) => own.map((field, at) => ({ ...field, valid: at !== 2 })))).toEqual([
    ['fields.2.valid', '此条目由系统规则使用，不能停用'],
  ]);
});

test('[S2.103] refuses equal names of entries, since workbooks are read by name', async () => {
  const rename = (dic: string, code: string, zh: string, en: string) =>
    change(dic, ({ fields: own }) => ({ fields: named(own, code, zh, en) }));
  const refused = async (...[dic, code, zh, en]: Parameters<typeof rename>) => faultsOf(await rename(dic, code, zh, en));
  const at = async (dic: string, code: string) => (await findDic(dic)).fields.findIndex((field) => field.code === code);
  const row = await at('WMS_ORG_TYPE', 'SUPPLIER');
  for (const [zh, en, cell] of [
    ['课题组', 'Supplier', /^label$/],
    ['供货商', 'lab', /^labels\.\d\.label$/],
  ] as const) {
    const [[path, message] = [], ...more] = (await refused('WMS_ORG_TYPE', 'SUPPLIER', zh, en)) ?? [];
    expect(path?.replace(`fields.${row}.`, '')).toMatch(cell);
    expect([message, ...more]).toEqual([expect.stringContaining('LAB')]);
  }
  // Nor the shipped name of a renamed entry: earlier exports contain it.
  expect((await rename('WMS_ORG_TYPE', 'LAB', '实验组', 'Lab group')).status).toBe(200);
  expect(await refused('WMS_ORG_TYPE', 'SUPPLIER', '课题组', 'Supplier')).toHaveLength(1);
  expect((await rename('WMS_ORG_TYPE', 'SUPPLIER', '供货商', 'Vendor')).status).toBe(200);
  const unit = (await findDic('WMS_UNIT')).fields;
  expect(await refused('WMS_UNIT', unit[0]!.code, unit[1]!.label, 'x y z')).toHaveLength(1);
  // A disabled entry does not conflict.
  const off = (own: Fields) => own.map((field) => (field.code === unit[1]!.code ? { ...field, valid: false } : field));
  expect(
    (await change('WMS_UNIT', ({ fields: own }) => ({ fields: named(off(own), unit[0]!.code, unit[1]!.label, 'x y z') }))).status,
  ).toBe(200);
  for (const dic of ['WMS_ORG_TYPE', 'WMS_UNIT'])
    expect(
      (
        await change(dic, ({ fields: own, shipped }) => ({
          fields: own.map((field) => ({ ...field, ...shipped.find(({ code }) => code === field.code)!, valid: true })),
        }))
      ).status,
    ).toBe(200);
});

test('[S1.22] site wording applies at once to console, workbooks and imports, in every process', async () => {
  const keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  expect((await version()).words).toEqual({ zh: {}, en: {} });
  const categoryId = (await keeper.call(categoryRoutes.listCategories)).data[0]!.id;
  const body = z.parse(productForm, { code: 'W-1', name: '词', kind: 'CHEMICAL', categoryId, baseUnit: 'BOTTLE' });
  await keeper.call(productRoutes.createProduct, { body });
  const kindIn = async (who: Person, language: string) => {
    const headers = { 'accept-language': language };
    const answer = await who.call(productRoutes.exportProducts, { query: { q: 'W-1' }, headers });
    const [row] = await readRows(answer, language === 'en' ? 'en' : 'zh');
    return row![language === 'en' ? 'Kind' : '类型'];
  };
  expect(await kindIn(keeper, 'zh-CN')).toBe('化学品');

  await change('WMS_PRODUCT_KIND', ({ fields: own }) => ({ fields: named(own, 'CHEMICAL', '药品', 'Reagent') }));
  expect((await version()).words).toEqual({
    zh: { 'wms.product.kind.CHEMICAL': '药品' },
    en: { 'wms.product.kind.CHEMICAL': 'Reagent' },
  });
  expect([await kindIn(keeper, 'zh-CN'), await kindIn(keeper, 'en')]).toEqual(['药品', 'Reagent']);
  // A process that missed the event reloads.
  setPhraseOverrides({ zh: {}, en: {} });
  expect(await kindIn(keeper, 'zh-CN')).toBe('化学品');
  world.services.bus.publish([{ to: 'all', ...EVENTS.dictionary, d: {} }]);
  await expect.poll(() => kindIn(keeper, 'zh-CN'), { timeout: 20_000 }).toBe('药品');

  // Former and current names are both read.
  for (const kind of ['化学品', '药品', 'reagent']) {
    const csv = Buffer.from(`产品编号,名称,分类,类型,基本单位\nW-2,词,SALT,${kind},瓶\n`);
    const { data } = await keeper.upload(productRoutes.importProducts, csv, 'p.csv', { query: { dryRun: true } });
    expect([data.errors, data.created], kind).toEqual([[], 1]);
  }
  await change('WMS_PRODUCT_KIND', ({ fields: own, shipped }) => ({
    fields: own.map((field) => ({ ...field, ...shipped.find(({ code }) => code === field.code)! })),
  }));
  expect((await version()).words).toEqual({ zh: {}, en: {} });
  expect(await kindIn(keeper, 'zh-CN')).toBe('化学品');
});

test('[S1.22] workbooks use state names of the dictionary', async () => {
  const keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  await change('WMS_WAREHOUSE_STATE', ({ fields: own }) => ({ fields: named(own, 'ACTIVE', '开放', 'Open') }));
  const rows = await readRows(await keeper.call(warehouseRoutes.exportWarehouses));
  expect(new Set(rows.map((row) => row['状态']))).toEqual(new Set(['开放']));
});

test('[S2.103] an entry used by a product is not deleted concurrently, in either order', async () => {
  const { db } = world.services;
  const keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const categoryId = (await keeper.call(categoryRoutes.listCategories)).data[0]!.id;
  const body = z.parse(productForm, { code: 'RACE', name: '竞', kind: 'OTHER', categoryId, baseUnit: 'BOTTLE', grade: 'RACE' });
  const others = (own: Fields) => own.filter(({ code }) => code !== 'RACE');
  const grade = { code: 'RACE', label: '竞', labels: [], props: [], valid: true };
  await change('WMS_GRADE', ({ fields: own }) => ({ fields: [...own, grade] }));
  // While the product is being written, the deletion waits, then sees it.
  const deleted = await meanwhile(
    db,
    async (trx) => {
      await lockDicsForShare(trx, ['WMS_GRADE']);
      await sql`update wms_product set grade = 'RACE' where code = 'C-ETHANOL'`.execute(trx);
    },
    () => change('WMS_GRADE', ({ fields: own }) => ({ fields: others(own) })),
  );
  expect(deleted.error.code).toBe('IN_USE_BY');
  await sql`update wms_product set grade = null where code = 'C-ETHANOL'`.execute(db);
  // While the entry is being deleted, the product write waits, then no longer finds it.
  const product = await meanwhile(
    db,
    async (trx) => {
      await sql`select from sys_dic where code = 'WMS_GRADE' for no key update`.execute(trx);
      await sql`delete from sys_dic_field where code = 'RACE'`.execute(trx);
    },
    () => keeper.call(productRoutes.createProduct, { body }),
  );
  expect(faultsOf(product)?.map(([path]) => path)).toEqual(['grade']);
});

test('[S2.103] shows where entries are used, and how often', async () => {
  const { id } = await findDic('WMS_UNIT');
  const { data } = await admin.call(routes.getDicUsage, { params: { id } });
  expect(data.map(({ place }) => place)).toEqual(['产品的基本单位', '产品的换算单位', '单据明细', '许可']);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from wms_product where base_unit = 'BOTTLE'`.execute(world.services.db);
  expect(data[0]!.codes.find(({ code }) => code === 'BOTTLE')).toEqual({ code: 'BOTTLE', count: rows[0]!.count });
  // The usage query works for every dictionary.
  for (const { code } of shippedDics)
    expect((await admin.call(routes.getDicUsage, { params: { id: (await findDic(code)).id } })).status, code).toBe(200);
});

test('[S1.22] each start updates shipped entries that the site has not customized, and adds missing ones', async () => {
  const { db } = world.services;
  const unit = sql`from sys_dic d where d.id = f.dic_id and d.code = 'WMS_UNIT'`;
  // As if an older version had shipped another name and one entry less; the site has renamed one of two.
  await sql`update sys_dic_field f set label = '旧', shipped = jsonb_set(shipped, '{label}', '"旧"') ${unit} and f.code in ('BOX', 'L')`.execute(
    db,
  );
  await sql`update sys_dic_field f set label = '公升' ${unit} and f.code = 'L'`.execute(db);
  await sql`delete from sys_dic_field f using sys_dic d where d.id = f.dic_id and d.code = 'WMS_UNIT' and f.code = 'MG'`.execute(
    db,
  );
  const before = await findDic('WMS_UNIT');
  await prepareData(db);
  const after = await findDic('WMS_UNIT');
  const labels = Object.fromEntries(after.fields.map(({ code, label }) => [code, label]));
  expect(labels).toMatchObject({ BOX: '盒', L: '公升', MG: '毫克' });
  expect(after.shipped.find(({ code }) => code === 'L')!.label).toBe('升');
  expect(after.rev).toBeGreaterThan(before.rev);
  await prepareData(db);
  expect(await findDic('WMS_UNIT')).toEqual(after);
});

test('[S1.22] every customizable wording is a phrase in both languages', () => {
  for (const { prefix, codes } of WORDINGS)
    for (const code of codes)
      for (const locale of LOCALES) {
        const key = `${prefix}.${code}`;
        expect(shippedText(locale, key), `${locale} ${key}`).not.toBe(key);
        expect(shippedText(locale, key)).not.toMatch(/[{}]/);
      }
  expect(shippedText('en', 'wms.state.DRAFT')).not.toBe(shippedText('zh', 'wms.state.DRAFT'));
});

test('[S2.103] the export of all entries has a row for each', async () => {
  const rows = await readRows(await admin.call(routes.exportDics, { query: { code: 'WMS_GRADE' } }));
  expect(rows[0]).toEqual({
    字典编码: 'WMS_GRADE',
    字典名称: '试剂级别',
    字典英文名称: 'Reagent grades',
    编码: 'AR',
    中文: '分析纯',
    英文: 'Analytical (AR)',
    属性: '',
    启用: '是',
    默认名称: '分析纯',
    '版本（请勿修改）': expect.stringMatching(/^\d+$/),
  });
});

test('[S6.40] only administrators write and see usage', async () => {
  const [first] = (await teacher.call(routes.listDics)).data.list;
  const params = { id: first!.id };
  for (const call of [
    teacher.call(routes.createDic, { body: form }),
    teacher.call(routes.updateDic, { params, body: { ...form, nameEn: null, public: true, fields, rev: 1 } }),
    teacher.call(routes.deleteDic, { params }),
    teacher.call(routes.getDicUsage, { params }),
    teacher.call(routes.exportDics),
  ])
    expect((await call).error.code).toBe('FORBIDDEN');
});

test('[security 22] an unpublished dictionary is visible only to dictionary managers', async () => {
  const { data: hidden } = await admin.call(routes.createDic, { body: { ...form, code: 'HIDDEN', public: false } });
  const params = { id: hidden.id };
  expect((await teacher.call(routes.getDic, { params })).status).toBe(404);
  expect((await teacher.call(routes.listDics, { query: { code: 'HIDDEN' } })).data.list).toEqual([]);
  expect((await teacher.call(routes.listDics, { query: { q: '红色' } })).data.list.map(({ code }) => code)).not.toContain(
    'HIDDEN',
  );
  expect((await admin.call(routes.getDic, { params })).data.code).toBe('HIDDEN');
  const shown = await findDic('WMS_UNIT');
  expect((await teacher.call(routes.getDic, { params: { id: shown.id } })).status).toBe(200);
});
