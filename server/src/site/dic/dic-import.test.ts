import { DIC_ENTRIES_MAX, dicRoutes as routes, type DicRecord } from '@kuwei/contract/auth/dic';
import { versionRoutes } from '@kuwei/contract/sys/version';
import type { ImportReply } from '@kuwei/contract/workbook/workbook';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { meanwhile } from '../../../test/_waiting.ts';
import { readRows } from '../../../test/_workbook.ts';
import { sql } from 'kysely';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
});
afterAll(() => world.end());

type Row = Record<string, string | null>;
async function book(rows: readonly Row[]): Promise<Buffer> {
  const keys = Object.keys(rows[0]!);
  const sheet = { name: 'S', rows: [keys, ...rows.map((row) => keys.map((key) => row[key] ?? null))] };
  return Buffer.from(await writeXlsx({ sheets: [sheet] }));
}
const upload = async (rows: readonly Row[], query: object) =>
  admin.upload(routes.importDics, await book(rows), 'words.xlsx', { query });
const send = async (rows: readonly Row[], dryRun = false, partial = false): Promise<ImportReply> =>
  (await upload(rows, { dryRun, partial })).data;
const entry = (dic: string, code: string, zh: string | null, more: Row = {}): Row => ({
  字典编码: dic,
  编码: code,
  中文: zh,
  ...more,
});
async function findDic(code: string): Promise<DicRecord> {
  const { list } = (await admin.call(routes.listDics, { query: { code } })).data;
  return (await admin.call(routes.getDic, { params: { id: list[0]!.id } })).data;
}
const findEntry = async (dic: string, code: string) => (await findDic(dic)).fields.find((field) => field.code === code);
const errorsIn = ({ errors }: ImportReply) =>
  errors.map(({ row, column, message }) => [row, column, message] as const).toSorted(([a], [b]) => a - b);

test('[S2.103] re-imports an export: changed, new, unchanged entries, and a count of missing ones', async () => {
  const out = await readRows(await admin.call(routes.exportDics, { query: { code: 'WMS_UNIT' } }));
  expect(await send(out, true)).toMatchObject({ created: 0, updated: 0, unchanged: 15, missing: 0, refused: 0 });

  const rows: Row[] = [
    { ...out[0]!, 中文: '玻璃瓶', 属性: 'plural=flasks; rec20=BO; decimals=0' },
    { ...out[1]!, 启用: '否' },
    { ...out[2]!, 属性: out[2]!['属性']!.split('; ').toReversed().join('；') },
    { ...entry('计量单位', 'drum', '桶'), 英文: 'drum', 属性: 'decimals=0; 备注="大; 重 ""A"""', 启用: 'yes' },
  ];
  const looked = await send(rows, true);
  expect([errorsIn(looked), looked.notes]).toEqual([[[5, '属性', '只能使用字母、数字和下划线']], []]);
  rows[3]!['属性'] = 'decimals=0; note="大; 重 ""A"""';
  const again = await send(rows, true);
  expect(again).toMatchObject({ created: 1, updated: 2, unchanged: 1, missing: 12, refused: 0, written: false });
  expect(again.changes.map(({ row, isNew, fields }) => [row, isNew, fields])).toEqual([
    [
      2,
      false,
      [
        { column: '中文', before: '瓶', after: '玻璃瓶' },
        {
          column: '属性',
          before: 'decimals=0; rec20=BO; plural=bottles',
          after: 'plural=flasks; rec20=BO; decimals=0',
        },
      ],
    ],
    [3, false, [{ column: '启用', before: '是', after: '否' }]],
    [5, true, expect.arrayContaining([{ column: '编码', before: '', after: 'DRUM' }])],
  ]);
  expect((await findEntry('WMS_UNIT', 'DRUM')) ?? null).toBeNull();

  const done = await send(rows);
  expect(done).toMatchObject({ created: 1, updated: 2, written: true });
  expect(await findEntry('WMS_UNIT', 'BOTTLE')).toMatchObject({
    label: '玻璃瓶',
    labels: [
      { language: 'zh', label: '玻璃瓶' },
      { language: 'en', label: 'bottle' },
    ],
  });
  // New entries are appended; the others keep their order.
  const units = await findDic('WMS_UNIT');
  expect(units.fields.map(({ code }) => code)).toEqual([...out.map((row) => row['编码']), 'DRUM']);
  expect(units.fields.at(-1)!.props).toEqual([
    { code: 'decimals', value: '0' },
    { code: 'note', value: '大; 重 "A"' },
  ]);
  // Stored as read, and published to everyone at once.
  const published = (await admin.call(versionRoutes.getVersion, { params: { appId: '0' } })).data.dics;
  expect(published.find(({ code }) => code === 'WMS_UNIT')!.fields.at(-1)!.code).toBe('DRUM');
  const after = await readRows(await admin.call(routes.exportDics, { query: { code: 'WMS_UNIT' } }));
  expect(after.at(-1)!['属性']).toBe('decimals=0; note="大; 重 ""A"""');
  expect(await send(after)).toMatchObject({ unchanged: 16, written: false });
  // An older file is reported as such.
  expect(errorsIn(await send([{ ...out[3]!, 中文: '大包' }], true))).toEqual([
    [2, '版本（请勿修改）', expect.stringContaining('导出之后')],
  ]);

  // The import is undone as a whole, entry by entry.
  const params = { import: done.importId! };
  const look = (await admin.call(routes.lookAtDicUndo, { params })).data;
  expect(look).toMatchObject({ restored: 1, deleted: 0, left: 0 });
  expect(look.changes[0]!.fields).toContainEqual({ column: 'DRUM', before: expect.stringContaining('桶'), after: '' });
  expect((await admin.call(routes.undoDicImport, { params, body: { expected: 1 } })).status).toBe(200);
  const back = await findDic('WMS_UNIT');
  expect(back.fields).toEqual(back.shipped.map((each) => ({ ...each, valid: true })));
});

test('[S2.103] refuses rows at the wrong cell by the rules of the form, and writes the others', async () => {
  const rows: Row[] = [
    entry('WMS_GRADE', 'EP', '电子纯', { 英文: 'Electronic (EP)' }),
    entry('WMS_GRADE', 'E P', '空格'),
    entry('WMS_GRADE', 'EP', '又一次'),
    entry('WMS_GRADE', 'AR', null),
    entry('WMS_GRADE', 'SP', '化学纯', { 英文: 'Special' }),
    entry('WMS_GRADE', 'UP', '超纯', { 属性: '就是' }),
    entry('WMS_UNIT', 'L', '升', { 属性: 'decimals=9' }),
    entry('WMS_STATE', 'LOST', '丢失'),
    entry('WMS_STATE', 'DRAFT', '草稿', { 启用: '否' }),
    entry('WMS_GRADE', 'GR', '优级纯', { 字典名称: '级别' }),
    entry('NOT_THERE', 'A', '甲'),
    entry('', 'A', '甲'),
    entry('WMS_GRADE', 'VP', '说不清', { 启用: '也许' }),
  ].map((row) => ({ 英文: null, 属性: null, 启用: null, 字典名称: null, ...row }));
  const looked = await send(rows, true);
  expect(errorsIn(looked)).toEqual([
    [3, '编码', '只能使用大写字母、数字和 - _ .，且以字母或数字开头'],
    [4, '编码', '与第 2 行重复'],
    [6, '中文', expect.stringContaining('“化学纯”已指条目 CP')],
    [7, '属性', expect.stringContaining('“就是”无法识别')],
    [8, '属性', '必须介于0到6之间'],
    [9, '编码', '此字典的条目由系统规则使用，只能改名称，不能新增'],
    [10, '启用', '此条目由系统规则使用，不能停用'],
    [11, '字典名称', '导入不能更改字典的名称，应为“试剂级别”'],
    [12, '字典名称', '没有字典 NOT_THERE；要新建，请在此列填写它的名称'],
    [13, '字典编码', '该字段不能为空'],
    [14, '启用', '请填写“是”或“否”'],
  ]);
  // An empty name keeps the stored one: row 5 only changes its English name.
  expect(await send(rows, false, true)).toMatchObject({ created: 1, updated: 1, refused: 11, written: true });
  expect(await findEntry('WMS_GRADE', 'EP')).toMatchObject({ label: '电子纯' });
  expect((await findDic('WMS_GRADE')).fields.map(({ code }) => code)).toEqual(['AR', 'CP', 'GR', 'HPLC', 'LR', 'IND', 'EP']);
});

test('[S2.103] accepts swapped names; of two rows with one name the first wins', async () => {
  const swap = [entry('WMS_CONDITION', 'DARK', '通风'), entry('WMS_CONDITION', 'VENTED', '避光')];
  expect(await send(swap)).toMatchObject({ updated: 2, refused: 0, written: true });
  // The second row is refused and keeps its name, so the first, which needs it, is refused as well.
  const dependent = await send(
    [entry('WMS_CONDITION', 'DARK', '避光', { 启用: null }), entry('WMS_CONDITION', 'VENTED', '通风', { 启用: '也许' })],
    true,
  );
  expect(errorsIn(dependent)).toEqual([
    [2, '中文', expect.stringContaining('VENTED')],
    [3, '启用', expect.any(String)],
  ]);
  const duplicates = await send([entry('WMS_CONDITION', 'A', '阴凉'), entry('WMS_CONDITION', 'B', '阴凉')], false, true);
  expect(errorsIn(duplicates)).toEqual([[3, '中文', expect.stringContaining('“阴凉”已指条目 A')]]);
  expect(await findEntry('WMS_CONDITION', 'A')).toMatchObject({ label: '阴凉', labels: [{ language: 'zh', label: '阴凉' }] });
});

test('[S2.103] creates a named dictionary with its entries, and deletes it with them', async () => {
  const head = { 字典名称: '校区', 字典英文名称: 'Campuses' };
  const many = Array.from({ length: DIC_ENTRIES_MAX + 1 }, (_, at) => entry('CAMPUS', `C${at}`, `校区 ${at}`, head));
  const full = await send(many, true);
  expect(full).toMatchObject({ created: DIC_ENTRIES_MAX, refused: 1 });
  expect(errorsIn(full)).toEqual([[DIC_ENTRIES_MAX + 2, '编码', '最多 500 项']]);
  const differ = await send([many[0]!, { ...many[1]!, 字典名称: '院区' }], true);
  expect(errorsIn(differ)).toEqual([[3, '字典名称', '导入不能更改字典的名称，应为“校区”']]);

  const done = await send(many.slice(0, 3));
  expect(done).toMatchObject({ created: 3, written: true });
  expect(await findDic('CAMPUS')).toMatchObject({
    name: '校区',
    nameEn: 'Campuses',
    public: true,
    kind: 'OPTIONS',
    builtIn: false,
  });
  const params = { import: done.importId! };
  expect((await admin.call(routes.undoDicImport, { params, body: { expected: 1 } })).data).toMatchObject({ deleted: 1 });
  expect((await admin.call(routes.listDics, { query: { code: 'CAMPUS' } })).data.total).toBe(0);
});

test('[S2.103] undo keeps entries in use, and an import that waited for a change is stale', async () => {
  const done = await send([entry('WMS_GRADE', 'NMR', '氘代')]);
  await sql`update wms_product set grade = 'NMR' where code = 'C-ETHANOL'`.execute(world.services.db);
  const params = { import: done.importId! };
  const look = (await admin.call(routes.lookAtDicUndo, { params })).data;
  expect([look.restored, look.leftOut[0]!.reason]).toEqual([0, expect.stringContaining('NMR')]);

  // The dictionary is changed between the preview and the write.
  const late = await meanwhile(
    world.services.db,
    async (trx) => {
      await sql`update sys_dic set rev = rev + 1 where code = 'WMS_GRADE'`.execute(trx);
    },
    () => upload([entry('WMS_GRADE', 'NMR', '氘代试剂')], { dryRun: false }),
  );
  expect(late.error.code).toBe('STALE');
});

test('[S2.39] a workbook column can be mapped to a permission by its code', async () => {
  expect((await upload([entry('WMS_GRADE', 'X9', '甲')], { dryRun: true, columns: '1.POWER_ROLE_MANAGE' })).status).toBe(200);
});
