import { AppError } from '@kuwei/contract/error';
import type { Box, BoxForm } from '@kuwei/contract/wms/warehouse-box';
import { sql } from 'kysely';
import { recheckAuthorization } from '../../session/recheck.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf, valuesOf } from '../../db/columns.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { updateRow } from '../../db/rows.ts';
import { assertRevision, withUniqueRefusal } from '../../db/refuse-conflict.ts';
import { t } from '../../phrase.ts';
import { assertBoxesUnassigned } from '../container/change-warehouse.ts';
import { gridFaults, type Grid } from '../container/grid.ts';
import { lockTreeShared, lockBoxes, lockTree } from '../place/lock.ts';
import { applyPlaceChange } from '../place/violations.ts';
import { inUseError } from '../place/in-use.ts';
import { ownerOrg, ownReadScope } from '../scope.ts';
import { assertOwner } from './owner.ts';
import { newQrToken } from './qr.ts';
import { BOX, getBox } from './queries.ts';

const CODE_INDEX = 'wms_warehouse_box_code';
const CELL_INDEX = 'wms_warehouse_box_cell';

const columnsOf = (form: BoxForm) => valuesOf('b', BOX, form);

export async function createBox(context: WriteContext<Caller>, form: BoxForm): Promise<Box> {
  const { trx, caller, origin } = context;
  const orgId = ownerOrg(caller);
  await lockTreeShared(trx);
  const { warehouseId } = await containerOf(trx, orgId, form, null);
  await assertOwner(trx, form);
  const id = newId();
  await refuseTakenPlace(form, () =>
    trx
      .insertInto('wms_warehouse_box')
      .values({
        id,
        warehouse_id: warehouseId,
        qr_token: newQrToken(),
        ...columnsOf(form),
        created_by: caller.userId,
        updated_by: caller.userId,
      })
      .execute(),
  );
  context.logChange({ entity: 'wms_warehouse_box', id, change: form });
  return getBox(trx, ownReadScope(caller), { id }, origin.locale);
}

/**
 * @throws AppError of the rule that its goods would break; for another warehouse, BOX_NOT_EMPTY with goods in it, IN_USE_BY while
 * open documents bring some
 */
export async function updateBox(
  context: WriteContext<Caller>,
  id: string,
  { rev, ...form }: BoxForm & { rev: number },
): Promise<Box> {
  const { trx, caller, origin } = context;
  const orgId = ownerOrg(caller);
  // Exclusive, since arrivals in other boxes of the new container matter as well.
  await lockTree(context);
  const before = await lockBox(context, id);
  assertRevision(before.rev, rev);
  const { warehouseId } = await containerOf(trx, orgId, form, before);
  await assertOwner(trx, form);
  if (warehouseId !== before.warehouseId) {
    if (before.occupied) throw notEmpty(before.code);
    await assertBoxesUnassigned(trx, [id], origin.locale);
  }
  await applyPlaceChange(trx, sql`b.id = ${id}`, origin.locale, async () => {
    await refuseTakenPlace(form, () =>
      updateRow(context, 'wms_warehouse_box', before, { ...columnsOf(form), warehouse_id: warehouseId }),
    );
  });
  context.logChange({ entity: 'wms_warehouse_box', id, change: changesOf(before, form) });
  return getBox(trx, ownReadScope(caller), { id }, origin.locale);
}

/** @throws AppError IN_USE_BY once it held anything, or is assigned in a document */
export async function deleteBox(context: WriteContext<Caller>, id: string): Promise<void> {
  const { trx, origin } = context;
  const before = await lockBox(context, id);
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from wms_product_box where box_id = ${id})
        or exists (select from wms_transaction_line_box where box_id = ${id})
        or exists (select from wms_inventory_box where box_id = ${id}) as used`.execute(trx);
  if (rows[0]!.used) throw inUseError(t(origin.locale, 'wms.used.history'));
  await trx.deleteFrom('wms_warehouse_box').where('id', '=', id).execute();
  context.logChange({ entity: 'wms_warehouse_box', id, change: { deleted: before.code } });
}

/** Locks the box with its contents: nothing enters or leaves until the commit. */
export async function lockBox({ trx, caller, origin }: WriteContext<Caller>, id: string): Promise<Box> {
  await lockBoxes(trx, [id]);
  await recheckAuthorization(trx, caller);
  return getBox(trx, ownReadScope(caller), { id }, origin.locale);
}

const notEmpty = (code: string): AppError => new AppError('BOX_NOT_EMPTY', { params: { code } });

/** The target container, which must be the caller's. @throws AppError NOT_FOUND; INVALID for a cell outside its grid */
async function containerOf(trx: Trx, orgId: string, form: BoxForm, before: Box | null): Promise<Grid & { warehouseId: string }> {
  const { containerId } = form;
  const found = await trx
    .selectFrom('wms_container as c')
    .innerJoin('wms_warehouse as w', 'w.id', 'c.warehouse_id')
    .where('c.id', '=', containerId)
    .where('c.deleted_at', 'is', null)
    .where('w.org_id', '=', orgId)
    .select(['w.id as warehouseId', 'c.rows', 'c.cols'])
    .executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND', { field: 'containerId' });
  const faults = gridFaults(form, before, found);
  if (faults.length > 0) throw new AppError('INVALID', { faults });
  return found;
}

const refuseTakenPlace = <T>({ code, row, col }: BoxForm, work: () => Promise<T>): Promise<T> =>
  withUniqueRefusal(CODE_INDEX, code, () => withUniqueRefusal(CELL_INDEX, `R${row}-B${col}`, work, 'row'));
