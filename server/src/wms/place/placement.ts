// Loads the data for the placement rules: containers with their contents, products, and the compatibility of storage groups.
// Decides nothing.
import { micros } from '@kuwei/contract/decimal';
import type { Hazard } from '@kuwei/contract/wms/hazard';
import { nameIn } from '@kuwei/contract/name';
import type { Measure } from '@kuwei/contract/wms/place';
import { needsTwoKeepers } from '@kuwei/contract/wms/two-keepers';
import { sql, type Kysely } from 'kysely';
import { asText } from '../../db/columns.ts';
import { preparedStatement } from '../../db/prepared.ts';
import type { DB } from '../../db/types.ts';
import { UNMEASURED } from '../product/record.ts';
import { loadLayout, type ContainerRow, type Layout, type Tree } from './layout.ts';
import {
  addToEnclosure,
  limitOf,
  type Compatible,
  type Container,
  type ProductFacts,
  type Surroundings,
  type Enclosure,
  type PlaceName,
} from './rules.ts';

export interface Placement {
  /** Surroundings of the boxes in a container, shared by all of them. */
  around: (containerId: string) => Surroundings;
  product: (id: string) => ProductFacts | undefined;
  compatible: Compatible;
}

export interface PlacementQuery {
  warehouseIds: readonly string[];
  /** Containers of the boxes in question; contents of other containers are not loaded. */
  containerIds: readonly string[];
  /** Products to be stored. */
  asked: readonly string[];
  /** Products stored in the boxes or incoming; `everything` means all in the warehouses. */
  known?: readonly string[] | 'everything';
}

export async function loadPlacement(
  db: Kysely<DB>,
  { warehouseIds, containerIds, asked, known = [] }: PlacementQuery,
  layout?: Layout,
): Promise<Placement> {
  const { tree, isGrouped, compatible } = layout ?? (await loadLayout(db, warehouseIds, asked));
  const everythingIn = known === 'everything' ? warehouseIds : [];
  const productIds = new Set([...asked, ...(known === 'everything' ? [] : known)]);
  const { lying, products } = await loadContent(db, {
    containerIds: tree.measured(containerIds, isGrouped),
    productIds: [...productIds],
    everythingIn,
    isGrouped,
  });
  return { around: surroundings(tree, lying, isGrouped, products), product: (id) => products.get(id), compatible };
}

// ---------------------------------------------------------------- around a container

interface ContentRow {
  containerId: string;
  /** In 10⁻¹² litre and kilogram. */
  volume: string;
  mass: string;
  /** `product quantity` of goods with a storage group, comma-separated. */
  grouped: string | null;
}

/** Products with their quantities. */
const parseGrouped = ({ grouped }: ContentRow): [productId: string, qty: string][] =>
  (grouped?.split(',') ?? []).map((text) => text.split(' ') as [string, string]);

function surroundings(
  tree: Tree,
  lying: readonly ContentRow[],
  isGrouped: boolean,
  products: ReadonlyMap<string, ProductFacts>,
): Placement['around'] {
  const rooms = new Map<string, Container>();
  for (const row of tree.rows.values()) {
    const limits = { maxVolume: limitOf(row.maxVolumeL), maxMass: limitOf(row.maxMassKg), usedVolume: 0n, usedMass: 0n };
    rooms.set(row.id, { id: row.id, label: labelOf(row), ...limits });
  }
  for (const { containerId, volume, mass } of lying) {
    for (const { id } of tree.chain(containerId)) {
      const room = rooms.get(id)!;
      room.usedVolume += BigInt(volume);
      room.usedMass += BigInt(mass);
    }
  }
  const enclosed = new Map<ContainerRow, Enclosure>();
  const enclosureOf = (id: string): Enclosure => {
    const row = tree.enclosure(id);
    const enclosure = enclosed.get(row) ?? { place: labelOf(row), groups: new Map() };
    enclosed.set(row, enclosure);
    return enclosure;
  };
  for (const row of isGrouped ? lying : [])
    for (const [productId, qty] of parseGrouped(row))
      addToEnclosure(enclosureOf(row.containerId), { product: products.get(productId)!, ownerOrgId: '', qty: micros(qty) });
  const made = new Map<string, Surroundings>();
  return (id) => {
    const known = made.get(id);
    if (known) return known;
    const chain = tree.chain(id);
    const ruling = chain.find((row) => row.allowedGroups !== null);
    const fridges = chain.filter((row) => row.type === 'FRIDGE');
    const harmless = chain.find((row) => !row.hazardAllowed);
    const result: Surroundings = {
      chain: chain.map((row) => rooms.get(row.id)!),
      offered: new Set(chain.flatMap((row) => row.conditions)),
      chilled: fridges.length === 0 ? null : new Set(fridges.flatMap((row) => row.conditions)),
      allowed: ruling ? { place: labelOf(ruling), groups: ruling.allowedGroups! } : null,
      harmlessOnly: harmless ? labelOf(harmless) : null,
      enclosure: enclosureOf(id),
    };
    made.set(id, result);
    return result;
  };
}

const labelOf = ({ code, ...names }: ContainerRow): PlaceName => ({
  zh: `${code} ${nameIn('zh', names)}`,
  en: `${code} ${nameIn('en', names)}`,
});

// ---------------------------------------------------------------- contents

interface ProductRow {
  id: string;
  code: string;
  name: string;
  nameEn: string | null;
  storageGroup: string | null;
  hazard: Hazard;
  controlFlags: string[];
  conditions: string[];
  unitVolumeL: string | null;
  unitMassKg: string | null;
  unmeasured: Measure[];
  decimals: number;
}

interface Content {
  lying: ContentRow[];
  products: Map<string, ProductFacts>;
}

/**
 * Contents of containers, with the products needed: those given and, where storage groups matter, every grouped product stored
 * there.
 */
async function loadContent(
  db: Kysely<DB>,
  about: { containerIds: readonly string[]; productIds: readonly string[]; everythingIn: readonly string[]; isGrouped: boolean },
): Promise<Content> {
  const { containerIds, productIds, everythingIn, isGrouped } = about;
  const grouped = sql`array(
    select l.product_id from lain l join wms_product g on g.id = l.product_id where g.separation_group is not null)`;
  // Omitted when not needed: a generic plan would scan the whole stock even for an empty array.
  const named = isGrouped
    ? sql`p.id = any(${[...productIds]}::uuid[] || ${grouped})`
    : sql`p.id = any(${[...productIds]}::uuid[])`;
  const everything = sql`p.id in (
    select s.product_id from wms_product_box s where s.qty > 0 and s.warehouse_id = any(${[...everythingIn]}::uuid[]))`;
  // Without a limit or neighbour to check, read nothing: a plan for arbitrary containers would scan the whole stock.
  const lies = containerIds.length > 0 ? sql`s.qty > 0 and b.container_id = any(${[...containerIds]}::uuid[])` : sql`false`;
  const { rows } = await sql<{ lying: ContentRow[]; products: ProductRow[] }>`${preparedStatement}
    with lain as materialized (
      select b.container_id, s.product_id, sum(s.qty) as qty
        from wms_product_box s join wms_warehouse_box b on b.id = s.box_id
       where ${lies}
       group by 1, 2
    ), lying as (
      select l.container_id as "containerId", trunc(coalesce(sum(l.qty * p.unit_volume_l), 0) * 1e12)::text as volume,
             trunc(coalesce(sum(l.qty * p.unit_mass_kg), 0) * 1e12)::text as mass,
             string_agg(l.product_id || ' ' || l.qty, ',') filter (where p.separation_group is not null) as grouped
        from lain l join wms_product p on p.id = l.product_id
       group by 1
    ), product as (
      select p.id, p.code, p.name, p.name_en as "nameEn", p.separation_group as "storageGroup", p.hazard,
             p.control_flags as "controlFlags", p.conditions_required as conditions, ${asText('p.unit_volume_l')} as "unitVolumeL",
             ${asText('p.unit_mass_kg')} as "unitMassKg", coalesce(u.decimals, 6) as decimals,
             ${UNMEASURED} as unmeasured
        from wms_product p
        left join (select f.code, least((x.prop ->> 'value')::int, 6) as decimals
                     from sys_dic d join sys_dic_field f on f.dic_id = d.id, jsonb_array_elements(f.props) x(prop)
                    where d.code = 'WMS_UNIT' and x.prop ->> 'code' = 'decimals' and x.prop ->> 'value' ~ '^[0-9]$') u
          on u.code = p.base_unit
       where ${everythingIn.length > 0 ? sql`(${named} or ${everything})` : named}
    )
    select coalesce((select json_agg(lying) from lying), '[]') as lying,
           coalesce((select json_agg(product) from product), '[]') as products`.execute(db);
  const { lying, products } = rows[0]!;
  return { lying, products: new Map(products.map((row) => [row.id, factsOf(row)])) };
}

const factsOf = ({ unitVolumeL, unitMassKg, hazard, controlFlags, ...row }: ProductRow): ProductFacts => ({
  ...row,
  assessed: hazard !== 'UNKNOWN',
  hazardous: hazard !== 'HARMLESS',
  toxic: needsTwoKeepers({ controlFlags, assessed: hazard !== 'UNKNOWN' }),
  unitVolume: micros(unitVolumeL ?? '0'),
  unitMass: micros(unitMassKg ?? '0'),
});
