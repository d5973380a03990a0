// Where rows are read: one condition for each kind of row, of what somebody's own is and what rules open to them (decision 120).
// Whoever has no rule is asked for as before there were any.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { lookUp } from '../db/look-up.ts';
import type { DB } from '../db/types.ts';
import { inScopeNamed, type Opened, type Scope, type Sight } from './scope.ts';

type Condition = RawBuilder<boolean>;

const either = ([first, ...others]: readonly RawBuilder<unknown>[]): Condition => {
  if (first === undefined) return sql<boolean>`false`;
  return others.length === 0 ? sql<boolean>`${first}` : sql<boolean>`(${sql.join([first, ...others], sql` or `)})`;
};

type Ids = Opened[keyof Opened];
const has = (ids: Ids, id: string | undefined): boolean => id !== undefined && (ids === 'all' || ids.includes(id));
const without = (ids: Ids, own: readonly string[]): Ids => (ids === 'all' ? ids : ids.filter((id) => !own.includes(id)));

/** A sight, or what is left of it: null where nothing is. */
export interface Seen {
  own: Scope | null;
  opened: Opened | null;
}

/**
 * What of a sight can be among the rows of an owner, or of a warehouse: the same rows, without reasons that say nothing about them and would
 * only keep an index from finding them. Without rules it stays as it is.
 * @param asked by the list
 */
export function seenOf(
  { own, opened }: Sight,
  asked: { ownerOrgId?: string | undefined; warehouseId?: string | undefined },
): Seen {
  if (opened === null) return { own, opened };
  const { ownerOrgId: owner, warehouseId: warehouse } = asked;
  const [mine, which] = own.kind === 'owner' ? [[own.orgId], owner] : [own.warehouseIds, warehouse];
  if (has(mine, which)) return { own, opened: null };
  const left = which === undefined ? own : null;
  // What an owner has not submitted is not opened by rules; of what is in a warehouse's sight there is nothing else.
  const { WMS_ORG: orgs, WMS_WAREHOUSE: warehouses } = opened;
  if (orgs === 'all' || warehouses === 'all' || has(orgs, owner) || has(warehouses, warehouse))
    return { own: own.kind === 'owner' ? left : null, opened: { ...opened, WMS_ORG: 'all', WMS_WAREHOUSE: 'all' } };
  const others: Opened = {
    ...opened,
    WMS_ORG: owner === undefined ? without(orgs, own.kind === 'owner' ? mine : []) : [],
    WMS_WAREHOUSE: warehouse === undefined ? without(warehouses, own.kind === 'warehouse' ? mine : []) : [],
  };
  const isNothing = Object.values(others).every(({ length }) => length === 0);
  return { own: left, opened: left !== null && isNothing ? null : others };
}

/** Whether entries are seen by whose they are; by their warehouse alone otherwise. */
export const isByOwner = ({ own, opened }: Seen): boolean =>
  own?.kind === 'owner' || (opened !== null && opened.WMS_ORG !== 'all' && opened.WMS_ORG.length > 0);

/** Goods that are seen for one reason, as without rules: whoever sees all of them looks for none. */
export const seesAllGoods = ({ opened }: Seen): boolean => opened !== null && Object.values(opened).includes('all');

/** By rules each row is seen for another reason, and has to be looked at: rows are counted up to here. */
const COUNTED = 300;
export const cappedCount = ({ opened }: Seen): { countedTo?: number } => (opened === null ? {} : { countedTo: COUNTED });

/** `column` is one of those that are opened; nothing where none is. */
const among = (column: RawBuilder<unknown>, ids: Ids): RawBuilder<unknown>[] =>
  ids === 'all' ? [sql`true`] : ids.length === 0 ? [] : [sql`${column} = any(${[...ids]}::uuid[])`];

/** By whose it is and where it lies: of rows that have an owner and a warehouse. */
function byParties({ own, opened }: Seen, owner: RawBuilder<unknown>, warehouse: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const theirs = own === null ? [] : [inScopeNamed(own, { owner, warehouse })];
  return opened === null ? theirs : [...theirs, ...among(owner, opened.WMS_ORG), ...among(warehouse, opened.WMS_WAREHOUSE)];
}

/** Entries of the ledger `l`: history is its owner's and its warehouse's. */
export const entriesInSight = (seen: Seen): Condition => either(byParties(seen, sql`l.owner_org_id`, sql`l.warehouse_id`));

/** Stock rows `s`: also those in containers, and those of categories, that are opened. */
export async function goodsInSight(db: Kysely<DB>, seen: Seen): Promise<Condition> {
  const parties = byParties(seen, sql`s.owner_org_id`, sql`s.warehouse_id`);
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

/** Stock rows `s` of somebody's own. */
export const ownGoods = (own: Scope): Condition =>
  inScopeNamed(own, { owner: sql`s.owner_org_id`, warehouse: sql`s.warehouse_id` });

/**
 * Whether rules open one stock row `s`, which is known by its key: its place and its product are looked up from there. As values, not with
 * `exists`: for that the planner may read all boxes of the containers.
 */
export const goodOpened = (opened: Opened): Condition =>
  either([
    ...byParties({ own: null, opened }, sql`s.owner_org_id`, sql`s.warehouse_id`),
    ...among(sql`(select b.container_id from wms_warehouse_box b where b.id = s.box_id)`, opened.WMS_CONTAINER),
    ...among(sql`(select p.category_id from wms_product p where p.id = s.product_id)`, opened.CATEGORY),
  ]);

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

/** Listings `l` of the shelf: those of whose goods there is, or was, something in sight. @param goods `goodsInSight` */
export const listingsInSight = (goods: Condition): Condition =>
  sql<boolean>`exists (select from wms_product_box s
    where s.owner_org_id = l.org_id and s.product_id = l.product_id and ${goods})`;

/** Warnings `w`: of an owner or a warehouse, of goods in containers or of categories, and of boxes in containers. */
export async function warningsInSight(db: Kysely<DB>, seen: Seen): Promise<Condition> {
  const parties = byParties(seen, sql`w.org_id`, sql`w.warehouse_id`);
  const { opened } = seen;
  if (opened === null || (opened.WMS_CONTAINER.length === 0 && opened.CATEGORY.length === 0)) return either(parties);
  if (opened.WMS_CONTAINER === 'all') return sql<boolean>`true`;
  const goods = await goodsInSight(db, { own: null, opened: { ...opened, WMS_ORG: [], WMS_WAREHOUSE: [] } });
  return either([
    ...parties,
    sql`exists (select from wms_product_box s
         where s.product_id = w.product_id and s.owner_org_id = w.org_id and s.warehouse_id = w.warehouse_id and ${goods})`,
    sql`w.box_id in (select id from wms_warehouse_box where container_id = any(${[...opened.WMS_CONTAINER]}::uuid[]))`,
  ]);
}

/** Limits of stock `l`: an owner's, or those of a warehouse. */
export const limitsInSight = ({ own, opened }: Sight): Condition =>
  either(byParties({ own, opened }, sql`l.org_id`, sql`l.warehouse_id`));

/** Permits `m`: of an owner, or for what lies in a warehouse. */
export const permitsInSight = (seen: Seen): Condition => either(byParties(seen, sql`m.org_id`, sql`m.warehouse_id`));

/** Requests `r` for shared goods that rules open: of either side, or of what lies in a warehouse. */
export const sharesOpened = (opened: Opened | null): RawBuilder<unknown>[] =>
  opened === null
    ? []
    : [
        ...among(sql`r.org_id`, opened.WMS_ORG),
        ...among(sql`r.owner_org_id`, opened.WMS_ORG),
        ...among(sql`r.warehouse_id`, opened.WMS_WAREHOUSE),
      ];
