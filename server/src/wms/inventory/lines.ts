// Count lines as visible to the caller. Blind counters see a line they counted as they left it: that it was reopened, explained
// or agreed would reveal a difference.
import type { Locale } from '@kuwei/contract/constants';
import type { CountLine, CountPack, countRoutes, PackLine } from '@kuwei/contract/wms/inventory';
import type { RuleAction } from '@kuwei/contract/auth/rule';
import type { QueryOf, ReplyOf } from '@kuwei/contract/route';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Caller } from '../../context.ts';
import { asText, conditionsOf, rowsOf } from '../../db/columns.ts';
import { all, orderOf, type List } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import { like, matchesText } from '../../db/search.ts';
import type { DB, WmsInventory, WmsInventoryLine, WmsOrg, WmsProduct, WmsWarehouseBox } from '../../db/types.ts';
import { batchByNo } from '../batch/by-number.ts';
import { assertActionAllowed } from './lock.ts';
import { IS_BEYOND_TOLERANCE, isCounter, getCount, isBlind, isLineCounted, actorIds, VARIANCE } from './queries.ts';

type CountLineQuery = QueryOf<(typeof countRoutes)['listCountLines']>;

/**
 * Whether the caller may count line `l` of count `c` now: never a line they counted before, nor both halves of a two-person
 * count.
 */
const mayCountLine = (caller: Caller): RawBuilder<boolean> => sql<boolean>`(c.state = 'COUNTING' and ${isCounter(caller)}
  and not l.not_by && ${actorIds(caller)} and (l.state = 'OPEN' or l.state = 'HALF' and not l.counted_by && ${actorIds(caller)}))`;

export async function countLineList(
  db: Kysely<DB>,
  id: string,
  query: Omit<CountLineQuery, 'page' | 'size'>,
  caller: Caller,
  locale: Locale,
  action: RuleAction,
): Promise<List<CountLine>> {
  await getCount(db, id, caller, locale, action);
  const conditions = conditionsOf(query, {
    boxId: (boxId) => sql`l.box_id = ${boxId}`,
    counted: (counted) => (counted ? isLineCounted(caller) : sql`not ${isLineCounted(caller)}`),
    open: (open) => (open ? mayCountLine(caller) : sql`not ${mayCountLine(caller)}`),
    differing: (wanted) => sql`(not ${isBlind(caller)} and (l.qty_count <> l.qty_then) is not distinct from ${wanted})`,
    q: (q) => sql`(${matchesText(sql`p.search`, q)} or lower(b.code) like ${like(q)} or lower(l.batch_no) like ${like(q)})`,
  });
  return {
    id: sql`l.id`,
    from: sql`wms_inventory_line l join wms_inventory c on c.id = l.inventory_id join wms_product p on p.id = l.product_id
      join wms_warehouse_box b on b.id = l.box_id where ${all([sql`l.inventory_id = ${id}`, ...conditions])}`,
    order: orderOf(query.sort ?? 'lineNo', { lineNo: { by: sql`l.line_no` } }, sql`l.id`),
    rows: lineRows(caller, locale),
  };
}

/** Lines of a count by id, as visible to the caller; the count is already authorized. */
export const countLinesOf = async (
  db: Kysely<DB>,
  countId: string,
  ids: readonly string[],
  caller: Caller,
  locale: Locale,
): Promise<CountLine[]> =>
  (
    await sql<CountLine>`with page as materialized (select x.id, x.place from unnest(${[...ids]}::uuid[]) with ordinality x(id, place)
      join wms_inventory_line o on o.id = x.id and o.inventory_id = ${countId})
    ${lineRows(caller, locale)} order by page.place`.execute(db)
  ).rows;

interface LineTables {
  l: WmsInventoryLine;
  c: WmsInventory;
  p: WmsProduct;
  b: WmsWarehouseBox;
  o: WmsOrg;
  s: { blind: boolean; mine: boolean };
}

const nameOf = (id: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(select name from sys_user where id = ${id})`;

/** The caller's last value for `l`, as `own`; none where it is theirs to count. */
const ownValue = (caller: Caller): RawBuilder<unknown> => sql`lateral (
  select v.qty, v.at, v.user_id, v.reason, v.note, v.ver from wms_inventory_value v
   where s.blind and not s.mine and v.line_id = l.id and (v.user_id = any(${actorIds(caller)}) or v.proxy_user_id = any(${actorIds(caller)}))
   order by v.at desc, v.id desc limit 1)`;

/** @returns columns of {@link CountLine} over `page`, and the relations they come from */
const lineRows = (caller: Caller, locale: Locale): RawBuilder<CountLine> => {
  // The second of two counters never sees the first one's amount, whatever else they may see.
  const shown = sql`(not s.blind and not (l.two_counters and s.mine))`;
  const own = sql`own.ver is not null`;
  return rowsOf<CountLine, LineTables>(
    {
      id: 'l.id',
      lineNo: 'l.line_no',
      boxId: 'l.box_id',
      boxCode: 'b.code',
      productId: 'l.product_id',
      productCode: 'p.code',
      productName: named(locale, 'p'),
      spec: 'p.spec',
      cas: 'p.cas',
      batchNo: 'l.batch_no',
      expiresOn: sql<string | null>`coalesce(t.expires_on, l.expires_on)`,
      ownerOrgName: named(locale, 'o'),
      baseUnit: 'p.base_unit',
      units: sql<string[]>`array[p.base_unit] || array(select e ->> 'unit' from jsonb_array_elements(p.units) e)`,
      controlFlags: 'p.control_flags',
      assessed: sql<boolean>`p.hazard <> 'UNKNOWN'`,
      found: 'l.found',
      twoCounters: 'l.two_counters',
      state: sql<
        CountLine['state']
      >`case when ${own} and not (l.state = 'HALF' and l.counted_by && ${actorIds(caller)}) then 'COUNTED' else l.state end`,
      pass: sql<number | null>`case when not s.blind then l.pass end`,
      ver: sql<number>`coalesce(own.ver, l.ver)`,
      mine: 's.mine',
      qtyBook: sql<string | null>`case when not s.blind then l.qty_book end`,
      qtyCount: sql<string | null>`case when ${own} then own.qty when ${shown} then l.qty_count end`,
      variance: sql<string | null>`case when ${shown} then ${VARIANCE} end`,
      beyond: sql<boolean | null>`case when ${shown} then ${IS_BEYOND_TOLERANCE} end`,
      counterName: nameOf(sql`coalesce(own.user_id, l.counter_id)`),
      secondName: nameOf(sql`case when not s.blind then l.second_id end`),
      countedAt: sql<string | null>`coalesce(own.at, l.counted_at)`,
      reason: sql<string | null>`case when ${own} then own.reason when ${shown} then l.reason end`,
      note: sql<string | null>`case when ${own} then own.note when ${shown} then l.note end`,
      said: sql<CountLine['said']>`case when ${shown} then coalesce((
        select json_agg(json_build_object('qty', ${asText('v.qty')}, 'name', u.name, 'at', v.at, 'pass', v.pass,
                 'conflict', v.outcome = 'CONFLICT') order by v.at, v.id)
          from wms_inventory_value v join sys_user u on u.id = v.user_id where v.line_id = l.id), '[]') end`,
    },
    sql`page join wms_inventory_line l on l.id = page.id join wms_inventory c on c.id = l.inventory_id
      join wms_product p on p.id = l.product_id join wms_warehouse_box b on b.id = l.box_id join wms_org o on o.id = l.owner_org_id
      left join lateral ${batchByNo(sql`l.product_id`, sql`l.batch_no`)} t on true
     cross join lateral (select ${isBlind(caller)} as blind, ${mayCountLine(caller)} as mine) s
      left join ${ownValue(caller)} own on true`,
  );
};

/** Scan keys of the goods of lines. */
const scanKeys = (ids: RawBuilder<unknown>): RawBuilder<PackKeys> => sql<PackKeys>`
  select l.id, t.id as "batchId", l.owner_org_id as "ownerOrgId",
         array(select s.id from wms_product_box s where s.product_id = l.product_id and s.batch_id = t.id and s.owner_org_id = l.owner_org_id
                order by s.id limit ${STOCK_IDS_MAX}) as "stockIds",
         coalesce((select json_agg(json_build_object('gtin', g.gtin, 'unit', g.unit)) from (
           select p.gtin, p.base_unit as unit union all select e ->> 'gtin', e ->> 'unit' from jsonb_array_elements(p.units) e) g
          where g.gtin is not null), '[]') as gtins,
         coalesce((select json_agg(json_build_object('unit', e ->> 'unit', 'factor', e ->> 'factor')) from jsonb_array_elements(p.units) e), '[]') as factors
    from wms_inventory_line l join wms_product p on p.id = l.product_id
    left join lateral ${batchByNo(sql`l.product_id`, sql`l.batch_no`)} t on true
   where l.id in (${ids})`;
/** Goods of one batch and owner are usually in few boxes; more labels than this are looked up online. */
const STOCK_IDS_MAX = 50;
type PackKeys = Pick<PackLine, 'id' | 'batchId' | 'ownerOrgId' | 'stockIds' | 'gtins' | 'factors'>;

/** All lines and boxes of a count that the caller counts. @throws AppError NOT_FOUND, ILLEGAL_TRANSITION, FORBIDDEN */
export async function packCount(db: Kysely<DB>, id: string, caller: Caller, locale: Locale): Promise<CountPack> {
  const count = await getCount(db, id, caller, locale, null);
  assertActionAllowed('count', count);
  const of = sql`select id from wms_inventory_line where inventory_id = ${id}`;
  const { rows: lines } = await sql<CountLine>`
    with page as materialized (select id, line_no as place from wms_inventory_line where inventory_id = ${id})
    ${lineRows(caller, locale)} order by page.place`.execute(db);
  const { rows: keys } = await scanKeys(of).execute(db);
  const { rows: boxes } = await sql<CountPack['boxes'][number]>`
    select b.id, b.code, b.qr_token as qr from wms_inventory_box x join wms_warehouse_box b on b.id = x.box_id
     where x.inventory_id = ${id} order by b.code collate wms_natural, b.id`.execute(db);
  const keyOf = new Map(keys.map((each) => [each.id, each]));
  return { count, boxes, lines: lines.map((line) => ({ ...line, ...keyOf.get(line.id)! })) };
}

type CountBox = ReplyOf<(typeof countRoutes)['listCountBoxes']>[number];

export async function listCountBoxes(db: Kysely<DB>, id: string, caller: Caller, locale: Locale): Promise<CountBox[]> {
  await getCount(db, id, caller, locale);
  const { rows } = await sql<CountBox>`
    select b.id, b.code, b.qr_token as qr, count(l.id)::int as lines,
           count(l.id) filter (where ${mayCountLine(caller)})::int as open, count(l.id) filter (where ${isLineCounted(caller)})::int as counted
      from wms_inventory_box x join wms_inventory c on c.id = x.inventory_id join wms_warehouse_box b on b.id = x.box_id
      left join wms_inventory_line l on l.inventory_id = x.inventory_id and l.box_id = x.box_id
     where x.inventory_id = ${id} group by b.id order by b.code collate wms_natural, b.id`.execute(db);
  return rows;
}
