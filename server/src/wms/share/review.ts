// Decides about a request and creates its collection, in one commit.
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import { decide } from '../../bpm/engine.ts';
import type { Given } from '../../bpm/kind.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import { submitCollection, draftCollection } from './collection.ts';
import { SHARE_KIND, varsOf } from './kind.ts';
import { lockRow, updateState, record, type Entry, type LockedShare } from './lock.ts';
import { notifyApplicant } from './messages.ts';

const ACTION = { APPROVE: 'approve', RETURN: 'return', REJECT: 'reject' } as const;

/** A return or refusal is final: it takes a new request to try again. */
export async function decideShare(context: WriteContext<Caller>, id: string, given: Given): Promise<void> {
  const { decision, comment, rev } = given;
  const share = await lockRow(context, id);
  const action = ACTION[decision];
  if (share.state !== 'SUBMITTED') throw new AppError('ILLEGAL_TRANSITION', { data: { from: share.state, action } });
  if (rev !== undefined && rev !== null) assertRevision(share.rev, rev);
  const { state, decided, levels } = await decide(context, SHARE_KIND, id, given, () => Promise.resolve(varsOf(share)));
  const at = {
    action,
    from: share.state,
    level: decided?.level ?? null,
    step: decided?.names ?? null,
    otherId: decided?.forUserId ?? null,
    comment,
  };
  switch (state) {
    case 'RUNNING':
      await updateState(context, share, { levels });
      await record(context, share, { ...at, to: 'SUBMITTED' });
      return SHARE_KIND.notifyCandidates(context, id);
    case 'APPROVED':
      return approveShare(context, share, levels, at);
    default:
      await updateState(context, share, { state: 'REJECTED', ended_at: new Date() });
      await record(context, share, { ...at, to: 'REJECTED' });
      return notifyApplicant(context, id, 'msg.shareRejected', { comment: comment ?? '' });
  }
}

/** @throws AppError SHARE_OFF, INSUFFICIENT, and what refuses the collection */
export async function approveShare(
  context: WriteContext<Caller>,
  share: LockedShare,
  levels: number,
  step: Omit<Entry, 'to'>,
): Promise<void> {
  await assertStillOffered(context, share);
  await updateState(context, share, { levels, state: 'APPROVED', ended_at: new Date() });
  await record(context, share, { ...step, to: 'APPROVED' });
  const collection = await draftCollection(context, share);
  await notifyApplicant(context, share.id, 'msg.shareApproved', { document: collection.no });
  // Takes contended locks, hence last.
  await submitCollection(context, collection);
}

/** Conditions that forbid a listing also forbid issuing goods by it. @throws AppError SHARE_OFF */
async function assertStillOffered({ trx, services }: WriteContext<Caller>, share: LockedShare): Promise<void> {
  const { rows } = await sql<{ offered: boolean }>`
    select l.state = 'ON' and l.visible_to <> 'OWN' and wms_shelf_against(l, ${services.settings.get('WMS_SDS_YEARS')}::int) is null
           and w.state = 'ACTIVE' and w.deleted_at is null as offered
      from wms_org_product l, wms_warehouse w where l.id = ${share.listing_id} and w.id = ${share.warehouse_id}`.execute(trx);
  if (rows[0]?.offered !== true) throw new AppError('SHARE_OFF');
}
