// Loads what the rules of places look at: boxes with their content, the containers around them, products, and which storage
// groups may share a place. Nothing is decided here.
import { micros } from '@kuwei/contract/decimal';
import type { ContainerType } from '@kuwei/contract/wms/place';
import { SEGREGATING } from '@kuwei/contract/wms/place';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DB } from '../../db/types.ts';
import { isHazardous } from '../product/check.ts';
import {
  addTo,
  lineKey,
  limitOf,
  massOf,
  volumeOf,
  type Box,
  type Compatible,
  type Container,
  type Goods,
  type ProductFacts,
  type Surroundings,
} from './rules.ts';

export interface Places {
  /** In the order of their codes. */
  boxes: ReadonlyMap<string, Box & { warehouseId: string }>;
  products: ReadonlyMap<string, ProductFacts>;
  compatible: Compatible;
}

/**
 * @param which condition over `wms_warehouse_box b`
 * @param productIds products asked about, beside those that lie there
 */
export async function loadPlaces(db: Kysely<DB>, which: RawBuilder<unknown>, productIds: readonly string[]): Promise<Places> {
  const boxRows = await loadBoxes(db, which);
  const compatible = await loadCompatible(db);
  const containers = await loadContainers(db, boxRows);
  const stock = await loadStock(db, measured(boxRows, containers));
  const contents = new Map(boxRows.map((box) => [box.id, contentOf(box.content)]));
  const lying = [...contents.values()].flat().map((row) => row.productId);
  const products = await loadProducts(db, new Set([...productIds, ...lying, ...stock.map((row) => row.productId)]));

  const around = surroundings(containers, stock, products);
  const boxes = new Map(
    boxRows.map((row) => [row.id, boxOf(row, contents.get(row.id)!, products, around(row.containerId))] as const),
  );
  return { boxes, products, compatible };
}

// ---------------------------------------------------------------- boxes

interface BoxRow {
  id: string;
  code: string;
  containerId: string;
  warehouseId: string;
  state: Box['state'];
  lockReason: Box['lockReason'];
  ownerOrgId: string | null;
  mixPolicy: Box['mixPolicy'];
  maxVolumeL: string | null;
  maxMassKg: string | null;
  maxLines: number | null;
  /** `product owner quantity`, by commas: parsing JSON would cost more than everything else here. */
  content: string | null;
}

async function loadBoxes(db: Kysely<DB>, which: RawBuilder<unknown>): Promise<BoxRow[]> {
  const { rows } = await sql<BoxRow>`
    with b as materialized (select b.* from wms_warehouse_box b where ${which})
    select b.id, b.code, b.container_id as "containerId", b.warehouse_id as "warehouseId", b.lock_reason as "lockReason",
           case when b.state = 'ACTIVE' and w.state = 'CLOSED' then 'LOCKED' else b.state end as state,
           b.owner_org_id as "ownerOrgId", b.mix_policy as "mixPolicy", b.max_volume_l as "maxVolumeL",
           b.max_mass_kg as "maxMassKg", b.max_lines as "maxLines", c.content
      from b
      join wms_warehouse w on w.id = b.warehouse_id
      left join (select s.box_id, string_agg(s.product_id || ' ' || s.owner_org_id || ' ' || s.qty, ',') as content
                   from wms_product_box s where s.qty > 0 and s.box_id in (select id from b) group by s.box_id) c
        on c.box_id = b.id
     order by b.code`.execute(db);
  return rows;
}

interface Lying {
  productId: string;
  ownerOrgId: string;
  qty: bigint;
}

const contentOf = (content: string | null): Lying[] =>
  (content?.split(',') ?? []).map((text) => {
    const [productId, ownerOrgId, qty] = text.split(' ') as [string, string, string];
    return { productId, ownerOrgId, qty: micros(qty) };
  });

function boxOf(row: BoxRow, lying: readonly Lying[], products: ReadonlyMap<string, ProductFacts>, around: Surroundings) {
  const content = new Map<string, Goods>();
  let usedVolume = 0n;
  let usedMass = 0n;
  for (const { productId, ownerOrgId, qty } of lying) {
    const goods = { product: products.get(productId)!, ownerOrgId, qty };
    addTo(content, lineKey(goods), goods);
    usedVolume += volumeOf(goods);
    usedMass += massOf(goods);
  }
  const { id, code, warehouseId, state, lockReason, ownerOrgId, mixPolicy, maxLines } = row;
  const limits = { maxVolume: limitOf(row.maxVolumeL), maxMass: limitOf(row.maxMassKg), usedVolume, usedMass };
  return { id, code, warehouseId, state, lockReason, ownerOrgId, mixPolicy, maxLines, content, around, ...limits };
}

// ---------------------------------------------------------------- containers

interface ContainerRow {
  id: string;
  parentId: string | null;
  type: ContainerType;
  code: string;
  name: string;
  conditions: string[];
  allowedGroups: string[] | null;
  hazardAllowed: boolean;
  maxVolumeL: string | null;
  maxMassKg: string | null;
}
type Tree = ReadonlyMap<string, ContainerRow>;

/** All containers of the warehouses that the boxes are in. */
async function loadContainers(db: Kysely<DB>, boxes: readonly BoxRow[]): Promise<Tree> {
  const warehouses = [...new Set(boxes.map((box) => box.warehouseId))];
  const { rows } = await sql<ContainerRow>`
    select id, parent_id as "parentId", type, code, name, conditions_offered as conditions, allowed_groups as "allowedGroups",
           hazard_allowed as "hazardAllowed", max_volume_l as "maxVolumeL", max_mass_kg as "maxMassKg"
      from wms_container
     where warehouse_id = any(${warehouses}::uuid[]) and deleted_at is null`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A container and those above it, the nearest first. */
function chainOf(id: string, tree: Tree): ContainerRow[] {
  const chain: ContainerRow[] = [];
  for (let at = tree.get(id); at; at = at.parentId === null ? undefined : tree.get(at.parentId)) chain.push(at);
  return chain;
}

const isLimited = (row: ContainerRow): boolean => row.maxVolumeL !== null || row.maxMassKg !== null;
/** The container within whose walls the goods of a container must get along. */
const wallsOf = (chain: readonly ContainerRow[]): ContainerRow =>
  chain.find((row) => SEGREGATING.includes(row.type)) ?? chain[0]!;

/** Containers whose stock has to be known: below a limit, or behind the same walls as one of the boxes. */
function measured(boxes: readonly BoxRow[], tree: Tree): string[] {
  const chains = [...new Set(boxes.map((box) => box.containerId))].map((id) => chainOf(id, tree));
  const limited = new Set(chains.flatMap((chain) => chain.filter(isLimited).map((row) => row.id)));
  const walls = new Set(chains.map((chain) => wallsOf(chain).id));
  return [...tree.keys()].filter((id) => {
    const chain = chainOf(id, tree);
    return walls.has(wallsOf(chain).id) || chain.some((row) => limited.has(row.id));
  });
}

interface StockRow {
  containerId: string;
  productId: string;
  qty: string;
}

async function loadStock(db: Kysely<DB>, containerIds: readonly string[]): Promise<StockRow[]> {
  if (containerIds.length === 0) return [];
  const { rows } = await sql<StockRow>`
    select b.container_id as "containerId", s.product_id as "productId", sum(s.qty) as qty
      from wms_product_box s join wms_warehouse_box b on b.id = s.box_id
     where s.qty > 0 and b.container_id = any(${containerIds}::uuid[])
     group by 1, 2`.execute(db);
  return rows;
}

/** The surroundings of each container, made when first asked for, so that boxes side by side share the same sums. */
function surroundings(
  tree: Tree,
  stock: readonly StockRow[],
  products: ReadonlyMap<string, ProductFacts>,
): (id: string) => Surroundings {
  const rooms = new Map<string, Container>();
  for (const row of tree.values()) {
    const limits = { maxVolume: limitOf(row.maxVolumeL), maxMass: limitOf(row.maxMassKg), usedVolume: 0n, usedMass: 0n };
    rooms.set(row.id, { id: row.id, label: labelOf(row), ...limits });
  }
  const behindWalls = new Map<string, Map<string, Goods>>();
  const contentBehind = (id: string): Map<string, Goods> => {
    const content = behindWalls.get(id) ?? new Map<string, Goods>();
    behindWalls.set(id, content);
    return content;
  };
  for (const { containerId, productId, qty } of stock) {
    const goods = { product: products.get(productId)!, ownerOrgId: '', qty: micros(qty) };
    const chain = chainOf(containerId, tree);
    addTo(contentBehind(wallsOf(chain).id), productId, goods);
    for (const { id } of chain) {
      const room = rooms.get(id)!;
      room.usedVolume += volumeOf(goods);
      room.usedMass += massOf(goods);
    }
  }
  const made = new Map<string, Surroundings>();
  return (id) => {
    const known = made.get(id);
    if (known) return known;
    const chain = chainOf(id, tree);
    const walls = wallsOf(chain);
    const ruling = chain.find((row) => row.allowedGroups !== null);
    const harmless = chain.find((row) => !row.hazardAllowed);
    const result: Surroundings = {
      chain: chain.map((row) => rooms.get(row.id)!),
      offered: new Set(chain.flatMap((row) => row.conditions)),
      allowed: ruling ? { place: labelOf(ruling), groups: ruling.allowedGroups! } : null,
      harmlessOnly: harmless ? labelOf(harmless) : null,
      walls: { place: labelOf(walls), content: contentBehind(walls.id) },
    };
    made.set(id, result);
    return result;
  };
}

const labelOf = ({ code, name }: ContainerRow): string => `${code} ${name}`;

// ---------------------------------------------------------------- products

async function loadProducts(db: Kysely<DB>, ids: ReadonlySet<string>): Promise<Map<string, ProductFacts>> {
  const { rows } = await sql<{
    id: string;
    code: string;
    name: string;
    storageGroup: string | null;
    hCodes: string[];
    unNo: string | null;
    controlFlags: string[];
    conditions: string[];
    unitVolumeL: string | null;
    unitMassKg: string | null;
    decimals: number;
  }>`
    select p.id, p.code, p.name, p.storage_group as "storageGroup", p.h_codes as "hCodes", p.un_no as "unNo",
           p.control_flags as "controlFlags", p.conditions_required as conditions, p.unit_volume_l as "unitVolumeL",
           p.unit_mass_kg as "unitMassKg", coalesce(u.decimals, 6) as decimals
      from wms_product p
      left join (select f.code, least((x.prop ->> 'value')::int, 6) as decimals
                   from sys_dic d join sys_dic_field f on f.dic_id = d.id, jsonb_array_elements(f.props) x(prop)
                  where d.code = 'WMS_UNIT' and x.prop ->> 'code' = 'decimals' and x.prop ->> 'value' ~ '^[0-9]$') u
        on u.code = p.base_unit
     where p.id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, code, name, storageGroup, conditions, unitVolumeL, unitMassKg, decimals, ...marks }) => [
      id,
      {
        id,
        code,
        name,
        storageGroup,
        conditions,
        decimals,
        hazardous: isHazardous(marks),
        unitVolume: micros(unitVolumeL ?? '0'),
        unitMass: micros(unitMassKg ?? '0'),
      },
    ]),
  );
}

async function loadCompatible(db: Kysely<DB>): Promise<Compatible> {
  const rows = await db.selectFrom('wms_storage_group_pair').select(['a', 'b']).execute();
  const pairs = new Set(rows.map(({ a, b }) => `${a} ${b}`));
  return (a, b) => pairs.has(`${a} ${b}`);
}
