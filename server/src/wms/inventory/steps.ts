// The steps of a count between draft and review: publish, submit, recount, cancel.
import { AppError, type Fault } from '@kuwei/contract/error';
import { COUNT_LINES_MAX } from '@kuwei/contract/wms/inventory';
import { sql } from 'kysely';
import { cancel as cancelReview, start } from '../../bpm/engine.ts';
import type { Caller, WriteContext } from '../../context.ts';
import type { Trx } from '../../db/open.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import { assertOffered } from '../../platform/dic/codes.ts';
import { assertNotInCount } from '../place/open-count.ts';
import { lockBoxes } from '../place/lock.ts';
import { bookCount } from './book.ts';
import { unlockBoxes } from './boxes.ts';
import { findBoxIds, newCountLines } from './extent.ts';
import { COUNT_KIND, varsOf } from './kind.ts';
import { blindUsersOf, notifyBoxesChanged, notifyChanged, lockForAction, updateState, record, type LockedCount } from './lock.ts';
import { notifyCounters } from './messages.ts';
import { IS_BEYOND_TOLERANCE, actorIdsOf } from './queries.ts';
import { assertCounters, assertDeadlineAhead } from './save.ts';

type Context = WriteContext<Caller>;

/** @throws AppError COUNT_EMPTY, COUNT_TOO_LARGE, COUNT_TWO_NEEDED, COUNT_COUNTER, BOX_IN_COUNT */
export async function publishCount(context: Context, id: string, rev: number): Promise<void> {
  const { trx, caller } = context;
  const count = await lockForAction(context, id, 'publish', rev);
  if (count.assignees.length === 0) throw new AppError('INVALID', { faults: [{ path: 'assignees', key: 'rule.required' }] });
  await assertCounters(trx, count.warehouseOrgId, count.assignees);
  assertDeadlineAhead(count.deadline);
  const boxIds = await findBoxIds(trx, count);
  if (boxIds.length === 0) throw new AppError('COUNT_EMPTY');
  if (boxIds.length > COUNT_LINES_MAX) throw new AppError('COUNT_TOO_LARGE', { params: { max: COUNT_LINES_MAX } });
  await lockBoxes(trx, boxIds);
  await assertNotInCount(trx, boxIds, context.origin.locale);
  await sql`
    insert into wms_inventory_box (inventory_id, box_id, open, lock_before)
      select ${id}, id, true, lock_reason from wms_warehouse_box where id = any(${boxIds}::uuid[]) and state <> 'RETIRED'`.execute(
    trx,
  );
  if (count.frozen)
    await sql`update wms_warehouse_box b set state = 'LOCKED', lock_reason = 'COUNT', rev = b.rev + 1, updated_at = now(), updated_by = ${caller.userId}
      from wms_inventory_box x where x.inventory_id = ${id} and x.box_id = b.id`.execute(trx);
  await sql`
    insert into wms_inventory_line (id, inventory_id, line_no, box_id, product_id, owner_org_id, batch_no, product_box_id, two_counters, qty_book, ledger_seq)
      select gen_random_uuid(), ${id}, n.line_no, n.box_id, n.product_id, n.owner_org_id, n.batch_no, n.product_box_id, n.two_counters, n.qty, n.ledger_seq
        from (${newCountLines(count, boxIds)}) n`.execute(trx);
  const { rows } = await sql<{ lines: number; toxic: boolean }>`
    select count(*)::int as lines, coalesce(bool_or(two_counters), false) as toxic from wms_inventory_line where inventory_id = ${id}`.execute(
    trx,
  );
  const { lines, toxic } = rows[0]!;
  if (lines > COUNT_LINES_MAX) throw new AppError('COUNT_TOO_LARGE', { params: { max: COUNT_LINES_MAX } });
  if (toxic && count.assignees.length < 2) throw new AppError('COUNT_TWO_NEEDED', { field: 'assignees' });
  await updateState(context, count, {
    state: 'COUNTING',
    published_at: new Date(),
    published_by: caller.userId,
    deadline: count.deadline ?? (count.frozen ? defaultDeadline(context) : null),
    named: count.assignees,
  });
  if (count.frozen) await notifyBoxesChanged(context, count.warehouseOrgId);
  await record(context, count, { action: 'publish', to: 'COUNTING', lines });
  await notifyCounters(context, count, 'msg.toCount', count.assignees);
}

/** The deadline of a count that locks its boxes and was given none. */
function defaultDeadline({ services }: Context): Date {
  const deadline = new Date(Date.now() + services.settings.get('WMS_COUNT_DAYS') * 86_400_000);
  // Forms show minutes.
  deadline.setSeconds(0, 0);
  return deadline;
}

interface Line {
  id: string;
  lineNo: number;
  state: string;
  pass: number;
  twoCounters: boolean;
  differs: boolean;
  beyond: boolean;
  reason: string | null;
  /** Another person counted a different value, and neither was shown it. */
  disputed: boolean;
  /** Users with a value in this pass or before. */
  counters: string[];
}

const linesBy = async (trx: Trx, id: string): Promise<Line[]> =>
  (
    await sql<Line>`
      select l.id, l.line_no as "lineNo", l.state, l.pass, l.two_counters as "twoCounters", coalesce(l.qty_count <> l.qty_then, false) as differs,
             coalesce(${IS_BEYOND_TOLERANCE}, false) as beyond, l.reason,
             c.blind and l.state = 'COUNTED' and not l.two_counters and exists (
               select from wms_inventory_value v where v.line_id = l.id and v.pass = l.pass and v.user_id <> all(l.counted_by) and v.qty <> l.qty_count
                  and not exists (select from wms_inventory_value w where w.line_id = v.line_id and w.user_id = v.user_id and w.at > v.at)) as disputed,
             array(select e from wms_inventory_value v, unnest(array[v.user_id, v.proxy_user_id]) e
                    where v.line_id = l.id and v.pass = l.pass and e is not null
                   union select e from unnest(l.not_by) e where c.blind) as counters
        from wms_inventory_line l join wms_inventory c on c.id = l.inventory_id join wms_product p on p.id = l.product_id
       where l.inventory_id = ${id} order by l.line_no`.execute(trx)
  ).rows;

/** Errors listed in one answer. */
const FAULTS_MAX = 100;
const NEEDS = { qty: 'rule.countQty', reason: 'rule.countReason' } as const;
const refuseLines = (lines: readonly Line[], field: keyof typeof NEEDS): void => {
  if (lines.length === 0) return;
  const faults = lines.slice(0, FAULTS_MAX).map(({ lineNo }): Fault => ({ path: `lines.${lineNo}.${field}`, key: NEEDS[field] }));
  throw new AppError('INVALID', { faults });
};

/**
 * Lines beyond tolerance and lines with conflicting values first go to another person for a recount. Then every difference needs
 * a reason, and the review starts. Lines counted by two people need no recount.
 */
export async function submitCount(context: Context, id: string, rev: number): Promise<void> {
  const { trx, caller } = context;
  const count = await lockForAction(context, id, 'submit', rev);
  const lines = await linesBy(trx, id);
  refuseLines(
    lines.filter(({ state }) => state !== 'COUNTED'),
    'qty',
  );
  const again = lines.filter(({ beyond, pass, twoCounters, disputed }) => disputed || (beyond && pass === 1 && !twoCounters));
  if (again.length > 0) return startRecount(context, count, again, null);
  refuseLines(
    lines.filter(({ differs, reason }) => differs && reason === null),
    'reason',
  );
  const round = count.round + 1;
  const beginning = {
    bizId: id,
    round,
    orgId: count.warehouseOrgId,
    applicantOrgId: count.warehouseOrgId,
    ownerOrgId: count.warehouseOrgId,
    barred: await barredUsersOf(trx, count, caller),
  };
  const progress = await start(context, COUNT_KIND, beginning, await varsOf(context, id));
  if (progress.state === 'REJECTED') throw new AppError('WORKFLOW_REFUSES');
  const isOpen = progress.state === 'RUNNING';
  const to = isOpen ? 'SUBMITTED' : 'APPROVED';
  await updateState(context, count, { state: to, round, levels: progress.levels, submitted_at: new Date() });
  await record(context, { ...count, round }, { action: 'submit', to, lines: lines.filter(({ differs }) => differs).length });
  if (isOpen) await COUNT_KIND.notifyCandidates(context, id);
  else await bookCount(context, { ...count, rev: count.rev + 1, round });
}

/** Users who opened, edited, counted or explained it, themselves or by proxy, and those blind to it. */
async function barredUsersOf(trx: Trx, count: LockedCount, caller: Caller): Promise<string[]> {
  const { id } = count;
  const { rows } = await sql<{ id: string }>`
    select distinct e as id from (
      select unnest(array[actor_id, proxy_user_id]) from wms_inventory_record where inventory_id = ${id} and action in ('create', 'edit', 'publish', 'explain', 'submit')
      union select unnest(array[v.user_id, v.proxy_user_id]) from wms_inventory_value v join wms_inventory_line l on l.id = v.line_id
             where l.inventory_id = ${id}) x(e) where e is not null`.execute(trx);
  return [...new Set([...rows.map((row) => row.id), ...blindUsersOf(count), ...actorIdsOf(caller)])];
}

/** @param lineIds null: all that differ @throws AppError LINES_NEEDED, COUNT_NOBODY */
export async function recountLines(
  context: Context,
  id: string,
  { rev, lineIds, comment }: { rev: number; lineIds?: readonly string[] | undefined; comment: string | null },
): Promise<void> {
  const count = await lockForAction(context, id, 'recount', rev);
  const lines = (await linesBy(context.trx, id)).filter(({ state }) => state === 'COUNTED');
  const wanted =
    lineIds === undefined ? lines.filter(({ differs }) => differs) : lines.filter((line) => lineIds.includes(line.id));
  if (wanted.length === 0) throw new AppError('LINES_NEEDED', { field: 'lineIds' });
  await startRecount(context, count, wanted, comment);
}

async function startRecount(context: Context, count: LockedCount, lines: readonly Line[], comment: string | null): Promise<void> {
  const needed = (line: Line): number => (line.twoCounters ? 2 : 1);
  const alone = lines.find((line) => count.assignees.filter((each) => !line.counters.includes(each)).length < needed(line));
  if (alone) throw new AppError('COUNT_NOBODY', { params: { line: alone.lineNo }, field: 'assignees' });
  await reopen(context.trx, lines);
  // Without a new version: it would reveal the recount to counters.
  const asked = recountersOf(count, lines);
  const quiet = blindUsersOf(count).filter((each) => !asked.includes(each));
  await record(context, count, { action: 'recount', to: 'COUNTING', lines: lines.length, comment, quiet });
  await notifyCounters(context, count, 'msg.toCount', asked);
}

/** Assignees who may recount some of the lines. */
const recountersOf = ({ assignees }: LockedCount, lines: readonly Line[]): string[] =>
  assignees.filter((each) => lines.some(({ counters }) => !counters.includes(each)));

/** Reopens lines for other counters; earlier values stay in the value table. */
async function reopen(trx: Trx, lines: readonly Pick<Line, 'id' | 'counters'>[]): Promise<void> {
  const parts = JSON.stringify(lines.map(({ id, counters }) => ({ id, counters })));
  await sql`
    update wms_inventory_line l
       set state = 'OPEN', pass = l.pass + 1, not_by = n.counters, qty_count = null, qty_then = null, counter_id = null, second_id = null,
           counted_at = null, ver = l.ver + 1
      from jsonb_to_recordset(${parts}::jsonb) n(id uuid, counters uuid[]) where l.id = n.id`.execute(trx);
}

/** Reopens the differing lines of a refused count. @returns the number of lines, and the assignees who may count them */
export async function reopenDifferingLines(trx: Trx, count: LockedCount): Promise<{ lines: number; asked: string[] }> {
  const lines = (await linesBy(trx, count.id)).filter(({ differs }) => differs);
  await reopen(trx, lines);
  return { lines: lines.length, asked: recountersOf(count, lines) };
}

export async function cancelCount(
  context: Context,
  id: string,
  { rev, comment }: { rev: number; comment: string },
): Promise<void> {
  const count = await lockForAction(context, id, 'cancel', rev);
  if (count.state === 'SUBMITTED') await cancelReview(context, COUNT_KIND, id);
  await unlockBoxes(context, id);
  if (count.frozen) await notifyBoxesChanged(context, count.warehouseOrgId);
  await updateState(context, count, { state: 'CANCELED', ended_at: new Date() });
  await record(context, count, { action: 'cancel', to: 'CANCELED', comment });
}

export async function explainLine(
  context: Context,
  id: string,
  lineId: string,
  { ver, reason, note }: { ver: number; reason: string; note: string | null },
): Promise<void> {
  const { trx, caller, origin } = context;
  const count = await lockForAction(context, id, 'explain', null);
  await assertOffered(trx, [{ path: 'reason', dic: 'WMS_COUNT_REASON', codes: [reason] }], origin.locale);
  const { rows } = await sql<{
    ver: number;
  }>`select ver from wms_inventory_line where id = ${lineId} and inventory_id = ${id}`.execute(trx);
  const [line] = rows;
  if (!line) throw new AppError('NOT_FOUND');
  assertRevision(line.ver, ver);
  await sql`update wms_inventory_line set reason = ${reason}, note = ${note} where id = ${lineId}`.execute(trx);
  if (await hasExplained(trx, count, caller)) {
    context.logChange({ entity: 'wms_inventory', id, change: { action: 'explain' } });
    return notifyChanged(context, count, count.state, blindUsersOf(count));
  }
  await record(context, count, {
    action: 'explain',
    to: count.state,
    quiet: blindUsersOf(count),
    fields: { action: 'explain' },
  });
}

/** The timeline records an explanation once per user and round, not per line. */
async function hasExplained(trx: Trx, { id, round }: LockedCount, { userId, proxyUserId }: Caller): Promise<boolean> {
  const { rows } = await sql`
    select from wms_inventory_record
     where inventory_id = ${id} and round = ${round} and action = 'explain' and actor_id = ${userId}
       and proxy_user_id is not distinct from ${proxyUserId} limit 1`.execute(trx);
  return rows.length > 0;
}
