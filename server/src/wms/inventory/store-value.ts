// Accepts or rejects one value of one line. Conflicting values are both kept in the value table; answers never reveal another
// person's value to a blind counter or to the second of two.
import { AppError } from '@kuwei/contract/error';
import { compare } from '@kuwei/contract/decimal';
import type { Units } from '@kuwei/contract/wms/amount';
import type { CountedValue, ValueOutcome } from '@kuwei/contract/wms/inventory';
import type { ProductUnit } from '@kuwei/contract/wms/product';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { asText } from '../../db/columns.ts';
import { assertOffered } from '../../platform/dic/codes.ts';
import { baseAmount } from '../product/units.ts';
import type { LockedCount } from './lock.ts';
import { actorIdsOf } from './queries.ts';

type Context = WriteContext<Caller>;

export interface Line {
  id: string;
  boxState: string;
  boxCode: string;
  base_unit: string;
  units: unknown;
  twoCounters: boolean;
  state: 'OPEN' | 'HALF' | 'COUNTED';
  pass: number;
  ver: number;
  qtyCount: string | null;
  counterId: string | null;
  /** Users whose values are current. */
  countedBy: string[];
  /** Users who counted it before and may not count it again. */
  notBy: string[];
  /** Current stock. */
  qtyNow: string;
  /** The caller's last value. */
  own: { qty: string; ver: number; pass: number; userId: string } | null;
}

/** @property ver version of the line that the counter saw; null: none */
export type EnteredValue = Omit<CountedValue, 'lineId' | 'ver'> & { ver: number | null };

export interface ValueResult {
  outcome: ValueOutcome['outcome'];
  line: Line;
  /** In a conflict, the current value, where the caller may see it. */
  theirs?: string | null;
  theirId?: string | null;
}

/** @throws AppError NOT_FOUND */
export async function lineOf({ trx, caller }: Context, countId: string, lineId: string): Promise<Line> {
  const selves = actorIdsOf(caller);
  const { rows } = await sql<Line>`
    select l.id, b.state as "boxState", b.code as "boxCode", p.base_unit, p.units, l.two_counters as "twoCounters", l.state, l.pass, l.ver,
           l.qty_count as "qtyCount", l.counter_id as "counterId", l.counted_by as "countedBy", l.not_by as "notBy",
           coalesce((select s.qty from wms_product_box s where s.id = l.product_box_id), 0) as "qtyNow",
           (select json_build_object('qty', ${asText('v.qty')}, 'ver', v.ver, 'pass', v.pass, 'userId', v.user_id) from wms_inventory_value v
             where v.line_id = l.id and (v.user_id = any(${selves}::uuid[]) or v.proxy_user_id = any(${selves}::uuid[]))
             order by v.at desc, v.id desc limit 1) as own
      from wms_inventory_line l join wms_product p on p.id = l.product_id join wms_warehouse_box b on b.id = l.box_id
     where l.id = ${lineId} and l.inventory_id = ${countId}`.execute(trx);
  const [line] = rows;
  if (!line) throw new AppError('NOT_FOUND');
  return line;
}

export const baseQty = (
  value: Pick<EnteredValue, 'qty' | 'unit'>,
  product: Pick<Line, 'base_unit' | 'units'>,
  units: Units,
): string => baseAmount(value, { baseUnit: product.base_unit, units: product.units as ProductUnit[] }, units, 'qty');

/** Stores a counted value. @throws AppError BOX_RETIRED, COUNT_OTHER, and errors of the amount */
export async function storeValue(
  context: Context,
  { blind }: Pick<LockedCount, 'blind'>,
  line: Line,
  value: EnteredValue,
  units: Units,
): Promise<ValueResult> {
  const { trx, caller, origin } = context;
  if (line.boxState === 'RETIRED') throw new AppError('BOX_RETIRED', { params: { code: line.boxCode } });
  if (value.reason !== null)
    await assertOffered(trx, [{ path: 'reason', dic: 'WMS_COUNT_REASON', codes: [value.reason] }], origin.locale);
  const qty = baseQty(value, line, units);
  const { own, state, twoCounters } = line;
  const isAny = (ids: readonly string[]): boolean => actorIdsOf(caller).some((each) => ids.includes(each));
  const isCountedBySelf = isAny(line.countedBy);
  const conflict = async (): Promise<ValueResult> => {
    await insertValue(context, line, value, { qty, outcome: 'CONFLICT', ver: blind && own ? own.ver : line.ver });
    return buildConflict(line, caller, blind);
  };

  if (isAny(line.notBy)) {
    if (!blind || own === null) throw new AppError('COUNT_OTHER');
    // Does not reveal that others recount the line: a correction is stored without effect.
    if (value.ver !== own.ver) return conflict();
    await insertValue(context, { ...line, pass: own.pass }, value, { qty, outcome: 'TAKEN', ver: own.ver + 1 });
    return { outcome: 'TAKEN', line };
  }
  // With two counters, or blind, the version seen is that of one's own last value.
  const isSeen = value.ver === line.ver || ((blind || twoCounters) && own?.pass === line.pass && value.ver === own.ver);
  // Another person's value is kept, unless the caller saw it and is not blind. An agreed two-person value needs two to change.
  if (state === 'COUNTED' && !isCountedBySelf && (blind || twoCounters || !isSeen)) return conflict();
  // From another device of the same person, or from the pass before a two-person conflict.
  if (!isSeen && (isCountedBySelf || own?.pass === line.pass)) return conflict();

  const isSecond = twoCounters && state === 'HALF' && !isCountedBySelf;
  if (isSecond && compare(line.qtyCount!, qty) !== 0) {
    // Neither value is accepted: both count again, and neither sees the other's.
    await insertValue(context, line, value, { qty, outcome: 'CONFLICT', ver: line.ver + 1 });
    await sql`update wms_inventory_line set state = 'OPEN', qty_count = null, qty_then = null, counter_id = null, counted_by = '{}',
        counted_at = null, ver = ver + 1 where id = ${line.id}`.execute(trx);
    return { outcome: 'CONFLICT', line, theirId: line.counterId };
  }
  const ver = line.ver + 1;
  await insertValue(context, line, value, { qty, outcome: 'TAKEN', ver });
  await sql`
    update wms_inventory_line
       set state = ${twoCounters && !isSecond ? 'HALF' : 'COUNTED'}, qty_count = ${qty}, qty_then = ${line.qtyNow}, counted_at = clock_timestamp(),
           counter_id = case when ${isSecond} then counter_id else ${caller.userId} end, second_id = ${isSecond ? caller.userId : null},
           counted_by = ${[...(isSecond ? line.countedBy : []), ...actorIdsOf(caller)]}::uuid[],
           reason = coalesce(${value.reason}, reason), note = coalesce(${value.note}, note), ver = ${ver}
     where id = ${line.id}`.execute(trx);
  return { outcome: 'TAKEN', line };
}

/** The outcome of a rejected value. */
function buildConflict(line: Line, caller: Caller, blind: boolean): ValueResult {
  const { own, state, twoCounters } = line;
  const isOwn = [...line.countedBy, ...line.notBy].some((each) => actorIdsOf(caller).includes(each));
  if (isOwn) return { outcome: 'CONFLICT', line, theirs: own?.qty ?? null, theirId: own?.userId ?? null };
  const isRevealed = !blind && (state === 'COUNTED' || !twoCounters);
  return { outcome: 'CONFLICT', line, theirs: isRevealed ? line.qtyCount : null, theirId: line.counterId };
}

const insertValue = (
  { trx, caller }: Context,
  line: Pick<Line, 'id' | 'pass'>,
  { id, reason, note: words, at }: EnteredValue,
  { qty, outcome, ver }: { qty: string; outcome: 'TAKEN' | 'CONFLICT'; ver: number },
): Promise<unknown> =>
  trx
    .insertInto('wms_inventory_value')
    .values({
      id,
      line_id: line.id,
      pass: line.pass,
      outcome,
      qty,
      ver,
      user_id: caller.userId,
      proxy_user_id: caller.proxyUserId,
      said_at: at,
      reason,
      note: words,
    })
    .execute();

/** The stored outcome of a repeated value. @throws AppError IDEMPOTENCY_MISMATCH where the content or the user differs */
export async function findRepeatedOutcome(
  context: Context,
  { id: countId, blind }: Pick<LockedCount, 'id' | 'blind'>,
  value: { id: string },
  qty: string,
  lineId: string | null,
): Promise<ValueResult | null> {
  const { rows } = await sql<{ lineId: string; outcome: 'TAKEN' | 'CONFLICT'; qty: string; userId: string }>`
    select line_id as "lineId", outcome, qty, user_id as "userId" from wms_inventory_value where id = ${value.id}`.execute(
    context.trx,
  );
  const [known] = rows;
  if (!known) return null;
  const isSame = known.userId === context.caller.userId && (lineId === null || known.lineId === lineId);
  if (!isSame || compare(known.qty, qty) !== 0) throw new AppError('IDEMPOTENCY_MISMATCH');
  const line = await lineOf(context, countId, known.lineId);
  return known.outcome === 'TAKEN' ? { outcome: 'TAKEN', line } : buildConflict(line, context.caller, blind);
}
