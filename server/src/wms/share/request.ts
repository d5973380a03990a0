// Creates and withdraws requests.
import { compare } from '@kuwei/contract/decimal';
import { AppError } from '@kuwei/contract/error';
import type { Share, ShareForm } from '@kuwei/contract/wms/share';
import { sql } from 'kysely';
import { recheckAuthorization } from '../../session/recheck.ts';
import { cancel, start } from '../../bpm/engine.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import { amountText } from '../unit-amount.ts';
import { leadersOf } from '../../platform/people.ts';
import { checkBaseAmounts } from '../product/units.ts';
import { ownerOrg } from '../scope.ts';
import { SHARE_KIND, varsOf } from './kind.ts';
import { lockRow, updateState, record } from './lock.ts';
import { approveShare } from './review.ts';
import { getOffer, getShare, actorIdsOf } from './queries.ts';

type Context = WriteContext<Caller>;

/**
 * @throws AppError NOT_FOUND for what is not offered to the caller, SHARE_OWN, SHARE_MODE, SHARE_MAX, SHARE_SHORT, SHARE_DAYS,
 * QTY_DECIMALS, WORKFLOW, WORKFLOW_REFUSES
 */
export async function createShare(context: Context, form: ShareForm): Promise<Share> {
  const { trx, caller, origin } = context;
  const org = ownerOrg(caller);
  await recheckAuthorization(trx, caller);
  const offer = await getOffer(trx, form.listingId, caller, origin.locale);
  const { baseUnit } = offer.product;
  // A member of both organisations would be asking themselves.
  if (offer.ours || (await isMember(context, offer.orgId))) throw new AppError('SHARE_OWN');
  if (offer.shareMode === 'NONE') throw new AppError('SHARE_MODE');
  const place = offer.places.find(({ id }) => id === form.warehouseId);
  await checkBaseAmounts(trx, [{ qty: form.qty, unit: baseUnit, path: 'qty' }], origin.locale);
  const inWords = (qty: string): Promise<string> => amountText(trx, qty, baseUnit, origin.locale);
  if (offer.maxQty !== null && compare(form.qty, offer.maxQty) > 0)
    throw new AppError('SHARE_MAX', { params: { max: await inWords(offer.maxQty) }, field: 'qty' });
  const free = place?.available ?? '0';
  if (compare(form.qty, free) > 0)
    throw new AppError('SHARE_SHORT', { params: { available: await inWords(free) }, field: place ? 'qty' : 'warehouseId' });
  await assertFits(context, form, offer.shareMode === 'LEND');
  const id = newId();
  const { rows } = await sql<{ no: string; levels: number }>`
    insert into wms_share_request (id, no, listing_id, owner_org_id, org_id, applicant_id, product_id, warehouse_id, qty, mode, price, purpose,
                                   needed_by, give_back_by, created_by, updated_by)
      select ${id}, 'SH' || to_char(current_date, 'YYYYMMDD') || lpad(n, greatest(5, length(n)), '0'), ${form.listingId}, ${offer.orgId}, ${org},
             ${caller.userId}, ${offer.product.id}, ${form.warehouseId}, ${form.qty}, ${offer.shareMode}, ${offer.price}, ${form.purpose},
             ${form.neededBy}::date, ${form.giveBackBy}::date, ${caller.userId}, ${caller.userId}
        from (select nextval('wms_share_no')::text) x(n)
    returning no`.execute(trx);
  const share = await lockRow(context, id);
  // Leaders of the requester cannot review its requests, even if they also lead the owner.
  const barred = [...new Set([...actorIdsOf(caller), ...(await leadersOf(trx, org))])];
  const beginning = { bizId: id, round: 1, orgId: share.warehouseOrgId, applicantOrgId: org, ownerOrgId: offer.orgId, barred };
  const progress = await start(context, SHARE_KIND, beginning, varsOf(share));
  if (progress.state === 'REJECTED') throw new AppError('WORKFLOW_REFUSES');
  await updateState(context, share, { levels: progress.levels });
  await record(context, share, { action: 'submit', from: null, to: 'SUBMITTED' });
  context.logChange({ entity: 'wms_share_request', id, change: { ...form, no: rows[0]!.no } });
  if (progress.state === 'RUNNING') await SHARE_KIND.notifyCandidates(context, id);
  else await approveShare(context, { ...share, rev: share.rev + 1 }, progress.levels, { action: 'approve', from: 'SUBMITTED' });
  return getShare(trx, id, caller, origin.locale);
}

async function isMember({ trx, caller }: Context, orgId: string): Promise<boolean> {
  const { rows } =
    await sql`select from wms_org_user where org_id = ${orgId} and user_id = any(${actorIdsOf(caller)}::uuid[])`.execute(trx);
  return rows.length > 0;
}

async function assertFits({ trx }: Context, { neededBy, giveBackBy }: ShareForm, isLent: boolean): Promise<void> {
  if (isLent && giveBackBy === null) throw new AppError('INVALID', { faults: [{ path: 'giveBackBy', key: 'rule.required' }] });
  if (!isLent && giveBackBy !== null) throw new AppError('INVALID', { faults: [{ path: 'giveBackBy', key: 'rule.empty' }] });
  const { rows } = await sql<{ today: string }>`select current_date as today`.execute(trx);
  const { today } = rows[0]!;
  if (neededBy !== null && neededBy < today) throw new AppError('SHARE_DAYS', { field: 'neededBy' });
  if (giveBackBy !== null && giveBackBy < (neededBy ?? today)) throw new AppError('SHARE_DAYS', { field: 'giveBackBy' });
}

/** @throws AppError NOT_FOUND, ILLEGAL_TRANSITION, FORBIDDEN, STALE */
export async function withdrawShare(
  context: Context,
  id: string,
  { rev, comment }: { rev: number; comment: string | null },
): Promise<Share> {
  const { trx, caller, origin } = context;
  const share = await lockRow(context, id);
  const seen = await getShare(trx, id, caller, origin.locale);
  if (share.state !== 'SUBMITTED') throw new AppError('ILLEGAL_TRANSITION', { data: { from: share.state, action: 'withdraw' } });
  if (!seen.mayWithdraw) throw new AppError('FORBIDDEN');
  assertRevision(share.rev, rev);
  await cancel(context, SHARE_KIND, id);
  await updateState(context, share, { state: 'WITHDRAWN', ended_at: new Date() });
  await record(context, share, { action: 'withdraw', from: 'SUBMITTED', to: 'WITHDRAWN', comment });
  return getShare(trx, id, caller, origin.locale);
}
