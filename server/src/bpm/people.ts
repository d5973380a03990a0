// People to assign tasks to: colleagues by part of their name, others by their exact username (decision 083).
import type { Locale } from '@kuwei/contract/constants';
import type { QueryOf } from '@kuwei/contract/route';
import type { workRoutes } from '@kuwei/contract/bpm/work';
import { normalizeText } from '@kuwei/contract/normalize-text';
import { sql } from 'kysely';
import { createPacedLimiter } from '../limiter.ts';
import { actorOf, type Caller } from '../context.ts';
import { createWindowCounter } from '../window-counter.ts';
import { all, materializeKeys, listPage } from '../db/list.ts';
import { byName, named } from '../db/named.ts';
import type { Db } from '../db/open.ts';
import { like } from '../db/search.ts';
import { canDecideTask, ownCandidateIdentity } from './task-candidates.ts';

type Query = QueryOf<(typeof workRoutes)['selectColleagues']>;
interface Option {
  id: string;
  name: string;
  username: string;
  group: string | null;
}

/** Burst of searches per person and minute; then the rate limit delays further ones. */
const SEARCHES = 30;
const PAUSE_MS = 1_000;
const searches = createWindowCounter(60_000, 20_000);
const slowly = createPacedLimiter(1, 10, 15_000);

/**
 * Rate-limited, because an exact username reveals whether the account exists.
 * @throws AppError TOO_MANY_AT_ONCE if too many searches of the person are waiting
 */
export function selectColleagues(db: Db, query: Query, caller: Caller, locale: Locale) {
  const person = actorOf(caller);
  const select = () => colleaguesIn(db, query, caller, locale);
  if (normalizeText(query.q ?? '') === '' || searches.count(person) <= SEARCHES) return select();
  return slowly(person, (hold) => {
    hold(PAUSE_MS);
    return select();
  });
}

function colleaguesIn(db: Db, { taskId, q, ...query }: Query, caller: Caller, locale: Locale) {
  const orgs = sql`${caller.orgs.map(({ id }) => id)}::uuid[]`;
  const isAdmin = caller.effective.some(({ code }) => code === 'ROLE_ADMIN');
  // Candidates of a task, and administrators if it is stuck, may also search the people of its organisations.
  const places =
    taskId === undefined
      ? orgs
      : sql`(${orgs} || array(select unnest(array[i.org_id, i.owner_org_id]) from bpm_task k join bpm_instance i on i.id = k.instance_id
             where k.id = ${taskId} and (${canDecideTask(ownCandidateIdentity(caller))} or ${isAdmin} and k.state = 'OPEN' and k.stuck_at is not null)))`;
  const typed = normalizeText(q ?? '');
  // An account without roles may search only for a task that it is asked about.
  const mayName =
    caller.roles.length > 0
      ? sql`true`
      : sql`exists (select from bpm_task k where ${canDecideTask(ownCandidateIdentity(caller))})`;
  const conditions = [
    sql`u.state = 'ACTIVE' and u.deleted_at is null and u.id <> ${caller.userId}`,
    // Anyone found by their whole username also matches by part of it.
    sql`u.id in (select m.user_id from wms_org_user m where m.org_id = any(${places})
      union all select e.id from sys_user e where lower(e.username) = ${typed.toLowerCase()} and e.deleted_at is null and ${mayName})`,
    ...(typed === '' ? [] : [sql`(lower(u.name) like ${like(typed)} or lower(u.username) like ${like(typed)})`]),
    ...(taskId === undefined
      ? []
      : [
          sql`(u.id = any(array(select unnest(i.barred || k.barred) from bpm_task k join bpm_instance i on i.id = k.instance_id where k.id = ${taskId}))) is not true`,
        ]),
  ];
  const isDown = query.sort === '-name';
  return listPage<Option>(db, query, {
    ...materializeKeys(sql`sys_user u where ${all(conditions)}`, [
      { by: sql`u.name collate "zh-x-icu"`, isDown },
      { by: sql`u.id`, isDown },
    ]),
    rows: sql<Option>`
      select u.id, u.name, u.username,
             (select string_agg(${named(locale, 'o')}, ${locale === 'en' ? ', ' : '、'} order by ${byName(locale, 'o')})
                from wms_org_user m join wms_org o on o.id = m.org_id and o.valid
               where m.user_id = u.id and m.org_id = any(${places})) as "group"
        from page join sys_user u on u.id = page.id`,
  });
}
