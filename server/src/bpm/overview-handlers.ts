import { DELEGATION_STATES, type overviewRoutes } from '@kuwei/contract/bpm/overview';
import { AppError } from '@kuwei/contract/error';
import type { Locale } from '@kuwei/contract/constants';
import type { QueryOf, ReplyOf } from '@kuwei/contract/route';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../context.ts';
import { all, materializeKeys, listPage } from '../db/list.ts';
import type { Db } from '../db/open.ts';
import { like } from '../db/search.ts';
import type { Handlers } from '../http/register.ts';
import { notify } from '../platform/msg-inbox/notify.ts';
import type { Kinds } from './kind.ts';
import { checkMove, moveTasks, listOpenTasksOf } from './reassign-tasks.ts';
import { listWork } from './lists.ts';
import { getPositionDiagram } from './position-diagram.ts';
import { flowStatistics } from './statistics.ts';

type Routes = typeof overviewRoutes;
type Row = ReplyOf<Routes['listAllDelegations']>['list'][number];

const stateOf = sql<Row['state']>`case when g.revoked_at is not null or g.until_at <= now() then 'ENDED'
  when g.from_at > now() then 'COMING' else 'RUNNING' end`;

async function listDelegations(db: Db, kinds: Kinds, query: QueryOf<Routes['listAllDelegations']>, locale: Locale) {
  const { q, state, sort } = query;
  const conditions = [
    ...(state === undefined || state.length === DELEGATION_STATES.length ? [] : [sql`${stateOf} = any(${state}::text[])`]),
    ...(q === undefined
      ? []
      : [
          sql`exists (select from sys_user u where u.id in (g.from_id, g.to_id) and (lower(u.name) like ${like(q)} or lower(u.username) like ${like(q)}))`,
        ]),
  ];
  const isDown = sort !== 'fromAt';
  const page = await listPage<Omit<Row, 'workflows'> & { keys: string[] }>(db, query, {
    ...materializeKeys(sql`bpm_delegation g where ${all(conditions)}`, [
      { by: sql`g.from_at`, isDown },
      { by: sql`g.id`, isDown },
    ]),
    rows: sql<Omit<Row, 'workflows'> & { keys: string[] }>`
      select g.id, g.from_id as "fromId", a.name as "fromName", g.to_id as "toId", b.name as "toName", g.keys, g.from_at as "fromAt",
             least(g.until_at, coalesce(g.revoked_at, g.until_at)) as "untilAt", g.reason, ${stateOf} as state, g.created_at as "createdAt"
        from page join bpm_delegation g on g.id = page.id join sys_user a on a.id = g.from_id join sys_user b on b.id = g.to_id`,
  });
  return {
    ...page,
    list: page.list.map(({ keys, ...row }) => ({ ...row, workflows: keys.map((key) => kinds.find(key)?.name[locale] ?? key) })),
  };
}

/** @throws AppError NOT_FOUND if it has ended */
async function endOthersDelegation(context: WriteContext<Caller>, id: string, reason: string): Promise<void> {
  const { trx, caller, logChange } = context;
  const { rows } = await sql<{ fromId: string; toId: string; from: string; to: string }>`
    with ended as (
      update bpm_delegation set revoked_at = now() where id = ${id} and revoked_at is null and until_at > now()
      returning from_id, to_id)
    select e.from_id as "fromId", e.to_id as "toId", a.name as "from", b.name as "to"
      from ended e join sys_user a on a.id = e.from_id join sys_user b on b.id = e.to_id`.execute(trx);
  const [ended] = rows;
  if (!ended) throw new AppError('NOT_FOUND');
  logChange({ entity: 'bpm_delegation', id, change: { action: 'end', reason } });
  const { fromId, toId, from, to } = ended;
  const others = [fromId, toId].filter((each) => each !== caller.userId);
  await notify(context, { to: others, template: 'msg.delegationEnded', params: { from, to, reason } });
}

/** @param kinds registered kinds */
export const overviewHandlers = (kinds: Kinds): Handlers<Routes> => ({
  listRequests: ({ query }, { db, caller, origin: { locale }, services: { settings } }) =>
    listWork(db, kinds, 'all', query, { caller, locale, settings }),
  getFlowStatistics: ({ query }, { db, origin }) => {
    if (!kinds.find(query.key)) throw new AppError('NOT_FOUND', { field: 'key' });
    return flowStatistics(db, query, origin.locale);
  },
  getWaiting: ({ params }, { db, caller, origin }) => listOpenTasksOf(db, kinds, params.id, caller, origin.locale),
  lookAtMove: ({ body }, { db, caller, origin }) => checkMove(db, body, caller, origin.locale),
  moveWaiting: { own: ({ body }, context) => moveTasks(context, kinds, body) },
  listAllDelegations: ({ query }, { db, origin }) => listDelegations(db, kinds, query, origin.locale),
  endAnyDelegation: async ({ params, body }, context) => {
    await endOthersDelegation(context, params.id, body.reason);
    return null;
  },
  getStanding: ({ params }, { db, caller, origin }) => getPositionDiagram(db, kinds, params, caller, origin.locale),
});
