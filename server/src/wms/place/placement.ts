// Loads what the rules of places look at around boxes: containers with what lies in them, products, and which storage groups
// may share a place. Nothing is decided here.
import { micros } from '@kuwei/contract/decimal';
import type { Hazard } from '@kuwei/contract/wms/hazard';
import { SEGREGATING, type ContainerType } from '@kuwei/contract/wms/place';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { kept } from '../../db/kept.ts';
import type { DB } from '../../db/types.ts';
import { loadCompatible } from '../storage-rule/matrices.ts';
import {
  addBehind,
  limitOf,
  type Compatible,
  type Container,
  type ProductFacts,
  type Surroundings,
  type Enclosure,
} from './rules.ts';

export interface Placement {
  /** What a container means for the boxes in it. Boxes side by side share the same sums. */
  around: (containerId: string) => Surroundings;
  product: (id: string) => ProductFacts | undefined;
  compatible: Compatible;
}

export interface About {
  warehouseIds: readonly string[];
  /** Of the boxes that matter; of others it is not known what lies in them. */
  containerIds: readonly string[];
  /** Products that are to lie there. */
  asked: readonly string[];
  /** Products that lie in the boxes, or are on their way; or `everything` in the warehouses. */
  known?: readonly string[] | 'everything';
}

export async function loadPlacement(
  db: Kysely<DB>,
  { warehouseIds, containerIds, asked, known = [] }: About,
): Promise<Placement> {
  const tree = new Tree(await loadContainers(db, warehouseIds));
  const lying =
    known === 'everything'
      ? sql`or p.id in (select product_id from wms_product_box where qty > 0 and warehouse_id = any(${[...warehouseIds]}::uuid[]))`
      : sql``;
  const ids = new Set([...asked, ...(known === 'everything' ? [] : known)]);
  const products = await loadProducts(db, sql`p.id = any(${[...ids]}::uuid[]) ${lying}`);
  const isGrouped = asked.some((id) => (products.get(id)?.storageGroup ?? null) !== null);
  const compatible = await loadCompatible(db);

  const rows = await loadLying(db, tree.measured(containerIds, isGrouped));
  const others = new Set(
    isGrouped ? rows.flatMap((row) => groupedIn(row).flatMap(([id]) => (products.has(id) ? [] : [id]))) : [],
  );
  if (others.size > 0)
    for (const [id, product] of await loadProducts(db, sql`p.id = any(${[...others]}::uuid[])`)) products.set(id, product);
  return { around: surroundings(tree, rows, isGrouped, products), product: (id) => products.get(id), compatible };
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

async function loadContainers(db: Kysely<DB>, warehouseIds: readonly string[]): Promise<ContainerRow[]> {
  const { rows } = await sql<ContainerRow>`${kept}
    select id, parent_id as "parentId", type, code, name, conditions_offered as conditions, allowed_groups as "allowedGroups",
           hazard_allowed as "hazardAllowed", max_volume_l as "maxVolumeL", max_mass_kg as "maxMassKg"
      from wms_container
     where warehouse_id = any(${[...warehouseIds]}::uuid[]) and deleted_at is null`.execute(db);
  return rows;
}

class Tree {
  readonly rows: ReadonlyMap<string, ContainerRow>;
  readonly #chains = new Map<string, ContainerRow[]>();

  constructor(rows: readonly ContainerRow[]) {
    this.rows = new Map(rows.map((row) => [row.id, row]));
  }

  get ids(): string[] {
    return [...this.rows.keys()];
  }

  /** A container and those above it, the nearest first. */
  chain(id: string): readonly ContainerRow[] {
    const known = this.#chains.get(id);
    if (known) return known;
    const row = this.rows.get(id)!;
    const chain = [row, ...(row.parentId === null ? [] : this.chain(row.parentId))];
    this.#chains.set(id, chain);
    return chain;
  }

  /** The container within whose walls the goods of a container must get along. */
  enclosure(id: string): ContainerRow {
    return this.chain(id).find((row) => SEGREGATING.includes(row.type)) ?? this.rows.get(id)!;
  }

  /**
   * Containers whose stock has to be known: below a limit, and, for goods that do not get along with everything, behind the
   * same walls as one of those asked about.
   */
  measured(about: readonly string[], isGrouped: boolean): string[] {
    const limited = new Set(
      about.flatMap((id) => this.chain(id)).filter((row) => row.maxVolumeL !== null || row.maxMassKg !== null),
    );
    const enclosure = new Set(isGrouped ? about.map((id) => this.enclosure(id)) : []);
    return this.ids.filter((id) => enclosure.has(this.enclosure(id)) || this.chain(id).some((row) => limited.has(row)));
  }
}

interface LyingRow {
  containerId: string;
  /** Whole 10⁻¹² of a litre and kilogram. */
  volume: string;
  mass: string;
  /** `product quantity` of what has a storage group, by commas. */
  grouped: string | null;
}

/** What lies in the boxes of containers. */
async function loadLying(db: Kysely<DB>, containerIds: readonly string[]): Promise<LyingRow[]> {
  if (containerIds.length === 0) return [];
  const { rows } = await sql<LyingRow>`${kept}
    select l.container_id as "containerId", trunc(coalesce(sum(l.qty * p.unit_volume_l), 0) * 1e12)::text as volume,
           trunc(coalesce(sum(l.qty * p.unit_mass_kg), 0) * 1e12)::text as mass,
           string_agg(l.product_id || ' ' || l.qty, ',') filter (where p.separation_group is not null) as grouped
      from (select b.container_id, s.product_id, sum(s.qty) as qty
              from wms_product_box s join wms_warehouse_box b on b.id = s.box_id
             where s.qty > 0 and b.container_id = any(${containerIds}::uuid[])
             group by 1, 2) l
      join wms_product p on p.id = l.product_id
     group by 1`.execute(db);
  return rows;
}

/** Products and how much of them. */
const groupedIn = ({ grouped }: LyingRow): [productId: string, qty: string][] =>
  (grouped?.split(',') ?? []).map((text) => text.split(' ') as [string, string]);

function surroundings(
  tree: Tree,
  lying: readonly LyingRow[],
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
    for (const [productId, qty] of groupedIn(row))
      addBehind(enclosureOf(row.containerId), { product: products.get(productId)!, ownerOrgId: '', qty: micros(qty) });
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

const labelOf = ({ code, name }: ContainerRow): string => `${code} ${name}`;

// ---------------------------------------------------------------- products

/** @param which condition over `wms_product p` */
async function loadProducts(db: Kysely<DB>, which: RawBuilder<unknown>): Promise<Map<string, ProductFacts>> {
  const { rows } = await sql<{
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
    decimals: number;
  }>`${kept}
    select p.id, p.code, p.name, p.name_en as "nameEn", p.separation_group as "storageGroup", p.hazard,
           p.control_flags as "controlFlags", p.conditions_required as conditions, p.unit_volume_l as "unitVolumeL",
           p.unit_mass_kg as "unitMassKg", coalesce(u.decimals, 6) as decimals
      from wms_product p
      left join (select f.code, least((x.prop ->> 'value')::int, 6) as decimals
                   from sys_dic d join sys_dic_field f on f.dic_id = d.id, jsonb_array_elements(f.props) x(prop)
                  where d.code = 'WMS_UNIT' and x.prop ->> 'code' = 'decimals' and x.prop ->> 'value' ~ '^[0-9]$') u
        on u.code = p.base_unit
     where ${which}`.execute(db);
  return new Map(
    rows.map(({ id, code, name, nameEn, storageGroup, conditions, unitVolumeL, unitMassKg, decimals, hazard, controlFlags }) => [
      id,
      {
        id,
        code,
        name,
        nameEn,
        storageGroup,
        conditions,
        decimals,
        assessed: hazard !== 'UNKNOWN',
        hazardous: hazard !== 'HARMLESS',
        toxic: hazard === 'UNKNOWN' || controlFlags.includes('TOXIC'),
        unitVolume: micros(unitVolumeL ?? '0'),
        unitMass: micros(unitMassKg ?? '0'),
      },
    ]),
  );
}
