// Read conditions for each kind of row: the caller's own scope, and what data rules open (decision 120). Without rules the query
// is unchanged.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { lookUp } from '../db/look-up.ts';
import type { DB } from '../db/types.ts';
import { inScopeNamed, type GrantedIds, type Scope, type ReadScope } from './scope.ts';

type Condition = RawBuilder<boolean>;

const either = ([first, ...others]: readonly RawBuilder<unknown>[]): Condition => {
  if (first === undefined) return sql<boolean>`false`;
  return others.length === 0 ? sql<boolean>`${first}` : sql<boolean>`(${sql.join([first, ...others], sql` or `)})`;
};

type Ids = GrantedIds[keyof GrantedIds];
const has = (ids: Ids, id: string | undefined): boolean => id !== undefined && (ids === 'all' || ids.includes(id));
const without = (ids: Ids, own: readonly string[]): Ids => (ids === 'all' ? ids : ids.filter((id) => !own.includes(id)));

/** A read scope, possibly narrowed; empty parts are null. */
export interface NarrowedScope {
  own: Scope | null;
  opened: GrantedIds | null;
}

/**
 * Narrows a read scope to what can match among the rows of one owner or warehouse: the same rows, without alternatives that would
 * only prevent index use. Unchanged without rules.
 * @param asked filters of the list
 */
export function narrowScope(
  { own, opened }: ReadScope,
  asked: { ownerOrgId?: string | undefined; warehouseId?: string | undefined },
): NarrowedScope {
  if (opened === null) return { own, opened };
  const { ownerOrgId: owner, warehouseId: warehouse } = asked;
  const [mine, which] = own.kind === 'owner' ? [[own.orgId], owner] : [own.warehouseIds, warehouse];
  if (has(mine, which)) return { own, opened: null };
  const left = which === undefined ? own : null;
  // Owners keep their scope: data rules do not open unsubmitted documents. A warehouse scope has none.
  const { WMS_ORG: orgs, WMS_WAREHOUSE: warehouses } = opened;
  if (orgs === 'all' || warehouses === 'all' || has(orgs, owner) || has(warehouses, warehouse))
    return { own: own.kind === 'owner' ? left : null, opened: { ...opened, WMS_ORG: 'all', WMS_WAREHOUSE: 'all' } };
  const others: GrantedIds = {
    ...opened,
    WMS_ORG: owner === undefined ? without(orgs, own.kind === 'owner' ? mine : []) : [],
    WMS_WAREHOUSE: warehouse === undefined ? without(warehouses, own.kind === 'warehouse' ? mine : []) : [],
  };
  const isNothing = Object.values(others).every(({ length }) => length === 0);
  return { own: left, opened: left !== null && isNothing ? null : others };
}

/** Whether entries are filtered by owner, not by warehouse alone. */
export const isFilteredByOwner = ({ own, opened }: NarrowedScope): boolean =>
  own?.kind === 'owner' || (opened !== null && opened.WMS_ORG !== 'all' && opened.WMS_ORG.length > 0);

/** Whether all goods are visible for one reason, so that no alternatives are needed. */
export const seesAllGoods = ({ opened }: NarrowedScope): boolean => opened !== null && Object.values(opened).includes('all');

/** Cap of counts under data rules, where each row has to be checked. */
const COUNTED = 300;
export const cappedCount = ({ opened }: NarrowedScope): { countedTo?: number } => (opened === null ? {} : { countedTo: COUNTED });

/** Matches opened ids of `column`; empty without any. */
const among = (column: RawBuilder<unknown>, ids: Ids): RawBuilder<unknown>[] =>
  ids === 'all' ? [sql`true`] : ids.length === 0 ? [] : [sql`${column} = any(${[...ids]}::uuid[])`];

/** By owner and warehouse of a row. */
function partyConditions(
  { own, opened }: NarrowedScope,
  owner: RawBuilder<unknown>,
  warehouse: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const theirs = own === null ? [] : [inScopeNamed(own, { owner, warehouse })];
  return opened === null ? theirs : [...theirs, ...among(owner, opened.WMS_ORG), ...among(warehouse, opened.WMS_WAREHOUSE)];
}

/** Ledger entries `l`: history belongs to its owner and warehouse. */
export const isEntryVisible = (seen: NarrowedScope): Condition =>
  either(partyConditions(seen, sql`l.owner_org_id`, sql`l.warehouse_id`));

/** Stock rows `s`, including opened containers and categories. */
export async function isStockVisible(db: Kysely<DB>, seen: NarrowedScope): Promise<Condition> {
  const parties = partyConditions(seen, sql`s.owner_org_id`, sql`s.warehouse_id`);
  const { WMS_CONTAINER: containers = [], CATEGORY: categories = [] } = seen.opened ?? {};
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

/** Stock rows `s` of the own scope. */
export const isOwnStock = (own: Scope): Condition =>
  inScopeNamed(own, { owner: sql`s.owner_org_id`, warehouse: sql`s.warehouse_id` });

/**
 * Whether rules open one stock row `s`, known by its key: its place and product are looked up from there, as scalar subqueries;
 * with `exists` the planner may read all boxes of the containers.
 */
export const isStockGranted = (opened: GrantedIds): Condition =>
  either([
    ...partyConditions({ own: null, opened }, sql`s.owner_org_id`, sql`s.warehouse_id`),
    ...among(sql`(select b.container_id from wms_warehouse_box b where b.id = s.box_id)`, opened.WMS_CONTAINER),
    ...among(sql`(select p.category_id from wms_product p where p.id = s.product_id)`, opened.CATEGORY),
  ]);

/** Submitted documents `t` that rules open, by owner or warehouse. False without any. */
export function isDocumentGranted(opened: GrantedIds | null): Condition {
  const ways = opened
    ? [
        ...among(sql`t.owner_org_id`, opened.WMS_ORG).map((of) => sql`(${of} and t.type <> 'MOVE')`),
        ...among(sql`t.warehouse_id`, opened.WMS_WAREHOUSE),
      ]
    : [];
  return ways.length === 0 ? sql<boolean>`false` : sql<boolean>`(t.submitted_at is not null and ${either(ways)})`;
}

/** Warehouses `w`. */
export const isWarehouseVisible = ({ own, opened }: ReadScope): Condition =>
  either([sql`w.org_id = ${own.orgId}`, ...(opened ? among(sql`w.id`, opened.WMS_WAREHOUSE) : [])]);

/** Containers and boxes by `container`, of warehouse `w`. */
export const isPlaceVisible = ({ own, opened }: ReadScope, container: RawBuilder<unknown>): Condition =>
  either([
    sql`w.org_id = ${own.orgId}`,
    ...(opened ? [...among(sql`w.id`, opened.WMS_WAREHOUSE), ...among(container, opened.WMS_CONTAINER)] : []),
  ]);

/** Stock rows `s` by warehouse alone: the batches that a warehouse knows. */
export const isInVisibleWarehouse = ({ own, opened }: ReadScope): Condition =>
  either([
    sql`s.warehouse_id in (select id from wms_warehouse where org_id = ${own.orgId})`,
    ...(opened ? among(sql`s.warehouse_id`, opened.WMS_WAREHOUSE) : []),
  ]);

/** Listings `l` with visible stock now or earlier. @param goods `isStockVisible` */
export const isListingVisible = (goods: Condition): Condition =>
  sql<boolean>`exists (select from wms_product_box s
    where s.owner_org_id = l.org_id and s.product_id = l.product_id and ${goods})`;

/** Warnings `w`: by owner or warehouse, of goods by container or category, and of boxes by container. */
export async function isWarningVisible(db: Kysely<DB>, seen: NarrowedScope): Promise<Condition> {
  const parties = partyConditions(seen, sql`w.org_id`, sql`w.warehouse_id`);
  const { opened } = seen;
  if (opened === null || (opened.WMS_CONTAINER.length === 0 && opened.CATEGORY.length === 0)) return either(parties);
  if (opened.WMS_CONTAINER === 'all') return sql<boolean>`true`;
  const goods = await isStockVisible(db, { own: null, opened: { ...opened, WMS_ORG: [], WMS_WAREHOUSE: [] } });
  return either([
    ...parties,
    sql`exists (select from wms_product_box s
         where s.product_id = w.product_id and s.owner_org_id = w.org_id and s.warehouse_id = w.warehouse_id and ${goods})`,
    sql`w.box_id in (select id from wms_warehouse_box where container_id = any(${[...opened.WMS_CONTAINER]}::uuid[]))`,
  ]);
}

/** Stock limits `l` by owner or warehouse. */
export const isLimitVisible = ({ own, opened }: ReadScope): Condition =>
  either(partyConditions({ own, opened }, sql`l.org_id`, sql`l.warehouse_id`));

/** Permits `m` by owner or warehouse. */
export const isPermitVisible = (seen: NarrowedScope): Condition =>
  either(partyConditions(seen, sql`m.org_id`, sql`m.warehouse_id`));

/** Sharing requests `r` that rules open: by either side or by warehouse. */
export const grantedShareConditions = (opened: GrantedIds | null): RawBuilder<unknown>[] =>
  opened === null
    ? []
    : [
        ...among(sql`r.org_id`, opened.WMS_ORG),
        ...among(sql`r.owner_org_id`, opened.WMS_ORG),
        ...among(sql`r.warehouse_id`, opened.WMS_WAREHOUSE),
      ];
