// Fills the search columns (pinyin) of people, organisations and warehouses stored without them: by an upgrade, or directly in
// the database.
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { searchText } from '../db/search.ts';
import { NIL_ID } from '../db/id.ts';

const CHUNK = 500;
/** Source columns of the search text. */
const TABLES = {
  sys_user: ['username', 'name', 'staff_no', 'email', 'phone'],
  wms_org: ['code', 'name', 'name_en', 'contact', 'phone'],
  wms_warehouse: ['code', 'name', 'name_en', 'campus'],
} as const;

/** Leaves row version and audit columns unchanged. */
export async function fillSearchColumns(db: Db): Promise<void> {
  for (const [table, columns] of Object.entries(TABLES)) {
    const texts = sql.join(columns.map((column) => sql.ref(column)));
    let last = NIL_ID;
    while (true) {
      const { rows } = await sql<{ id: string; texts: (string | null)[] }>`
        select id, array[${texts}]::text[] as texts from ${sql.table(table)}
         where id > ${last} and search ~ '[㐀-鿿]' and search in (lower(concat_ws(' ', ${texts})), lower(normalize(concat_ws(' ', ${texts}), NFKC))) order by id limit ${CHUNK}`.execute(
        db,
      );
      if (rows.length === 0) break;
      const found = await Promise.all(rows.map((row) => searchText(row.texts)));
      await sql`update ${sql.table(table)} t set search = n.search
          from unnest(${rows.map(({ id }) => id)}::uuid[], ${found}::text[]) n(id, search) where t.id = n.id`.execute(db);
      last = rows.at(-1)!.id;
    }
  }
}
