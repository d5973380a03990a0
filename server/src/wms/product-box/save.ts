import { AppError } from '@kuwei/contract/error';
import type { BodyOf } from '@kuwei/contract/route';
import type { ProductBox, productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { sql, type Updateable } from 'kysely';
import { recheckAuthorization } from '../../session/recheck.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf, valuesOf } from '../../db/columns.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import type { WmsProductBox } from '../../db/types.ts';
import { notifyOrgs } from '../owners.ts';
import { productNames } from '../product/queries.ts';
import { ownReadScope } from '../scope.ts';
import { notifyTrouble } from '../transaction/trouble.ts';
import { getStock, STOCK_NOTES } from './queries.ts';

type Note = BodyOf<(typeof productBoxRoutes)['noteStock']>;
type Freeze = BodyOf<(typeof productBoxRoutes)['freezeStock']>;

/** @throws AppError DEPOSIT_UNTIL for a new date before today */
export async function noteStock(context: WriteContext<Caller>, id: string, { rev, ...form }: Note): Promise<ProductBox> {
  const before = await lock(context, id);
  assertRevision(before.rev, rev);
  const { depositUntil } = form;
  if (depositUntil !== null && depositUntil !== before.depositUntil && (await isPast(context, depositUntil)))
    throw new AppError('DEPOSIT_UNTIL', { field: 'depositUntil' });
  await write(context, id, { ...valuesOf('s', STOCK_NOTES, form), rev: before.rev + 1 });
  context.logChange({ entity: 'wms_product_box', id, change: changesOf(before, form) });
  return getStock(context.trx, ownReadScope(context.caller), id, context.origin.locale);
}

/**
 * Freezes or releases a stock row, and notifies its owner. Reservations are kept.
 * @throws AppError COMMENT_NEEDED when it is frozen without a reason
 */
export async function freezeStock(
  context: WriteContext<Caller>,
  id: string,
  { frozen, reason, rev }: Freeze,
): Promise<ProductBox> {
  const before = await lock(context, id);
  assertRevision(before.rev, rev);
  if (frozen && (reason === null || reason === '')) throw new AppError('COMMENT_NEEDED', { field: 'reason' });
  if (!frozen) await assertNotInQuarantine(context, before);
  if (frozen === before.frozen) throw new AppError('ILLEGAL_TRANSITION', { data: { frozen } });
  await write(context, id, { frozen, frozen_reason: frozen ? reason : null, rev: before.rev + 1 });
  await notifyOrgs(context, [before.ownerOrgId], {
    template: frozen ? 'msg.stockFrozen' : 'msg.stockReleased',
    params: { product: await productNames(context.trx, before.productId), box: before.boxCode, reason: reason ?? '' },
    about: { bc: 'wms', fc: 'product-box', objectId: id },
    page: `wms/product-box/list?boxId=${before.boxId}&productId=${before.productId}`,
  });
  await notifyTrouble(context, { stock: id }, frozen ? 'msg.troubleFrozen' : null, { box: before.boxCode, reason: reason ?? '' });
  context.logChange({ entity: 'wms_product_box', id, change: { frozen: [before.frozen, frozen], reason } });
  return getStock(context.trx, ownReadScope(context.caller), id, context.origin.locale);
}

/** Disputed goods are released by moving them out. @throws AppError BOX_QUARANTINE */
async function assertNotInQuarantine({ trx }: WriteContext<Caller>, { boxId, boxCode }: ProductBox): Promise<void> {
  const { type } = await trx.selectFrom('wms_warehouse_box').where('id', '=', boxId).select('type').executeTakeFirstOrThrow();
  if (type === 'QUARANTINE') throw new AppError('BOX_QUARANTINE', { params: { code: boxCode } });
}

/** Locks the row against postings until the commit, and reads it as visible to the caller. */
async function lock({ trx, caller, origin }: WriteContext<Caller>, id: string): Promise<ProductBox> {
  const own = ownReadScope(caller);
  await getStock(trx, own, id, origin.locale);
  await trx.selectFrom('wms_product_box').where('id', '=', id).select('id').forNoKeyUpdate().execute();
  await recheckAuthorization(trx, caller);
  return getStock(trx, own, id, origin.locale);
}

async function isPast({ trx }: WriteContext<Caller>, day: string): Promise<boolean> {
  const { rows } = await sql<{ past: boolean }>`select ${day}::date < current_date as past`.execute(trx);
  return rows[0]!.past;
}

async function write({ trx }: WriteContext<Caller>, id: string, columns: Updateable<WmsProductBox>): Promise<void> {
  await trx.updateTable('wms_product_box').set(columns).where('id', '=', id).execute();
}
