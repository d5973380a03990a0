// A month of the register: figures, state, and the caller's actions.
import { WMS_ROLES } from '@kuwei/contract/access';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import {
  FLOW_KEEPERS,
  FLOW_MONTHS,
  type FlowClosing,
  type FlowMonth,
  type FlowMonthState,
  type FlowProduct,
  type FlowRegister,
} from '@kuwei/contract/wms/hazard-flow';
import { sql, type Kysely } from 'kysely';
import { actorOf, type Caller } from '../../context.ts';
import { all } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import type { ReadScope } from '../scope.ts';
import {
  loadRegisterMonth,
  listClosedMonths,
  flowEntries,
  isInClass,
  isOwnWarehouse,
  assertVisible,
  narrowToWarehouse,
  isRegisterEntryVisible,
  seesWholeWarehouse,
  type RegisterMonth,
  type ClosedMonth,
  type RegisterKey,
} from './register-month.ts';
import { countDue, type ReportRules } from './due.ts';
import { differsFromLedger, figuresOf, type Figures } from './figures.ts';

interface RegisterContext {
  caller: Caller;
  readScope: ReadScope;
  rules: ReportRules;
  locale: Locale;
}

/** Classes that need a second signer. */
export const needsSecondSigner = ({ controlClass }: Pick<RegisterKey, 'controlClass'>): boolean => controlClass === 'TOXIC';

export async function getRegister(
  db: Kysely<DB>,
  which: RegisterKey & { month: string },
  asked: RegisterContext,
): Promise<FlowRegister> {
  const { readScope, rules, locale } = asked;
  const { warehouseId, controlClass, month } = which;
  assertVisible(readScope, warehouseId);
  const { rows } = await sql<{ name: string; firstDay: string; lastDay: string; isRunning: boolean; timeZone: string }>`
    select ${named(locale, 'w')} as name, ${`${month}-01`}::date as "firstDay", (${`${month}-01`}::date + interval '1 month - 1 day')::date as "lastDay",
           current_date < ${`${month}-01`}::date + interval '1 month' as "isRunning",
           current_setting('TimeZone') as "timeZone"
      from wms_warehouse w where w.id = ${warehouseId}`.execute(db);
  const warehouse = rows[0];
  if (!warehouse) throw new AppError('NOT_FOUND', { field: 'warehouseId' });
  const book = await loadRegisterMonth(db, which);
  const isWhole = seesWholeWarehouse(readScope, warehouseId);
  const figures = await figuresOf(db, book, isWhole ? null : narrowToWarehouse(readScope, warehouseId), locale);
  const closes = await listClosedMonths(db, which);
  const closing = isWhole ? await closingOf(db, book, closes) : null;
  const keeps = isOwnWarehouse(readScope, warehouseId);
  const waits = keeps ? await countDue(db, which, rules) : { due: 0, overdue: 0, dueSeq: 0 };
  return {
    warehouseId,
    warehouseName: warehouse.name,
    controlClass,
    month,
    firstDay: warehouse.firstDay,
    lastDay: warehouse.lastDay,
    timeZone: warehouse.timeZone,
    state: stateOf(book, warehouse.isRunning),
    whole: isWhole,
    products: figures.map((each) => ({ ...each, kept: closing?.differs ? changedFigures(book.close!, each) : null })),
    entries: figures.reduce((count, { entries }) => count + entries, 0),
    closing,
    reopened: isWhole ? await reopenedOf(db, which) : [],
    cannotClose: closeRefusal(book, closes, figures, keeps && hasAnyRole(asked.caller, FLOW_KEEPERS)),
    maySign: keeps && closing !== null && maySign(book, asked.caller) && !closing.differs,
    mayReopen: keeps && hasAnyRole(asked.caller, [WMS_ROLES.control]) && book.close !== null && closes[0]?.id === book.close.id,
    ...waits,
  };
}

const stateOf = (book: RegisterMonth, isRunning: boolean): FlowMonthState => {
  if (book.close === null) return isRunning ? 'RUNNING' : 'OPEN';
  return needsSecondSigner(book) && book.close.signedById === null ? 'SIGNING' : 'CLOSED';
};

/** Figures of a product at closing, where they differ from now. */
function changedFigures(close: ClosedMonth, now: Figures): FlowProduct['kept'] {
  const none = { opening: '0', in: '0', out: '0', closing: '0', entries: 0 };
  const { opening, in: came, out, closing, entries } = close.figures.find(({ id }) => id === now.id) ?? none;
  const atClosing = { opening, in: came, out, closing, entries };
  const current = { opening: now.opening, in: now.in, out: now.out, closing: now.closing, entries: now.entries };
  return JSON.stringify(atClosing) === JSON.stringify(current) ? null : atClosing;
}

const hasAnyRole = ({ effective }: Caller, roles: readonly string[]): boolean =>
  effective.some(({ code }) => roles.includes(code));

/** Separation of duties: neither the caller nor their proxy is who closed it. */
export const isOtherPerson = (close: ClosedMonth, caller: Caller): boolean =>
  [close.closedById, close.closedAsId].every((id) => id !== actorOf(caller) && id !== caller.userId);

const maySign = (book: RegisterMonth, caller: Caller): boolean =>
  book.close !== null &&
  needsSecondSigner(book) &&
  book.close.signedById === null &&
  hasAnyRole(caller, FLOW_KEEPERS) &&
  isOtherPerson(book.close, caller);

/** Why a month cannot be closed. */
export function closeRefusal(
  book: RegisterMonth,
  closes: readonly ClosedMonth[],
  figures: readonly Figures[],
  mayClose = true,
): FlowRegister['cannotClose'] {
  if (book.close !== null) return 'CLOSED';
  if (!book.isOver) return 'RUNNING';
  if (closes[0] !== undefined && monthAfter(closes[0].month) !== book.month) return 'ORDER';
  if (figures.some(({ balanced }) => !balanced)) return 'UNBALANCED';
  return mayClose ? null : 'RIGHT';
}

export function monthAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

async function closingOf(db: Kysely<DB>, book: RegisterMonth, closes: readonly ClosedMonth[]): Promise<FlowClosing | null> {
  const { close } = book;
  if (close === null) return null;
  const { rows } = await sql<Omit<FlowClosing, 'differs'>>`
    select c.id, u.name as "closedBy", c.closed_at as "closedAt", s.name as "signedBy", c.signed_at as "signedAt", c.hash, c.rev
      from wms_flow_close c join sys_user u on u.id = c.closed_by left join sys_user s on s.id = c.signed_by
     where c.id = ${close.id}`.execute(db);
  return { ...rows[0]!, differs: await differsFromLedger(db, { ...book, close }, closes) };
}

async function reopenedOf(
  db: Kysely<DB>,
  { warehouseId, controlClass, month }: RegisterKey & { month: string },
): Promise<FlowRegister['reopened']> {
  const { rows } = await sql<FlowRegister['reopened'][number]>`
    select r.name as by, c.reopened_at as at, c.reason, u.name as "closedBy", c.closed_at as "closedAt"
      from wms_flow_close c join sys_user r on r.id = c.reopened_by join sys_user u on u.id = c.closed_by
     where c.warehouse_id = ${warehouseId} and c.control_class = ${controlClass} and c.month = ${`${month}-01`}::date
       and c.reopened_at is not null
     order by c.reopened_at desc`.execute(db);
  return rows;
}

/** Months from the first entry, or the first closed month, to the current one. */
export async function listMonths(db: Kysely<DB>, which: RegisterKey, readScope: ReadScope): Promise<FlowMonth[]> {
  const { warehouseId, controlClass } = which;
  assertVisible(readScope, warehouseId);
  const isWhole = seesWholeWarehouse(readScope, warehouseId);
  const closes = await listClosedMonths(db, which);
  const seen = isWhole ? [] : [isRegisterEntryVisible(narrowToWarehouse(readScope, warehouseId))];
  const known = [...new Set(closes.flatMap(({ productIds }) => productIds))];
  const { rows } = await sql<{ month: string; entries: number; isRunning: boolean }>`
    with entry as (
      select date_trunc('month', l.at)::date as month, count(*)::int as entries
        from ${flowEntries(
          all([
            sql`(${isInClass(controlClass, sql`l.product_id`, sql`date_trunc('month', l.at)`)} or l.product_id = any(${known}::uuid[]))`,
            sql`l.warehouse_id = ${warehouseId}`,
            ...seen,
          ]),
        )} l group by 1)
    select to_char(m, 'YYYY-MM') as month, coalesce(e.entries, 0) as entries, m = date_trunc('month', current_date) as "isRunning"
      from generate_series(
        least(coalesce((select min(month) from entry), current_date), ${closes.at(-1) === undefined ? null : `${closes.at(-1)!.month}-01`}::date),
        current_date, interval '1 month') g(at)
     cross join lateral (select date_trunc('month', g.at) as m) x left join entry e on e.month = x.m::date
     order by m desc limit ${FLOW_MONTHS}`.execute(db);
  const months: FlowMonth[] = [];
  for (const { month, entries, isRunning } of rows) {
    const book = closes.some((each) => each.month === month) ? await loadRegisterMonth(db, { ...which, month }) : null;
    const close = book?.close ?? null;
    months.push({
      month,
      entries,
      state: book === null ? (isRunning ? 'RUNNING' : 'OPEN') : stateOf(book, isRunning),
      differs: isWhole && book !== null && close !== null && (await differsFromLedger(db, { ...book, close }, closes)),
    });
  }
  return months;
}
