// Prepares a report result for display: sorted, grouped, with totals. Numbers stay texts throughout.
import { compare, sum } from '@kuwei/contract/decimal';
import type { ReportCell, ReportResult, ShownColumn } from '@kuwei/contract/sys/report';
import type { Locale } from '@kuwei/contract/constants';
import { t } from '../../phrase/phrases.ts';
import { exactMoment, grouped, money } from '../../ui/format.ts';

export type Row = readonly ReportCell[];

/** A displayed column, with its index in the rows. */
export interface Drawn {
  column: ShownColumn;
  at: number;
  /** Index of the column with its unit, -1 if none. */
  unitAt: number;
  isNumber: boolean;
}

const NUMBERS: ReadonlySet<string> = new Set(['count', 'quantity', 'money']);
const NUMBER_FORMATS: ReadonlySet<string> = new Set(['NUMBER', 'QUANTITY', 'MONEY', 'PERCENT']);
const isNumber = ({ kind, format }: ShownColumn): boolean =>
  format === 'AUTO' ? NUMBERS.has(kind) : NUMBER_FORMATS.has(format) && NUMBERS.has(kind);

/** Displayed columns: without hidden ones, and without unit columns that belong to a quantity. */
export function listDrawnColumns(columns: readonly ShownColumn[]): Drawn[] {
  const places = new Map(columns.map(({ name }, at) => [name, at]));
  const seen = columns.filter(({ hidden }) => !hidden);
  const units = new Set(seen.flatMap(({ unit }) => (unit === null ? [] : [unit])));
  return seen
    .filter(({ name, group }) => group || !units.has(name))
    .map((column) => ({
      column,
      at: places.get(column.name)!,
      unitAt: column.unit === null ? -1 : (places.get(column.unit) ?? -1),
      isNumber: isNumber(column),
    }));
}

const DECIMAL = /^-?\d{1,18}(\.\d+)?$/;
/** At most four decimals: an average has many more. */
function rounded(text: string): string {
  if (!DECIMAL.test(text)) return text;
  const decimals = text.split('.')[1] ?? '';
  return decimals.length <= 4 ? text : String(Number(Number(text).toFixed(4)));
}

/** A cell as displayed. */
export function cellText({ column, unitAt }: Pick<Drawn, 'column' | 'unitAt'>, row: Row, value: ReportCell): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return t(value ? 'result.yes' : 'result.no');
  if (Array.isArray(value)) return value.join(', ');
  const text = String(value);
  const { kind, format } = column;
  if (format === 'PERCENT') return `${rounded(text)}%`;
  if (format === 'MONEY' || (format === 'AUTO' && kind === 'money')) return money(rounded(text));
  if (isNumber(column)) {
    const unit = unitAt < 0 ? null : row[unitAt];
    const number = grouped(rounded(text));
    return typeof unit === 'string' && unit !== '' ? `${number} ${unit}` : number;
  }
  if (kind === 'moment') return exactMoment(text).slice(0, -3);
  return text;
}

/** Sorts rows; null keeps their order. */
export function sorted(rows: readonly Row[], by: { at: number; down: boolean; number: boolean } | null, locale: Locale): Row[] {
  if (by === null) return [...rows];
  const collator = new Intl.Collator(locale, { numeric: true });
  const order = (a: ReportCell, b: ReportCell): number =>
    by.number ? Number(a) - Number(b) : collator.compare(String(a), String(b));
  // Empty values last, in either direction.
  return rows.toSorted((a, b) => {
    const [x, y] = [a[by.at]!, b[by.at]!];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return by.down ? order(y, x) : order(x, y);
  });
}

const EXACT = /^-?\d{1,18}(\.\d{1,6})?$/;
function addUp(texts: readonly string[]): string {
  return texts.every((text) => EXACT.test(text))
    ? sum(texts)
    : String(Number(texts.reduce((all, text) => all + Number(text), 0).toFixed(6)));
}

/**
 * Total of a column; null if there is none, as for quantities in several units.
 * @param rows to add up
 */
export function totalOf({ column, at, unitAt }: Drawn, rows: readonly Row[]): string | null {
  const { total } = column;
  if (total === 'NONE') return null;
  const values = rows.map((row) => row[at]).filter((value) => value !== null && value !== undefined);
  if (total === 'COUNT') return grouped(String(values.length));
  if (values.length === 0) return null;
  const texts = values.map(String);
  const first = rows[0]!;
  if (unitAt >= 0 && rows.some((row) => row[unitAt] !== first[unitAt])) return null;
  const value =
    total === 'SUM'
      ? addUp(texts)
      : total === 'AVG'
        ? String(Number(addUp(texts)) / texts.length)
        : extreme(texts, total === 'MAX' ? 1 : -1, isNumber(column));
  return cellText({ column, unitAt }, first, value);
}

function extreme(texts: readonly string[], sign: 1 | -1, number: boolean): string {
  const order = (a: string, b: string): number =>
    number && EXACT.test(a) && EXACT.test(b) ? compare(a, b) : number ? Number(a) - Number(b) : a < b ? -1 : a > b ? 1 : 0;
  return texts.reduce((best, text) => (order(text, best) * sign > 0 ? text : best));
}

/** A table line: a group heading with its totals, or a row. */
export type Line = { kind: 'group'; text: string; rows: readonly Row[] } | { kind: 'row'; row: Row };

/** Rows under their group headings, groups in order of their first row. */
export function linesOf(columns: readonly Drawn[], rows: readonly Row[]): Line[] {
  const groups = columns.filter(({ column }) => column.group);
  if (groups.length === 0) return rows.map((row) => ({ kind: 'row', row }));
  const nameOf = (row: Row): string => groups.map((each) => cellText(each, row, row[each.at]!) || '—').join(' · ');
  return [...Map.groupBy(rows, nameOf)].flatMap(([text, some]): Line[] => [
    { kind: 'group', text, rows: some },
    ...some.map((row): Line => ({ kind: 'row', row })),
  ]);
}

/** Limits of a chart: categories, and two series side by side. */
const PLACES_MAX = 20;

export interface ChartData {
  names: string[];
  series: { name: string; values: number[]; texts: string[] }[];
}

/** Null if there is nothing to draw. */
export function chartOf(
  { columns, rows }: Pick<ReportResult, 'columns' | 'rows'>,
  { type, x, y }: { type: string; x: string | null; y: readonly string[] },
): ChartData | null {
  const all = listDrawnColumns(columns.map((column) => ({ ...column, hidden: false })));
  const across = all.find(({ column }) => column.name === x);
  const amounts = y.flatMap((name) => all.find(({ column }) => column.name === name) ?? []).slice(0, 2);
  if (type === 'NONE' || across === undefined || amounts.length === 0 || rows.length === 0) return null;
  const some = rows.slice(0, PLACES_MAX);
  return {
    names: some.map((row) => cellText(across, row, row[across.at]!) || '—'),
    series: amounts.map((each) => ({
      name: each.column.label,
      values: some.map((row) => Math.max(0, Number(row[each.at] ?? 0))),
      texts: some.map((row) => cellText(each, row, row[each.at]!)),
    })),
  };
}
