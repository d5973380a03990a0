import { productRoutes } from '@kuwei/contract/wms/product';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longestStretch } from '../../../test/_stretch.ts';
import { zip } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let keeper: Person;
beforeAll(async () => {
  world = await openWorld();
  keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
});
afterAll(() => world.end());

test('[security 3] an import of products does not block longer with thousands of categories', async () => {
  const rows = Array.from({ length: 400 }, (_, at) => `MANY-${at},名称 ${at},SALT,化学品,瓶`);
  const csv = Buffer.from(['产品编号,名称,分类,类型,基本单位', ...rows].join('\n'));
  const look = () =>
    longestStretch(async () => {
      const { data } = await keeper.upload(productRoutes.importProducts, csv, 'p.csv', { query: { dryRun: true } });
      expect(data).toMatchObject({ created: 400, refused: 0 });
    });
  // The first run includes one-time costs.
  await look();
  const plain = await look();
  await sql`
    insert into wms_category (id, code, name)
    select gen_random_uuid(), 'MANY-' || n, '分类 ' || n from generate_series(1, 12000) n`.execute(world.services.db);
  expect(await look()).toBeLessThan(plain * 3 + 300);
});

test('[security 3] refuses a small file that expands to millions of cells before creating them', async () => {
  const row = (rows: string, columns: string) =>
    `<table:table-row ${rows}><table:table-cell ${columns} office:value-type="string"><text:p>1</text:p></table:table-cell></table:table-row>`;
  const ods = (rows: string) =>
    zip({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': `<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="S">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
    });
  const send = (content: Buffer, name: string) =>
    keeper.upload(transactionRoutes.importLines, content, name, { query: { type: 'OUTBOUND' } });
  const many = row('table:number-rows-repeated="100000"', 'table:number-columns-repeated="190"');
  for (const [content, name] of [
    [ods(many), 'l.ods'],
    [ods(many.replace('"100000"', '"&#49;00000"')), 'l.ods'],
    [ods(many.replace('<table:table-row ', '<table:table-row a=">" ')), 'l.ods'],
    [Buffer.from(','.repeat(1_500_000)), 'l.csv'],
  ] as const) {
    const { error } = await send(content, name);
    expect([name, error.code, error.message]).toEqual([name, 'WORKBOOK', expect.stringContaining('1,000,000 个单元格')]);
  }
  // Programs end a sheet with all its unfilled rows and columns.
  const rest = `<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:style-name="c" table:number-columns-repeated="16384"/></table:table-row>`;
  const { error } = await send(ods(row('', 'table:number-columns-repeated="3"') + row('', '') + rest), 'l.ods');
  expect(error.message).not.toContain('单元格');
});
