// Loads boxes with their contents, for the placement rules.
import { micros } from '@kuwei/contract/decimal';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { asText } from '../../db/columns.ts';
import { preparedStatement } from '../../db/prepared.ts';
import { compareNaturally } from '../../db/natural.ts';
import type { DB } from '../../db/types.ts';
import { keepersByWarehouse } from '../warehouse/keepers.ts';
import { cachedLayouts, layoutColumns, layoutOf, type Layout, type LayoutRow } from './layout.ts';
import type { Placement } from './placement.ts';
import { addTo, batchKey, lineKey, limitOf, type Box, type Goods, type ProductFacts, type Surroundings } from './rules.ts';

export interface BoxRow {
  id: string;
  code: string;
  containerId: string;
  warehouseId: string;
  keepers: number;
  state: Box['state'];
  lockReason: Box['lockReason'];
  count: Box['count'];
  ownerOrgId: string | null;
  mixPolicy: Box['mixPolicy'];
  maxVolumeL: string | null;
  maxMassKg: string | null;
  maxLines: number | null;
  /** Room in use, in units of 10⁻¹² litre and kilogram. */
  usedVolume: string | null;
  usedMass: string | null;
  /** Distinct natures of the contents (`compatibilityKeyOf`), and owners, comma-separated. */
  natures: string | null;
  owners: string | null;
  /** Which of the requested products it holds, comma-separated. */
  asked: string | null;
  /** `product owner quantity batch`, comma-separated: JSON for thousands of boxes would cost more than everything else. */
  content: string | null;
}

/** What of a product matters for compatibility with its neighbours. */
export const compatibilityKeyOf = ({ storageGroup, hazardous }: Pick<ProductFacts, 'storageGroup' | 'hazardous'>): string =>
  `${storageGroup ?? '-'}${hazardous ? '!' : ''}`;
const COMPATIBILITY_KEY = sql`coalesce(p.separation_group, '-') || case when p.hazard = 'HARMLESS' then '' else '!' end`;

/**
 * Boxes in code order.
 * @param which condition over `wms_warehouse_box b`
 * @param asked products whose boxes have to be known
 */
export const loadBoxes = (db: Kysely<DB>, which: RawBuilder<unknown>, asked: readonly string[] = []): Promise<BoxRow[]> =>
  load(db, which, asked);

/** Goods to put into a box, in the base unit; negative for goods that leave it in the same step. */
export interface Incoming {
  productId: string;
  ownerOrgId: string;
  boxId: string;
  qty: string;
  batchId?: string | null;
}

/** Goods that a document brings into a box. */
export interface IncomingByDocument extends Incoming {
  /** Number of the document. */
  no: string;
}

/**
 * Boxes with their surroundings, for goods of these products.
 * @param byOthers query for goods that other documents bring there
 */
export async function boxesById(
  db: Kysely<DB>,
  ids: readonly string[],
  asked: readonly string[],
  byOthers: RawBuilder<IncomingByDocument> = sql`select where false`,
): Promise<{ rows: BoxRow[]; layout: Layout; coming: IncomingByDocument[] }> {
  const warehouses = sql`select warehouse_id from wms_warehouse_box where id = any(${[...ids]}::uuid[])`;
  const before = cachedLayouts();
  const { rows: found } = await sql<LayoutRow & { boxes: BoxRow[]; coming: IncomingByDocument[] }>`${preparedStatement}
    select coalesce((select json_agg(x) from (${boxRows(sql`b.id = any(${[...ids]}::uuid[])`, [])}) x), '[]') as boxes,
           coalesce((select json_agg(x) from (${byOthers}) x), '[]') as coming, ${layoutColumns(warehouses, asked, before)}`.execute(
    db,
  );
  const { boxes, coming, ...layout } = found[0]!;
  return { rows: inOrder(boxes), layout: await layoutOf(db, layout, before), coming };
}

/** Boxes of a warehouse that are not among others. */
export async function loadOtherBoxes(
  db: Kysely<DB>,
  warehouseId: string,
  others: readonly BoxRow[],
  ids: readonly string[],
): Promise<BoxRow[]> {
  const known = new Set(others.map((row) => row.id));
  const missing = [...new Set(ids)].filter((id) => !known.has(id));
  return missing.length === 0 ? [] : load(db, sql`b.warehouse_id = ${warehouseId} and b.id = any(${missing}::uuid[])`, []);
}

async function load(db: Kysely<DB>, which: RawBuilder<unknown>, asked: readonly string[]): Promise<BoxRow[]> {
  return inOrder((await boxRows(which, asked).execute(db)).rows);
}

const inOrder = (rows: BoxRow[]): BoxRow[] => rows.sort((a, b) => compareNaturally(a.code, b.code));

const boxRows = (which: RawBuilder<unknown>, asked: readonly string[]): RawBuilder<BoxRow> => sql<BoxRow>`
    with b as materialized (select b.* from wms_warehouse_box b where ${which})
    select b.id, b.code, b.container_id as "containerId", b.warehouse_id as "warehouseId", b.lock_reason as "lockReason",
           wms_box_count(b.id, b.lock_reason) as count,
           case when b.state = 'ACTIVE' and w.state = 'CLOSED' then 'LOCKED' else b.state end as state,
           coalesce(k.keepers, 0) as keepers, b.owner_org_id as "ownerOrgId", b.mix_policy as "mixPolicy", ${asText('b.max_volume_l')} as "maxVolumeL",
           ${asText('b.max_mass_kg')} as "maxMassKg", b.max_lines as "maxLines",
           trunc(c.volume * 1e12)::text as "usedVolume", trunc(c.mass * 1e12)::text as "usedMass", c.natures, c.owners, c.asked, c.content
      from b
      join wms_warehouse w on w.id = b.warehouse_id
      left join ${keepersByWarehouse} k on k.warehouse_id = w.id
      left join (select s.box_id, sum(s.qty * p.unit_volume_l) as volume, sum(s.qty * p.unit_mass_kg) as mass,
                        string_agg(distinct ${COMPATIBILITY_KEY}, ',') as natures, string_agg(distinct s.owner_org_id::text, ',') as owners,
                        string_agg(s.product_id::text, ',') filter (where s.product_id = any(${[...asked]}::uuid[])) as asked,
                        string_agg(concat_ws(' ', s.product_id, s.owner_org_id, s.qty, s.batch_id), ',') as content
                   from wms_product_box s join wms_product p on p.id = s.product_id
                  where s.qty > 0 and s.box_id in (select id from b) group by 1) c on c.box_id = b.id`;

interface StoredGoods {
  productId: string;
  ownerOrgId: string;
  qty: bigint;
  batchId: string;
}

const contentsOf = ({ content }: BoxRow): StoredGoods[] =>
  (content?.split(',') ?? []).map((text) => {
    const [productId, ownerOrgId, qty, batchId] = text.split(' ') as [string, string, string, string];
    return { productId, ownerOrgId, qty: micros(qty), batchId };
  });

export const productsIn = (rows: readonly BoxRow[]): string[] => rows.flatMap(contentsOf).map((each) => each.productId);

/** Splits a comma-separated text. */
export const partsOf = (text: string | null): string[] => text?.split(',') ?? [];

/** Contents are parsed lazily: of thousands of boxes few are examined. */
class StoredBox implements Box {
  readonly id: string;
  readonly code: string;
  readonly warehouseId: string;
  readonly keepers: number;
  readonly state: Box['state'];
  readonly lockReason: Box['lockReason'];
  readonly count: Box['count'];
  readonly ownerOrgId: string | null;
  readonly mixPolicy: Box['mixPolicy'];
  readonly maxLines: number | null;
  readonly maxVolume: bigint | null;
  readonly maxMass: bigint | null;
  usedVolume: bigint;
  usedMass: bigint;
  readonly around: Surroundings;
  readonly #row: BoxRow;
  readonly #placement: Placement;
  #content: Map<string, Goods> | undefined;
  #batches: Set<string> | undefined;

  constructor(row: BoxRow, placement: Placement) {
    this.id = row.id;
    this.code = row.code;
    this.warehouseId = row.warehouseId;
    this.keepers = row.keepers;
    this.state = row.state;
    this.lockReason = row.lockReason;
    this.count = row.count;
    this.ownerOrgId = row.ownerOrgId;
    this.mixPolicy = row.mixPolicy;
    this.maxLines = row.maxLines;
    this.maxVolume = limitOf(row.maxVolumeL);
    this.maxMass = limitOf(row.maxMassKg);
    this.usedVolume = BigInt(row.usedVolume ?? 0);
    this.usedMass = BigInt(row.usedMass ?? 0);
    this.around = placement.around(row.containerId);
    this.#row = row;
    this.#placement = placement;
  }

  get content(): Map<string, Goods> {
    if (this.#content) return this.#content;
    this.#content = new Map();
    for (const goods of this.#lying()) addTo(this.#content, lineKey(goods), goods);
    return this.#content;
  }

  get batches(): Set<string> {
    return (this.#batches ??= new Set(this.#lying().map((goods) => batchKey(goods)!)));
  }

  #lying(): Goods[] {
    return contentsOf(this.#row).map(({ productId, ...lying }) => ({ product: this.#placement.product(productId)!, ...lying }));
  }
}

/** @param placement loaded for the products and the containers of these boxes */
export const boxOf = (row: BoxRow, placement: Placement): Box => new StoredBox(row, placement);
