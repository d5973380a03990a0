// Writes limits. Lock order of decision 048: stock, the limit, then the warnings that it opens or closes in the same commit.
import { compare } from '@kuwei/contract/decimal';
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import type { Limit, LimitForm } from '@kuwei/contract/wms/ews-product';
import { sql } from 'kysely';
import { recheckAuthorization } from '../../session/recheck.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf, valuesOf } from '../../db/columns.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { updateRow } from '../../db/rows.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import { checkLimits } from '../product/units.ts';
import { ownReadScope } from '../scope.ts';
import { getLimit, LIMIT } from './queries.ts';

type Context = WriteContext<Caller>;
type Goods = Pick<LimitForm, 'orgId' | 'warehouseId' | 'productId' | 'categoryId'>;

/**
 * @throws AppError EWS_LIMIT_OF, EWS_LIMIT_EMPTY, EWS_LIMIT_RANGE, EWS_LIMIT_TWICE, QTY_DECIMALS; NOT_FOUND at the field for what
 * is not visible
 */
export async function createLimit(context: Context, form: LimitForm): Promise<Limit> {
  const { trx, caller, logChange } = context;
  assertFits(form);
  await lockStock(trx, form);
  await recheckAuthorization(trx, caller);
  await assertInScope(context, form);
  await assertQuantities(context, form);
  const id = newId();
  const made = await trx
    .insertInto('wms_stock_limit')
    .values({ id, ...valuesOf('l', LIMIT, form), created_by: caller.userId, updated_by: caller.userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (made.length === 0) throw new AppError('EWS_LIMIT_TWICE', { field: fieldOf(form) });
  await evaluateGoods(trx, form);
  logChange({ entity: 'wms_stock_limit', id, change: form });
  return notifyAndGet(context, id);
}

/** @throws AppError STALE, EWS_LIMIT_FIXED, and as `createLimit` */
export async function updateLimit(context: Context, id: string, { rev, ...form }: LimitForm & { rev: number }): Promise<Limit> {
  assertFits(form);
  const before = await lock(context, id);
  assertRevision(before.rev, rev);
  for (const field of ['orgId', 'warehouseId', 'productId', 'categoryId'] as const)
    if (form[field] !== before[field]) throw new AppError('EWS_LIMIT_FIXED', { field });
  await assertQuantities(context, form);
  await updateRow(context, 'wms_stock_limit', before, valuesOf('l', LIMIT, form));
  await evaluateGoods(context.trx, form);
  context.logChange({ entity: 'wms_stock_limit', id, change: changesOf(before, form) });
  return notifyAndGet(context, id);
}

export async function deleteLimit(context: Context, id: string): Promise<null> {
  const before = await lock(context, id);
  await context.trx.deleteFrom('wms_stock_limit').where('id', '=', id).execute();
  await evaluateGoods(context.trx, before);
  const of = before.productCode ?? before.categoryName;
  context.logChange({ entity: 'wms_stock_limit', id, change: { deleted: of } });
  context.emit({ to: 'all', ...EVENTS.warning, d: {} });
  return null;
}

async function lock(context: Context, id: string): Promise<Limit> {
  const { trx, caller, origin } = context;
  const own = ownReadScope(caller);
  await lockStock(trx, await getLimit(trx, own, id, origin.locale));
  await sql`select from wms_stock_limit where id = ${id} for no key update`.execute(trx);
  await recheckAuthorization(trx, caller);
  return getLimit(trx, own, id, origin.locale);
}

/** Serializes with postings of the product. A category has too many products to lock: the clock catches concurrent postings. */
async function lockStock(trx: Trx, { orgId, warehouseId, productId }: Goods): Promise<void> {
  if (productId === null) return;
  await sql`select from wms_product_box where owner_org_id = ${orgId} and warehouse_id = ${warehouseId} and product_id = ${productId}
    order by id for no key update`.execute(trx);
}

/** Re-evaluates the goods of the limit, in stock or not. */
async function evaluateGoods(trx: Trx, { orgId, warehouseId, productId, categoryId }: Goods): Promise<void> {
  const goods =
    productId === null
      ? sql`select distinct s.product_id from wms_product_box s join wms_product p on p.id = s.product_id
             where s.owner_org_id = ${orgId} and s.warehouse_id = ${warehouseId} and p.category_id in (
               with recursive below as (
                 select ${categoryId}::uuid as id
                 union select c.id from below join wms_category c on c.parent_id = below.id)
               select id from below)`
      : sql`select ${productId}::uuid as product_id`;
  await sql`select wms_ews_look(array_agg(${orgId}::uuid), array_agg(g.product_id), array_agg(${warehouseId}::uuid)) from (${goods}) g
    having count(*) > 0`.execute(trx);
}

const fieldOf = ({ productId }: Goods) => (productId === null ? 'categoryId' : 'productId');

/** Cross-field rules of the form. */
function assertFits(form: LimitForm): void {
  const { productId, categoryId, minQty, maxQty, expiryDays } = form;
  if ((productId === null) === (categoryId === null)) throw new AppError('EWS_LIMIT_OF', { field: 'productId' });
  if (minQty === null && maxQty === null && expiryDays === null) throw new AppError('EWS_LIMIT_EMPTY', { field: 'minQty' });
  if (minQty !== null && maxQty !== null && compare(minQty, maxQty) > 0)
    throw new AppError('EWS_LIMIT_RANGE', { field: 'maxQty' });
}

/** Only for products: a category has no unit to check against. @throws AppError QTY_DECIMALS at the field */
async function assertQuantities({ trx, origin }: Context, { productId, minQty, maxQty }: LimitForm): Promise<void> {
  if (productId !== null) await checkLimits(trx, productId, { minQty, maxQty }, origin.locale);
}

/** @throws AppError NOT_FOUND at the field, also for what is not visible */
async function assertInScope({ trx, caller }: Context, { orgId, warehouseId, productId, categoryId }: LimitForm): Promise<void> {
  const { own } = ownReadScope(caller);
  const isInScope = own.kind === 'owner' ? own.orgId === orgId : own.warehouseIds.includes(warehouseId);
  if (!isInScope) throw new AppError('NOT_FOUND', { field: own.kind === 'owner' ? 'orgId' : 'warehouseId' });
  const { rows } = await sql<Record<'orgId' | 'warehouseId' | 'productId' | 'categoryId', boolean>>`
    select exists (select from wms_org where id = ${orgId} and valid and type <> 'WAREHOUSE') as "orgId",
           exists (select from wms_warehouse where id = ${warehouseId} and deleted_at is null) as "warehouseId",
           ${productId}::uuid is null or exists (select from wms_product where id = ${productId} and deleted_at is null) as "productId",
           ${categoryId}::uuid is null or exists (select from wms_category where id = ${categoryId}) as "categoryId"`.execute(
    trx,
  );
  for (const [field, is] of Object.entries(rows[0]!)) if (!is) throw new AppError('NOT_FOUND', { field });
}

function notifyAndGet(context: Context, id: string): Promise<Limit> {
  context.emit({ to: 'all', ...EVENTS.warning, d: {} });
  return getLimit(context.trx, ownReadScope(context.caller), id, context.origin.locale);
}
