import type { Locale } from '@kuwei/contract/constants';
import { OPEN_DOCUMENTS_NAMED, type OpenDocuments } from '@kuwei/contract/wms/open-documents';
import { sql, type Kysely } from 'kysely';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import type { ReadScope } from '../scope.ts';
import { isStockVisible } from '../read-conditions.ts';
import { isDocumentVisible } from './document.ts';
import { findAffectedDocuments, type RetiringItems } from './trouble.ts';

/** Open documents affected by retiring boxes or products, all counted, those visible named; and their stock. */
export async function findOpenDocuments(
  db: Kysely<DB>,
  leaving: RetiringItems,
  readScope: ReadScope,
  locale: Locale,
): Promise<OpenDocuments> {
  const ids = (await findAffectedDocuments(db, leaving)).map(({ id }) => id);
  const stock = await stockOf(db, leaving, readScope, locale);
  if (ids.length === 0) return { count: 0, documents: [], stock };
  const { rows } = await sql<OpenDocuments['documents'][number]>`
    select t.id, t.no, t.type from wms_transaction t join wms_warehouse w on w.id = t.warehouse_id
     where t.id = any(${ids}::uuid[]) and ${isDocumentVisible(readScope)} order by t.no limit ${OPEN_DOCUMENTS_NAMED}`.execute(
    db,
  );
  return { count: ids.length, documents: rows, stock };
}

type Stock = OpenDocuments['stock'];

async function stockOf(db: Kysely<DB>, leaving: RetiringItems, readScope: ReadScope, locale: Locale): Promise<Stock> {
  const seen = await isStockVisible(db, readScope);
  const { rows } = await (
    'boxes' in leaving
      ? sql<Stock['named'][number] & { count: number }>`
        select b.id, b.code as name, null as qty, null as unit, count(*) over ()::int as count from wms_warehouse_box b
         where b.id = any(${[...leaving.boxes]}::uuid[])
           and exists (select from wms_product_box s where s.box_id = b.id and s.qty > 0 and ${seen})
         order by b.code collate wms_natural limit ${OPEN_DOCUMENTS_NAMED}`
      : sql<Stock['named'][number] & { count: number }>`
        select p.id, ${named(locale, 'p')} as name, trim_scale(sum(s.qty))::text as qty, p.base_unit as unit, count(*) over ()::int as count
          from wms_product_box s join wms_product p on p.id = s.product_id
         where p.id = any(${[...leaving.products]}::uuid[]) and s.qty > 0 and ${seen}
         group by p.id order by p.code limit ${OPEN_DOCUMENTS_NAMED}`
  ).execute(db);
  return { count: rows[0]?.count ?? 0, named: rows.map(({ id, name, qty, unit }) => ({ id, name, qty, unit })) };
}
