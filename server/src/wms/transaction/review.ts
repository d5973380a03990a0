// Reviews: approve, return, reject. Every decision is a row that can be written once.
import { compare, subtract } from '@kuwei/contract/decimal';
import { AppError } from '@kuwei/contract/error';
import type { BodyOf } from '@kuwei/contract/route';
import type { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { TransactionRisk } from '@kuwei/contract/wms/transaction-risk';
import { sql } from 'kysely';
import { decide } from '../../bpm/engine.ts';
import type { Caller, WriteContext } from '../../context.ts';
import type { Trx } from '../../db/open.ts';
import { say } from '../../phrase.ts';
import { post, type Entry, type PostedBy } from '../stock/posting.ts';
import { act } from './act.ts';
import { BIZ_TYPE, type Locked } from './document.ts';
import { forget, isPositive, least, loadLines, postedBy, releaseOf, type Line } from './lines.ts';
import { risksOf } from './risks.ts';
import { approvedColumns, varsOf } from './submit.ts';

type Approval = BodyOf<(typeof transactionRoutes)['approveTransaction']>;

const flowOf = (document: Locked) => ({
  bizType: BIZ_TYPE,
  bizId: document.id,
  round: document.round,
  warehouseOrgId: document.warehouseOrgId,
});

/** @param seen where many are approved at once: the risks that the reviewer has looked at */
export async function approve(
  context: WriteContext<Caller>,
  id: string,
  { rev, comment, lines: wanted = [] }: Approval,
  seen?: readonly TransactionRisk[],
): Promise<void> {
  const { trx, caller } = context;
  await act(context, id, 'approve', rev, async (document) => {
    if (seen) await refuseUnseen(context, id, seen);
    const lines = await loadLines(trx, id);
    const { level } = document.task!;
    const needsReason = level === document.levels && document.type === 'INBOUND' && lines.some((line) => line.expired);
    if (needsReason && !comment) throw new AppError('EXPIRED_BATCH', { field: 'comment' });
    const diff = await setApproved(trx, lines, wanted, postedBy(document, caller));
    const next = await decide(trx, flowOf(document), document.task!.id, 'APPROVE', caller, comment, () =>
      varsOf(trx, document, lines),
    );
    return {
      to: next ? 'REVIEW_2' : 'APPROVED',
      level,
      comment,
      ...(diff.length > 0 ? { diff } : {}),
      set: next ? { levels: Math.max(document.levels, next.level) } : { approved_at: new Date(), ...approvedColumns(document) },
    };
  });
}

/** @throws AppError RISK_UNSEEN where a document has a risk that nobody has looked at, such as a recall of this minute */
async function refuseUnseen({ trx, origin }: WriteContext<Caller>, id: string, seen: readonly TransactionRisk[]): Promise<void> {
  const unseen = (await risksOf(trx, id)).filter((risk) => !seen.includes(risk));
  if (unseen.length === 0) return;
  const names = unseen.map((risk) => say(origin.locale, `work.risk.${risk}`));
  throw new AppError('RISK_UNSEEN', { params: { risks: names }, data: { risks: unseen } });
}

/** Approved quantities: what was asked for, or less where the reviewer says so; never more than the level before left. */
async function setApproved(
  trx: Trx,
  lines: readonly Line[],
  wanted: NonNullable<Approval['lines']>,
  by: PostedBy,
): Promise<object[]> {
  const byLine = new Map(wanted.map((each) => [each.lineId, each]));
  const diff: object[] = [];
  const releases: Entry[] = [];
  for (const [at, each] of wanted.entries()) {
    if (!lines.some((line) => line.id === each.lineId)) throw new AppError('NOT_FOUND', { field: `lines.${at}.lineId` });
  }
  const approved = lines.map((line) => {
    const before = line.qtyAppr ?? line.qtyReq;
    const qty = byLine.get(line.id)?.qtyAppr ?? before;
    if (compare(qty, before) > 0)
      throw new AppError('QTY_APPROVED', { field: `lines.${wanted.findIndex((each) => each.lineId === line.id)}.qtyAppr` });
    if (compare(qty, before) < 0) {
      diff.push({ lineNo: line.lineNo, from: before, to: qty });
      releases.push(...releaseTail(line, subtract(before, qty)));
    }
    return { id: line.id, qty, reason: byLine.get(line.id)?.reason ?? null };
  });
  if (!approved.some((line) => isPositive(line.qty))) throw new AppError('QTY_APPROVED', { field: 'lines' });
  await sql`
    update wms_transaction_line l set qty_appr = a.qty, reject_reason = coalesce(a.reason, l.reject_reason)
      from jsonb_to_recordset(${JSON.stringify(approved)}::jsonb) a(id uuid, qty numeric, reason text)
     where l.id = a.id`.execute(trx);
  if (releases.length > 0) {
    await post(trx, by, releases);
    await shrinkBoxes(trx, releases);
  }
  return diff;
}

/** Gives back the last that was promised to a line. */
function releaseTail(line: Line, qty: string): Entry[] {
  const entries: Entry[] = [];
  let open = qty;
  for (const box of line.boxes.toReversed()) {
    const part = least(open, box.reserved);
    if (!isPositive(part)) continue;
    entries.push(releaseOf(line, box, part));
    open = subtract(open, part);
  }
  return entries;
}

async function shrinkBoxes(trx: Trx, releases: readonly Entry[]): Promise<void> {
  const parts = JSON.stringify(releases.map((entry) => ({ line: entry.lineId, stock: entry.productBoxId, qty: entry.reserved })));
  await sql`
    with parts as (select * from jsonb_to_recordset(${parts}::jsonb) p(line uuid, stock uuid, qty numeric)),
         gone as (
           delete from wms_transaction_line_box x using parts p
            where x.line_id = p.line and x.product_box_id = p.stock and x.qty + p.qty = 0 returning x.id)
    update wms_transaction_line_box x set qty = x.qty + p.qty, reserved = x.reserved + p.qty
      from parts p where x.line_id = p.line and x.product_box_id = p.stock and x.qty + p.qty > 0`.execute(trx);
}

/** Return and reject end the round: what was promised is free again. */
export async function turnDown(
  context: WriteContext<Caller>,
  id: string,
  action: 'return' | 'reject',
  { rev, comment }: { rev: number; comment: string },
): Promise<void> {
  const { trx, caller } = context;
  await act(context, id, action, rev, async (document) => {
    const { level } = document.task!;
    await decide(trx, flowOf(document), document.task!.id, action === 'return' ? 'RETURN' : 'REJECT', caller, comment, null);
    await forget(trx, document, caller);
    return { to: action === 'return' ? 'RETURNED' : 'REJECTED', level, comment };
  });
}
