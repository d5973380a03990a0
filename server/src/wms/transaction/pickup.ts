// Pick-up codes: six digits known to the owner of an outbound document, which the storekeeper asks for at the hand-out.
// Derived from the installation's secret, so never stored.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';
import { sql } from 'kysely';
import type { Caller, Services, WriteContext } from '../../context.ts';
import { recheckAfterWait } from '../../session/recheck.ts';
import type { Db } from '../../db/open.ts';
import type { Settings } from '../../services/settings.ts';
import { notify } from '../../platform/msg-inbox/notify.ts';
import { record } from './act.ts';
import { isInScope } from './document.ts';
import { linkOf } from './links.ts';
import { recipientsOf, paramsOf, loadPeople } from './messages.ts';
import { scopeOf } from '../scope.ts';

const DIGITS = 6;
const CODE = /^\d{6}$/;

export function pickupCode(document: { id: string; pickup_salt: Buffer | null }, secret: Buffer): string {
  if (document.pickup_salt === null) throw new AppError('ILLEGAL_TRANSITION');
  const digest = createHmac('sha256', secret).update('pickup').update(document.id).update(document.pickup_salt).digest();
  return String(digest.readUInt32BE(0) % 10 ** DIGITS).padStart(DIGITS, '0');
}

function isRight(document: { id: string; pickup_salt: Buffer | null }, given: string | null, secret: Buffer): boolean {
  const wanted = Buffer.from(pickupCode(document, secret));
  // Accept full-width digits: the input method may be in any mode.
  const code = (given ?? '').normalize('NFKC');
  return CODE.test(code) && timingSafeEqual(wanted, Buffer.from(code));
}

const refusalAfter = (settings: Settings, failures: number): AppError =>
  new AppError('PICKUP_CODE', {
    params: { left: Math.max(0, settings.get('WMS_PICKUP_TRIES') - failures) },
    field: 'pickupCode',
  });

interface LockedCode {
  /** ISO 8601. */
  until: string;
  /** `HH:MM` in the warehouse's time zone. */
  clock: string;
  minutes: number;
}

const refusalOf = ({ until, clock, minutes }: LockedCode): AppError =>
  new AppError('PICKUP_LOCKED', { params: { until: clock, minutes }, data: { until } });

/** @throws AppError PICKUP_CODE with the number of attempts left */
export function checkPickupCode(
  document: { id: string; pickup_salt: Buffer | null; pickup_failures: number },
  given: string | null,
  { secret, settings }: Services,
): void {
  if (!isRight(document, given, secret)) throw refusalAfter(settings, document.pickup_failures);
}

/** Whether finishing a document needs a code; otherwise a code sent along is not an attempt. */
export async function needsCode(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('wms_transaction').where('id', '=', id).select('type').executeTakeFirst();
  return row?.type === 'OUTBOUND';
}

/**
 * Checks a code in its own commit under the document's lock: concurrent guesses each count, and a correct code resets the count
 * even if the call is refused later.
 * @returns PICKUP_CODE for a wrong code, PICKUP_LOCKED for the last attempt, to be thrown after the commit
 * @throws AppError PICKUP_LOCKED while locked
 */
export async function checkTry(context: WriteContext<Caller>, id: string, given: string): Promise<AppError | null> {
  const { services } = context;
  const row = await lockCode(context, id);
  if (!row?.pickup_salt) return null;
  if (row.locked) throw refusalOf(row.locked);
  if (isRight(row, given, services.secret)) {
    if (row.pickup_failures > 0) await setTries(context, id, 0);
    return null;
  }
  // An expired lock resets the count.
  const failures = row.pickup_locked_until === null ? row.pickup_failures + 1 : 1;
  const locked = await setTries(context, id, failures);
  if (!locked) return refusalAfter(services.settings, failures);
  await recordAndNotify(context, row, 'lockCode', 'msg.pickupLocked', { until: locked.clock });
  return refusalOf(locked);
}

/**
 * Unlocks a code. Not for storekeepers who hand out, who could then go on guessing.
 * @throws AppError NOT_FOUND outside the caller's scope, ILLEGAL_TRANSITION if not locked
 */
export async function releaseCode(context: WriteContext<Caller>, id: string, comment: string): Promise<void> {
  const row = await lockCode(context, id);
  if (!row) throw new AppError('NOT_FOUND');
  if (!row.locked) throw new AppError('ILLEGAL_TRANSITION');
  await setTries(context, id, 0);
  await recordAndNotify(context, row, 'releaseCode', 'msg.pickupReleased', {}, comment);
}

/** Locks the document and returns the state of its code. */
async function lockCode({ trx, caller }: WriteContext<Caller>, id: string) {
  const stillMay = recheckAfterWait({ trx, caller });
  const row = await trx
    .selectFrom('wms_transaction as t')
    .innerJoin('wms_warehouse as w', 'w.id', 't.warehouse_id')
    .where('t.id', '=', id)
    .where(isInScope(scopeOf(caller)))
    .selectAll('t')
    .$narrowType<{ type: TransactionType }>()
    .select(['w.org_id as warehouseOrgId', lockOf('t').as('locked')])
    .forUpdate('t')
    .executeTakeFirst();
  await stillMay();
  return row;
}

/** End of the lock on a document's code; null if not locked. */
const lockOf = (
  table: string,
) => sql<LockedCode | null>`case when ${sql.ref(`${table}.pickup_locked_until`)} > now() then json_build_object(
  'until', ${sql.ref(`${table}.pickup_locked_until`)}, 'clock', to_char(${sql.ref(`${table}.pickup_locked_until`)}, 'HH24:MI'),
  'minutes', ceil(extract(epoch from ${sql.ref(`${table}.pickup_locked_until`)} - now()) / 60)::int) end`;

/** Stores the number of failed attempts; the last one locks. @returns the lock, or null if attempts are left */
async function setTries(
  { trx, services: { settings } }: WriteContext<Caller>,
  id: string,
  failures: number,
): Promise<LockedCode | null> {
  const minutes = settings.get('WMS_PICKUP_LOCK_MINUTES');
  const until = failures >= settings.get('WMS_PICKUP_TRIES') ? sql<string>`now() + ${minutes} * interval '1 minute'` : null;
  const { locked } = await trx
    .updateTable('wms_transaction')
    .set({ pickup_failures: failures, pickup_locked_until: until })
    .where('id', '=', id)
    .returning(lockOf('wms_transaction').as('locked'))
    .executeTakeFirstOrThrow();
  return locked;
}

type Row = NonNullable<Awaited<ReturnType<typeof lockCode>>>;

/** In the timeline, to the owner, and by live event to open pages. */
async function recordAndNotify(
  context: WriteContext<Caller>,
  document: Row,
  action: 'lockCode' | 'releaseCode',
  template: 'msg.pickupLocked' | 'msg.pickupReleased',
  params: { until?: string },
  comment: string | null = null,
): Promise<void> {
  const people = await loadPeople(context.trx, document);
  await record(context, document, { action, from: document.state, to: document.state, comment });
  await notify(context, {
    to: recipientsOf(document, people).filter((id) => id !== context.caller.userId),
    template,
    params: { ...paramsOf(document, people), ...params },
    senderId: context.caller.userId,
    about: { bc: 'wms', fc: 'transaction', objectId: document.id },
    link: linkOf(document, 'owner'),
  });
  const to = [...people.owners, ...people.warehouse];
  context.emit({ to, ...EVENTS.transaction, d: { id: document.id, type: document.type, state: document.state } });
}
