// Where rows are read: one condition for each kind of row, of what somebody's own is and what rules open to them (decision 120).
// Whoever has no rule is asked for as before there were any.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { lookUp } from '../db/look-up.ts';
import type { DB } from '../db/types.ts';
import { inScopeNamed, type Opened, type Sight } from './scope.ts';

type Condition = RawBuilder<boolean>;

const either = (conditions: readonly RawBuilder<unknown>[]): Condition =>
  conditions.length === 1 ? sql<boolean>`${conditions[0]}` : sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/** By rules each row is seen for another reason, and has to be looked at: rows are counted up to here. */
const COUNTED = 300;
export const countedBriefly = ({ opened }: Sight): { countedTo?: number } => (opened === null ? {} : { countedTo: COUNTED });

/** `column` is one of those that are opened; nothing where none is. */
const among = (column: RawBuilder<unknown>, ids: Opened[keyof Opened]): RawBuilder<unknown>[] =>
  ids === 'all' ? [sql`true`] : ids.length === 0 ? [] : [sql`${column} = any(${[...ids]}::uuid[])`];

/** By whose it is and where it lies: of rows that have an owner and a warehouse. */
function byParties({ own, opened }: Sight, owner: RawBuilder<unknown>, warehouse: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const theirs = inScopeNamed(own, { owner, warehouse });
  return opened === null ? [theirs] : [theirs, ...among(owner, opened.WMS_ORG), ...among(warehouse, opened.WMS_WAREHOUSE)];
}

/** Entries of the ledger `l`: history is its owner's and its warehouse's. */
export const entriesInSight = (sight: Sight): Condition => either(byParties(sight, sql`l.owner_org_id`, sql`l.warehouse_id`));

/** Stock rows `s`: also those in containers, and those of categories, that are opened. */
export async function goodsInSight(db: Kysely<DB>, sight: Sight): Promise<Condition> {
  const parties = byParties(sight, sql`s.owner_org_id`, sql`s.warehouse_id`);
  const { WMS_CONTAINER: containers = [], CATEGORY: categories = [] } = sight.opened ?? {};
  if (containers === 'all' || categories === 'all') return sql<boolean>`true`;
  if (containers.length === 0 && categories.length === 0) return either(parties);
  const parts = [
    { column: sql`s.box_id`, ids: sql`select id from wms_warehouse_box where container_id = any(${[...containers]}::uuid[])` },
    { column: sql`s.product_id`, ids: sql`select id from wms_product where category_id = any(${[...categories]}::uuid[])` },
  ];
  const found = await lookUp(db, parts);
  const others = parts.flatMap(({ column, ids }, at) => {
    const few = found[at]!;
    return few === null ? [sql`${column} in (${ids})`] : among(column, few);
  });
  return either([...parties, ...others]);
}

/** Documents `t` that rules open: what was submitted, of owners and of warehouses. False where none does. */
export function documentsOpened(opened: Opened | null): Condition {
  const ways = opened
    ? [
        ...among(sql`t.owner_org_id`, opened.WMS_ORG).map((of) => sql`(${of} and t.type <> 'MOVE')`),
        ...among(sql`t.warehouse_id`, opened.WMS_WAREHOUSE),
      ]
    : [];
  return ways.length === 0 ? sql<boolean>`false` : sql<boolean>`(t.submitted_at is not null and ${either(ways)})`;
}

/** Warehouses `w`. */
export const warehousesInSight = ({ own, opened }: Sight): Condition =>
  either([sql`w.org_id = ${own.orgId}`, ...(opened ? among(sql`w.id`, opened.WMS_WAREHOUSE) : [])]);

/** Containers, and boxes, whose container is `container`, of the warehouse `w`. */
export const placesInSight = ({ own, opened }: Sight, container: RawBuilder<unknown>): Condition =>
  either([
    sql`w.org_id = ${own.orgId}`,
    ...(opened ? [...among(sql`w.id`, opened.WMS_WAREHOUSE), ...among(container, opened.WMS_CONTAINER)] : []),
  ]);

/** Stock rows `s` by the warehouse they lie in alone: which batches a warehouse knows. */
export const inWarehousesInSight = ({ own, opened }: Sight): Condition =>
  either([
    sql`s.warehouse_id in (select id from wms_warehouse where org_id = ${own.orgId})`,
    ...(opened ? among(sql`s.warehouse_id`, opened.WMS_WAREHOUSE) : []),
  ]);
