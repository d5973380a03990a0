// Counted values. Each has an idempotency key of its device and is accepted by itself; where another person counted the line
// meanwhile, both values are kept and the first one is current.
import { AppError } from '@kuwei/contract/error';
import type { Units } from '@kuwei/contract/wms/amount';
import type { CountedValue, CountLine, FoundValue, ValueOutcome } from '@kuwei/contract/wms/inventory';
import { sql } from 'kysely';
import { recheckAuthorization } from '../../session/recheck.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { say } from '../../phrase.ts';
import { openUnits } from '../unit-amount.ts';
import { storeFoundValue } from './found.ts';
import { countLinesOf } from './lines.ts';
import { notifyChanged, lockRow, assertActionAllowed, type LockedCount } from './lock.ts';
import { notifyNonBlind } from './messages.ts';
import { baseQty, findRepeatedOutcome, lineOf, storeValue, type ValueResult } from './store-value.ts';
import { getCount, actorIdsOf } from './queries.ts';

type Context = WriteContext<Caller>;

/** The outcome of a value; for a rejected one, the line if known. */
type Outcome = ValueOutcome & { lineId: string | null; theirId: string | null };

/** @throws AppError NOT_FOUND, ILLEGAL_TRANSITION, FORBIDDEN: then no value was stored */
export async function storeValues(
  context: Context,
  id: string,
  { values, found }: { values: readonly CountedValue[]; found: readonly FoundValue[] },
): Promise<ValueOutcome[]> {
  const { trx, caller, origin } = context;
  // Sequential: a count has few counters and small batches.
  const count = await lockRow(context, id);
  await recheckAuthorization(trx, caller);
  assertActionAllowed('count', await getCount(trx, id, caller, origin.locale, null));
  const units = await openUnits(trx, origin.locale);
  const before = await openLines(context, id);
  const outcomes: Outcome[] = [];
  const touched: ValueResult[] = [];
  for (const value of [...values, ...found]) {
    try {
      const taken =
        'lineId' in value
          ? await storeLineValue(context, count, value, units)
          : await storeFoundValue(context, count, value, units);
      const { outcome, line, theirs = null, theirId = null } = taken;
      touched.push(taken);
      outcomes.push({ ...EMPTY_OUTCOME, id: value.id, outcome, lineId: line.id, theirs, theirId });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const [fault] = error.faults;
      const message = fault
        ? say(origin.locale, fault.key, fault.params)
        : say(origin.locale, `error.${error.code}`, error.params);
      const lineId = 'lineId' in value ? value.lineId : null;
      const field = fault?.path ?? error.field ?? null;
      outcomes.push({ ...EMPTY_OUTCOME, id: value.id, outcome: 'REFUSED', code: error.code, message, field, lineId });
    }
  }
  await notifyChanged(context, count, count.state, count.blind ? uninformedCounters(touched, actorIdsOf(caller)) : []);
  context.logChange({ entity: 'wms_inventory', id, change: { action: 'count', lines: outcomes.length } });
  if (before > 0 && (await openLines(context, id)) === 0) await notifyNonBlind(context, count, 'msg.countWhole');
  return withVisibleLines(context, id, outcomes);
}
const EMPTY_OUTCOME = {
  code: null,
  message: null,
  field: null,
  line: null,
  theirs: null,
  theirName: null,
  theirId: null,
  yours: false,
};

/** Users who counted all of these lines before and must not learn of the recount. */
const uninformedCounters = (touched: readonly ValueResult[], selves: readonly string[]): string[] => {
  const [first = [], ...others] = touched.map(({ line }) => line.notBy);
  return first.filter((each) => others.every((ids) => ids.includes(each)) && !selves.includes(each));
};

async function storeLineValue(
  context: Context,
  count: LockedCount,
  { lineId, ...value }: CountedValue,
  units: Units,
): Promise<ValueResult> {
  const line = await lineOf(context, count.id, lineId);
  const before = await findRepeatedOutcome(context, count, value, baseQty(value, line, units), lineId);
  return before ?? storeValue(context, count, line, value, units);
}

async function openLines({ trx }: Context, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from wms_inventory_line where inventory_id = ${id} and state <> 'COUNTED'`.execute(trx);
  return rows[0]!.n;
}

/** Adds the lines as visible to the caller. */
async function withVisibleLines(
  { trx, caller, origin }: Context,
  id: string,
  outcomes: readonly Outcome[],
): Promise<ValueOutcome[]> {
  const ids = [...new Set(outcomes.flatMap(({ lineId }) => lineId ?? []))];
  const lines = new Map<string, CountLine>(
    (await countLinesOf(trx, id, ids, caller, origin.locale)).map((line) => [line.id, line]),
  );
  const people = outcomes.flatMap(({ theirId }) => theirId ?? []);
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`select id, name from sys_user where id = any(${people}::uuid[])`.execute(trx);
  const names = new Map(rows.map((row) => [row.id, row.name]));
  return outcomes.map(({ lineId, theirId, ...outcome }) => ({
    ...outcome,
    line: (lineId !== null && lines.get(lineId)) || null,
    theirName: (theirId !== null && names.get(theirId)) || null,
    yours: theirId !== null && actorIdsOf(caller).includes(theirId),
  }));
}
