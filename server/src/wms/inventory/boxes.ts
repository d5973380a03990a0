// Boxes of a count that ends.
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { lockBoxes } from '../place/lock.ts';

/** Restores the previous state of the boxes. */
export async function unlockBoxes({ trx, caller }: WriteContext<Caller>, id: string): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`select box_id as id from wms_inventory_box where inventory_id = ${id} and open`.execute(trx);
  await lockBoxes(
    trx,
    rows.map((row) => row.id),
  );
  await sql`
    update wms_warehouse_box b
       set state = case when x.lock_before is null then 'ACTIVE' else 'LOCKED' end, lock_reason = x.lock_before, rev = b.rev + 1,
           updated_at = now(), updated_by = ${caller.userId}
      from wms_inventory_box x
     where x.inventory_id = ${id} and x.open and x.box_id = b.id and b.lock_reason = 'COUNT'`.execute(trx);
  await sql`update wms_inventory_box set open = false where inventory_id = ${id} and open`.execute(trx);
}
