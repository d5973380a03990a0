// Document lists.
import type { RuleAction } from '@kuwei/contract/auth/rule';
import type { Locale } from '@kuwei/contract/constants';
import type { transactionQuery } from '@kuwei/contract/wms/transaction';
import type { TransactionRow } from '@kuwei/contract/wms/transaction-reply';
import { EXECUTION_STATES, type DocumentStatus } from '@kuwei/contract/wms/transaction-state';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import { buildTaskConditions, candidateIdentityOf } from '../../bpm/task-candidates.ts';
import type { Caller } from '../../context.ts';
import { conditionsOf, rowsOf } from '../../db/columns.ts';
import { constant, inEach } from '../../db/constant-sql.ts';
import { all, orderBy, orderOf, sortName, type Criterion, type List, type SortsOf } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import { lookUp } from '../../db/look-up.ts';
import type { DB } from '../../db/types.ts';
import { isReversed } from './document-status-sql.ts';
import { openRisks } from './risks.ts';
import { inScopeNamed, ownReadScope, readScopeOf, type ReadScope } from '../scope.ts';
import { cappedCount, isDocumentGranted, narrowScope, type NarrowedScope } from '../read-conditions.ts';
import { buildGoodsConditions } from './search.ts';
import { hasRareDocumentStatus, hasDocumentStatus } from './document-status.ts';
import { openReview, isDocumentVisible } from './document.ts';
import { isWaitingInList } from './waiting.ts';
import { effectiveQty, HEAD, namesFor, type Tables } from './columns.ts';

export type TransactionQuery = z.output<typeof transactionQuery>;

const SORTS: SortsOf<TransactionQuery> = {
  no: { by: sql`t.no` },
  createdAt: { by: sql`t.created_at` },
  submittedAt: { by: sql`t.submitted_at`, nullable: true },
  updatedAt: { by: sql`t.updated_at` },
  planDate: { by: sql`t.plan_date`, nullable: true },
  state: { by: sql`t.state` },
};

/** True, unless the flag is set. */
const when = (is: boolean, condition: RawBuilder<unknown>): RawBuilder<unknown> => (is ? condition : sql`true`);

/** List conditions evaluated per document, over document `t` and its warehouse `w`. */
async function conditions(db: Kysely<DB>, query: TransactionQuery, caller: Caller): Promise<RawBuilder<unknown>[]> {
  const given = conditionsOf(query, {
    type: null,
    state: hasDocumentStatus,
    warehouseId: (id) =>
      query.type === 'MOVE' ? sql`(t.warehouse_id = ${id} or t.target_warehouse_id = ${id})` : sql`t.warehouse_id = ${id}`,
    ownerOrgId: (id) => sql`t.owner_org_id = ${id}`,
    mine: (is) => when(is, sql`t.applicant_id = ${caller.userId}`),
    controlled: (is) => when(is, sql`t.controlled`),
    task: () => sql`t.state = any(${[...EXECUTION_STATES]}::text[])`,
    overdue: (is) => when(is, sql`t.plan_date < current_date and t.state not in ('DONE', 'REJECTED', 'CANCELED')`),
    from: (day) => sql`t.created_at >= ${day}::date`,
    to: (day) => sql`t.created_at < ${day}::date + 1`,
    productId: null,
    waiting: null,
    q: null,
  });
  return query.waiting === true
    ? [...given, isWaitingInList((await buildTaskConditions(db, caller, candidateIdentityOf(caller))).mayDecide)]
    : given;
}

/** A listed document, without reader-specific fields. */
export type ListedRow = Omit<TransactionRow, 'guest'>;

/** Owners of the goods that a transfer `t` moves; the document itself is the warehouse's. */
const goodsOwners = (locale: Locale): RawBuilder<string[]> => sql<string[]>`case when t.type <> 'MOVE' then '{}' else array(
  select distinct ${named(locale, 'so')}
    from wms_transaction_line x left join wms_transaction_line_box b on b.line_id = x.id
    join wms_product_box s on s.id = coalesce(b.product_box_id, x.product_box_id) join wms_org so on so.id = s.owner_org_id
   where x.transaction_id = t.id order by 1) end`;

/** Products with marks to show: few, so read once per page rather than per line. */
const MARKED = sql`select id from wms_product where control_flags <> '{}' or hazard = 'UNKNOWN'`;

/** Complete rows of the documents in `page`. */
const rowsIn = inEach((locale) =>
  rowsOf<ListedRow, Tables>(
    {
      ...HEAD,
      ...namesFor(locale),
      goodsOwnerNames: goodsOwners(locale),
      targetWarehouseName: named(locale, 'tw'),
      toxic: 't.toxic',
      lines: 'l.lines',
      controlFlags: sql<string[]>`g.flags`,
      notAssessed: sql<boolean>`g.not_assessed`,
      summary: sql<string>`coalesce(f.summary, '')`,
      value: sql<string | null>`case when t.reverses_id is null then l.value else - l.value end`,
      waitingSince: 'review.since',
      risks: openRisks,
      reversal: sql<boolean>`t.reverses_id is not null`,
      reversesNo: sql<string | null>`(select r.no from wms_transaction r where r.id = t.reverses_id)`,
      reversed: isReversed,
    },
    sql`page
    join wms_transaction t on t.id = page.id
    join wms_org o on o.id = t.owner_org_id
    join sys_user u on u.id = t.applicant_id
    join wms_warehouse w on w.id = t.warehouse_id
    left join wms_warehouse tw on tw.id = t.target_warehouse_id
    cross join ${openReview(locale)}
    cross join lateral (
      select count(*)::int as lines, sum(round(${effectiveQty('x')} * x.unit_price, 2)) as value,
             array_agg(x.product_id) filter (where (x.product_id in (${MARKED})) is true) as marked
        from wms_transaction_line x where x.transaction_id = t.id) l
    cross join lateral (
      select coalesce(array_agg(distinct c.flag order by c.flag) filter (where c.flag is not null), '{}') as flags,
             coalesce(bool_or(p.hazard = 'UNKNOWN'), false) as not_assessed
        from wms_product p left join lateral unnest(p.control_flags) c(flag) on true
       where p.id = any(l.marked)) g
    cross join lateral (
      select string_agg(${named(locale, 'p')}, ${constant(locale === 'en' ? '; ' : '、')} order by x.line_no) as summary
        from (select product_id, min(line_no) as line_no from wms_transaction_line where transaction_id = t.id
               group by product_id order by 2 limit 3) x
        join wms_product p on p.id = x.product_id) f`,
  ),
);

/**
 * Narrows a read scope to what the query can match. Moves match the warehouse at either end; owners see no moves; a warehouse
 * sees its own before submission, which rules do not open.
 */
function narrowDocumentScope({ own, opened }: ReadScope, { type, ownerOrgId, warehouseId }: TransactionQuery): NarrowedScope {
  const ofDocuments = opened && { ...opened, WMS_CONTAINER: [], CATEGORY: [] };
  if (type !== 'MOVE') return narrowScope({ own, opened: ofDocuments }, { ownerOrgId, warehouseId });
  return { ...narrowScope({ own, opened: ofDocuments && { ...ofDocuments, WMS_ORG: [] } }, {}), own };
}

/** Transient states: documents leave them again, so few are in them, however many exist. */
const TRANSIENT_STATES: readonly string[] = ['SUBMITTED', ...EXECUTION_STATES];

/**
 * If an index shows that few documents match, select them first and sort, instead of scanning in list order.
 * @param order list order, scanned until a page is full otherwise
 */
async function source(
  db: Kysely<DB>,
  query: TransactionQuery,
  seen: NarrowedScope,
  order: readonly Criterion[] | null,
): Promise<RawBuilder<unknown>> {
  const { type, state, waiting, task } = query;
  const given: readonly DocumentStatus[] | undefined =
    waiting === true ? ['SUBMITTED'] : task === undefined ? state : EXECUTION_STATES;
  const isTransient = given?.every((each) => TRANSIENT_STATES.includes(each)) === true;
  const few = isTransient
    ? sql`state = any(${[...given]}::text[])`
    : ((given && hasRareDocumentStatus(given)) ?? (await findSmallSet(db, type, smallSetCandidates(query, seen))));
  return few === null
    ? sql`wms_transaction t`
    : sql`(select t.* from wms_transaction t where type = ${type} and deleted_at is null and ${few}
        ${order === null ? sql`` : sql`order by ${orderBy(order)}`} offset 0) t`;
}

interface SmallSet {
  which: RawBuilder<unknown>;
  /** Above this number, scanning in list order is faster. */
  most: number;
}

/** Parts of a query that an index other than the list order's can count. */
function smallSetCandidates(
  { type, sort, controlled, ownerOrgId, warehouseId, from, to }: TransactionQuery,
  { own, opened }: NarrowedScope,
): SmallSet[] {
  const submitted = sql`(submitted_at is not null or type = 'MOVE')`;
  const seen = grantedConditions({ own, opened }, { type, warehouseId }, submitted).map((which) => ({ which, most: 5_000 }));
  if (sort === undefined || sortName(sort) === 'createdAt') return seen;
  const owner = own?.kind === 'owner' && opened === null ? own.orgId : ownerOrgId;
  // Only moves have a second warehouse, and no index covers drafts by it.
  const inWarehouse = type === 'MOVE' || own?.kind === 'owner' ? undefined : warehouseId;
  const days = conditionsOf(
    { from, to },
    { from: (day) => sql`created_at >= ${day}::date`, to: (day) => sql`created_at < ${day}::date + 1` },
  );
  return [
    ...seen,
    ...(controlled === true ? [{ which: sql`controlled`, most: 3_000 }] : []),
    ...(owner === undefined ? [] : [{ which: sql`owner_org_id = ${owner}`, most: 5_000 }]),
    ...(inWarehouse === undefined ? [] : [{ which: sql`warehouse_id = ${inWarehouse} and ${submitted}`, most: 5_000 }]),
    // Documents of a date range are adjacent.
    ...(days.length === 0 ? [] : [{ which: all(days), most: 30_000 }]),
  ];
}

/** Conditions for rules that open only one place. */
function grantedConditions(
  { own, opened }: NarrowedScope,
  { type, warehouseId }: Pick<TransactionQuery, 'type' | 'warehouseId'>,
  submitted: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  if (opened === null || type === 'MOVE') return [];
  // A warehouse also has drafts of its own, covered by another index.
  if (own?.kind === 'owner')
    return warehouseId === undefined ? [] : [sql`(warehouse_id = ${warehouseId} and ${submitted} or submitted_at is null)`];
  const { WMS_ORG: orgs, WMS_WAREHOUSE: warehouses } = opened;
  // Of other owners, the reader sees only what is in these warehouses.
  const isByWarehouseOnly = own === null && orgs.length === 0 && warehouses !== 'all' && warehouses.length > 0;
  return isByWarehouseOnly ? [sql`warehouse_id = any(${[...warehouses]}::uuid[]) and ${submitted}`] : [];
}

async function findSmallSet(
  db: Kysely<DB>,
  type: TransactionQuery['type'],
  ways: readonly SmallSet[],
): Promise<RawBuilder<unknown> | null> {
  if (ways.length === 0) return null;
  const counts = ways.map(
    ({ which, most }) =>
      sql`(select count(*) from (select from wms_transaction where type = ${type} and deleted_at is null and ${which} limit ${most + 1}) x) <= ${most}`,
  );
  const { rows } = await sql<{ fits: boolean[] }>`select array[${sql.join(counts)}] as fits`.execute(db);
  return ways.find((_, at) => rows[0]!.fits[at])?.which ?? null;
}

/** Documents that match a query, among those visible to the caller. */
export async function transactionList(
  db: Kysely<DB>,
  query: TransactionQuery,
  caller: Caller,
  locale: Locale,
  action: RuleAction = 'SEE',
): Promise<List<ListedRow>> {
  const sort = query.sort ?? '-createdAt';
  const seen = narrowDocumentScope(query.waiting === true ? ownReadScope(caller) : readScopeOf(caller, action), query);
  const [others, goods] = await Promise.all([conditions(db, query, caller), buildGoodsConditions(db, query)]);
  const rows = { id: sql`t.id`, rows: rowsIn(locale) };
  const ofType = sql`t.type = ${query.type}`;
  const meant = all([ofType, ...goods.map(({ which }) => which)]);
  const [countedTo] = goods.flatMap((each) => each.countedTo ?? []);
  const order = orderOf(sort, SORTS, sql`t.id`);
  const oneByOne = async (which: RawBuilder<unknown>): Promise<List<ListedRow>> => ({
    ...rows,
    from: sql`${await source(db, query, seen, countedTo === undefined ? null : order)} join wms_warehouse w on w.id = t.warehouse_id where ${all([isDocumentVisible(seen), which, ...others])}`,
    ...(others.length === 0 ? { counted: isVisibleByIndex(which, seen) } : {}),
    ...cappedCount(seen),
    // Documents of a date range are at one end of the index order, and a scan may start at the other.
    together: seen.opened !== null && (goods.length > 0 || (query.from ?? query.to) !== undefined),
    ...(countedTo === undefined ? {} : { countedTo }),
    order,
  });
  if (query.waiting === true || !goods.some(({ isSet }) => isSet)) return oneByOne(meant);
  if (seen.own?.kind !== 'owner' || seen.opened !== null) return { ...rows, ...pageOfSet(meant, others, seen, sort) };
  const owned = sql`select t.id from wms_transaction t where t.deleted_at is null and t.owner_org_id = ${seen.own.orgId} and ${meant}`;
  const [few] = await lookUp(db, [{ ids: owned, most: OWNED_IDS_MAX }]);
  return few
    ? oneByOne(sql`${ofType} and t.id = any(${few}::uuid[])`)
    : { ...rows, ...pageOfSet(sql`${ofType} and (t.id in (${owned})) is true`, others, seen, sort) };
}

/** Equivalent condition that the scope's index covers, for counting only. */
const isVisibleByIndex = (which: RawBuilder<unknown>, { own, opened }: NarrowedScope): RawBuilder<unknown> => {
  const theirs =
    own === null
      ? sql`false`
      : sql`${inScopeNamed(own, { owner: sql`t.owner_org_id`, warehouse: sql`t.warehouse_id` })}
      and ${own.kind === 'owner' ? sql`t.type <> 'MOVE'` : sql`(t.submitted_at is not null or t.type = 'MOVE')`}`;
  return sql`wms_transaction t where t.deleted_at is null and ${which}
      and ${opened === null ? theirs : sql`(${theirs} or ${isDocumentGranted(opened)})`}`;
};

/** Count cap for a set under rules: no single index covers all grounds of access. */
const GRANTED_COUNT_MAX = 100;

/** Maximum documents of one owner to list by id. */
const OWNED_IDS_MAX = 200;

/**
 * First page of a large set of documents whose ids are known. An index-only scan of the list order checks membership; only
 * matches are fetched. Counts within the scope use its index alone; those opened by rules are capped.
 */
function pageOfSet(
  which: RawBuilder<unknown>,
  others: readonly RawBuilder<unknown>[],
  seen: NarrowedScope,
  sort: NonNullable<TransactionQuery['sort']>,
): Pick<List<TransactionRow>, 'from' | 'counted' | 'countedTo' | 'together' | 'order'> {
  const { by, nullable } = SORTS[sortName(sort)];
  const [first, last] = orderOf(sort, SORTS, sql`t.id`);
  const keys = sql`select t.id, ${by} as by from wms_transaction t where t.deleted_at is null and ${which}`;
  const from = sql`(${keys} order by ${orderBy([first!, last!])} offset 0) k
      cross join lateral (select * from wms_transaction x where x.id = k.id offset 0) t
      join wms_warehouse w on w.id = t.warehouse_id where ${all([isDocumentVisible(seen), ...others])}`;
  return {
    from,
    order: [
      { by: sql`k.by`, isDown: first!.isDown ?? false, nullable: nullable ?? false },
      { by: sql`k.id`, isDown: first!.isDown ?? false },
    ],
    ...(seen.opened !== null
      ? { together: true, countedTo: GRANTED_COUNT_MAX }
      : others.length === 0
        ? { counted: isVisibleByIndex(which, seen) }
        : {}),
  };
}
