// Exports products as a workbook that can be imported again.
import type { Locale } from '@kuwei/contract/constants';
import { sql, type Kysely } from 'kysely';
import type { Caller } from '../../context.ts';
import { everyRow, mapRows, type RowOf } from '../../db/list.ts';
import type { DB } from '../../db/types.ts';
import type { SheetDownload } from '../../http/transfer.ts';
import { exportName, exportedSheet, type Cells } from '../../platform/workbook/workbook.ts';
import { productList, type ProductQuery } from './queries.ts';
import { storedOf, storedRows } from './record.ts';
import { productKind } from './workbook.ts';

/** Reads rows in chunks, so that an export never holds the whole table. */
export async function exportProducts(
  db: Kysely<DB>,
  query: ProductQuery,
  caller: Caller,
  locale: Locale,
): Promise<SheetDownload> {
  const { fields, infos } = await productKind(db, caller.userId, locale);
  const stored = storedRows(sql`page join wms_product p on p.id = page.id and p.deleted_at is null`);
  const list = productList({ ...query, sort: query.sort ?? 'code' }, locale, stored);
  const cells = (row: RowOf<typeof list>): Cells => {
    const product = storedOf(row);
    return Object.fromEntries([
      ...fields.map((field) => [field.key, field.write(product.form)]),
      ...infos.map((info) => [info.key, info.write(product, locale)]),
    ]) as Cells;
  };
  return exportedSheet(
    exportName('products', locale),
    [...fields, ...infos],
    async () => mapRows(await everyRow(db, list), cells),
    locale,
  );
}
