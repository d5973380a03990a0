// Locks that keep what is checked about places true until the commit. Taken in one order everywhere: the tree, containers by
// id, boxes by id, then stock rows by id (by wms_post or by lockBox).
import { SEGREGATING } from '@kuwei/contract/wms/place';
import { sql } from 'kysely';
import type { Trx } from '../../db/open.ts';

/** Any number: all processes of this product agree on it. */
const TREE_LOCK = 7_318_010;

/** Held by whoever relies on where containers are and what they allow. */
export async function keepTree(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${TREE_LOCK}::bigint)`.execute(trx);
}

/** Held by whoever moves containers or changes what they allow: waits for all who rely on it, and they for it. */
export async function lockTree(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${TREE_LOCK}::bigint)`.execute(trx);
}

/**
 * Locks the boxes and every container above them that has a limit or keeps groups apart, in one fixed order, so that what is
 * checked stays true until the commit.
 */
export async function lockPlaces(trx: Trx, boxIds: readonly string[]): Promise<void> {
  if (boxIds.length === 0) return;
  await keepTree(trx);
  await sql`
    with recursive up as (
      select c.id as start, c.id, c.parent_id, 0 as depth, c.type = any(${[...SEGREGATING]}::text[]) as walls,
             c.max_volume_l is not null or c.max_mass_kg is not null as limited
        from wms_container c
       where c.id in (select container_id from wms_warehouse_box where id = any(${[...boxIds]}::uuid[]))
      union all
      select up.start, c.id, c.parent_id, up.depth + 1, c.type = any(${[...SEGREGATING]}::text[]),
             c.max_volume_l is not null or c.max_mass_kg is not null
        from up join wms_container c on c.id = up.parent_id
    ), containers as materialized (
      select id from wms_container
       where id in (select id from up where limited
                  union select w.id from (select distinct on (start) id from up where walls or depth = 0
                                           order by start, walls desc, depth) w)
       order by id for no key update
    )
    select id from wms_warehouse_box
     where id = any(${[...boxIds]}::uuid[]) and (select count(*) from containers) >= 0
     order by id for no key update`.execute(trx);
}

/**
 * Locks boxes together with everything that lies in them: nothing enters or leaves until the commit, on whatever path.
 * Stronger than `lockPlaces`: the first arrival of goods waits as well, because its foreign key does.
 */
export async function lockBoxes(trx: Trx, boxIds: readonly string[]): Promise<void> {
  await keepTree(trx);
  await sql`select id from wms_warehouse_box where id = any(${[...boxIds]}::uuid[]) order by id for update`.execute(trx);
  await sql`select id from wms_product_box where box_id = any(${[...boxIds]}::uuid[]) order by id for update`.execute(trx);
}
