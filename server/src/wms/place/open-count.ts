// Boxes under count cannot change, frozen or not.
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { BoxCount } from '@kuwei/contract/wms/box-count';
import { sql } from 'kysely';
import type { Trx } from '../../db/open.ts';
import { countText } from '../../error.ts';

/** A box is in one open count at a time. @throws AppError BOX_IN_COUNT, which names the other count */
export async function assertNotInCount(trx: Trx, boxIds: readonly string[], locale: Locale): Promise<void> {
  const { rows } = await sql<{ boxId: string; boxCode: string; count: BoxCount }>`
    select b.id as "boxId", b.code as "boxCode", json_build_object('id', c.id, 'no', c.no, 'until', c.deadline) as count
      from wms_inventory_box x join wms_inventory c on c.id = x.inventory_id join wms_warehouse_box b on b.id = x.box_id
     where x.open and x.box_id = any(${[...boxIds]}::uuid[]) order by b.code collate wms_natural limit 1`.execute(trx);
  const [taken] = rows;
  if (taken)
    throw new AppError('BOX_IN_COUNT', {
      params: { code: taken.boxCode, count: countText(locale, taken.count) },
      data: { ...taken },
    });
}
