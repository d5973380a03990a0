import type { RuleAction } from '@kuwei/contract/auth/rule';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { transactionQuery } from '@kuwei/contract/wms/transaction';
import type { UnfinishedLine } from '@kuwei/contract/wms/transaction-form';
import type { Transaction, TransactionLine, TransactionRecord, TransactionRow } from '@kuwei/contract/wms/transaction-reply';
import { ORG_TYPE_OF } from '@kuwei/contract/org';
import { EXECUTION_STATES } from '@kuwei/contract/wms/transaction-state';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import { askedAmongMany, askerOf } from '../../bpm/asked.ts';
import type { Caller } from '../../context.ts';
import { kept } from '../../db/kept.ts';
import { asText, conditionsOf, jsonOf, rowsOf, type Columns, type Joined, type Narrowed } from '../../db/columns.ts';
import { constant, inEach } from '../../db/fixed.ts';
import { all, orderBy, orderOf, sortName, type Criterion, type List, type SortsOf } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import { lookUp } from '../../db/look-up.ts';
import type {
  DB,
  SysUser,
  WmsBatch,
  WmsOrg,
  WmsProductBox,
  WmsTransaction,
  WmsTransactionLine,
  WmsTransactionLineBox,
  WmsTransactionRecord,
  WmsWarehouse,
  WmsWarehouseBox,
} from '../../db/types.ts';
import { openLineRisks, openRisks } from './risks.ts';
import { asOption, optionJson, type Option } from '../product/queries.ts';
import { inScopeNamed, ownSight, sightOf, type Sight } from '../scope.ts';
import { documentsOpened } from '../sight.ts';
import { goodsOf } from './goods.ts';
import {
  appliedBy,
  assignedBy,
  DECIDED,
  wholeGoods,
  openReview,
  inSight,
  readBy,
  reversalAsked,
  reviewPeople,
  visible,
  type Decided,
  type Goods,
} from './document.ts';
import { waitsAmongMany } from './waiting.ts';

export type TransactionQuery = z.output<typeof transactionQuery>;

const SORTS: SortsOf<TransactionQuery> = {
  no: { by: sql`t.no` },
  createdAt: { by: sql`t.created_at` },
  submittedAt: { by: sql`t.submitted_at`, nullable: true },
  updatedAt: { by: sql`t.updated_at` },
  planDate: { by: sql`t.plan_date`, nullable: true },
  state: { by: sql`t.state` },
};

/** A flag that asks for nothing when it is off. */
const when = (is: boolean, condition: RawBuilder<unknown>): RawBuilder<unknown> => (is ? condition : sql`true`);

/** Conditions of a list that a document answers by itself, over the document `t` and its warehouse `w`. */
async function conditions(db: Kysely<DB>, query: TransactionQuery, caller: Caller): Promise<RawBuilder<unknown>[]> {
  const given = conditionsOf(query, {
    type: null,
    state: (states) => sql`t.state = any(${states}::text[])`,
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
    ? [...given, waitsAmongMany((await askedAmongMany(db, caller, askerOf(caller))).mayDecide)]
    : given;
}

/** What a document says of itself, in a list and whole. */
const HEAD = {
  id: 't.id',
  no: 't.no',
  type: 't.type',
  source: 't.source',
  state: 't.state',
  ownerOrgId: 't.owner_org_id',
  applicantId: 't.applicant_id',
  applicantName: 'u.name',
  purchaseNo: 't.purchase_no',
  warehouseId: 't.warehouse_id',
  planDate: 't.plan_date',
  controlled: 't.controlled',
  levels: 't.levels',
  round: 't.round',
  submittedAt: 't.submitted_at',
  finishedAt: 't.finished_at',
  rev: 't.rev',
  createdAt: 't.created_at',
  updatedAt: 't.updated_at',
  reviewRoles: 'review.roles',
  reviewLevel: 'review.level',
  reviewStep: 'review.step',
} as const;

/** What of it is entered. */
export const ENTERED = {
  warehouseId: 't.warehouse_id',
  targetWarehouseId: 't.target_warehouse_id',
  contact: 't.contact',
  phone: 't.phone',
  planDate: 't.plan_date',
  depositUntil: 't.deposit_until',
  purpose: 't.purpose',
  purchaseNo: 't.purchase_no',
  deliveryNo: 't.delivery_no',
  supplierOrgId: 't.supplier_org_id',
  remark: 't.remark',
} as const;

/** As `openReview` reads it. */
interface Review {
  roles: string[];
  level: number | null;
  step: string | null;
  since: string | null;
}

interface Tables {
  t: Narrowed<WmsTransaction, { unfinished: UnfinishedLine[] }>;
  u: SysUser;
  w: WmsWarehouse;
  wo: WmsOrg;
  review: Review;
  rt: Joined<WmsTransaction>;
  rb: Joined<WmsTransaction>;
  l: { lines: number; value: string | null };
  decided: Decided;
  goods: Goods<LineRow>;
}

const namesFor = (locale: Locale) => ({ ownerOrgName: named(locale, 'o'), warehouseName: named(locale, 'w') });

/** Whole rows of the documents in `page`. */
const rowsIn = inEach((locale) =>
  rowsOf<TransactionRow, Tables>(
    {
      ...HEAD,
      ...namesFor(locale),
      toxic: 't.toxic',
      lines: 'l.lines',
      summary: sql<string>`coalesce(f.summary, '')`,
      value: 'l.value',
      waitingSince: 'review.since',
      risks: openRisks,
      reversed: sql<boolean>`exists (select from wms_transaction r where r.reverses_id = t.id)`,
    },
    sql`page
    join wms_transaction t on t.id = page.id
    join wms_org o on o.id = t.owner_org_id
    join sys_user u on u.id = t.applicant_id
    join wms_warehouse w on w.id = t.warehouse_id
    cross join ${openReview(locale)}
    cross join lateral (
      select count(*)::int as lines, sum(round(x.qty_req * x.unit_price, 2)) as value
        from wms_transaction_line x where x.transaction_id = t.id) l
    cross join lateral (
      select string_agg(${named(locale, 'p')}, ${constant(locale === 'en' ? ', ' : '、')} order by x.line_no) as summary
        from wms_transaction_line x join wms_product p on p.id = x.product_id
       where x.transaction_id = t.id and x.line_no <= 3) f`,
  ),
);

/** States that documents leave again: those in them are few, however many there have been. */
const ON_THEIR_WAY: readonly string[] = ['SUBMITTED', ...EXECUTION_STATES];

/**
 * Where documents are few by what an index knows of them, they are found first and put in order then, not looked for in the order of all.
 * @param order in which they are asked one by one, until a page is full
 */
async function source(
  db: Kysely<DB>,
  query: TransactionQuery,
  sight: Sight,
  order: readonly Criterion[] | null,
): Promise<RawBuilder<unknown>> {
  const { type, state, waiting, task } = query;
  const given = waiting === true ? ['SUBMITTED'] : task === undefined ? state : EXECUTION_STATES;
  const few =
    given?.every((each) => ON_THEIR_WAY.includes(each)) === true
      ? sql`state = any(${[...given]}::text[])`
      : await firstOfFew(db, type, mayBeFew(query, sight));
  return few === null
    ? sql`wms_transaction t`
    : sql`(select t.* from wms_transaction t where type = ${type} and deleted_at is null and ${few}
        ${order === null ? sql`` : sql`order by ${orderBy(order)}`} offset 0) t`;
}

interface Few {
  which: RawBuilder<unknown>;
  /** Of more than that the order of all is the shorter way to a page. */
  most: number;
}

/** What of a query an index counts, in another order than that of the list. */
function mayBeFew(
  { type, sort, controlled, ownerOrgId, warehouseId, from, to }: TransactionQuery,
  { own, opened }: Sight,
): Few[] {
  if (sort === undefined || sortName(sort) === 'createdAt') return [];
  const owner = own.kind === 'owner' && opened === null ? own.orgId : ownerOrgId;
  // Of moves alone there is a second warehouse, and of drafts no index knows theirs.
  const inWarehouse = type === 'MOVE' || own.kind === 'owner' ? undefined : warehouseId;
  const days = conditionsOf(
    { from, to },
    { from: (day) => sql`created_at >= ${day}::date`, to: (day) => sql`created_at < ${day}::date + 1` },
  );
  return [
    ...(controlled === true ? [{ which: sql`controlled`, most: 3_000 }] : []),
    ...(owner === undefined ? [] : [{ which: sql`owner_org_id = ${owner}`, most: 5_000 }]),
    ...(inWarehouse === undefined
      ? []
      : [{ which: sql`warehouse_id = ${inWarehouse} and (submitted_at is not null or type = 'MOVE')`, most: 5_000 }]),
    // Those of some days lie side by side.
    ...(days.length === 0 ? [] : [{ which: all(days), most: 30_000 }]),
  ];
}

async function firstOfFew(
  db: Kysely<DB>,
  type: TransactionQuery['type'],
  ways: readonly Few[],
): Promise<RawBuilder<unknown> | null> {
  if (ways.length === 0) return null;
  const counts = ways.map(
    ({ which, most }) =>
      sql`(select count(*) from (select from wms_transaction where type = ${type} and deleted_at is null and ${which} limit ${most + 1}) x) <= ${most}`,
  );
  const { rows } = await sql<{ fits: boolean[] }>`select array[${sql.join(counts)}] as fits`.execute(db);
  return ways.find((_, at) => rows[0]!.fits[at])?.which ?? null;
}

/** Documents that a query finds, of those the caller may see. */
export async function transactionList(
  db: Kysely<DB>,
  query: TransactionQuery,
  caller: Caller,
  locale: Locale,
  action: RuleAction = 'SEE',
): Promise<List<TransactionRow>> {
  const sort = query.sort ?? '-createdAt';
  const sight = query.waiting === true ? ownSight(caller) : sightOf(caller, action);
  const [others, goods] = await Promise.all([conditions(db, query, caller), goodsOf(db, query)]);
  const rows = { id: sql`t.id`, rows: rowsIn(locale) };
  const ofType = sql`t.type = ${query.type}`;
  const meant = all([ofType, ...goods.map(({ which }) => which)]);
  const [countedTo] = goods.flatMap((each) => each.countedTo ?? []);
  const order = orderOf(sort, SORTS, sql`t.id`);
  const oneByOne = async (which: RawBuilder<unknown>): Promise<List<TransactionRow>> => ({
    ...rows,
    from: sql`${await source(db, query, sight, countedTo === undefined ? null : order)} join wms_warehouse w on w.id = t.warehouse_id where ${all([inSight(sight), which, ...others])}`,
    ...(others.length === 0 ? { counted: inSightAlone(which, sight) } : {}),
    ...(countedTo === undefined ? {} : { countedTo }),
    order,
  });
  if (query.waiting === true || !goods.some(({ isSet }) => isSet)) return oneByOne(meant);
  if (sight.own.kind === 'warehouse' || sight.opened !== null) return { ...rows, ...amongMany(meant, others, sight, sort) };
  const owned = sql`select t.id from wms_transaction t where t.deleted_at is null and t.owner_org_id = ${sight.own.orgId} and ${meant}`;
  const [few] = await lookUp(db, [{ ids: owned, most: OWNED_NAMED }]);
  return few
    ? oneByOne(sql`${ofType} and t.id = any(${few}::uuid[])`)
    : { ...rows, ...amongMany(sql`${ofType} and (t.id in (${owned})) is true`, others, sight, sort) };
}

/** What an index of the scope knows as well, where only the number of documents matters. */
const inSightAlone = (which: RawBuilder<unknown>, { own, opened }: Sight): RawBuilder<unknown> => {
  const theirs = sql`${inScopeNamed(own, { owner: sql`t.owner_org_id`, warehouse: sql`t.warehouse_id` })}
      and ${own.kind === 'owner' ? sql`t.type <> 'MOVE'` : sql`(t.submitted_at is not null or t.type = 'MOVE')`}`;
  return sql`wms_transaction t where t.deleted_at is null and ${which}
      and ${opened === null ? theirs : sql`(${theirs} or ${documentsOpened(opened)})`}`;
};

/** Documents of a set that are counted where rules open them: no index knows together the reasons for which they are seen. */
const OPENED_COUNTED = 100;

/** Documents of one owner that are named one by one. */
const OWNED_NAMED = 200;

/**
 * Of many documents whose ids are known as a set, those that come first. What an index of the order says is enough to ask whether one
 * is of the set; only what is gets looked at. As many as a scope shows are counted by the index of the scope alone, those that rules open
 * as the page is found, and briefly.
 */
function amongMany(
  which: RawBuilder<unknown>,
  others: readonly RawBuilder<unknown>[],
  sight: Sight,
  sort: NonNullable<TransactionQuery['sort']>,
): Pick<List<TransactionRow>, 'from' | 'counted' | 'countedTo' | 'order'> {
  const { by, nullable } = SORTS[sortName(sort)];
  const [first, last] = orderOf(sort, SORTS, sql`t.id`);
  const keys = sql`select t.id, ${by} as by from wms_transaction t where t.deleted_at is null and ${which}`;
  const from = sql`(${keys} order by ${orderBy([first!, last!])} offset 0) k
      cross join lateral (select * from wms_transaction x where x.id = k.id offset 0) t
      join wms_warehouse w on w.id = t.warehouse_id where ${all([inSight(sight), ...others])}`;
  return {
    from,
    order: [
      { by: sql`k.by`, isDown: first!.isDown ?? false, nullable: nullable ?? false },
      { by: sql`k.id`, isDown: first!.isDown ?? false },
    ],
    ...(sight.opened !== null
      ? { counted: from, countedTo: OPENED_COUNTED }
      : others.length === 0
        ? { counted: inSightAlone(which, sight) }
        : {}),
  };
}

type Head = Omit<Transaction, 'lines' | 'unfinished' | 'guest'> & { unfinished: UnfinishedLine[]; lines: LineRow[] };

const headRows = inEach((locale) =>
  rowsOf<Head, Tables>(
    {
      ...HEAD,
      ...ENTERED,
      ...namesFor(locale),
      appliedBy,
      timeZone: sql<string>`current_setting('TimeZone')`,
      warehouseOrgName: named(locale, 'wo'),
      warehousePhone: 'wo.phone',
      warehouseCampus: 'w.campus',
      warehouseAddress: 'w.address',
      warehouseHours: 'w.opening_hours',
      targetWarehouseName: named(locale, 'tw'),
      supplierName: named(locale, 'so'),
      toxic: 'goods.toxic',
      approvedAt: 't.approved_at',
      twoToFinish: 'goods.open_takes_two',
      twoToReverse: 'goods.posted_takes_two',
      assignedBy,
      reversalAsked,
      reversalReason: sql<string | null>`(
        select case when r.action = 'askReversal' then r.comment end from wms_transaction_record r
         where r.transaction_id = t.id and r.action <> 'cosign' order by r.id desc limit 1)`,
      pickupLockedUntil: sql<string | null>`case when t.pickup_locked_until > now() then t.pickup_locked_until end`,
      cosignedBy: sql<string | null>`case when t.cosigned_rev = t.rev then t.cosigned_by end`,
      cosignedName: sql<string | null>`case when t.cosigned_rev = t.rev then cu.name end`,
      reviewers: sql<string[]>`case when review.level is null then '{}' else ${reviewPeople} end`,
      decidedBy: 'decided.people',
      begun: 'decided.begun',
      posted: 'goods.posted',
      reversal: sql<boolean>`t.reverses_id is not null`,
      reversesId: 't.reverses_id',
      reversesNo: 'rt.no',
      reversed: sql<boolean>`rb.id is not null`,
      reversedById: 'rb.id',
      reversedByNo: 'rb.no',
      unfinished: 't.unfinished',
      lines: 'goods.lines',
      attachments: sql<Transaction['attachments']>`case when t.attachments = '{}' then '[]' else coalesce((
        select json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size))
          from sys_file f where f.id = any(t.attachments)), '[]') end`,
    },
    sql`wms_transaction t
      join wms_org o on o.id = t.owner_org_id
      join sys_user u on u.id = t.applicant_id
      join wms_warehouse w on w.id = t.warehouse_id
      join wms_org wo on wo.id = w.org_id
      left join wms_warehouse tw on tw.id = t.target_warehouse_id
      left join wms_org so on so.id = t.supplier_org_id
      left join sys_user cu on cu.id = t.cosigned_by
      cross join ${openReview(locale)}
      cross join ${DECIDED}
      cross join ${wholeGoods(lineOf(locale), LINES)}
      left join wms_transaction rt on rt.id = t.reverses_id
      left join wms_transaction rb on rb.reverses_id = t.id`,
  ),
);

/** @throws AppError NOT_FOUND outside the caller's scope */
export async function getTransaction(
  db: Kysely<DB>,
  id: string,
  caller: Caller,
  locale: Locale,
  action: RuleAction | null = null,
): Promise<Transaction> {
  const read = async (which: RawBuilder<boolean>): Promise<Head | undefined> => {
    const { rows } = await sql<Head>`${kept} ${headRows(locale)} where t.id = ${id} and ${which}`.execute(db);
    return rows[0];
  };
  const { found: head, guest } = await readBy(caller, read, action);
  const lines = head.lines.map((line) => ({ ...line, product: asOption(line.product) }));
  return { ...head, guest, unfinished: await unfinishedOf(db, head.unfinished, locale), lines };
}

/** With the products that they know already. */
async function unfinishedOf(
  db: Kysely<DB>,
  lines: readonly UnfinishedLine[],
  locale: Locale,
): Promise<Transaction['unfinished']> {
  const ids = lines.map(({ productId }) => productId).filter((id) => id !== null);
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await sql<{ option: Option }>`
    select ${optionJson(locale)} as option from wms_product p where p.id = any(${ids}::uuid[]) and p.deleted_at is null`.execute(
          db,
        );
  const byId = new Map(rows.map(({ option }) => [option.id, asOption(option)]));
  return lines.map((line) => ({ ...line, product: byId.get(line.productId ?? '') ?? null }));
}

type LineRow = Omit<TransactionLine, 'product'> & { product: Option };
type LineBox = TransactionLine['boxes'][number];

interface LineTables {
  l: WmsTransactionLine;
  sb: Joined<WmsWarehouseBox>;
}
interface LineBoxTables {
  x: WmsTransactionLineBox;
  xs: Joined<WmsProductBox>;
  xb: Joined<WmsBatch>;
  xsb: Joined<WmsWarehouseBox>;
  xt: Joined<WmsWarehouseBox>;
}

const boxOfLine = (locale: Locale): RawBuilder<LineBox> =>
  jsonOf<LineBox, LineBoxTables>({
    id: 'x.id',
    productBoxId: 'x.product_box_id',
    sourceBoxId: 'xs.box_id',
    sourceBoxCode: 'xsb.code',
    batchNo: 'xb.batch_no',
    expiresOn: 'xb.expires_on',
    ownerOrgName: named(locale, 'xo'),
    blocked: sql<LineBox['blocked']>`case
      when xb.status in ('HOLD', 'RECALLED') and (t.type <> 'MOVE' or t.target_warehouse_id is not null) then xb.status
      when xs.frozen then 'FROZEN' end`,
    boxId: 'x.box_id',
    boxCode: 'xt.code',
    qty: asText('x.qty'),
    qtyDone: asText('x.qty_done'),
  });

const lineOf = (locale: Locale): RawBuilder<LineRow> =>
  jsonOf<LineRow, LineTables>({
    id: 'l.id',
    lineNo: 'l.line_no',
    product: optionJson(locale),
    productBoxId: 'l.product_box_id',
    sourceBoxCode: 'sb.code',
    batchNo: sql<string | null>`coalesce(l.batch_no, nullif(b.batch_no, '-'))`,
    madeOn: sql<string | null>`coalesce(l.made_on, b.made_on)`,
    expiresOn: sql<string | null>`coalesce(l.expires_on, b.expires_on)`,
    unit: 'l.unit',
    unitFactor: asText('l.unit_factor'),
    qty: asText('l.qty'),
    qtyReq: asText('l.qty_req'),
    qtyAppr: asText('l.qty_appr'),
    qtyDone: asText('l.qty_done'),
    unitPrice: asText('l.unit_price'),
    rejectReason: 'l.reject_reason',
    remark: 'l.remark',
    risks: openLineRisks,
    boxes: sql<LineBox[]>`coalesce((
        select json_agg(${boxOfLine(locale)} order by x.id)
          from wms_transaction_line_box x
          left join wms_product_box xs on xs.id = x.product_box_id
          left join wms_warehouse_box xsb on xsb.id = xs.box_id
          left join wms_batch xb on xb.id = xs.batch_id
          left join wms_org xo on xo.id = xs.owner_org_id
          left join wms_warehouse_box xt on xt.id = x.box_id
         where x.line_id = l.id), '[]')`,
  });
const LINES = sql`wms_transaction_line l
      join wms_product p on p.id = l.product_id
      left join wms_product_box s on s.id = l.product_box_id
      left join wms_warehouse_box sb on sb.id = s.box_id
      left join wms_batch b on b.id = coalesce(l.batch_id, s.batch_id)`;

/** Documents were in a state of its own at the second level once: what tells of that is not changed. */
const inReview = (state: string): RawBuilder<TransactionRecord['toState']> =>
  sql`case ${sql.ref(state)} when 'REVIEW_2' then 'SUBMITTED' else ${sql.ref(state)} end`;

/** The audit timeline, oldest first. */
export async function listRecords(db: Kysely<DB>, id: string, caller: Caller, locale: Locale): Promise<TransactionRecord[]> {
  await getHeadOnly(db, id, caller, 'SEE');
  const from = sql`wms_transaction_record r
      join sys_user u on u.id = r.actor_id
      left join sys_user p on p.id = r.proxy_user_id
      left join sys_user o on o.id = r.other_id
     where r.transaction_id = ${id}
     order by r.id`;
  return (await rowsOf<TransactionRecord, RecordTables>(recordFor(locale), from).execute(db)).rows;
}

const recordFor = (locale: Locale): Columns<TransactionRecord, RecordTables> => ({
  id: 'r.id',
  at: 'r.at',
  round: 'r.round',
  action: 'r.action',
  fromState: inReview('r.from_state'),
  toState: inReview('r.to_state'),
  level: 'r.level',
  step: locale === 'en' ? sql`coalesce(r.step_en, r.step)` : 'r.step',
  actorId: 'r.actor_id',
  actorName: 'u.name',
  proxyName: 'p.name',
  otherName: 'o.name',
  pageRole: 'r.page_role',
  comment: 'r.comment',
  diff: 'r.diff',
});

interface RecordTables {
  r: Narrowed<WmsTransactionRecord, { from_state: TransactionRecord['fromState']; to_state: TransactionRecord['toState'] }>;
  u: SysUser;
  p: Joined<SysUser>;
  o: Joined<SysUser>;
}

/** A document as somebody reads it. @throws AppError NOT_FOUND outside the caller's scope, and not asked about */
export async function getHeadOnly(db: Kysely<DB>, id: string, caller: Caller, action: RuleAction | null = null) {
  const read = (which: RawBuilder<boolean>) =>
    db
      .selectFrom('wms_transaction as t')
      .innerJoin('wms_warehouse as w', 'w.id', 't.warehouse_id')
      .where('t.id', '=', id)
      .where(which)
      .selectAll('t')
      .executeTakeFirst();
  return (await readBy(caller, read, action)).found;
}

export async function findByNo(db: Kysely<DB>, no: string, caller: Caller): Promise<{ id: string; type: Transaction['type'] }> {
  const row = await db
    .selectFrom('wms_transaction as t')
    .innerJoin('wms_warehouse as w', 'w.id', 't.warehouse_id')
    .where('t.no', '=', no)
    .where(inSight(sightOf(caller)))
    .select(['t.id', 't.type'])
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/**
 * Of the organisations that the caller can choose under this page role, the one that a document belongs to.
 * @throws AppError NOT_FOUND where it belongs to none of them
 */
export async function findOwner(db: Kysely<DB>, id: string, caller: Caller, locale: Locale) {
  const type = caller.pageRole === null ? undefined : ORG_TYPE_OF[caller.pageRole];
  const mine = caller.orgs.filter((org) => org.type === type).map((org) => org.id);
  const org = await db
    .selectFrom('wms_transaction as t')
    .innerJoin('wms_warehouse as w', 'w.id', 't.warehouse_id')
    .innerJoin('wms_org as o', (join) =>
      join.on(type === 'WAREHOUSE' ? sql<boolean>`o.id = w.org_id` : sql<boolean>`o.id = t.owner_org_id`),
    )
    .where('t.id', '=', id)
    .where(sql<boolean>`o.valid and o.id = any(${mine}::uuid[])`)
    .where((eb) => eb.or(mine.map((orgId) => visible({ kind: type === 'WAREHOUSE' ? 'warehouse' : 'owner', orgId }))))
    .select(['o.id', named(locale, 'o').as('name'), 'o.type'])
    .executeTakeFirst();
  if (!org) throw new AppError('NOT_FOUND');
  return org;
}
