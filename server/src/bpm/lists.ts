// Work lists: pending tasks, own decisions, own requests, and copies.
import type { Locale } from '@kuwei/contract/constants';
import type { OrgType } from '@kuwei/contract/org';
import { COUNT_CAP, type Page } from '@kuwei/contract/page';
import type { QueryOf, ReplyOf } from '@kuwei/contract/route';
import type { overviewRoutes } from '@kuwei/contract/bpm/overview';
import { CANDIDATES_SHOWN, type WorkItem, type workRoutes } from '@kuwei/contract/bpm/work';
import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../context.ts';
import { conditionsOf } from '../db/columns.ts';
import { all, listPage, type List } from '../db/list.ts';
import { named } from '../db/named.ts';
import type { Db } from '../db/open.ts';
import type { Settings } from '../services/settings.ts';
import { isRemindable } from './actions.ts';
import { buildTaskConditions, listCandidatePeople, isApplicant, principalOf, ownCandidateIdentity } from './task-candidates.ts';
import type { DocumentSummary, Kinds, Reader, Search } from './kind.ts';

type Routes = typeof workRoutes;
export interface Queries {
  todo: QueryOf<Routes['listTodo']>;
  done: QueryOf<Routes['listDone']>;
  mine: QueryOf<Routes['listApplied']>;
  copied: QueryOf<Routes['listCopied']>;
  stuck: QueryOf<Routes['listStuck']>;
  /** Every request, for administrators. */
  all: QueryOf<(typeof overviewRoutes)['listRequests']>;
}
export type WorkListName = keyof Queries;

/** The part of a row that does not come from its document. */
type Row = Omit<WorkItem, keyof DocumentSummary | 'workflow' | 'others' | 'othersCount'> & {
  orgId: string;
  /** Candidates of its tasks. */
  roles: string[];
  everywhere: string[];
  ids: string[];
  barred: string[];
};

/** How a list finds its rows, their order and their documents. */
interface Source {
  from: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  at: RawBuilder<unknown>;
  bizId: RawBuilder<unknown>;
  /** Restricts to these workflows. */
  ofKeys: (keys: readonly string[]) => RawBuilder<unknown>;
  /** Rows that are or were in this user's list under any filter: only these may be named as the last row of the previous page. */
  theirs: RawBuilder<unknown>;
  conditions: RawBuilder<unknown>[];
}

const conditionIf = (is: boolean, condition: RawBuilder<unknown>): RawBuilder<unknown> => (is ? condition : sql`true`);
const isCopyRecipient = ({ userId }: Caller): RawBuilder<boolean> => sql<boolean>`k.told_id = ${userId}`;
const isStuck = sql<boolean>`k.state = 'OPEN' and k.stuck_at is not null`;
const isOverdue = sql<boolean>`coalesce(k.due_at < now(), false)`;

/** Whether the list contains documents that its reader may not be allowed to open: only readable data is shown. */
const isRestrictedToReadable = (which: WorkListName): boolean => which === 'copied' || which === 'stuck' || which === 'all';

const requestSource = (theirs: RawBuilder<unknown>, state: readonly string[] | undefined): Source => ({
  id: sql`i.id`,
  at: sql`i.started_at`,
  bizId: sql`i.biz_id`,
  ofKeys: (keys) => sql`i.definition_id in (select id from bpm_definition where key = any(${keys}::text[]))`,
  from: sql`bpm_instance i`,
  theirs,
  conditions: [theirs, state === undefined ? sql`true` : sql`i.state = any(${state}::text[])`],
});

/** Filters specific to each list. */
async function buildSource<W extends WorkListName>(db: Db, which: W, given: Queries[W], caller: Caller): Promise<Source> {
  const ofTasks = {
    id: sql`k.id`,
    bizId: sql`k.biz_id`,
    ofKeys: (keys: readonly string[]) => sql`k.key = any(${keys}::text[])`,
  };
  const tasks = { ...ofTasks, at: sql`k.created_at`, from: sql`bpm_task k` };
  switch (which) {
    case 'todo': {
      const { overdue = false, delegated = false } = given as Queries['todo'];
      const { mayDecide, isAsked, isDelegated } = await buildTaskConditions(db, caller);
      return {
        ...tasks,
        // Includes tasks decided since the previous page.
        theirs: isAsked,
        conditions: [mayDecide, conditionIf(overdue, isOverdue), conditionIf(delegated, isDelegated)],
      };
    }
    case 'done': {
      const { decision } = given as Queries['done'];
      const theirs = sql`x.actor_id = ${caller.userId}`;
      return {
        ...ofTasks,
        id: sql`x.task_id`,
        at: sql`x.at`,
        from: sql`bpm_decision x join bpm_task k on k.id = x.task_id`,
        theirs,
        conditions: [theirs, decision === undefined ? sql`true` : sql`x.decision = any(${decision}::text[])`],
      };
    }
    case 'mine': {
      const { state } = given as Queries['mine'];
      return requestSource(isApplicant(caller), state);
    }
    case 'all': {
      const { state, overdue = false } = given as Queries['all'];
      const isLate = sql`exists (select from bpm_task k where k.instance_id = i.id and k.state = 'OPEN' and ${isOverdue})`;
      const requests = requestSource(sql`true`, state);
      return { ...requests, conditions: [...requests.conditions, conditionIf(overdue, isLate)] };
    }
    case 'stuck':
      return { ...tasks, theirs: isStuck, conditions: [isStuck] };
    default: {
      const { unread = false } = given as Queries['copied'];
      const theirs = isCopyRecipient(caller);
      return { ...tasks, theirs, conditions: [theirs, conditionIf(unread, sql`k.read_at is null`)] };
    }
  }
}

/** Whether a row's document matches a search text; one condition per kind. */
async function matchesDocument(
  db: Db,
  kinds: Kinds,
  q: string,
  bizId: RawBuilder<unknown>,
  reader: Caller | null,
): Promise<Search> {
  const kindOf = new Map(kinds.all.map((kind) => [kind.bizType, kind]));
  const found = await Promise.all([...kindOf.values()].map((kind) => kind.search(db, q, bizId, reader)));
  const counts = found.flatMap(({ countedTo }) => countedTo ?? []);
  return {
    which: sql`(${sql.join(
      found.map(({ which }) => which),
      sql` or `,
    )})`,
    ...(counts.length === 0 ? {} : { countedTo: Math.min(...counts) }),
  };
}

export interface WorkListOptions {
  caller: Caller;
  locale: Locale;
  settings: Settings;
}

/** @param kinds registered kinds */
export async function listWork<W extends WorkListName>(
  db: Db,
  kinds: Kinds,
  which: W,
  query: Queries[W],
  { caller, locale, settings }: WorkListOptions,
): Promise<Page<WorkItem>> {
  const source = await buildSource(db, which, query, caller);
  const { at, id, from } = source;
  const isDown = (query.sort ?? (which === 'todo' || which === 'stuck' ? 'at' : '-at')) === '-at';
  const meant =
    query.q === undefined
      ? null
      : await matchesDocument(db, kinds, query.q, source.bizId, isRestrictedToReadable(which) ? caller : null);
  const conditions = [
    ...source.conditions,
    ...(meant === null ? [] : [meant.which]),
    ...conditionsOf(
      { q: query.q, key: query.key, from: query.from, to: query.to },
      {
        q: null,
        key: source.ofKeys,
        from: (day) => sql`${at} >= ${day}::date`,
        to: (day) => sql`${at} < ${day}::date + 1`,
      },
    ),
  ];
  const after =
    query.after === undefined
      ? []
      : [
          sql`(${at}, ${id}) ${isDown ? sql`<` : sql`>`} (
            (select ${at} from ${from} where ${id} = ${query.after} and ${source.theirs}), ${query.after}::uuid)`,
        ];
  const list: List<Row> = {
    from: sql`${from} where ${all([...conditions, ...after])}`,
    counted: sql`${from} where ${all(conditions)}`,
    ...(meant?.countedTo === undefined ? {} : { countedTo: meant.countedTo }),
    id,
    order: [
      { by: at, isDown },
      { by: id, isDown },
    ],
    rows: selectRows(which, caller, locale, settings.get('BPM_REMIND_HOURS')),
  };
  const page = await listPage(db, query.after === undefined ? query : { ...query, page: 1 }, list);
  return {
    ...page,
    page: query.page,
    list: await addDocumentSummaries(
      db,
      kinds,
      page.list,
      { caller, isAsked: which === 'todo', locale },
      isRestrictedToReadable(which),
    ),
  };
}

/** Columns of the engine's tables for the rows in `page`. */
function selectRows(which: WorkListName, caller: Caller, locale: Locale, remindHours: number): RawBuilder<Row> {
  const asker = ownCandidateIdentity(caller);
  const isTodo = which === 'todo';
  const own = which !== 'mine' && which !== 'all';
  const tables = !own
    ? sql`page join bpm_instance i on i.id = page.id
          left join lateral (select * from bpm_task o where o.instance_id = i.id and o.state = 'OPEN' order by o.level, o.id limit 1) k on true`
    : sql`page join bpm_task k on k.id = page.id join bpm_instance i on i.id = k.instance_id`;
  const decision = which === 'done' ? sql`join bpm_decision x on x.task_id = k.id` : sql``;
  const steps = sql`(select string_agg(distinct ${named(locale, 'o')}, ${locale === 'en' ? ', ' : '、'})
    from bpm_task o where o.instance_id = i.id and o.state = 'OPEN')`;
  const asked = sql`k.state = 'OPEN'`;
  return sql<Row>`
    select page.id, k.id as "taskId", i.id as "instanceId", d.key, i.biz_type as "bizType", i.biz_id as "bizId",
           ${own ? named(locale, 'k') : steps} as step, k.level,
           ${which === 'done' ? sql`x.decision` : sql`i.state`} as state,
           ${!own ? sql`i.started_at` : which === 'done' ? sql`x.at` : sql`k.created_at`} as at,
           case when ${asked} then k.due_at end as "dueAt", ${asked} and ${isOverdue} as overdue, k.read_at as "readAt",
           ${which === 'done' ? sql`x.comment` : sql`null`} as comment,
           ${isTodo || which === 'done' ? sql`(select u.name from sys_user u where u.id = ${isTodo ? principalOf(asker) : sql`x.for_user_id`})` : sql`null`} as "forName",
           ${
             isTodo
               ? sql`case when k.asked_by is not null
                   then (select json_build_object('kind', k.kind, 'name', u.name, 'note', k.note) from sys_user u where u.id = k.asked_by)
                   when i.lap > 1 then (
                     select json_build_object('kind', 'RETURN', 'name', u.name, 'note', b.comment)
                       from sys_user u join bpm_decision b on b.actor_id = u.id
                      where b.biz_id = i.biz_id and b.round = i.round and b.decision = 'RETURN' order by b.at desc limit 1) end`
               : sql`null`
           } as from,
           ${
             isTodo
               ? sql`coalesce((
                   select json_agg(json_build_object('name', u.name, 'decision', b.decision, 'comment', b.comment) order by b.at)
                     from bpm_task o join bpm_decision b on b.task_id = o.id join sys_user u on u.id = b.actor_id
                    where o.instance_id = i.id and o.node_id = k.node_id and o.state in ('APPROVED', 'REJECTED')), '[]')`
               : sql`'[]'::json`
           } as opinions,
           ${
             which === 'mine'
               ? sql`i.state = 'RUNNING' and exists (select from bpm_task k where k.instance_id = i.id and k.state = 'OPEN' and ${isRemindable(remindHours)})`
               : sql`false`
           } as remindable,
           ${
             which === 'mine'
               ? sql`i.state = 'RUNNING' and not exists (select from bpm_decision b where b.biz_id = i.biz_id and b.round = i.round)`
               : sql`false`
           } as withdrawable,
           i.org_id as "orgId",
           case when ${asked} then k.candidate_roles else '{}' end as roles,
           case when ${asked} then k.candidate_roles_everywhere else '{}' end as everywhere,
           case when ${asked} then k.candidate_ids else '{}' end as ids, coalesce(k.barred, '{}') as barred
      from ${tables} ${decision} join bpm_definition d on d.id = i.definition_id`;
}

/**
 * Adds document summaries, one query per kind, and the other candidates.
 * @param guarded shows only the number of documents that the reader may not open
 */
async function addDocumentSummaries(
  db: Db,
  kinds: Kinds,
  rows: readonly Row[],
  reader: Reader,
  guarded: boolean,
): Promise<WorkItem[]> {
  const { caller, locale } = reader;
  const documents = new Map<string, DocumentSummary>();
  for (const [key, own] of Map.groupBy(rows, (row) => row.key)) {
    const found = await kinds.find(key)?.describe(db, [...new Set(own.map(({ bizId }) => bizId))], reader);
    for (const [bizId, described] of found ?? []) {
      const { no, rev, levels, link } = described;
      documents.set(`${key} ${bizId}`, guarded && link === null ? { ...MISSING_DOCUMENT, no, rev, levels } : described);
    }
  }
  // Tasks of a page mostly have the same candidates: equal ones are resolved once.
  const asked = new Map(
    rows.map(({ id, key, orgId, roles, everywhere, ids, barred }) => [
      id,
      { orgId, roles, everywhere, ids, barred, workflow: key },
    ]),
  );
  const questions = new Map([...asked.values()].map((each) => [JSON.stringify(each), each]));
  const people = await listCandidatePeople(
    db,
    [...questions].map(([key, each]) => ({ ...each, key })),
  );
  return rows.map(({ orgId: _o, roles: _r, everywhere: _e, ids: _i, barred: _b, ...row }) => {
    const others = (people.get(JSON.stringify(asked.get(row.id))) ?? []).filter(({ id }) => id !== caller.userId);
    return {
      ...row,
      ...(documents.get(`${row.key} ${row.bizId}`) ?? MISSING_DOCUMENT),
      workflow: kinds.find(row.key)?.name[locale] ?? row.key,
      others: others.slice(0, CANDIDATES_SHOWN).map(({ name }) => name),
      othersCount: others.length,
    };
  });
}

/** Summary of a deleted document. */
const MISSING_DOCUMENT: DocumentSummary = {
  no: '',
  rev: 0,
  title: '',
  lines: 0,
  qty: null,
  unit: null,
  value: null,
  applicant: '',
  group: '',
  place: '',
  marks: [],
  levels: null,
  link: null,
};

/** Counts of the lists with news; capped at COUNT_CAP + 1. */
export async function countWork(db: Db, caller: Caller): Promise<ReplyOf<Routes['countWork']>> {
  const todo = await buildSource(db, 'todo', { page: 1, size: 1 }, caller);
  const count = (from: RawBuilder<unknown>) => sql`(select count(*)::int from (select from ${from} limit ${COUNT_CAP + 1}) c)`;
  const isAdmin = caller.effective.some(({ code }) => code === 'ROLE_ADMIN');
  const asked = sql`${todo.from} where ${all(todo.conditions)}`;
  const { rows } = await sql<ReplyOf<Routes['countWork']>>`
    select ${count(asked)} as todo, ${count(sql`${asked} and ${isOverdue}`)} as overdue,
           ${count(sql`bpm_instance i where ${isApplicant(caller)} and i.state = 'RUNNING'`)} as mine,
           ${count(sql`bpm_task k where ${isCopyRecipient(caller)} and k.read_at is null`)} as copied,
           ${isAdmin ? count(sql`bpm_task k where ${isStuck}`) : sql`0`} as stuck`.execute(db);
  return rows[0]!;
}

interface TasksOfKind {
  key: string;
  /** Organisation whose people decide. */
  org: { id: string; name: string; type: OrgType };
  count: number;
}

/** The caller's open tasks on documents of these types, counted by workflow. */
export async function countTasksByKind(
  db: Db,
  bizTypes: readonly string[],
  caller: Caller,
  locale: Locale,
): Promise<TasksOfKind[]> {
  const { mayDecide } = await buildTaskConditions(db, caller);
  const { rows } = await sql<TasksOfKind>`
    select c.key, c.count, json_build_object('id', o.id, 'name', ${named(locale, 'o')}, 'type', o.type) as org
      from (select k.key, count(*)::int as count, (array_agg(k.org_id order by k.created_at, k.id))[1] as org_id
              from bpm_task k where k.biz_type = any(${[...bizTypes]}::text[]) and ${mayDecide} group by k.key) c
      join wms_org o on o.id = c.org_id`.execute(db);
  return rows;
}
