// Formats and columns of exports.
import type { Route } from '@kuwei/contract/route';
import { sheetColumns } from '@kuwei/contract/sheet';
import { logRoutes } from '@kuwei/contract/sys/log';
import { productRoutes } from '@kuwei/contract/wms/product';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { parseCsv } from 'hucre/csv';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post } from '../../../test/_stock.ts';
import { readRows } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { allRoutes } from '../../routes.ts';

let world: World;
let manager: Person;
beforeAll(async () => {
  world = await openWorld();
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  await post(world.services.db, [
    { product: 'C-ETHANOL', owner: 'LAB-BIO', box: 'W1-S01-R1-B1', qty: '1234.5', batch: '=1+1', expiresOn: '2099-06-30' },
  ]);
});
afterAll(() => world.end());

const query = { q: '=1+1' };
/** Headings and rows, as texts. */
const table = (text: string): string[][] => parseCsv(text).map((row) => row.map(String));
const stockAs = async (format: 'csv' | 'gb18030'): Promise<Buffer> =>
  (await manager.call(productBoxRoutes.exportStock, { query: { ...query, format } })).raw;

test('CSV has the cells of the workbook, begins with a byte order mark, and starts no formula', async () => {
  const [row] = await readRows(await manager.call(productBoxRoutes.exportStock, { query }));
  const raw = await stockAs('csv');
  expect(raw.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  const [headings, cells] = table(raw.toString().slice(1));
  expect(headings).toEqual(Object.keys(row!));
  const written = Object.fromEntries(headings!.map((heading, at) => [heading, cells![at]]));
  expect(written).toEqual({ ...row, 批号: "'=1+1" });
  expect(written).toMatchObject({
    数量: '1234.5',
    有效期至: '2099-06-30',
    入库时间: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
  });
});

test('GB18030 has the same text, characters beyond GBK included', async () => {
  await sql`update wms_product set name_en = '㐀𠮷 €' where code = 'C-ETHANOL'`.execute(world.services.db);
  await sql`update wms_product set name = '乙醇𠮷' where code = 'C-ETHANOL'`.execute(world.services.db);
  const text = (await stockAs('csv')).toString().slice(1);
  expect(text).toContain('乙醇𠮷');
  expect(new TextDecoder('gb18030', { fatal: true }).decode(await stockAs('gb18030'))).toBe(text);
});

test('columns are chosen by key, in any order', async () => {
  const columns = sheetColumns.parse(
    JSON.parse((await manager.call(productBoxRoutes.exportStock, { query: { format: 'columns' } })).raw.toString()),
  );
  const [first, second] = [columns[3]!, columns[1]!];
  const chosen = await manager.call(productBoxRoutes.exportStock, {
    query: { ...query, format: 'csv', columns: `${first.key},${second.key}` },
  });
  expect(table(chosen.raw.toString().slice(1))[0]).toEqual([first.heading, second.heading]);
  for (const unknown of ['nothing', `${first.key},${first.key}`, '', 'a b', `${first.key},__proto__`]) {
    const refused = await manager.call(productBoxRoutes.exportStock, { query: { columns: unknown } });
    expect(refused.status, unknown).toBe(422);
    expect(refused.raw.toString(), unknown).toContain('"path":"columns"');
  }
});

test('asking for the columns reads no rows and logs no export', async () => {
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const logged = async () =>
    (await admin.call(logRoutes.listLog, { query: { part: 'OPERATION', entity: 'export', userId: manager.id } })).data.list
      .length;
  const before = await logged();
  await manager.call(productBoxRoutes.exportStock, { query: { ...query, format: 'columns' } });
  expect(await logged()).toBe(before);
  await stockAs('csv');
  expect(await logged()).toBe(before + 1);
});

test('the log names the format and the chosen columns of an export', async () => {
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const all = sheetColumns.parse(
    JSON.parse((await manager.call(productBoxRoutes.exportStock, { query: { format: 'columns' } })).raw.toString()),
  );
  const [first, second] = [all[3]!, all[1]!];
  await manager.call(productBoxRoutes.exportStock, {
    query: { ...query, format: 'gb18030', columns: `${first.key},${second.key}` },
  });
  const { list } = (
    await admin.call(logRoutes.listLog, { query: { part: 'OPERATION', entity: 'export', userId: manager.id, size: 1 } })
  ).data;
  const { fields } = (await admin.call(logRoutes.getLog, { params: { id: list[0]!.id } })).data;
  const text = JSON.stringify(fields);
  for (const each of ['CSV (GB18030)', first.heading, second.heading, '格式', '列']) expect(text).toContain(each);
});

test('a CSV export is imported again, texts that look like formulas included', async () => {
  await sql`update wms_product set name = '-10°C 试剂' where code = 'C-NACL'`.execute(world.services.db);
  const { raw } = await manager.call(productRoutes.exportProducts, { query: { q: 'C-NACL', format: 'csv' } });
  expect(raw.toString()).toContain("'-10°C");
  const { data } = await manager.upload(productRoutes.importProducts, raw, 'products.csv');
  expect(data).toMatchObject({ created: 0, updated: 0, unchanged: 1, errors: [] });
});

test('every exported list answers its columns to callers who may export it only', async () => {
  const people = await Promise.all(
    (
      [
        ['admin', 'ROLE_ADMIN'],
        ['manager', 'ROLE_WAREHOUSE_ADMIN'],
      ] as const
    ).map(([name, role]) => world.as(name, role)),
  );
  const guest = await world.as('teacher', 'ROLE_TEACHER');
  const lists: readonly Route[] = allRoutes.filter(({ reply, path }) => reply === 'sheet' && !path.includes('{'));
  expect(lists.length).toBeGreaterThan(20);
  let answered = 0;
  for (const { path } of lists) {
    for (const person of people) {
      const { status, raw } = await person.send('GET', `${path}?format=columns`);
      if (status !== 200) continue;
      answered++;
      const columns = sheetColumns.parse(JSON.parse(raw.toString()));
      expect(new Set(columns.map(({ key }) => key)).size, path).toBe(columns.length);
      expect(
        columns.map(({ key }) => key).filter((key) => !/^[\w.]+$/.test(key)),
        path,
      ).toEqual([]);
    }
  }
  expect(answered).toBeGreaterThan(20);
  expect((await guest.send('GET', `${productRoutes.exportProducts.path}?format=columns`)).status).toBe(403);
});
