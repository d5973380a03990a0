// Exports products as a workbook that can be imported again.
import type { Locale } from '@kuwei/contract/constants';
import { sql, type Kysely } from 'kysely';
import type { Caller } from '../../context.ts';
import { everyRow, mapRows } from '../../db/list.ts';
import type { DB } from '../../db/types.ts';
import type { Download } from '../../http/transfer.ts';
import { exportName, sheetOf, type Cells } from '../../platform/workbook/workbook.ts';
import { productList, type ProductQuery } from './queries.ts';
import { storedOf, storedRows } from './record.ts';
import { productKind } from './workbook.ts';

/** Reads rows in chunks, so that an export never holds the whole table. */
export async function exportProducts(db: Kysely<DB>, query: ProductQuery, caller: Caller, locale: Locale): Promise<Download> {
  const { fields, infos } = await productKind(db, caller.userId, locale);
  const stored = storedRows(sql`page join wms_product p on p.id = page.id and p.deleted_at is null`);
  const rows = await everyRow(db, productList({ ...query, sort: query.sort ?? 'code' }, locale, stored));
  const cells = mapRows(rows, (row): Cells => {
    const product = storedOf(row);
    return Object.fromEntries([
      ...fields.map((field) => [field.key, field.write(product.form)]),
      ...infos.map((info) => [info.key, info.write(product, locale)]),
    ]) as Cells;
  });
  return sheetOf(exportName('products', locale), [...fields, ...infos], cells, locale);
}
