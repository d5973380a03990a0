import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { batchRoutes } from '@kuwei/contract/wms/batch';
import { categoryRoutes } from '@kuwei/contract/wms/category';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { quotaRoutes } from '@kuwei/contract/wms/org-quota';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import { EXPORT_ROWS_MAX } from '@kuwei/contract/workbook/workbook';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post } from '../../../test/_stock.ts';
import { readRows } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { everyRow, type List } from '../../db/list.ts';

let world: World;
let keeper: Person;
beforeAll(async () => {
  world = await openWorld();
  keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  await post(world.services.db, [
    { product: 'C-ETHANOL', owner: 'LAB-BIO', box: 'W1-S01-R1-B1', qty: '1234.5', batch: 'EXPORT-1', expiresOn: '2099-06-30' },
  ]);
});
afterAll(() => world.end());

test('[F-R10] exports batches as listed, with names, numbers and dates', async () => {
  const file = await keeper.call(batchRoutes.exportBatches, { query: { q: 'EXPORT-1' } });
  expect(await readRows(file)).toEqual([
    expect.objectContaining({ 批号: 'EXPORT-1', 状态: '正常', 产品编号: 'C-ETHANOL', 基本单位: '瓶', 有效期至: '2099-06-30' }),
  ]);
  const [sheet] = (await readXlsx(file.raw, { readStyles: true })).sheets;
  expect(sheet!.rows[1]).toEqual(expect.arrayContaining([1234.5, new Date('2099-06-30T00:00:00Z')]));
  const other = await world.as('teacher', 'ROLE_TEACHER');
  expect((await other.call(batchRoutes.exportBatches)).status).toBe(403);
});

test('[F-R10] exports quotas with their usage', async () => {
  const warehouses = (await keeper.call(warehouseRoutes.listWarehouses)).data.list;
  const orgs = (await keeper.call(orgRoutes.selectOrgs, { query: { q: '生物' } })).data.list;
  const [org, warehouse] = [orgs[0]!, warehouses[0]!];
  await keeper.call(quotaRoutes.setQuota, {
    body: { orgId: org.id, warehouseId: warehouse.id, maxBoxes: 7, maxVolumeL: '12.5' },
  });
  const rows = await readRows(
    await keeper.call(quotaRoutes.exportQuotas, { query: { orgId: org.id, warehouseId: warehouse.id } }),
  );
  expect(rows).toMatchObject([{ 库位上限: '7', 体积上限: '12.5' }]);
});

test('[F-R10] exports categories with the code of their parent', async () => {
  const list = (await keeper.call(categoryRoutes.listCategories)).data;
  const rows = await readRows(await keeper.call(categoryRoutes.exportCategories));
  expect(rows.map((row) => row['分类编号'])).toEqual(list.map(({ code }) => code));
  const child = list.find(({ parentId }) => parentId !== null);
  if (child)
    expect(rows.find((row) => row['分类编号'] === child.code)).toMatchObject({
      上级分类: list.find(({ id }) => id === child.parentId)!.code,
    });
});

test('[F-R10] exports messages to their recipients only', async () => {
  const { id } = await world.as('teacher');
  await sql`with m as (insert into sys_message (id, kind, title, content, bc, fc) values (gen_random_uuid(), 'NOTICE', '出口', '正文', 'sys', 'test') returning id)
    insert into sys_message_copy (id, message_id, user_id, state) select gen_random_uuid(), id, ${id}, 'NEW' from m`.execute(
    world.services.db,
  );
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  expect(await readRows(await teacher.call(msgInboxRoutes.exportMine, { query: { q: '出口' } }))).toMatchObject([
    { 类型: '通知', 消息状态: '未读', 内容: '正文', 时间: expect.stringMatching(/^\d{4}-\d\d-\d\d( \d\d:\d\d)?$/) },
  ]);
  expect(await readRows(await keeper.call(msgInboxRoutes.exportMine, { query: { q: '出口' } }))).toEqual([]);
});

test('[F-U23] names an export in the language of the caller, with the date', async () => {
  const calledIn = async (language: string, call: (options: object) => Promise<{ headers: Record<string, unknown> }>) => {
    const { headers } = await call({ headers: { 'accept-language': language } });
    return decodeURIComponent(String(headers['content-disposition']).split("UTF-8''")[1]!);
  };
  const stock = (options: object) => keeper.call(productBoxRoutes.exportStock, options);
  const warehouses = (options: object) => keeper.call(warehouseRoutes.exportWarehouses, options);
  expect(await calledIn('zh-CN', stock)).toMatch(/^库存-\d{4}-\d\d-\d\d\.xlsx$/);
  expect(await calledIn('en', stock)).toMatch(/^Stock-\d{4}-\d\d-\d\d\.xlsx$/);
  expect(await calledIn('zh-CN', warehouses)).toMatch(/^仓库-\d{4}-\d\d-\d\d\.xlsx$/);
});

test('[F-R4] exports timestamps as dates in warehouse time', async () => {
  const { raw } = await keeper.call(productBoxRoutes.exportStock, { query: { q: 'EXPORT-1' } });
  const [sheet] = (await readXlsx(raw, { readStyles: true })).sheets;
  const { rows } = await sql<{ local: string }>`
    select to_char(s.first_in_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD"T"HH24:MI') as local
      from wms_product_box s join wms_batch b on b.id = s.batch_id where b.batch_no = 'EXPORT-1'`.execute(world.services.db);
  const at = sheet!.rows[0]!.indexOf('入库时间');
  expect((sheet!.rows[1]![at] as Date).toISOString().slice(0, 16)).toBe(rows[0]!.local);
});

test('[F-R4] exports more than a hundred thousand rows, and refuses what exceeds a sheet before reading', async () => {
  const { db } = world.services;
  const many = (count: number): List<{ n: number }> => ({
    id: sql`x.id`,
    from: sql`(select lpad(to_hex(n), 32, '0')::uuid as id, n from generate_series(1, ${count}::int) n) x`,
    order: [{ by: sql`x.n` }],
    rows: sql<{ n: number }>`select page.place::int as n from page`,
  });
  let rows = 0;
  for await (const { n } of await everyRow(db, many(100_001))) if (n > 0) rows++;
  expect(rows).toBe(100_001);
  await expect(everyRow(db, many(EXPORT_ROWS_MAX + 1))).rejects.toMatchObject({
    code: 'EXPORT_TOO_MANY',
    params: { max: '1,048,575' },
  });
});
