// Closes, signs and reopens months. Each step locks the register and re-checks authorization under the lock.
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import type { BodyOf } from '@kuwei/contract/route';
import type { FlowRegister, flowRoutes } from '@kuwei/contract/wms/hazard-flow';
import { sql } from 'kysely';
import { recheckAuthorization } from '../../session/recheck.ts';
import { actorOf, type Caller, type WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import { ownReadScope } from '../scope.ts';
import {
  loadRegisterMonth,
  listClosedMonths,
  isOwnWarehouse,
  isProductInMonth,
  type RegisterMonth,
  type ClosedMonth,
  type RegisterKey,
} from './register-month.ts';
import { reportRulesOf } from './due.ts';
import { differsFromLedger, digestOf, figuresOf, previousHash, hashOf, toStoredFigures } from './figures.ts';
import { notifySecondSigner, closeSignMessage } from './messages.ts';
import { closeRefusal, getRegister, isOtherPerson, monthAfter, needsSecondSigner } from './register.ts';

type Context = WriteContext<Caller>;

/** @throws AppError FLOW_RUNNING, FLOW_CLOSED, FLOW_ORDER, FLOW_UNBALANCED; NOT_FOUND for another warehouse */
export async function closeMonth(context: Context, body: BodyOf<(typeof flowRoutes)['closeFlow']>): Promise<FlowRegister> {
  const { trx, caller, origin, logChange } = context;
  await lockRegister(context, body);
  const book = await loadRegisterMonth(trx, body);
  const closes = await listClosedMonths(trx, body);
  const found = await figuresOf(trx, book, null, origin.locale);
  switch (closeRefusal(book, closes, found)) {
    case 'CLOSED':
      throw new AppError('FLOW_CLOSED');
    case 'RUNNING':
      throw new AppError('FLOW_RUNNING');
    case 'ORDER':
      throw new AppError('FLOW_ORDER', { params: { month: monthAfter(closes[0]!.month) } });
    case 'UNBALANCED':
      throw new AppError('FLOW_UNBALANCED', {
        params: { products: found.flatMap(({ balanced, code }) => (balanced ? [] : [code])).join(', ') },
      });
    default:
  }
  const { rows } = await sql<{
    id: string;
  }>`select p.id from wms_product p where ${isProductInMonth(book, sql`p.id`)} order by 1`.execute(trx);
  const productIds = rows.map(({ id }) => id);
  const figures = toStoredFigures(found);
  const digest = await digestOf(trx, book);
  const hash = hashOf({ book, productIds, figures, digest, before: previousHash(closes, book.month) });
  const id = newId();
  const entries = figures.reduce((count, each) => count + each.entries, 0);
  await sql`
    insert into wms_flow_close (id, warehouse_id, control_class, month, from_at, until_at, product_ids, figures, entries, digest, hash, closed_by, closed_as)
    values (${id}, ${book.warehouseId}, ${book.controlClass}, ${`${book.month}-01`}, ${book.from}, ${book.until}, ${productIds}::uuid[],
            ${JSON.stringify(figures)}::jsonb, ${entries}, ${digest}, ${hash}, ${actorOf(caller)}, ${caller.userId})`.execute(
    trx,
  );
  const { warehouseId, controlClass, month } = body;
  logChange({ entity: 'wms_flow_close', id, change: { warehouseId, controlClass, month, entries, hash } });
  if (needsSecondSigner(book)) await notifySecondSigner(context, id, book);
  return notifyAndGet(context, book);
}

/** @throws AppError STALE, FLOW_SAME, FLOW_SIGNED, FLOW_DIFFERS, FLOW_REOPENED */
export async function signMonth(context: Context, id: string, rev: number): Promise<FlowRegister> {
  const { trx, caller, logChange } = context;
  const { book, close } = await lock(context, id);
  if (!needsSecondSigner(book) || close.signedById !== null) throw new AppError('FLOW_SIGNED');
  if (!isOtherPerson(close, caller)) throw new AppError('FLOW_SAME');
  assertRevision(close.rev, rev);
  if (await differsFromLedger(trx, { ...book, close })) throw new AppError('FLOW_DIFFERS');
  await sql`update wms_flow_close set signed_by = ${actorOf(caller)}, signed_at = now(), rev = rev + 1 where id = ${id}`.execute(
    trx,
  );
  logChange({ entity: 'wms_flow_close', id, change: { month: book.month, hash: close.hash } });
  await closeSignMessage(context, id);
  return notifyAndGet(context, book);
}

/** @throws AppError STALE, FLOW_LATER, FLOW_REOPENED */
export async function reopenMonth(
  context: Context,
  id: string,
  { rev, reason }: { rev: number; reason: string },
): Promise<FlowRegister> {
  const { trx, caller, logChange } = context;
  const { book, close } = await lock(context, id);
  const [last] = await listClosedMonths(trx, book);
  if (last?.id !== id) throw new AppError('FLOW_LATER', { params: { month: last?.month ?? '' } });
  assertRevision(close.rev, rev);
  await sql`
    update wms_flow_close set reopened_by = ${actorOf(caller)}, reopened_at = now(), reason = ${reason}, rev = rev + 1 where id = ${id}`.execute(
    trx,
  );
  logChange({ entity: 'wms_flow_close', id, change: { month: book.month, reason } });
  await closeSignMessage(context, id);
  return notifyAndGet(context, book);
}

/** Locks the register of a class in a warehouse of the caller, so writers are serialized. @throws AppError NOT_FOUND */
export async function lockRegister({ trx, caller }: Context, { warehouseId, controlClass }: RegisterKey): Promise<void> {
  if (!isOwnWarehouse(ownReadScope(caller), warehouseId)) throw new AppError('NOT_FOUND', { field: 'warehouseId' });
  await sql`select pg_advisory_xact_lock(hashtextextended(${`flow/${warehouseId}/${controlClass}`}, 0))`.execute(trx);
  await recheckAuthorization(trx, caller);
}

/** @throws AppError NOT_FOUND, also for another warehouse; FLOW_REOPENED */
async function lock(context: Context, id: string): Promise<{ book: RegisterMonth; close: ClosedMonth }> {
  const { trx, caller } = context;
  const { rows } = await sql<RegisterKey & { month: string }>`
    select warehouse_id as "warehouseId", control_class as "controlClass", to_char(month, 'YYYY-MM') as month
      from wms_flow_close where id = ${id}`.execute(trx);
  const which = rows[0];
  if (!which || !isOwnWarehouse(ownReadScope(caller), which.warehouseId)) throw new AppError('NOT_FOUND');
  await lockRegister(context, which);
  const book = await loadRegisterMonth(trx, which);
  if (book.close?.id !== id) throw new AppError('FLOW_REOPENED');
  return { book, close: book.close };
}

function notifyAndGet(context: Context, { warehouseId, controlClass, month }: RegisterMonth): Promise<FlowRegister> {
  const { trx, caller, origin, services } = context;
  context.emit({ to: 'all', ...EVENTS.hazardFlow, d: {} });
  return getRegister(
    trx,
    { warehouseId, controlClass, month },
    { caller, readScope: ownReadScope(caller), rules: reportRulesOf(services), locale: origin.locale },
  );
}
