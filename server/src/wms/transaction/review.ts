// Reviews: approve, return, reject. Each decision is a row written once.
import type { Locale } from '@kuwei/contract/constants';
import { requestOf } from '@kuwei/contract/wms/transaction-type';
import { compare, subtract } from '@kuwei/contract/decimal';
import { AppError } from '@kuwei/contract/error';
import type { BodyOf } from '@kuwei/contract/route';
import type { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { needsReason } from '@kuwei/contract/wms/transaction-reason';
import { sql } from 'kysely';
import { decide, type Progress } from '../../bpm/engine.ts';
import type { Given } from '../../bpm/kind.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { pipelined } from '../../db/pipeline.ts';
import type { Trx } from '../../db/open.ts';
import { say } from '../../phrase.ts';
import { checkBaseAmounts } from '../product/units.ts';
import { post, type Entry, type PostedBy } from '../stock/posting.ts';
import { performAction, type ActingAs, type Step } from './act.ts';
import type { Locked } from './document.ts';
import { TRANSACTION_KINDS } from './review-kind.ts';
import { releaseDocument, isPositive, least, postedBy, releaseOf, type Line } from './lines.ts';
import { risksOf } from './risks.ts';
import { approvedColumns, varsOf } from './submit.ts';

type Approval = BodyOf<(typeof transactionRoutes)['approveTransaction']>;

interface Wanted {
  /** The task; by default, the caller's first one. */
  taskId?: string | null;
  by?: ActingAs;
  /** For bulk approval: the risks shown to the reviewer. */
  seen?: readonly string[];
}

export async function approve(
  context: WriteContext<Caller>,
  id: string,
  { rev, comment, lines: wanted = [] }: Omit<Approval, 'rev'> & { rev: number | null },
  { taskId = null, by = 'caller', seen }: Wanted = {},
): Promise<void> {
  const { trx, caller, origin } = context;
  await performAction(
    context,
    id,
    'approve',
    rev,
    async (document) => {
      if (seen) await assertRisksSeen(context, id, seen);
      const { lines } = document;
      await checkApproved(trx, lines, wanted, origin.locale);
      const diff = await setApproved(trx, lines, wanted, postedBy(document, caller));
      const given: Given = { taskId, decision: 'APPROVE', to: null, comment, automatic: by === 'clock' };
      const progress = await decide(context, TRANSACTION_KINDS[requestOf(document.type)], id, given, () =>
        varsOf(context.services, trx, document, lines),
      );
      // With parallel branches any step may be the last: decide by the resulting state, not by the level.
      const isLast = progress.state === 'APPROVED';
      const isExpired = lines.some((line) => line.expired);
      if (needsReason({ type: requestOf(document.type), isLast, isExpired }) && !comment)
        throw new AppError('EXPIRED_BATCH', { field: 'comment' });
      return { ...(await resolveStep(context, document, progress)), comment, ...(diff.length > 0 ? { diff } : {}) };
    },
    by,
  );
}

/** Applies a review result to the document: next level, or an end state. */
async function resolveStep(
  { trx, caller }: WriteContext<Caller>,
  document: Locked,
  { state, decided, levels }: Progress,
): Promise<Step> {
  const at = { level: decided?.level ?? null, step: decided?.names ?? null, otherId: decided?.forUserId ?? null };
  switch (state) {
    case 'RUNNING':
      return { ...at, to: 'SUBMITTED', set: { levels } };
    case 'APPROVED':
      return { ...at, to: 'APPROVED', set: { levels, approved_at: new Date(), ...approvedColumns(document) } };
    default:
      // The round ends: release reserved stock.
      await releaseDocument(trx, document, caller);
      return { ...at, to: state };
  }
}

/** @throws AppError RISK_UNSEEN if the document has a risk that was not shown, such as a recent recall */
async function assertRisksSeen({ trx, origin }: WriteContext<Caller>, id: string, seen: readonly string[]): Promise<void> {
  const unseen = (await risksOf(trx, id)).filter((risk) => !seen.includes(risk));
  if (unseen.length === 0) return;
  const names = unseen.map((risk) => say(origin.locale, `work.risk.${risk}`));
  throw new AppError('RISK_UNSEEN', { params: { risks: names }, data: { risks: unseen } });
}

/** Approved quantities obey the unit's decimals, like requested ones. @throws AppError QTY_DECIMALS */
const checkApproved = (trx: Trx, lines: readonly Line[], wanted: NonNullable<Approval['lines']>, locale: Locale): Promise<void> =>
  checkBaseAmounts(
    trx,
    wanted.flatMap(({ lineId, qtyAppr }, at) =>
      lines
        .filter(({ id }) => id === lineId)
        .map((line) => ({
          qty: qtyAppr,
          unit: line.productUnit,
          of: line.qtyAppr ?? line.qtyReq,
          path: `lines.${at}.qtyAppr`,
        })),
    ),
    locale,
  );

/** Stores approved quantities: as requested, or less if the reviewer says so; never more than the previous level approved. */
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
  await sql`${pipelined}
    update wms_transaction_line l set qty_appr = a.qty, reject_reason = coalesce(a.reason, l.reject_reason)
      from jsonb_to_recordset(${JSON.stringify(approved)}::jsonb) a(id uuid, qty numeric, reason text)
     where l.id = a.id`.execute(trx);
  if (releases.length > 0) {
    await post(trx, by, releases);
    await shrinkBoxes(trx, releases);
  }
  return diff;
}

/** Releases the last of a line's reservations. */
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
  await sql`${pipelined}
    with parts as (select * from jsonb_to_recordset(${parts}::jsonb) p(line uuid, stock uuid, qty numeric)),
         gone as (
           delete from wms_transaction_line_box x using parts p
            where x.line_id = p.line and x.product_box_id = p.stock and x.qty + p.qty = 0 returning x.id)
    update wms_transaction_line_box x set qty = x.qty + p.qty, reserved = x.reserved + p.qty
      from parts p where x.line_id = p.line and x.product_box_id = p.stock and x.qty + p.qty > 0`.execute(trx);
}

/**
 * Returns a request, to the applicant or an earlier step, or rejects it.
 * @param to id of that step
 */
export async function returnOrReject(
  context: WriteContext<Caller>,
  id: string,
  action: 'return' | 'reject',
  { rev, comment, to = null }: { rev: number | null; comment: string | null; to?: string | null | undefined },
  { taskId = null, by = 'caller' }: Wanted = {},
): Promise<void> {
  await performAction(
    context,
    id,
    action,
    rev,
    async (document) => {
      const decision = action === 'return' ? 'RETURN' : 'REJECT';
      const given: Given = { taskId, decision, to, comment, automatic: by === 'clock' };
      const facts = () => varsOf(context.services, context.trx, document, document.lines);
      const progress = await decide(context, TRANSACTION_KINDS[requestOf(document.type)], id, given, facts);
      return { ...(await resolveStep(context, document, progress)), comment };
    },
    by,
  );
}

/** Decides a review task, from the approval list or by timer. */
export async function decideReview(context: WriteContext<Caller>, id: string, given: Given): Promise<void> {
  const { taskId, decision, to, comment, automatic, rev = null, seen } = given;
  const how: Wanted = { taskId, by: automatic ? 'clock' : 'asked', ...(seen && { seen }) };
  if (decision === 'APPROVE') await approve(context, id, { rev, comment, lines: undefined }, how);
  else await returnOrReject(context, id, decision === 'RETURN' ? 'return' : 'reject', { rev, comment, to }, how);
}
