// Reads counts. `isBlind` is part of the statement itself, so no reader of these rows can leak book quantities to counters.
import { COUNT_KEEPERS } from '@kuwei/contract/wms/inventory-state';
import type { Count, CountForm, CountRecord, countRoutes } from '@kuwei/contract/wms/inventory';
import type { Locale } from '@kuwei/contract/constants';
import type { RuleAction } from '@kuwei/contract/auth/rule';
import type { QueryOf } from '@kuwei/contract/route';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { canDecideTask, ownCandidateIdentity } from '../../bpm/task-candidates.ts';
import type { Caller } from '../../context.ts';
import { conditionsOf, rowsOf, type Joined } from '../../db/columns.ts';
import { all, oneRow, orderOf, type List } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import { like } from '../../db/search.ts';
import type { DB, SysUser, WmsInventory, WmsInventoryRecord, WmsTransaction, WmsWarehouse } from '../../db/types.ts';
import { ownReadScope, readAsReviewer, readScopeOf } from '../scope.ts';
import { isWarehouseVisible } from '../read-conditions.ts';
import { NIL_ID } from '../../db/id.ts';

export const BIZ_TYPE = 'WMS_INVENTORY';

export type CountQuery = QueryOf<(typeof countRoutes)['listCounts']>;

/** The caller's user ids: the account, and the proxy acting for it. */
export const actorIdsOf = ({ userId, proxyUserId }: Caller): string[] => [userId, ...(proxyUserId === null ? [] : [proxyUserId])];

export const actorIds = (caller: Caller): RawBuilder<string[]> => sql<string[]>`${actorIdsOf(caller)}::uuid[]`;

const isKeeper = ({ effective }: Caller): boolean => effective.some(({ code }) => COUNT_KEEPERS.includes(code));

/** Whether the caller manages, counts or reviews count `c` of warehouse `w`. */
const isManager = (caller: Caller): RawBuilder<boolean> =>
  isKeeper(caller) ? sql<boolean>`(w.org_id = ${ownReadScope(caller).own.orgId}::uuid)` : sql<boolean>`false`;
export const isCounter = (caller: Caller): RawBuilder<boolean> => sql<boolean>`(${caller.userId}::uuid = any(c.assignees))`;
const isReviewer = (caller: Caller): RawBuilder<boolean> => sql<boolean>`(c.state = 'SUBMITTED' and exists (
  select from bpm_task k where k.biz_type = ${BIZ_TYPE} and k.biz_id = c.id and k.round = c.round and ${canDecideTask(ownCandidateIdentity(caller))}))`;

/** Whether book quantities of `c` are hidden: from anyone assigned at any time since publication, until booked. */
export const isBlind = (caller: Caller): RawBuilder<boolean> =>
  sql<boolean>`(c.blind and c.state <> 'APPROVED' and (c.assignees || c.named) && ${actorIds(caller)})`;

/** Whether line `l` is counted, as visible to the caller: lines they counted stay so when reopened for others. */
export const isLineCounted = (caller: Caller): RawBuilder<boolean> =>
  sql<boolean>`(l.state = 'COUNTED' or ${isBlind(caller)} and l.not_by && ${actorIds(caller)})`;

/** Visible counts: those the caller manages or counts in their warehouses, those they review, and those opened by data rules. */
function isCountVisible(caller: Caller, action: RuleAction | null): RawBuilder<boolean> {
  const own = ownReadScope(caller);
  const theirs = sql`w.org_id = ${own.own.orgId}::uuid and ${isKeeper(caller) ? sql`true` : sql`c.state <> 'DRAFT' and ${isCounter(caller)}`}`;
  const readScope = action === null ? own : readScopeOf(caller, action);
  const opened =
    readScope.opened === null ? [] : [sql`c.state <> 'DRAFT' and ${isWarehouseVisible({ ...readScope, own: NO_OWN_SCOPE })}`];
  const ways = [theirs, isReviewer(caller), ...opened].map((way) => sql`(${way})`);
  return sql<boolean>`(${sql.join(ways, sql` or `)})`;
}
/** A scope of data rules alone. */
const NO_OWN_SCOPE = { kind: 'warehouse', orgId: NIL_ID, warehouseIds: [] } as const;

const CONTROLLED = sql`(cardinality(p.control_flags) > 0 or p.hazard = 'UNKNOWN')`;
export const VARIANCE = sql<string>`(l.qty_count - l.qty_then)`;
/** Whether a counted line `l` of count `c` differs beyond tolerance; controlled goods have none. */
export const IS_BEYOND_TOLERANCE = sql<boolean>`(abs(${VARIANCE}) > case when ${CONTROLLED} then 0
  else greatest(c.tolerance_abs, l.qty_then * c.tolerance_pct / 100) end)`;
export const IS_CONTROLLED = CONTROLLED;

const sorts = {
  no: { by: sql`c.no` },
  createdAt: { by: sql`c.created_at` },
  deadline: { by: sql`c.deadline`, nullable: true as const },
  state: { by: sql`c.state` },
};

const FROM = sql`wms_inventory c join wms_warehouse w on w.id = c.warehouse_id`;

export function countList(
  query: Omit<CountQuery, 'page' | 'size'>,
  caller: Caller,
  action: RuleAction,
  locale: Locale,
): List<Count> {
  const conditions = conditionsOf(query, {
    warehouseId: (id) => sql`c.warehouse_id = ${id}`,
    state: (states) => sql`c.state = any(${states}::text[])`,
    type: (types) => sql`c.type = any(${types}::text[])`,
    mine: (mine) => (mine ? isCounter(caller) : sql`not ${isCounter(caller)}`),
    q: (q) => sql`(lower(c.no) like ${like(q)} or lower(c.remark) like ${like(q)})`,
  });
  return {
    id: sql`c.id`,
    from: sql`${FROM} where ${all([isCountVisible(caller, action), ...conditions])}`,
    order: orderOf(query.sort ?? '-createdAt', sorts, sql`c.id`),
    rows: countRows(caller, locale),
  };
}

/** @throws AppError NOT_FOUND, also for a count that is not visible */
export const getCount = (
  db: Kysely<DB>,
  id: string,
  caller: Caller,
  locale: Locale,
  action: RuleAction | null = 'SEE',
): Promise<Count> =>
  readAsReviewer(caller, (reader) =>
    oneRow(db, sql`select c.id from ${FROM} where c.id = ${id} and ${isCountVisible(reader, action)}`, countRows(reader, locale)),
  );

export async function listOpenable(db: Kysely<DB>, ids: readonly string[], caller: Caller): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from ${FROM} where c.id = any(${[...ids]}::uuid[]) and ${isCountVisible(caller, 'SEE')} order by c.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Columns of the form fields. */
export const COUNT = {
  warehouseId: 'c.warehouse_id',
  type: 'c.type',
  scope: 'c.scope',
  containerIds: 'c.container_ids',
  boxIds: 'c.box_ids',
  orgIds: 'c.org_ids',
  productIds: 'c.product_ids',
  categoryIds: 'c.category_ids',
  controlFlags: 'c.control_flags',
  abc: 'c.abc',
  sample: 'c.sample',
  recountOf: 'c.recount_of',
  blind: 'c.blind',
  freeze: 'c.frozen',
  assignees: 'c.assignees',
  deadline: 'c.deadline',
  tolerancePct: 'c.tolerance_pct',
  toleranceAbs: 'c.tolerance_abs',
  remark: 'c.remark',
} as const;

interface Tables {
  c: Omit<WmsInventory, 'abc' | 'control_flags'> & { abc: ('A' | 'B' | 'C')[]; control_flags: CountForm['controlFlags'] };
  w: WmsWarehouse;
  u: SysUser;
  e: Joined<SysUser>;
  x: Joined<WmsTransaction>;
  n: { lines: number; counted: number; boxes: number };
}

const countRows = (caller: Caller, locale: Locale): RawBuilder<Count> => {
  /** Hides a column from blind callers. @param column a constant of the code */
  const unlessBlind = <T>(column: string): RawBuilder<T | null> =>
    sql`case when not ${isBlind(caller)} then ${sql.raw(column)} end`;
  return rowsOf<Count, Tables>(
    {
      id: 'c.id',
      no: 'c.no',
      ...COUNT,
      warehouseName: named(locale, 'w'),
      chosen: sql<
        Count['chosen']
      >`coalesce((select json_agg(json_build_object('id', i.id, 'name', i.name) order by i.name, i.id) from (
        select b.id, b.code as name from wms_warehouse_box b where b.id = any(c.box_ids)
        union all select k.id, k.code from wms_container k where k.id = any(c.container_ids)
        union all select o.id, ${named(locale, 'o')} from wms_org o where o.id = any(c.org_ids)
        union all select p.id, ${named(locale, 'p')} from wms_product p where p.id = any(c.product_ids)
        union all select g.id, ${named(locale, 'g')} from wms_category g where g.id = any(c.category_ids)
        union all select q.id, q.no from wms_inventory q where q.id = c.recount_of) i), '[]')`,
      assigneeNames: sql<
        Count['assigneeNames']
      >`coalesce((select json_agg(json_build_object('id', a.id, 'name', a.name) order by a.name, a.id)
        from sys_user a where a.id = any(c.assignees)), '[]')`,
      state: 'c.state',
      levels: unlessBlind('c.levels'),
      level: unlessBlind('r.level'),
      step: unlessBlind('r.step'),
      boxes: 'n.boxes',
      lines: 'n.lines',
      counted: 'n.counted',
      again: unlessBlind('n.again'),
      differing: unlessBlind('n.differing'),
      stranded: unlessBlind('n.stranded'),
      openedBy: 'u.name',
      publishedAt: 'c.published_at',
      timeZone: sql<string>`current_setting('TimeZone')`,
      submittedAt: 'c.submitted_at',
      endedAt: 'c.ended_at',
      adjustmentId: 'c.adjustment_id',
      adjustmentNo: 'x.no',
      keeps: isManager(caller),
      counts: isCounter(caller),
      reviews: isReviewer(caller),
      isBlind: isBlind(caller),
      rev: 'c.rev',
      createdAt: 'c.created_at',
      updatedAt: 'c.updated_at',
      updatedBy: 'e.name',
    },
    sql`page join wms_inventory c on c.id = page.id join wms_warehouse w on w.id = c.warehouse_id join sys_user u on u.id = c.created_by
      left join sys_user e on e.id = c.updated_by left join wms_transaction x on x.id = c.adjustment_id
     cross join lateral (
       select count(*)::int as lines, count(*) filter (where ${isLineCounted(caller)})::int as counted, count(*) filter (where l.pass > 1)::int as again,
              count(*) filter (where l.qty_count <> l.qty_then)::int as differing,
              count(*) filter (where c.state = 'COUNTING' and l.state <> 'COUNTED' and c.assignees <@ (l.not_by || l.counted_by))::int as stranded,
              (select count(*)::int from wms_inventory_box b where b.inventory_id = c.id) as boxes
         from wms_inventory_line l where l.inventory_id = c.id) n
     cross join lateral (
       select min(k.level) as level, string_agg(distinct ${named(locale, 'k')}, ${locale === 'en' ? ', ' : '、'}) as step
         from bpm_task k where k.biz_type = ${BIZ_TYPE} and k.biz_id = c.id and k.round = c.round and k.state = 'OPEN') r`,
  );
};

/** Steps that reveal no differences; a recount or a return does. */
const PLAIN_STEPS: readonly string[] = ['create', 'publish', 'submit', 'cancel'];

export async function listCountRecords(db: Kysely<DB>, id: string, caller: Caller, locale: Locale): Promise<CountRecord[]> {
  const { isBlind: blind } = await getCount(db, id, caller, locale);
  const { rows } = await rowsOf<CountRecord, { r: WmsInventoryRecord; u: SysUser; p: Joined<SysUser>; o: Joined<SysUser> }>(
    {
      id: sql<string>`r.id::text`,
      at: 'r.at',
      actorName: 'u.name',
      proxyName: 'p.name',
      otherName: 'o.name',
      action: 'r.action',
      from: 'r.from_state',
      to: 'r.to_state',
      level: 'r.level',
      step: sql<string | null>`${locale === 'en' ? sql`coalesce(r.step_en, r.step)` : sql`r.step`}`,
      comment: 'r.comment',
      lines: sql<number | null>`case when r.action = 'publish' or not ${blind} then r.lines end`,
    },
    sql`wms_inventory_record r join sys_user u on u.id = r.actor_id left join sys_user p on p.id = r.proxy_user_id
      left join sys_user o on o.id = r.other_id
     where r.inventory_id = ${id} and (not ${blind} or r.action = any(${PLAIN_STEPS}::text[])) order by r.id`,
  ).execute(db);
  return rows;
}
