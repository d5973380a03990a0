// Locks that keep checked conditions true until the commit. All writers take them in one order, to avoid deadlocks
// (docs/decisions/048): the document, batches by product and number, the tree, containers by id, boxes by id, stock rows by id. A
// step locks its places in one call and posts once: wms_post() locks stock `for no key update`, so that lines referencing it do
// not wait.
import { SEGREGATING } from '@kuwei/contract/wms/place';
import { sql } from 'kysely';
import { recheckAuthorization } from '../../session/recheck.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { pipelined } from '../../db/pipeline.ts';
import type { Trx } from '../../db/open.ts';

/** Arbitrary advisory-lock id. */
const TREE_LOCK = 7_318_010;

/** Shared lock on the container tree, for steps that rely on its structure and limits. */
export async function lockTreeShared(trx: Trx): Promise<void> {
  await sql`${pipelined} select pg_advisory_xact_lock_shared(${TREE_LOCK}::bigint)`.execute(trx);
}

/**
 * Exclusive lock on the container tree, for moving containers or changing their limits.
 * Fails if the session was revoked while waiting.
 * @throws AppError TOKEN_FAIL, FORBIDDEN
 */
export async function lockTree({ trx, caller }: Pick<WriteContext<Caller>, 'trx' | 'caller'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${TREE_LOCK}::bigint)`.execute(trx);
  await recheckAuthorization(trx, caller);
}

/**
 * Locks target boxes, and those containers above them where concurrent arrivals could conflict: containers with a limit, and
 * walls within which hazardous goods are segregated. Harmless non-chemicals are compatible with everything and skip the latter.
 */
export async function lockPlaces(trx: Trx, arriving: readonly { boxId: string; productId: string }[]): Promise<void> {
  if (arriving.length === 0) return;
  await lockTreeShared(trx);
  const boxIds = arriving.map((each) => each.boxId);
  await sql`${pipelined}
    with recursive arriving as (
      select b.container_id as id,
             bool_or(p.kind = 'CHEMICAL' or p.storage_group is not null or p.un_no is not null
                     or cardinality(p.h_codes) > 0 or cardinality(p.control_flags) > 0) as harms
        from unnest(${boxIds}::uuid[], ${arriving.map((each) => each.productId)}::uuid[]) a(box, product)
        join wms_warehouse_box b on b.id = a.box join wms_product p on p.id = a.product
       group by 1
    ), up as (
      select c.id as start, c.id, c.parent_id, 0 as depth, a.harms, c.type = any(${[...SEGREGATING]}::text[]) as enclosure,
             c.max_volume_l is not null or c.max_mass_kg is not null as limited
        from wms_container c join arriving a on a.id = c.id
      union all
      select up.start, c.id, c.parent_id, up.depth + 1, up.harms, c.type = any(${[...SEGREGATING]}::text[]),
             c.max_volume_l is not null or c.max_mass_kg is not null
        from up join wms_container c on c.id = up.parent_id
    ), containers as materialized (
      select id from wms_container
       where id in (select id from up where limited
                  union select w.id from (select distinct on (start) id from up where harms and (enclosure or depth = 0)
                                           order by start, enclosure desc, depth) w)
       order by id for no key update
    )
    select from wms_warehouse_box
     where id = any(${boxIds}::uuid[]) and (select count(*) from containers) >= 0
     order by id for no key update`.execute(trx);
}

/**
 * Locks boxes with all their contents: nothing enters or leaves until the commit.
 * Stronger than `lockPlaces`: even the first arrival in an empty box waits, through its foreign key.
 */
export async function lockBoxes(trx: Trx, boxIds: readonly string[]): Promise<void> {
  await lockTreeShared(trx);
  await sql`select id from wms_warehouse_box where id = any(${[...boxIds]}::uuid[]) order by id for update`.execute(trx);
  await sql`select id from wms_product_box where box_id = any(${[...boxIds]}::uuid[]) order by id for no key update`.execute(trx);
}
