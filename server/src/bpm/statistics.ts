// Durations of requests by step and person, in plain hours including nights and holidays.
import type { FlowStatistics, overviewRoutes } from '@kuwei/contract/bpm/overview';
import { STATISTICS_PEOPLE_MAX } from '@kuwei/contract/bpm/overview';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { QueryOf } from '@kuwei/contract/route';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { named } from '../db/named.ts';
import type { DB } from '../db/types.ts';

type Query = QueryOf<(typeof overviewRoutes)['getFlowStatistics']>;
type Sql = RawBuilder<unknown>;

const DAYS_MAX = 400;

const hours = (from: Sql, to: Sql): Sql => sql`(extract(epoch from ${to} - ${from}) / 3600)::float8`;
const share = (of: Sql, part: number): Sql =>
  sql`round((percentile_cont(${part}) within group (order by ${of}))::numeric, 2)::float8`;
const times = (of: Sql): Sql => sql`count(${of})::int as count, ${share(of, 0.5)} as p50, ${share(of, 0.9)} as p90`;

/** @throws AppError STAT_PERIOD for an invalid or too long period */
export async function flowStatistics(db: Kysely<DB>, query: Query, locale: Locale): Promise<FlowStatistics> {
  const { key, from, to, definitionId } = query;
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  if (days < 0 || days > DAYS_MAX) throw new AppError('STAT_PERIOD', { field: 'to' });
  const begun = sql`(
    select i.* from bpm_definition d join bpm_instance i on i.definition_id = d.id
     where d.key = ${key} and ${definitionId === undefined ? sql`true` : sql`d.id = ${definitionId}`}
       and i.started_at >= ${from}::date and i.started_at < ${to}::date + 1)`;
  const whole = sql`case when i.state <> 'CANCELED' then ${hours(sql`i.started_at`, sql`i.ended_at`)} end`;
  const states = (['RUNNING', 'APPROVED', 'REJECTED', 'RETURNED', 'CANCELED'] as const).map(
    (state) => sql`count(*) filter (where i.state = ${state})::int as ${sql.ref(state.toLowerCase())}`,
  );
  const { rows: requests } = await sql<FlowStatistics['requests']>`
    select ${times(whole)}, ${sql.join(states)} from ${begun} i`.execute(db);
  const taken = hours(sql`k.created_at`, sql`x.at`);
  const { rows: steps } = await sql<FlowStatistics['steps'][number]>`
    select k.node_id as element, (array_agg(${named(locale, 'k')} order by k.created_at desc))[1] as name,
           ${times(sql`case when not x.automatic then ${taken} end`)},
           count(*) filter (where x.decision = 'RETURN')::int as returned, count(*) filter (where x.decision = 'REJECT')::int as rejected,
           count(*) filter (where x.automatic)::int as automatic,
           count(*) filter (where k.due_at < coalesce(k.ended_at, now()))::int as late, count(*) filter (where k.state = 'OPEN')::int as open
      from ${begun} i join bpm_task k on k.instance_id = i.id and k.kind <> 'COPY' left join bpm_decision x on x.task_id = k.id
     group by k.node_id order by min(k.level), k.node_id limit 200`.execute(db);
  const { rows: people } = await sql<FlowStatistics['people'][number]>`
    with decided as (
      select x.actor_id as id, ${times(taken)}, count(*) filter (where x.decision = 'RETURN')::int as returned,
             count(*) filter (where x.decision = 'REJECT')::int as rejected
        from ${begun} i join bpm_task k on k.instance_id = i.id join bpm_decision x on x.task_id = k.id and not x.automatic
       group by x.actor_id
    ), waiting as (
      select k.candidate_ids[1] as id, count(*)::int as open, min(k.created_at) as oldest
        from bpm_task k where k.key = ${key} and k.state = 'OPEN' and cardinality(k.candidate_ids) = 1
         and k.candidate_roles = '{}' and k.candidate_roles_everywhere = '{}' group by 1
    )
    select u.id, u.name, coalesce(d.count, 0) as count, d.p50, d.p90, coalesce(d.returned, 0) as returned,
           coalesce(d.rejected, 0) as rejected, coalesce(w.open, 0) as open, w.oldest as "oldestOpen"
      from decided d full join waiting w on w.id = d.id join sys_user u on u.id = coalesce(d.id, w.id)
     order by d.p90 desc nulls last, u.id limit ${STATISTICS_PEOPLE_MAX}`.execute(db);
  const { rows: months } = await sql<FlowStatistics['months'][number]>`
    select to_char(i.started_at, 'YYYY-MM') as month, ${times(whole)} from ${begun} i group by 1 order by 1`.execute(db);
  return { requests: requests[0]!, steps, people, months };
}
