// The list of products as a workbook that can be imported again.
import type { Locale } from '@kuwei/contract/constants';
import { EXPORT_ROWS_MAX } from '@kuwei/contract/workbook';
import { sql, type Kysely } from 'kysely';
import type { Caller } from '../../context.ts';
import { mustFitSheet } from '../../db/list.ts';
import { orderBy } from '../../db/page.ts';
import type { DB } from '../../db/types.ts';
import type { Download } from '../../http/transfer.ts';
import { sheetOf, type Cells } from '../../sys/workbook.ts';
import { productRows, sortsOf, type ProductQuery } from './queries.ts';
import { productsById } from './record.ts';
import { productKind } from './workbook.ts';

/** Products that are read at once. */
const CHUNK = 500;

/** Every row of a list, read in pieces, so that an export never holds the table. */
export async function exportProducts(db: Kysely<DB>, query: ProductQuery, caller: Caller, locale: Locale): Promise<Download> {
  const { fields, infos } = await productKind(db, caller.userId, locale);
  // Order and number of the rows are those of the moment at which the export began.
  const found = await productRows(db, query)
    .clearSelect()
    .select('p.id')
    .orderBy(orderBy(query.sort ?? 'code', sortsOf(locale), sql`p.id`))
    .limit(EXPORT_ROWS_MAX + 1)
    .execute();
  mustFitSheet(found.length);
  async function* rows(): AsyncGenerator<Cells> {
    for (let from = 0; from < found.length; from += CHUNK) {
      const ids = found.slice(from, from + CHUNK).map(({ id }) => id);
      const products = await productsById(db, ids);
      for (const id of ids) {
        const product = products.get(id);
        if (!product) continue;
        yield Object.fromEntries([
          ...fields.map((field) => [field.key, field.write(product.form)]),
          ...infos.map((info) => [info.key, info.write(product, locale)]),
        ]) as Cells;
      }
    }
  }
  return sheetOf('products', [...fields, ...infos], rows(), locale);
}
