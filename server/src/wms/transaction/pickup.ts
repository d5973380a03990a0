// The pick-up code: six digits that the owner of an outbound document knows, and whoever lets the goods go asks for.
// It follows from the secret of the installation, so that it stands nowhere.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import type { Db } from '../../db/open.ts';
import { visible } from './document.ts';
import { scopeOf } from '../scope.ts';

const DIGITS = 6;
const CODE = /^\d{6}$/;
const TRIES = 5;
const LOCK_MINUTES = 15;

export function pickupCode(document: { id: string; pickup_salt: Buffer | null }, secret: Buffer): string {
  if (document.pickup_salt === null) throw new AppError('ILLEGAL_TRANSITION');
  const digest = createHmac('sha256', secret).update('pickup').update(document.id).update(document.pickup_salt).digest();
  return String(digest.readUInt32BE(0) % 10 ** DIGITS).padStart(DIGITS, '0');
}

function isRight(document: { id: string; pickup_salt: Buffer | null }, given: string | null, secret: Buffer): boolean {
  const wanted = Buffer.from(pickupCode(document, secret));
  // Codes are typed with whatever the input method of the keeper is set to.
  const code = (given ?? '').normalize('NFKC');
  return CODE.test(code) && timingSafeEqual(wanted, Buffer.from(code));
}

const refusalAfter = (failures: number): AppError =>
  new AppError('PICKUP_CODE', { params: { left: Math.max(0, TRIES - failures) }, field: 'pickupCode' });

/** @throws AppError PICKUP_CODE with the tries that are left */
export function checkPickupCode(
  document: { id: string; pickup_salt: Buffer | null; pickup_failures: number },
  given: string | null,
  secret: Buffer,
): void {
  if (!isRight(document, given, secret)) throw refusalAfter(document.pickup_failures);
}

/** Whether finishing a document takes a code; where it does not, a code that came along is no try. */
export async function needsCode(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('wms_transaction').where('id', '=', id).select('type').executeTakeFirst();
  return row?.type === 'OUTBOUND';
}

/**
 * Judges a code in a commit of its own, under the document's lock: guesses at the same moment cannot share a try, and a right
 * code sets the count back whatever else the call is refused for.
 * @returns PICKUP_CODE for a wrong code, to be thrown when the try has been committed
 * @throws AppError PICKUP_LOCKED after five wrong codes, for fifteen minutes
 */
export async function judgeTry(
  { trx, caller, services }: WriteContext<Caller>,
  id: string,
  given: string,
): Promise<AppError | null> {
  const row = await trx
    .selectFrom('wms_transaction as t')
    .innerJoin('wms_warehouse as w', 'w.id', 't.warehouse_id')
    .where('t.id', '=', id)
    .where(visible(scopeOf(caller)))
    .select([
      't.id',
      't.pickup_salt',
      't.pickup_failures',
      sql<number | null>`ceil(extract(epoch from t.pickup_locked_until - now()) / 60)::int`.as('minutes'),
    ])
    .forUpdate('t')
    .executeTakeFirst();
  if (!row?.pickup_salt) return null;
  if (row.minutes !== null && row.minutes > 0) throw new AppError('PICKUP_LOCKED', { params: { minutes: row.minutes } });
  if (isRight(row, given, services.secret)) {
    if (row.pickup_failures > 0)
      await trx
        .updateTable('wms_transaction')
        .set({ pickup_failures: 0, pickup_locked_until: null })
        .where('id', '=', id)
        .execute();
    return null;
  }
  const failures = row.minutes === null ? row.pickup_failures + 1 : 1;
  await trx
    .updateTable('wms_transaction')
    .set({
      pickup_failures: failures,
      pickup_locked_until: failures >= TRIES ? sql<string>`now() + ${LOCK_MINUTES} * interval '1 minute'` : null,
    })
    .where('id', '=', id)
    .execute();
  return refusalAfter(failures);
}
