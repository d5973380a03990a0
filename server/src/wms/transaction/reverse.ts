// Reverses a finished document by a linked one, entry by entry, as long as the stock is still there.
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import { toAppError } from '../../error.ts';
import type { Trx } from '../../db/open.ts';
import { say } from '../../phrase.ts';
import { findRefusal, lockPlaces } from '../place/fit.ts';
import { postAwaited, type Entry, type PostedBy } from '../stock/posting.ts';
import { assertNoCase } from '../after-sales/assert-no-case.ts';
import { assertNotReturned } from '../share/loan.ts';
import { performAction, record } from './act.ts';
import type { Locked } from './document.ts';
import { nextNo } from './draft.ts';
import { compare } from '@kuwei/contract/decimal';
import { releaseLines, negative, postedBy } from './lines.ts';

interface Original {
  seq: number;
  lineId: string;
  productBoxId: string;
  productId: string;
  ownerOrgId: string;
  boxId: string;
  qty: string;
  unitPrice: string | null;
}

/** Before reversing highly toxic goods: asks for a second storekeeper, who counts and confirms. */
export async function requestReversal(
  context: WriteContext<Caller>,
  id: string,
  { rev, comment }: { rev: number; comment: string },
): Promise<void> {
  await performAction(context, id, 'askReversal', rev, async (document) => ({
    to: document.state,
    comment,
    set: { reversal_asked_rev: document.rev + 1 },
  }));
}

/** @returns id of the reversing document */
export async function reverse(
  context: WriteContext<Caller>,
  id: string,
  { rev, comment }: { rev: number; comment: string },
): Promise<string> {
  const { trx, caller } = context;
  const reversalId = newId();
  await performAction(context, id, 'reverse', rev, async (document) => {
    await assertNotReturned(trx, document);
    await assertNoCase(trx, document.id);
    const releases = document.state === 'PARTIAL' ? await releaseLines(trx, document) : [];
    const lineIds = await copyDocument(trx, document, reversalId, caller, comment);
    const originals = await entriesOf(trx, id);
    const by = postedBy({ id: reversalId }, caller, document.facts.twoToReverse ? document.facts.cosignedBy : null);
    await postReversal(context, { originals, lineIds, releases, by, reason: comment });
    // The imported rows can be corrected and imported again.
    if (document.type === 'OPENING')
      await sql`delete from wms_opening_row o using wms_transaction_line l where l.id = o.line_id and l.transaction_id = ${id}`.execute(
        trx,
      );
    await record(context, { id: reversalId, round: 0 }, { action: 'reverse', from: null, to: 'DONE', comment });
    return { to: 'DONE', comment };
  });
  return reversalId;
}

async function entriesOf(trx: Trx, id: string): Promise<Original[]> {
  const { rows } = await sql<Original>`
    select seq, line_id as "lineId", product_box_id as "productBoxId", product_id as "productId", owner_org_id as "ownerOrgId",
           box_id as "boxId", qty_delta as qty, unit_price as "unitPrice"
      from wms_ledger where transaction_id = ${id} order by seq desc`.execute(trx);
  return rows;
}

interface ReversalInput {
  originals: readonly Original[];
  /** Reversal lines by original line. */
  lineIds: ReadonlyMap<string, string>;
  /** Reservations of the open part of a partly finished document. */
  releases: readonly Entry[];
  by: PostedBy;
  reason: string;
}

/** Posts incoming goods out again and returns outgoing goods where the placement rules still allow it, all in one posting. */
async function postReversal(
  { trx, origin }: WriteContext<Caller>,
  { originals, lineIds, releases, by, reason }: ReversalInput,
): Promise<void> {
  const back = originals
    .map((original) => ({ ...original, qty: negative(original.qty) }))
    .toSorted((a, b) => compare(a.qty, '0') - compare(b.qty, '0'));
  const arriving = back.filter((each) => compare(each.qty, '0') > 0);
  await lockPlaces(trx, arriving);
  if (arriving.length > 0) {
    const refused = await findRefusal(trx, back, origin.locale);
    if (refused) throw refused;
  }
  const entries = back.map((each): Entry => ({
    productBoxId: each.productBoxId,
    kind: 'REVERSAL',
    qty: each.qty,
    lineId: lineIds.get(each.lineId)!,
    unitPrice: each.unitPrice,
    reason,
    reversesSeq: each.seq,
  }));
  try {
    await postAwaited(trx, by, [...releases, ...entries]);
  } catch (error) {
    throw (error as { code?: string }).code === 'KW001' ? reversalError(error, origin.locale) : error;
  }
}

function reversalError(error: unknown, locale: 'zh' | 'en'): AppError {
  const cause = toAppError(error, locale);
  return new AppError('CANNOT_REVERSE', {
    params: { reason: say(locale, `error.${cause.code}`, cause.params) },
    data: { ...cause.data, cause: cause.code },
  });
}

/** Creates the linked document: same head, with the lines that were done. */
async function copyDocument(
  trx: Trx,
  document: Locked,
  id: string,
  caller: Caller,
  comment: string,
): Promise<Map<string, string>> {
  const now = new Date();
  await trx
    .insertInto('wms_transaction')
    .values({
      id,
      no: await nextNo(trx, document.type),
      type: document.type,
      source: 'ADMIN',
      owner_org_id: document.owner_org_id,
      goods_org_id: document.goods_org_id,
      share_request_id: document.share_request_id,
      applicant_id: caller.userId,
      warehouse_id: document.warehouse_id,
      target_warehouse_id: document.target_warehouse_id,
      remark: comment,
      state: 'DONE',
      controlled: document.controlled,
      toxic: document.toxic,
      submitted_at: now,
      approved_at: now,
      finished_at: now,
      reverses_id: document.id,
      created_by: caller.userId,
    })
    .execute();
  const { rows } = await sql<{ before: string; after: string }>`
    with original as (select *, gen_random_uuid() as new_id from wms_transaction_line where transaction_id = ${document.id} and qty_done > 0),
         copy as (
           insert into wms_transaction_line (id, transaction_id, line_no, product_id, product_box_id, batch_no, made_on, expires_on, batch_id,
               unit, unit_factor, qty, qty_req, qty_appr, qty_done, unit_price)
             select new_id, ${id}, line_no, product_id, product_box_id, batch_no, made_on, expires_on, batch_id,
                    (select base_unit from wms_product p where p.id = product_id), 1, qty_done, qty_done, qty_done, qty_done, unit_price
               from original)
    select id as before, new_id as after from original`.execute(trx);
  const lineIds = new Map(rows.map((row) => [row.before, row.after]));
  await sql`
    insert into wms_transaction_line_box (id, line_id, product_box_id, box_id, qty, qty_done)
    select gen_random_uuid(), x.after, b.product_box_id, b.box_id, b.qty_done, b.qty_done
      from unnest(${[...lineIds.keys()]}::uuid[], ${[...lineIds.values()]}::uuid[]) x(before, after)
      join wms_transaction_line_box b on b.line_id = x.before and b.qty_done > 0`.execute(trx);
  return lineIds;
}
