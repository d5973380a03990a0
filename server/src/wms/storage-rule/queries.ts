import type { Locale } from '@kuwei/contract/constants';
import type { QueryOf } from '@kuwei/contract/route';
import type { StorageRuleChange, StorageRules, storageRuleRoutes } from '@kuwei/contract/wms/storage-rule';
import { sql, type Kysely } from 'kysely';
import { named } from '../../db/named.ts';
import { pageOf } from '../../db/page.ts';
import type { DB } from '../../db/types.ts';

/** Both matrices with their state, read together: none of it is of another moment. */
export async function getRules(db: Kysely<DB>, locale: Locale): Promise<StorageRules> {
  const { rows } = await sql<StorageRules>`
    select r.rev,
           (select json_agg(json_build_object('code', g.code, 'name', ${named(locale, 'g')}, 'source', g.source) order by g.code)
              from wms_storage_group g) as groups,
           coalesce((select json_agg(json_build_object('level', p.level, 'a', p.a, 'b', p.b) order by p.level, p.a, p.b)
                       from wms_storage_group_pair p where p.a <= p.b), '[]') as pairs
      from wms_storage_rule r`.execute(db);
  return rows[0]!;
}

export const listRuleChanges = (db: Kysely<DB>, query: QueryOf<(typeof storageRuleRoutes)['listRuleChanges']>) =>
  pageOf(
    db,
    query,
    db
      .selectFrom('wms_storage_rule_change as c')
      .innerJoin('sys_user as u', 'u.id', 'c.changed_by')
      .select(['c.id', 'c.changed_at as changedAt', 'u.name as changedBy', 'c.source', 'c.reason'])
      .select(sql<StorageRuleChange['changes']>`c.changes`.as('changes')),
    { changedAt: sql`c.rev` },
    '-changedAt',
    sql`c.id`,
  );
