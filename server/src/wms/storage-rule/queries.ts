import type { Locale } from '@kuwei/contract/constants';
import type { Page } from '@kuwei/contract/page';
import type { QueryOf } from '@kuwei/contract/route';
import type { StorageRuleChange, StorageRules, storageRuleRoutes } from '@kuwei/contract/wms/storage-rule';
import { sql, type Kysely } from 'kysely';
import { conditionsOf, rowsOf, type Narrowed } from '../../db/columns.ts';
import { all, listPage, orderOf, type SortsOf } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import type { DB, SysUser, WmsStorageRuleChange } from '../../db/types.ts';

/** Both matrices with their state, read in one statement for consistency. */
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

interface Tables {
  c: Narrowed<WmsStorageRuleChange, Pick<StorageRuleChange, 'changes'>>;
  u: SysUser;
}

const changeRows = rowsOf<StorageRuleChange, Tables>(
  { id: 'c.id', changedAt: 'c.changed_at', changedBy: 'u.name', source: 'c.source', reason: 'c.reason', changes: 'c.changes' },
  sql`page join wms_storage_rule_change c on c.id = page.id join sys_user u on u.id = c.changed_by`,
);

type ChangeQuery = QueryOf<(typeof storageRuleRoutes)['listRuleChanges']>;

export function listRuleChanges(db: Kysely<DB>, query: ChangeQuery): Promise<Page<StorageRuleChange>> {
  const sorts: SortsOf<ChangeQuery> = { changedAt: { by: sql`c.rev` } };
  return listPage(db, query, {
    id: sql`c.id`,
    from: sql`wms_storage_rule_change c where ${all(conditionsOf(query, { q: null }))}`,
    order: orderOf(query.sort ?? '-changedAt', sorts, sql`c.id`),
    rows: changeRows,
  });
}
