// Closes, signs and reopens months. Each step locks the register and re-checks authorization under the lock.
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import type { BodyOf } from '@kuwei/contract/route';
import type { FlowRegister, flowRoutes } from '@kuwei/contract/wms/hazard-flow';
import { sql } from 'kysely';
import { recheckAuthorization } from '../../session/still.ts';
import { actorOf, type Caller, type WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import { assertRevision } from '../../db/stale.ts';
import { ownSight } from '../scope.ts';
import { bookOf, closesOf, isTheirs, ofBook, type Book, type Close, type Which } from './book.ts';
import { rulesOf } from './due.ts';
import { differs, digestOf, figuresOf, hashBefore, hashOf, keptOf } from './figures.ts';
import { notifyOther, toldNoMore } from './messages.ts';
import { cannotClose, getRegister, isAnother, monthAfter, needsTwo } from './register.ts';

type Context = WriteContext<Caller>;

/** @throws AppError FLOW_RUNNING, FLOW_CLOSED, FLOW_ORDER, FLOW_UNBALANCED; NOT_FOUND for another warehouse */
export async function closeMonth(context: Context, body: BodyOf<(typeof flowRoutes)['closeFlow']>): Promise<FlowRegister> {
  const { trx, caller, origin, logChange } = context;
  await hold(context, body);
  const book = await bookOf(trx, body);
  const closes = await closesOf(trx, body);
  const found = await figuresOf(trx, book, null, origin.locale);
  switch (cannotClose(book, closes, found)) {
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
  const { rows } = await sql<{ id: string }>`select p.id from wms_product p where ${ofBook(book, sql`p.id`)} order by 1`.execute(
    trx,
  );
  const productIds = rows.map(({ id }) => id);
  const figures = keptOf(found);
  const digest = await digestOf(trx, book);
  const hash = hashOf({ book, productIds, figures, digest, before: hashBefore(closes, book.month) });
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
  if (needsTwo(book)) await notifyOther(context, id, book);
  return changed(context, book);
}

/** @throws AppError STALE, FLOW_SAME, FLOW_SIGNED, FLOW_DIFFERS, FLOW_REOPENED */
export async function signMonth(context: Context, id: string, rev: number): Promise<FlowRegister> {
  const { trx, caller, logChange } = context;
  const { book, close } = await lock(context, id);
  if (!needsTwo(book) || close.signedById !== null) throw new AppError('FLOW_SIGNED');
  if (!isAnother(close, caller)) throw new AppError('FLOW_SAME');
  assertRevision(close.rev, rev);
  if (await differs(trx, { ...book, close })) throw new AppError('FLOW_DIFFERS');
  await sql`update wms_flow_close set signed_by = ${actorOf(caller)}, signed_at = now(), rev = rev + 1 where id = ${id}`.execute(
    trx,
  );
  logChange({ entity: 'wms_flow_close', id, change: { month: book.month, hash: close.hash } });
  await toldNoMore(context, id);
  return changed(context, book);
}

/** @throws AppError STALE, FLOW_LATER, FLOW_REOPENED */
export async function reopenMonth(
  context: Context,
  id: string,
  { rev, reason }: { rev: number; reason: string },
): Promise<FlowRegister> {
  const { trx, caller, logChange } = context;
  const { book, close } = await lock(context, id);
  const [last] = await closesOf(trx, book);
  if (last?.id !== id) throw new AppError('FLOW_LATER', { params: { month: last?.month ?? '' } });
  assertRevision(close.rev, rev);
  await sql`
    update wms_flow_close set reopened_by = ${actorOf(caller)}, reopened_at = now(), reason = ${reason}, rev = rev + 1 where id = ${id}`.execute(
    trx,
  );
  logChange({ entity: 'wms_flow_close', id, change: { month: book.month, reason } });
  await toldNoMore(context, id);
  return changed(context, book);
}

/** Locks the register of a class in a warehouse of the caller, so writers are serialized. @throws AppError NOT_FOUND */
export async function hold({ trx, caller }: Context, { warehouseId, controlClass }: Which): Promise<void> {
  if (!isTheirs(ownSight(caller), warehouseId)) throw new AppError('NOT_FOUND', { field: 'warehouseId' });
  await sql`select pg_advisory_xact_lock(hashtextextended(${`flow/${warehouseId}/${controlClass}`}, 0))`.execute(trx);
  await recheckAuthorization(trx, caller);
}

/** @throws AppError NOT_FOUND, also for another warehouse; FLOW_REOPENED */
async function lock(context: Context, id: string): Promise<{ book: Book; close: Close }> {
  const { trx, caller } = context;
  const { rows } = await sql<Which & { month: string }>`
    select warehouse_id as "warehouseId", control_class as "controlClass", to_char(month, 'YYYY-MM') as month
      from wms_flow_close where id = ${id}`.execute(trx);
  const which = rows[0];
  if (!which || !isTheirs(ownSight(caller), which.warehouseId)) throw new AppError('NOT_FOUND');
  await hold(context, which);
  const book = await bookOf(trx, which);
  if (book.close?.id !== id) throw new AppError('FLOW_REOPENED');
  return { book, close: book.close };
}

function changed(context: Context, { warehouseId, controlClass, month }: Book): Promise<FlowRegister> {
  const { trx, caller, origin, services } = context;
  context.emit({ to: 'all', ...EVENTS.hazardFlow, d: {} });
  return getRegister(
    trx,
    { warehouseId, controlClass, month },
    { caller, sight: ownSight(caller), rules: rulesOf(services), locale: origin.locale },
  );
}
