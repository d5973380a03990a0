// Names of the roles and permissions that menu entries require.
import type { Locale } from '@kuwei/contract/constants';
import { sql, type Kysely } from 'kysely';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';

interface Need {
  code: string;
  name: string;
  kind: 'ROLE' | 'POWER';
}

export async function needsOf(db: Kysely<DB>, locale: Locale): Promise<Need[]> {
  const { rows } = await sql<Need>`
    select x.code, x.name, x.kind from (
      select r.code, ${named(locale, 'r')} as name, 'ROLE' as kind, r.sort from sys_role r
      union all
      select p.code, ${named(locale, 'p')}, 'POWER', 0 from sys_power p) x
     order by x.kind desc, x.sort, x.code`.execute(db);
  return rows;
}
