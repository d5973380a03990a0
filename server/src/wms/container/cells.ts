import type { Locale } from '@kuwei/contract/constants';
import type { ContainerCell } from '@kuwei/contract/wms/container';
import { sql, type Kysely } from 'kysely';
import { pick, rowsOf } from '../../db/columns.ts';
import type { DB, WmsWarehouseBox } from '../../db/types.ts';
import type { ReadScope } from '../scope.ts';
import { BOX, percentFull } from '../warehouse-box/queries.ts';
import { getContainer } from './queries.ts';

/**
 * Every box directly in a container, including retired ones, whose cells are still taken.
 * @throws AppError NOT_FOUND, also for a container of another organisation
 */
export async function listCells(db: Kysely<DB>, readScope: ReadScope, id: string, locale: Locale): Promise<ContainerCell[]> {
  await getContainer(db, readScope, id, locale);
  const from = sql`wms_warehouse_box b
      left join (select s.box_id, count(distinct (s.product_id, s.owner_org_id))::int as lines,
                        sum(s.qty * p.unit_volume_l) as volume, sum(s.qty * p.unit_mass_kg) as mass
                   from wms_product_box s join wms_product p on p.id = s.product_id
                  where s.qty > 0 and s.box_id in (select id from wms_warehouse_box where container_id = ${id})
                  group by 1) s on s.box_id = b.id
     where b.container_id = ${id}
     order by b.row_no nulls last, b.col_no, b.code collate wms_natural`;
  return (await rowsOf<ContainerCell, { b: WmsWarehouseBox }>(CELL, from).execute(db)).rows;
}

const CELL = {
  ...pick(BOX, 'id', 'code', 'row', 'col', 'type', 'state', 'lockReason'),
  lines: sql<number>`coalesce(s.lines, 0)`,
  usedPercent: percentFull('s'),
};
