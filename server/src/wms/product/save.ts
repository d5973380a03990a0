import { AppError } from '@kuwei/contract/error';
import type { Product, ProductForm } from '@kuwei/contract/wms/product';
import { mayMove, productMoves } from '@kuwei/contract/wms/state-moves';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { anyOf, updateRow } from '../../db/rows.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import { UNCHANGED } from '../../platform/batch.ts';
import type { Versioned } from '../../platform/import/kind.ts';
import { notifyTrouble } from '../transaction/trouble.ts';
import { findActivationFaults } from './validate.ts';
import { getProduct, usedProducts } from './queries.ts';
import { lockProducts, type StoredProduct } from './record.ts';
import { writeProducts } from './write.ts';

/** @throws AppError as `writeProducts` */
export async function createProduct(context: WriteContext<Caller>, form: ProductForm): Promise<Product> {
  const [made] = await writeProducts(context, [{ id: null, rev: null, form }]);
  return getProduct(context.trx, made!.id);
}

/** @throws AppError as `writeProducts` */
export async function updateProduct(
  context: WriteContext<Caller>,
  id: string,
  { rev, ...form }: ProductForm & { rev: number },
): Promise<Product> {
  await writeProducts(context, [{ id, rev, form }]);
  return getProduct(context.trx, id);
}

/**
 * @param rev version the caller saw; absent in bulk, where a product already in the state is skipped
 * @throws AppError STALE, ILLEGAL_TRANSITION, PRODUCT_INCOMPLETE
 */
export async function setProductState(
  context: WriteContext<Caller>,
  id: string,
  state: 'ACTIVE' | 'DISABLED',
  rev?: number,
): Promise<void | typeof UNCHANGED> {
  const before = await lock(context, id);
  if (rev !== undefined) assertRevision(before.rev, rev);
  else if (before.state === state) return UNCHANGED;
  if (!mayMove(productMoves, before.state, state))
    throw new AppError('ILLEGAL_TRANSITION', { data: { from: before.state, to: state } });
  if (state === 'ACTIVE') {
    const [lacking] = findActivationFaults(before.form, context.origin.locale);
    if (lacking) throw lacking;
  }
  await updateRow(context, 'wms_product', before, { state });
  if (before.state !== 'DRAFT') await notifyTrouble(context, { product: id }, state === 'DISABLED' ? 'msg.troubleOff' : null);
  context.logChange({ entity: 'wms_product', id, change: { state: [before.state, state] } });
}

/** @throws AppError NOT_FOUND, PRODUCT_IN_USE */
export async function deleteProduct(context: WriteContext<Caller>, id: string): Promise<void> {
  const { rev } = await lock(context, id);
  await deleteProducts(context, [{ id, rev }]);
}

/**
 * Deletes all or none.
 * @throws AppError NOT_FOUND, STALE; PRODUCT_IN_USE when a document or the ledger names one
 */
export async function deleteProducts(context: WriteContext<Caller>, products: readonly Versioned[]): Promise<void> {
  const { trx, caller } = context;
  const ids = products.map(({ id }) => id);
  const stored = await lockProducts(context, ids);
  for (const { id, rev } of products) {
    const before = stored.get(id);
    if (!before) throw new AppError('NOT_FOUND');
    assertRevision(before.rev, rev);
  }
  if ((await usedProducts(trx, ids)).size > 0) throw new AppError('PRODUCT_IN_USE');
  await trx
    .updateTable('wms_product')
    .set({ deleted_at: sql<string>`now()`, updated_by: caller.userId, rev: sql<number>`rev + 1` })
    .where('id', '=', anyOf(ids))
    .execute();
  for (const [id, { form }] of stored) context.logChange({ entity: 'wms_product', id, change: { deleted: form.code } });
}

/** @throws AppError NOT_FOUND */
async function lock(context: WriteContext<Caller>, id: string): Promise<StoredProduct> {
  const product = (await lockProducts(context, [id])).get(id);
  if (!product) throw new AppError('NOT_FOUND');
  return product;
}
