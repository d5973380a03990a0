// The collection made from an approved request: for the requester, of the owner's goods.
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { nextNo } from '../transaction/draft.ts';
import { submit } from '../transaction/submit.ts';
import type { LockedShare } from './lock.ts';

const SOURCE: Record<string, 'LAB' | 'SUPPLIER' | 'PURCHASE'> = { LAB: 'LAB', SUPPLIER: 'SUPPLIER', PURCHASE: 'PURCHASE' };

/** The head of a document for a request. @throws AppError ORG_NEEDED where the requester is gone */
export async function headOf(trx: Trx, share: LockedShare) {
  const { rows } = await sql<{
    type: string;
  }>`select type from wms_org where id = ${share.org_id} and valid for key share`.execute(trx);
  const source = SOURCE[rows[0]?.type ?? ''];
  if (source === undefined) throw new AppError('ORG_NEEDED');
  return {
    source,
    owner_org_id: share.org_id,
    goods_org_id: share.owner_org_id,
    share_request_id: share.id,
    warehouse_id: share.warehouse_id,
  };
}

export async function draftCollection(
  { trx, caller }: WriteContext<Caller>,
  share: LockedShare,
): Promise<{ id: string; no: string }> {
  const id = newId();
  const { rows } = await sql<{ unit: string }>`
    select base_unit as unit from wms_product where id = ${share.product_id} for key share`.execute(trx);
  const no = await nextNo(trx, 'OUTBOUND');
  await trx
    .insertInto('wms_transaction')
    .values({
      ...(await headOf(trx, share)),
      id,
      no,
      type: 'OUTBOUND',
      applicant_id: share.applicant_id,
      plan_date: share.needed_by,
      purpose: share.purpose,
      created_by: caller.userId,
    })
    .execute();
  await trx
    .insertInto('wms_transaction_line')
    .values({
      id: newId(),
      transaction_id: id,
      line_no: 1,
      product_id: share.product_id,
      unit: rows[0]!.unit,
      unit_factor: '1',
      qty: share.qty,
      qty_req: share.qty,
      unit_price: share.price,
    })
    .execute();
  return { id, no };
}

/** Submits it, which reserves the goods or fails the decision. @throws AppError INSUFFICIENT, WORKFLOW, WORKFLOW_REFUSES */
export const submitCollection = (context: WriteContext<Caller>, { id }: { id: string }): Promise<void> =>
  submit(context, id, 1, 'owner');
