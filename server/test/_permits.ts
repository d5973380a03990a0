// Permits for tests that are not about permits: every owner has one of each class, without an amount.
import { sql, type Kysely } from 'kysely';
import type { DB } from '../src/db/types.ts';

export const insertPermitsForAll = (db: Kysely<DB>) =>
  sql`
    insert into wms_permit (id, code, org_id, warehouse_id, kind, number, control_class, valid_from, valid_until, state)
    select gen_random_uuid(), format('T-%s-%s-%s', o.code, w.code, left(c, 1)), o.id, w.id, 'FILING', 'T', c, '2000-01-01', '2999-12-31', 'VALID'
      from wms_org o, wms_warehouse w, unnest(array['TOXIC', 'EXPLOSIVE_PRECURSOR', 'DRUG_PRECURSOR']) c
     where o.type <> 'WAREHOUSE'`.execute(db);
