// Loads what the rules of places look at around boxes: containers with what lies in them, products, and which storage groups
// may share a place. Nothing is decided here.
import { micros } from '@kuwei/contract/decimal';
import type { Hazard } from '@kuwei/contract/wms/hazard';
import { SEGREGATING, type ContainerType } from '@kuwei/contract/wms/place';
import { sql, type Kysely } from 'kysely';
import { kept } from '../../db/kept.ts';
import type { DB } from '../../db/types.ts';
import { loadCompatible } from '../storage-rule/matrices.ts';
import {
  addTo,
  aroundFault,
  limitOf,
  massOf,
  volumeOf,
  type Compatible,
  type Container,
  type Goods,
  type ProductFacts,
  type Surroundings,
} from './rules.ts';

export interface Grounds {
  /** The containers that were asked about; of others it is not known what lies in them. */
  containerIds: readonly string[];
  has: (containerId: string) => boolean;
  /** What a container means for the boxes in it. Boxes side by side share the same sums. */
  around: (containerId: string) => Surroundings;
  product: (id: string) => ProductFacts | undefined;
  /** Loads products that boxes looked at later turn out to hold. */
  learn: (productIds: readonly string[]) => Promise<void>;
  compatible: Compatible;
}

export interface About {
  warehouseIds: readonly string[];
  /** Left out: those of the warehouses that the products could lie in, as far as the containers themselves say. */
  containerIds?: readonly string[];
  /** Products that are to lie there. */
  asked: readonly string[];
  /** Products that lie in the boxes, or are on their way. */
  known?: readonly string[];
}

export async function loadGrounds(db: Kysely<DB>, { warehouseIds, containerIds, asked, known = [] }: About): Promise<Grounds> {
  const tree = new Tree(await loadContainers(db, warehouseIds));
  const products = await loadProducts(db, new Set([...asked, ...known]));
  const wanted = asked.flatMap((id) => products.get(id) ?? []);
  const isGrouped = wanted.some((product) => product.storageGroup !== null);
  const compatible = await loadCompatible(db);

  const bare = surroundings(tree, [], products);
  const isPossible = (id: string): boolean => wanted.some((product) => aroundFault(bare(id), product, compatible) === null);
  const about = containerIds ?? tree.ids.filter(isPossible);
  const stock = await loadStock(db, tree.measured(about, isGrouped));
  const learn = async (ids: readonly string[]): Promise<void> => {
    const others = new Set(ids.filter((id) => !products.has(id)));
    if (others.size > 0) for (const [id, product] of await loadProducts(db, others)) products.set(id, product);
  };
  await learn(stock.map((row) => row.productId));
  return {
    containerIds: about,
    has: (id) => tree.rows.has(id),
    around: surroundings(tree, stock, products),
    product: (id) => products.get(id),
    learn,
    compatible,
  };
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
  walls(id: string): ContainerRow {
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
    const walls = new Set(isGrouped ? about.map((id) => this.walls(id)) : []);
    return this.ids.filter((id) => walls.has(this.walls(id)) || this.chain(id).some((row) => limited.has(row)));
  }
}

interface StockRow {
  containerId: string;
  productId: string;
  qty: string;
}

async function loadStock(db: Kysely<DB>, containerIds: readonly string[]): Promise<StockRow[]> {
  if (containerIds.length === 0) return [];
  const { rows } = await sql<StockRow>`${kept}
    select b.container_id as "containerId", s.product_id as "productId", sum(s.qty) as qty
      from wms_product_box s join wms_warehouse_box b on b.id = s.box_id
     where s.qty > 0 and b.container_id = any(${containerIds}::uuid[])
     group by 1, 2`.execute(db);
  return rows;
}

function surroundings(tree: Tree, stock: readonly StockRow[], products: ReadonlyMap<string, ProductFacts>): Grounds['around'] {
  const rooms = new Map<string, Container>();
  for (const row of tree.rows.values()) {
    const limits = { maxVolume: limitOf(row.maxVolumeL), maxMass: limitOf(row.maxMassKg), usedVolume: 0n, usedMass: 0n };
    rooms.set(row.id, { id: row.id, label: labelOf(row), ...limits });
  }
  const behindWalls = new Map<ContainerRow, Map<string, Goods>>();
  const contentBehind = (walls: ContainerRow): Map<string, Goods> => {
    const content = behindWalls.get(walls) ?? new Map<string, Goods>();
    behindWalls.set(walls, content);
    return content;
  };
  for (const { containerId, productId, qty } of stock) {
    const goods = { product: products.get(productId)!, ownerOrgId: '', qty: micros(qty) };
    addTo(contentBehind(tree.walls(containerId)), productId, goods);
    for (const { id } of tree.chain(containerId)) {
      const room = rooms.get(id)!;
      room.usedVolume += volumeOf(goods);
      room.usedMass += massOf(goods);
    }
  }
  const made = new Map<string, Surroundings>();
  return (id) => {
    const known = made.get(id);
    if (known) return known;
    const chain = tree.chain(id);
    const walls = tree.walls(id);
    const ruling = chain.find((row) => row.allowedGroups !== null);
    const fridges = chain.filter((row) => row.type === 'FRIDGE');
    const harmless = chain.find((row) => !row.hazardAllowed);
    const result: Surroundings = {
      chain: chain.map((row) => rooms.get(row.id)!),
      offered: new Set(chain.flatMap((row) => row.conditions)),
      chilled: fridges.length === 0 ? null : new Set(fridges.flatMap((row) => row.conditions)),
      allowed: ruling ? { place: labelOf(ruling), groups: ruling.allowedGroups! } : null,
      harmlessOnly: harmless ? labelOf(harmless) : null,
      walls: { place: labelOf(walls), content: contentBehind(walls) },
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
     where p.id = any(${[...ids]}::uuid[])`.execute(db);
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
