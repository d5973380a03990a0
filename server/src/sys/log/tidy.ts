// Rows of the log go when the site keeps none of their kind any longer. What is of two kinds stays as long as the longer one.
import { sql, type RawBuilder } from 'kysely';
import type { Services } from '../../context.ts';
import { all } from '../../db/list.ts';
import { PARTS } from './queries.ts';

/** In one statement: the rest goes with the next ones. */
const AT_ONCE = 2_000;

interface Kind {
  /** As an index has them, in the order of their numbers. */
  rows: RawBuilder<unknown>;
  days: number;
}

/** @returns how many rows went */
export async function tidyLog({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<number> {
  const kinds: Kind[] = [
    { rows: PARTS.SIGN_IN, days: settings.get('SYS_LOG_SIGN_IN_DAYS') },
    { rows: PARTS.DATA, days: settings.get('SYS_LOG_DATA_DAYS') },
    { rows: PARTS.ACTING, days: settings.get('SYS_LOG_ACTING_DAYS') },
    { rows: PARTS.JOB, days: settings.get('SYS_LOG_JOB_DAYS') },
    {
      rows: sql`(${all(Object.values(PARTS).map((part) => sql`(${part}) is not true`))})`,
      days: settings.get('SYS_LOG_CALL_DAYS'),
    },
  ];
  const since = (days: number) => sql`now() - make_interval(days => ${days})`;
  let count = 0;
  for (const { rows, days } of kinds) {
    const longer = kinds.filter((kind) => kind.days > days);
    const stays = longer.map((kind) => sql`((${kind.rows}) and l.at >= ${since(kind.days)}) is not true`);
    for (let gone = AT_ONCE; gone === AT_ONCE;) {
      const { numAffectedRows } = await sql`
        delete from sys_log where id = any(array(
          select l.id from sys_log l
           where l.at < ${since(days)} and ${rows} and ${all(stays)} order by l.at limit ${AT_ONCE}))`.execute(db);
      gone = Number(numAffectedRows ?? 0);
      count += gone;
    }
  }
  return count;
}
