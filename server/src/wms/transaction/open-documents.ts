import { OPEN_DOCUMENTS_NAMED, type OpenDocuments } from '@kuwei/contract/wms/open-documents';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import type { Sight } from '../scope.ts';
import { inSight } from './document.ts';
import { documentsOf, type Leaving } from './trouble.ts';

/** Documents that boxes or products would strike if they were given up: all are counted, those in sight are named. */
export async function findOpenDocuments(db: Kysely<DB>, leaving: Leaving, sight: Sight): Promise<OpenDocuments> {
  const ids = (await documentsOf(db, leaving)).map(({ id }) => id);
  if (ids.length === 0) return { count: 0, documents: [] };
  const { rows } = await sql<OpenDocuments['documents'][number]>`
    select t.id, t.no, t.type from wms_transaction t join wms_warehouse w on w.id = t.warehouse_id
     where t.id = any(${ids}::uuid[]) and ${inSight(sight)} order by t.no limit ${OPEN_DOCUMENTS_NAMED}`.execute(db);
  return { count: ids.length, documents: rows };
}
