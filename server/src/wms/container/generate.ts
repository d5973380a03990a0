import { AppError } from '@kuwei/contract/error';
import type { BodyOf } from '@kuwei/contract/route';
import type { containerRoutes } from '@kuwei/contract/wms/container';
import { GENERATE_MAX } from '@kuwei/contract/wms/place';
import { sql } from 'kysely';
import { recheckAuthorization } from '../../session/recheck.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import { lockTreeShared } from '../place/lock.ts';
import { ownerOrg } from '../scope.ts';
import { assertOwner } from '../warehouse-box/owner.ts';
import { newQrToken } from '../warehouse-box/qr.ts';

type Grid = BodyOf<(typeof containerRoutes)['generateBoxes']>;

/** Creates a box for every free cell of a grid. @throws AppError TOO_MANY_BOXES */
export async function generateBoxes(
  context: WriteContext<Caller>,
  id: string,
  form: Grid,
): Promise<{ created: number; skipped: number }> {
  const { trx, caller } = context;
  const cells = form.rows * form.cols;
  if (cells > GENERATE_MAX) throw new AppError('TOO_MANY_BOXES', { params: { max: GENERATE_MAX }, field: 'rows' });
  await assertOwner(trx, form);
  await lockTreeShared(trx);
  // Serialized per container: concurrent calls would see the same free cells.
  const { rows: found } = await sql<{ prefix: string }>`
    select w.code || '-' || c.code as prefix from wms_container c join wms_warehouse w on w.id = c.warehouse_id
     where c.id = ${id} and c.deleted_at is null and w.org_id = ${ownerOrg(caller)} for no key update of c`.execute(trx);
  await recheckAuthorization(trx, caller);
  if (!found[0]) throw new AppError('NOT_FOUND');
  const ids = Array.from({ length: cells }, () => newId());
  const tokens = ids.map(() => newQrToken());
  const made = await sql`
    insert into wms_warehouse_box (id, container_id, warehouse_id, code, row_no, col_no, type, owner_org_id, mix_policy,
                                   max_volume_l, max_mass_kg, max_lines, qr_token, created_by, updated_by)
    select n.id, c.id, c.warehouse_id, ${found[0].prefix} || '-R' || g.row || '-B' || g.col, g.row, g.col, ${form.type}, ${form.ownerOrgId},
           ${form.mixPolicy}, ${form.maxVolumeL}, ${form.maxMassKg}, ${form.maxLines}, n.token, ${caller.userId}, ${caller.userId}
      from wms_container c
     cross join (select r as row, b as col, row_number() over (order by r, b) as n
                   from generate_series(1, ${form.rows}::int) r, generate_series(1, ${form.cols}::int) b) g
      join unnest(${ids}::uuid[], ${tokens}::text[]) with ordinality n(id, token, n) on n.n = g.n
     where c.id = ${id}
        on conflict do nothing`.execute(trx);
  const created = Number(made.numAffectedRows ?? 0n);
  await sql`
    update wms_container
       set rows = greatest(rows, ${form.rows}), cols = greatest(cols, ${form.cols}), rev = rev + 1, updated_at = now(), updated_by = ${caller.userId}
     where id = ${id} and (rows < ${form.rows} or cols < ${form.cols})`.execute(trx);
  context.logChange({ entity: 'wms_container', id, change: { generated: created, ...form } });
  return { created, skipped: cells - created };
}
