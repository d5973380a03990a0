// What waits for a person, what they have decided, what they have applied for, and what they were told of.
import type { Locale } from '@kuwei/contract/constants';
import type { Page } from '@kuwei/contract/page';
import type { WorkItem } from '@kuwei/contract/bpm/work';
import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../context.ts';
import { countRows, offsetOf, type PageQuery } from '../db/list.ts';
import { named } from '../db/named.ts';
import type { Db } from '../db/open.ts';
import { rolesThatCount } from '../sys/people.ts';
import { askerOf, mayDecide } from './asked.ts';
import type { Kinds } from './kind.ts';

export type Which = 'todo' | 'done' | 'mine' | 'copied';

type Row = Omit<WorkItem, 'title' | 'applicant' | 'link'> & { key: string };

/** Rows to be shown, over the task `k`, its instance `i` and definition `d`; of `mine` the first open task stands for all. */
function parts(which: Which, caller: Caller): { from: RawBuilder<unknown>; at: RawBuilder<unknown>; state: RawBuilder<unknown> } {
  const joined = sql`join bpm_instance i on i.id = k.instance_id join bpm_definition d on d.id = i.definition_id`;
  const isOpen = sql`k.state = 'OPEN'`;
  switch (which) {
    case 'todo':
      return {
        from: sql`bpm_task k ${joined} where ${mayDecide(askerOf(caller, rolesThatCount(caller.roles)))}`,
        at: sql`k.created_at`,
        state: sql`i.state`,
      };
    case 'done':
      return {
        from: sql`bpm_decision x join bpm_task k on k.id = x.task_id ${joined} where x.actor_id = ${caller.userId}`,
        at: sql`x.at`,
        state: sql`x.decision`,
      };
    case 'mine':
      return {
        from: sql`bpm_instance i join bpm_definition d on d.id = i.definition_id
          left join lateral (select k.* from bpm_task k where k.instance_id = i.id and ${isOpen} order by k.level, k.id limit 1) k on true
          where i.started_by = ${caller.userId}`,
        at: sql`i.started_at`,
        state: sql`i.state`,
      };
    default:
      return {
        from: sql`bpm_task k ${joined} where k.kind = 'COPY' and k.candidate_ids && array[${caller.userId}::uuid]`,
        at: sql`k.created_at`,
        state: sql`i.state`,
      };
  }
}

export async function workOf(
  db: Db,
  kinds: Kinds,
  which: Which,
  query: PageQuery,
  caller: Caller,
  locale: Locale,
): Promise<Page<WorkItem>> {
  const { from, at, state } = parts(which, caller);
  // What has waited longest comes first; all else, the newest.
  const order = which === 'todo' ? sql`${at}, i.id` : sql`${at} desc, i.id`;
  const { rows } = await sql<Row>`
    select k.id as "taskId", i.id as "instanceId", d.key, i.biz_type as "bizType", i.biz_id as "bizId", ${named(locale, 'd')} as workflow,
           ${named(locale, 'k')} as step, k.level, ${state} as state, ${at} as at, k.due_at as "dueAt", k.read_at as "readAt"
      from ${from} order by ${order} limit ${query.size} offset ${offsetOf(query)}`.execute(db);
  const described = await describe(db, kinds, rows, locale);
  return {
    list: rows.map(({ key, ...row }) => ({
      ...row,
      ...(described.get(`${key} ${row.bizId}`) ?? { title: '', applicant: '', link: '' }),
    })),
    ...(await countRows(db, from)),
    page: query.page,
    size: query.size,
  };
}

/** What documents are called, each kind asked once. */
async function describe(db: Db, kinds: Kinds, rows: readonly Row[], locale: Locale) {
  const found = new Map<string, { title: string; applicant: string; link: string }>();
  for (const [key, own] of Map.groupBy(rows, (row) => row.key)) {
    const documents = await kinds.find(key)?.describe(db, [...new Set(own.map(({ bizId }) => bizId))], locale);
    for (const [bizId, described] of documents ?? []) found.set(`${key} ${bizId}`, described);
  }
  return found;
}
