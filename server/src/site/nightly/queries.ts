import type { Locale } from '@kuwei/contract/constants';
import { NIGHTLY_PASSES, type NightlyFile, type NightlyRun, type nightlyRoutes } from '@kuwei/contract/sys/nightly';
import type { Page } from '@kuwei/contract/page';
import type { QueryOf, ReplyOf } from '@kuwei/contract/route';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { conditionsOf, rowsOf } from '../../db/columns.ts';
import { all, listPage, oneRow, orderOf, type SortsOf } from '../../db/list.ts';
import type { DB, SysNightlyRun } from '../../db/types.ts';
import type { Localized } from './fault.ts';
import type { Report } from './passes.ts';

type Query = QueryOf<(typeof nightlyRoutes)['listNights']>;

const sumOf = (counted: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce((select ${counted} from sys_nightly_file f where f.run_id = r.id), 0)::int`;

const rows = rowsOf<NightlyRun, { r: SysNightlyRun }>(
  {
    id: 'r.id',
    night: 'r.night',
    dry: 'r.dry',
    state: 'r.state',
    askedBy: sql<string | null>`(select u.name from sys_user u where u.id = r.asked_by)`,
    created: sumOf(sql`sum(f.created)`),
    updated: sumOf(sql`sum(f.updated)`),
    refused: sumOf(sql`sum(f.refused)`),
    taken: sumOf(sql`count(*) filter (where f.state <> 'FAILED')`),
    failed: sumOf(sql`count(*) filter (where f.state = 'FAILED')`),
    createdAt: 'r.created_at',
    endedAt: 'r.ended_at',
  },
  sql`page join sys_nightly_run r on r.id = page.id`,
);

const SORTS: SortsOf<Query> = { createdAt: { by: sql`r.created_at` } };

export function listNights(db: Kysely<DB>, query: Query): Promise<Page<NightlyRun>> {
  const conditions = conditionsOf(query, {
    state: (states) => (states.length === 1 ? sql`r.state = ${sql.lit(states[0])}` : sql`r.state = any(${states}::text[])`),
    q: () => sql`true`,
  });
  return listPage(db, query, {
    id: sql`r.id`,
    from: sql`sys_nightly_run r where ${all(conditions)}`,
    order: orderOf(query.sort ?? '-createdAt', SORTS, sql`r.id`),
    rows,
  });
}

export const findRun = (db: Kysely<DB>, id: string): Promise<NightlyRun> =>
  oneRow(db, sql`select r.id from sys_nightly_run r where r.id = ${id}`, rows);

/** @throws AppError NOT_FOUND */
export async function getNight(db: Kysely<DB>, id: string, locale: Locale): Promise<ReplyOf<(typeof nightlyRoutes)['getNight']>> {
  const run = await findRun(db, id);
  const { others } = await db.selectFrom('sys_nightly_run').where('id', '=', id).select('others').executeTakeFirstOrThrow();
  const files = await db
    .selectFrom('sys_nightly_file')
    .where('run_id', '=', id)
    .orderBy(sql`array_position(${[...NIGHTLY_PASSES]}::text[], kind)`)
    .select(['kind', 'state', 'file', 'created', 'updated', 'unchanged', 'missing', 'refused', 'fault', 'report'])
    .execute();
  return {
    ...run,
    others,
    files: files.map(({ fault, report, ...file }): NightlyFile => {
      const localized = (report as Localized<Report> | null)?.[locale];
      return {
        ...file,
        fault: (fault as Localized<string> | null)?.[locale] ?? null,
        errors: localized?.errors ?? [],
        notes: localized?.notes ?? [],
        summary: localized?.summary ?? [],
        changes: localized?.changes ?? [],
        missingNames: [...(localized?.missing ?? [])],
      };
    }),
  };
}
