// Quantities of a request taken, returned and on the way back, from the documents that name it.
import { compare, subtract, sum } from '@kuwei/contract/decimal';
import { AppError } from '@kuwei/contract/error';
import { FINAL_STATES } from '@kuwei/contract/wms/transaction-state';
import type { Locale } from '@kuwei/contract/constants';
import { sql, type RawBuilder } from 'kysely';
import { constant } from '../../db/constant-sql.ts';
import type { Trx } from '../../db/open.ts';
import { amountText } from '../unit-amount.ts';

export const SHARE_TYPE = 'WMS_SHARE';

/** Effective documents `t` of request `r`: neither reversals nor reversed. */
export const IS_EFFECTIVE = sql`t.share_request_id = r.id and t.deleted_at is null and t.reverses_id is null
  and not exists (select from wms_transaction v where v.reverses_id = t.id)`;

const linesOf = (type: 'OUTBOUND' | 'INBOUND', what: RawBuilder<unknown>, which: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(select coalesce(sum(${what}), 0) from wms_transaction t join wms_transaction_line l on l.transaction_id = t.id
    where ${IS_EFFECTIVE} and t.type = ${constant(type)} and ${which})`;

/** Posted quantity in the base unit. */
export const QTY_TAKEN = linesOf('OUTBOUND', sql`l.qty_done`, sql`true`);
export const QTY_RETURNED = linesOf('INBOUND', sql`l.qty_done`, sql`true`);
/** @param which condition on the returning documents `t` */
const returningQty = (which: RawBuilder<unknown>): RawBuilder<string> =>
  linesOf(
    'INBOUND',
    sql`coalesce(l.qty_appr, l.qty_req) - l.qty_done`,
    sql`t.state <> all(${constant(FINAL_STATES)}) and ${which}`,
  );
/** Drafts count, so borrowers find an existing one instead of creating a second. */
export const QTY_RETURNING = returningQty(sql`true`);

interface ReturnDocument {
  id: string;
  type: string;
  share_request_id: string | null;
}

/**
 * A return contains only lent goods, and no more than is still out.
 * @throws AppError SHARE_BACK
 */
export async function assertOnLoan(
  trx: Trx,
  { id, type, share_request_id: requestId }: ReturnDocument,
  lines: readonly { productId: string; qtyReq: string }[],
  locale: Locale,
): Promise<void> {
  if (requestId === null || type !== 'INBOUND') return;
  const { productId, unit, out } = await lockLoan(trx, requestId, id);
  const brought = sum(lines.map(({ qtyReq }) => qtyReq));
  if (lines.every((line) => line.productId === productId) && compare(brought, out) <= 0) return;
  throw new AppError('SHARE_BACK', { params: { out: await amountText(trx, out, unit, locale) }, field: 'lines' });
}

/** Locks the request after its document, which serializes concurrent returns. */
async function lockLoan(trx: Trx, requestId: string, documentId: string) {
  await sql`select from wms_share_request where id = ${requestId} for no key update`.execute(trx);
  const { rows } = await sql<{ productId: string; unit: string; taken: string; back: string; coming: string }>`
    select r.product_id as "productId", p.base_unit as unit, ${QTY_TAKEN} as taken, ${QTY_RETURNED} as back,
           ${returningQty(sql`t.id <> ${documentId} and t.state not in ('DRAFT', 'RETURNED')`)} as coming
      from wms_share_request r join wms_product p on p.id = r.product_id where r.id = ${requestId}`.execute(trx);
  const { taken, back, coming: others, ...row } = rows[0]!;
  return { ...row, out: subtract(subtract(taken, back), others) };
}

/** A collection whose goods were returned cannot be reversed. @throws AppError SHARE_GIVEN_BACK */
export async function assertNotReturned(trx: Trx, { type, share_request_id: requestId }: ReturnDocument): Promise<void> {
  if (requestId === null || type !== 'OUTBOUND') return;
  await sql`select from wms_share_request where id = ${requestId} for no key update`.execute(trx);
  const { rows } = await sql<{ some: boolean }>`
    select ${QTY_RETURNED} > 0 or ${returningQty(sql`t.state not in ('DRAFT', 'RETURNED')`)} > 0 as some from wms_share_request r where r.id = ${requestId}`.execute(
    trx,
  );
  if (rows[0]!.some) throw new AppError('SHARE_GIVEN_BACK');
}
