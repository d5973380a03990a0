// Writes permits under a row lock, which deposits that use them take as well, so the rest is current.
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import type { Permit, PermitForm } from '@kuwei/contract/wms/permit';
import { sql } from 'kysely';
import { recheckAuthorization } from '../../session/recheck.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf, valuesOf } from '../../db/columns.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { updateRow } from '../../db/rows.ts';
import { assertRevision, withUniqueRefusal } from '../../db/refuse-conflict.ts';
import { t } from '../../phrase.ts';
import { lockDicsForShare } from '../../platform/dic/codes.ts';
import { inUseError } from '../place/in-use.ts';
import { ownReadScope } from '../scope.ts';
import { findPermitFaults, PERMIT_DICS } from './validate.ts';
import { notifyKeepers, notifyOwner, closeCheckMessage } from './messages.ts';
import { isMemberOf, getPermit, PERMIT_FORM } from './queries.ts';

type Context = WriteContext<Caller>;

export const PERMITS = 'wms_permit';

/**
 * Creates a permit: to be checked if entered by its owner, valid if entered by the warehouse.
 * @throws AppError PERMIT_OWN, PERMIT_TWICE, CODE_TAKEN, INVALID; NOT_FOUND at the field for what is not visible
 */
export async function createPermit(context: Context, form: PermitForm): Promise<Permit> {
  const { trx, caller, logChange } = context;
  await recheckAuthorization(trx, caller);
  await assertValid(context, null, form);
  const isChecked = ownReadScope(caller).own.kind === 'warehouse';
  if (isChecked) await assertNotOwn(context, form.orgId);
  await assertFile(context, form, null);
  const id = newId();
  const code = form.code ?? (await nextCode(trx));
  await withUniqueRefusal('wms_permit_code_key', code, () =>
    trx
      .insertInto('wms_permit')
      .values({
        id,
        ...valuesOf('m', PERMIT_FORM, { ...form, code }),
        ...(isChecked ? checkedBy(caller) : {}),
        created_by: caller.userId,
        updated_by: caller.userId,
      })
      .execute(),
  );
  logChange({ entity: PERMITS, id, change: { ...form, code } });
  const made = await notifyAndGet(context, id);
  if (!isChecked) await notifyKeepers(context, made);
  return made;
}

/** @throws AppError STALE, FORBIDDEN, PERMIT_FIXED, PERMIT_BELOW, and as `createPermit` */
export async function updatePermit(
  context: Context,
  id: string,
  { rev, ...form }: PermitForm & { rev: number },
): Promise<Permit> {
  const before = await lock(context, id);
  assertRevision(before.rev, rev);
  await assertEditable(context, before);
  const next = { ...form, code: form.code ?? before.code };
  await assertValid(context, before, next);
  if (form.orgId !== before.orgId && ownReadScope(context.caller).own.kind === 'warehouse')
    await assertNotOwn(context, form.orgId);
  await assertFile(context, next, before);
  await withUniqueRefusal('wms_permit_code_key', next.code, () =>
    updateRow(context, PERMITS, before, valuesOf('m', PERMIT_FORM, next)),
  );
  context.logChange({ entity: PERMITS, id, change: changesOf(before, next) });
  return notifyAndGet(context, id);
}

/** @throws AppError STALE, ILLEGAL_TRANSITION, PERMIT_OWN for members of its organisation */
export async function checkPermit(context: Context, id: string, rev: number): Promise<Permit> {
  const before = await lock(context, id);
  assertRevision(before.rev, rev);
  if (before.state !== 'PENDING') throw new AppError('ILLEGAL_TRANSITION', { data: { from: before.state, to: 'VALID' } });
  await assertNotOwn(context, before.orgId);
  await updateRow(context, PERMITS, before, checkedBy(context.caller));
  context.logChange({ entity: PERMITS, id, change: { state: [before.state, 'VALID'] } });
  await closeCheckMessage(context, id);
  const after = await notifyAndGet(context, id);
  await notifyOwner(context, after, 'msg.permitChecked');
  return after;
}

/** Stock that came in under it stays. @throws AppError STALE, ILLEGAL_TRANSITION */
export async function revokePermit(
  context: Context,
  id: string,
  { rev, reason }: { rev: number; reason: string },
): Promise<Permit> {
  const before = await lock(context, id);
  assertRevision(before.rev, rev);
  if (before.state === 'REVOKED') throw new AppError('ILLEGAL_TRANSITION', { data: { from: before.state, to: 'REVOKED' } });
  await updateRow(context, PERMITS, before, { state: 'REVOKED', reason });
  context.logChange({ entity: PERMITS, id, change: { state: [before.state, 'REVOKED'], reason } });
  await closeCheckMessage(context, id);
  const after = await notifyAndGet(context, id);
  await notifyOwner(context, after, 'msg.permitRevoked');
  return after;
}

/** @throws AppError IN_USE_BY where a deposit has used it; FORBIDDEN where the caller may not change it */
export async function deletePermit(context: Context, id: string, rev?: number): Promise<null> {
  const before = await lock(context, id);
  if (rev !== undefined) assertRevision(before.rev, rev);
  await assertEditable(context, before);
  const { rows } = await sql<{ n: number }>`
    select count(distinct l.transaction_id)::int as n from wms_permit_use u join wms_transaction_line l on l.id = u.line_id where u.permit_id = ${id}`.execute(
    context.trx,
  );
  if (rows[0]!.n > 0) throw inUseError(t(context.origin.locale, 'wms.used.documents', { n: rows[0]!.n }));
  await sql`delete from wms_permit where id = ${id}`.execute(context.trx);
  context.logChange({ entity: PERMITS, id, change: { deleted: before.code } });
  await closeCheckMessage(context, id);
  context.emit({ to: 'all', ...EVENTS.permit, d: {} });
  return null;
}

const checkedBy = ({ userId }: Caller) => ({ state: 'VALID' as const, checked_by: userId, checked_at: new Date().toISOString() });

async function nextCode(trx: Trx): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    select 'PM' || to_char(current_date, 'YYYYMMDD') || lpad(n, greatest(4, length(n)), '0') as code
      from (select nextval('wms_permit_no')::text) x(n)`.execute(trx);
  return rows[0]!.code;
}

/** Locks the permit. @throws AppError NOT_FOUND, also for one that is not visible */
async function lock({ trx, caller, origin }: Context, id: string): Promise<Permit> {
  await sql`select from wms_permit where id = ${id} for no key update`.execute(trx);
  await recheckAuthorization(trx, caller);
  return getPermit(trx, id, caller, origin.locale);
}

/** Owners edit only unchecked permits; revoked ones are final. */
async function assertEditable(context: Context, before: Permit): Promise<void> {
  if (before.mayEdit) return;
  if (before.state === 'REVOKED' || ownReadScope(context.caller).own.kind === 'owner') throw new AppError('PERMIT_FIXED');
  throw new AppError('PERMIT_OWN');
}

/** @throws AppError PERMIT_OWN */
async function assertNotOwn({ trx, caller }: Context, orgId: string): Promise<void> {
  const { rows } = await sql<{ own: boolean }>`select ${isMemberOf(sql`${orgId}::uuid`, caller)} as own`.execute(trx);
  if (rows[0]!.own) throw new AppError('PERMIT_OWN', { field: 'orgId' });
}

async function assertValid({ trx, caller, origin }: Context, before: Permit | null, form: PermitForm): Promise<void> {
  await lockDicsForShare(trx, PERMIT_DICS);
  // Blocks concurrent deletion of the products until commit.
  await sql`select from wms_product where id = any(${form.productIds}::uuid[]) order by id for key share`.execute(trx);
  const [faults] = await findPermitFaults(trx, ownReadScope(caller).own, [{ before, form }], origin.locale);
  const [first] = faults!;
  if (first) throw first;
}

/** An upload not yet attached becomes the owner's. @throws AppError NOT_FOUND */
async function assertFile({ trx, caller }: Context, { fileId, orgId }: PermitForm, before: Permit | null): Promise<void> {
  if (fileId === null || fileId === before?.fileId) return;
  const { rows } = await sql`
    select from sys_file where id = ${fileId} and visibility <> 'PRIVATE'
       and (org_id is null and created_by = ${caller.userId} or org_id = ${orgId} and visibility = 'ORG') for key share`.execute(
    trx,
  );
  if (rows.length === 0) throw new AppError('NOT_FOUND', { field: 'fileId' });
  await sql`update sys_file set org_id = ${orgId}, visibility = 'ORG' where id = ${fileId} and org_id is null and visibility <> 'ALL'`.execute(
    trx,
  );
}

function notifyAndGet(context: Context, id: string): Promise<Permit> {
  context.emit({ to: 'all', ...EVENTS.permit, d: {} });
  return getPermit(context.trx, id, context.caller, context.origin.locale);
}
