// Loads boxes with what lies in them, for the rules of places.
import { decimalOf, micros } from '@kuwei/contract/decimal';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { kept } from '../../db/kept.ts';
import type { DB } from '../../db/types.ts';
import type { Grounds } from './grounds.ts';
import { addTo, batchKey, lineKey, limitOf, massOf, volumeOf, type Box, type Goods } from './rules.ts';

export interface BoxRow {
  id: string;
  code: string;
  containerId: string;
  warehouseId: string;
  keepers: number;
  state: Box['state'];
  lockReason: Box['lockReason'];
  ownerOrgId: string | null;
  mixPolicy: Box['mixPolicy'];
  maxVolumeL: string | null;
  maxMassKg: string | null;
  maxLines: number | null;
  /** `product owner quantity batch`, by commas: JSON for thousands of boxes would cost more than all the rest. */
  content: string | null;
}

/** @param which condition over `wms_warehouse_box b` */
export const loadBoxes = (db: Kysely<DB>, which: RawBuilder<unknown>): Promise<BoxRow[]> => load(db, sql``, which);

export const boxesById = (db: Kysely<DB>, ids: readonly string[]): Promise<BoxRow[]> =>
  load(db, kept, sql`b.id = any(${[...ids]}::uuid[])`);

async function load(db: Kysely<DB>, how: RawBuilder<unknown>, which: RawBuilder<unknown>): Promise<BoxRow[]> {
  const { rows } = await sql<BoxRow>`${how}
    with b as materialized (select b.* from wms_warehouse_box b where ${which})
    select b.id, b.code, b.container_id as "containerId", b.warehouse_id as "warehouseId", b.lock_reason as "lockReason",
           case when b.state = 'ACTIVE' and w.state = 'CLOSED' then 'LOCKED' else b.state end as state,
           coalesce(k.keepers, 0) as keepers, b.owner_org_id as "ownerOrgId", b.mix_policy as "mixPolicy", b.max_volume_l as "maxVolumeL",
           b.max_mass_kg as "maxMassKg", b.max_lines as "maxLines", c.content
      from b
      join wms_warehouse w on w.id = b.warehouse_id
      left join (select warehouse_id, count(*)::int as keepers from wms_warehouse_keeper group by 1) k on k.warehouse_id = w.id
      left join lateral (select string_agg(s.product_id || ' ' || s.owner_org_id || ' ' || s.qty || ' ' || s.batch_id, ',') as content
                           from wms_product_box s where s.qty > 0 and s.box_id = b.id) c on true
     order by b.code`.execute(db);
  return rows;
}

interface Lying {
  productId: string;
  ownerOrgId: string;
  qty: bigint;
  batchId: string;
}

const lyingIn = ({ content }: BoxRow): Lying[] =>
  (content?.split(',') ?? []).map((text) => {
    const [productId, ownerOrgId, qty, batchId] = text.split(' ') as [string, string, string, string];
    return { productId, ownerOrgId, qty: micros(qty), batchId };
  });

export const productsIn = (rows: readonly BoxRow[]): string[] => rows.flatMap(lyingIn).map((each) => each.productId);

/** @param grounds loaded for the products and the containers of these boxes */
export function boxOf(row: BoxRow, grounds: Grounds): Box {
  const content = new Map<string, Goods>();
  const batches = new Set<string>();
  let usedVolume = 0n;
  let usedMass = 0n;
  for (const { productId, ...lying } of lyingIn(row)) {
    const goods = { product: grounds.product(productId)!, ...lying };
    addTo(content, lineKey(goods), goods);
    batches.add(batchKey(goods)!);
    usedVolume += volumeOf(goods);
    usedMass += massOf(goods);
  }
  const { id, code, warehouseId, keepers, state, lockReason, ownerOrgId, mixPolicy, maxLines } = row;
  const limits = { maxVolume: limitOf(row.maxVolumeL), maxMass: limitOf(row.maxMassKg), usedVolume, usedMass };
  return {
    id,
    code,
    warehouseId,
    keepers,
    state,
    lockReason,
    ownerOrgId,
    mixPolicy,
    maxLines,
    content,
    batches,
    around: grounds.around(row.containerId),
    ...limits,
  };
}

/** A container with how many millionths of the base unit it has room for, with everything above it; null: no limit. */
export interface ContainerRoom {
  id: string;
  room: bigint | null;
  /** Conditions that it offers and the goods have no need of. */
  spare: number;
}

/** Boxes of some containers in the order in which `rank.ts` offers them, so that it need not look at all of a large warehouse. */
export async function likelyBoxes(
  db: Kysely<DB>,
  goods: Goods,
  containers: readonly ContainerRoom[],
  limit: number,
): Promise<string[]> {
  const { product, ownerOrgId, batchId = null } = goods;
  const qty = decimalOf(goods.qty);
  const ids = containers.map((each) => each.id);
  const rooms = containers.map(({ room }) => (room === null ? null : decimalOf(room)));
  const spare = containers.map((each) => each.spare);
  const { rows } = await sql<{ id: string }>`
    select b.id
      from wms_warehouse_box b
      join unnest(${ids}::uuid[], ${rooms}::numeric[], ${spare}::int[]) c(id, room, spare) on c.id = b.container_id
      left join (select s.box_id, sum(s.qty * p.unit_volume_l) as volume, sum(s.qty * p.unit_mass_kg) as mass,
                        bool_or(p.separation_group <> ${product.storageGroup}::text) as other_group,
                        bool_or(s.product_id = ${product.id}) as same_product,
                        bool_or(s.product_id = ${product.id} and s.owner_org_id = ${ownerOrgId}) as same_line,
                        bool_or(s.product_id = ${product.id} and s.owner_org_id = ${ownerOrgId} and s.batch_id = ${batchId}::uuid) as same_batch
                   from wms_product_box s join wms_product p on p.id = s.product_id
                  where s.qty > 0 and s.box_id in (select id from wms_warehouse_box where container_id = any(${ids}::uuid[]))
                  group by s.box_id) u on u.box_id = b.id
     cross join lateral (select least(c.room, (b.max_volume_l - coalesce(u.volume, 0)) / nullif(${decimalOf(product.unitVolume)}::numeric, 0),
                                      (b.max_mass_kg - coalesce(u.mass, 0)) / nullif(${decimalOf(product.unitMass)}::numeric, 0)) as fits) r
     where b.state = 'ACTIVE' and (b.owner_org_id is null or b.owner_org_id = ${ownerOrgId})
     order by coalesce(r.fits < ${qty}::numeric, false), case when r.fits < ${qty}::numeric then - r.fits end,
              coalesce(u.same_batch, false) desc, coalesce(u.same_line, false) desc, coalesce(u.same_product, false) desc,
              coalesce(u.other_group, false), c.spare,
              r.fits nulls last, b.code
     limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}
