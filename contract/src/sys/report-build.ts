// Report builder: generates SQL from the user's choices. Shared by browser and server.
import type { ParamType } from './report-param.ts';

export const TOTALS = ['NONE', 'SUM', 'AVG', 'COUNT', 'MIN', 'MAX'] as const;
export type Total = (typeof TOTALS)[number];
export const BUILT_OPS = ['EQ', 'NE', 'GE', 'LE', 'CONTAINS', 'EMPTY', 'FILLED', 'LAST_DAYS', 'NEXT_DAYS', 'OLDER_DAYS'] as const;
export type BuiltOp = (typeof BUILT_OPS)[number];

interface Column {
  name: string;
  zh: string;
  en: string;
  kind: string;
  dic: string | null;
  unit: string | null;
}
interface View {
  name: string;
  columns: readonly Column[];
}
interface Built {
  columns: readonly { name: string; sum: Total }[];
  conditions: readonly { column: string; op: BuiltOp; value: string; asked: boolean }[];
  order: readonly { column: string; down: boolean }[];
}

interface BuiltParam {
  name: string;
  type: ParamType;
  zh: string;
  en: string;
  required: boolean;
  preset: string | null;
  dic: string | null;
}

interface Statement {
  sql: string;
  params: BuiltParam[];
  /** Columns that no view documents, with their names. */
  called: { name: string; zh: string; en: string }[];
}

const NUMBERS: ReadonlySet<string> = new Set(['count', 'quantity', 'money']);
const DAYS: ReadonlySet<string> = new Set(['day', 'moment']);

/** Operators available for a kind of column. */
export function opsOf(kind: string): readonly BuiltOp[] {
  if (kind === 'flag') return ['EQ'];
  if (NUMBERS.has(kind)) return ['EQ', 'NE', 'GE', 'LE', 'EMPTY', 'FILLED'];
  if (DAYS.has(kind)) return ['GE', 'LE', 'EQ', 'LAST_DAYS', 'NEXT_DAYS', 'OLDER_DAYS', 'EMPTY', 'FILLED'];
  if (kind === 'list') return ['EQ', 'EMPTY', 'FILLED'];
  return ['EQ', 'NE', 'CONTAINS', 'EMPTY', 'FILLED'];
}

/** Aggregates available for a kind of column. */
export const totalsOf = (kind: string): readonly Total[] =>
  NUMBERS.has(kind) ? TOTALS : DAYS.has(kind) ? ['NONE', 'COUNT', 'MIN', 'MAX'] : ['NONE', 'COUNT'];

export const takesValue = (op: BuiltOp): boolean => op !== 'EMPTY' && op !== 'FILLED';
export const takesDays = (op: BuiltOp): boolean => op === 'LAST_DAYS' || op === 'NEXT_DAYS' || op === 'OLDER_DAYS';

const SUMMED: Record<Exclude<Total, 'NONE'>, readonly [zh: string, en: string]> = {
  SUM: ['合计', 'total'],
  AVG: ['平均', 'average'],
  COUNT: ['数量', 'number'],
  MIN: ['最小', 'least'],
  MAX: ['最大', 'most'],
};

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const typeOf = (kind: string, op: BuiltOp): ParamType =>
  takesDays(op) || NUMBERS.has(kind) ? 'NUMBER' : DAYS.has(kind) ? 'DAY' : kind === 'flag' ? 'YES_NO' : 'TEXT';
const CAST: Record<ParamType, string> = { TEXT: '', NUMBER: '::numeric', DAY: '::date', YES_NO: '::boolean', LIST: '' };

/** A condition as SQL. @param column its day, for a timestamp @param value as SQL */
const CONDITIONS: Record<BuiltOp, (column: string, value: string, of: Column) => string> = {
  EQ: (column, value, { kind, name }) => (kind === 'list' ? `${value} = any(${name})` : `${column} = ${value}`),
  NE: (column, value) => `${column} is distinct from ${value}`,
  GE: (column, value) => `${column} >= ${value}`,
  LE: (column, value) => `${column} <= ${value}`,
  CONTAINS: (column, value) => `strpos(lower(${column}), lower(${value})) > 0`,
  EMPTY: (_, __, { kind, name }) => (kind === 'list' ? `cardinality(${name}) = 0` : `${name} is null`),
  FILLED: (_, __, { kind, name }) => (kind === 'list' ? `cardinality(${name}) > 0` : `${name} is not null`),
  LAST_DAYS: (column, value) => `${column} between current_date - ${value}::integer and current_date`,
  NEXT_DAYS: (column, value) => `${column} between current_date and current_date + ${value}::integer`,
  OLDER_DAYS: (column, value) => `${column} < current_date - ${value}::integer`,
};
const condition = (of: Column, op: BuiltOp, value: string): string =>
  CONDITIONS[op](of.kind === 'moment' ? `${of.name}::date` : of.name, value, of);

/** @returns '' as the statement if no column is selected */
export function statementOf(built: Built, view: View): Statement {
  const columnOf = new Map(view.columns.map((column) => [column.name, column]));
  const chosen = built.columns.filter(({ name }) => columnOf.has(name));
  if (chosen.length === 0) return { sql: '', params: [], called: [] };
  const isSummed = chosen.some(({ sum }) => sum !== 'NONE');
  // Quantities of different units must not be summed: group by unit.
  const units = chosen
    .map(({ name, sum }) => (sum === 'COUNT' ? null : columnOf.get(name)!.unit))
    .filter((unit) => unit !== null && !chosen.some(({ name }) => name === unit));
  const all = [...chosen, ...[...new Set(units)].map((name) => ({ name: name!, sum: 'NONE' as const }))];
  const called: Statement['called'] = [];
  const names = new Set<string>();
  const selected = all.map(({ name, sum }) => {
    if (sum === 'NONE') {
      names.add(name);
      return name;
    }
    const { zh, en } = columnOf.get(name)!;
    const as = `${name}_${sum.toLowerCase()}`;
    names.add(as);
    called.push({ name: as, zh: `${zh}（${SUMMED[sum][0]}）`, en: `${en} (${SUMMED[sum][1]})` });
    return `${sum.toLowerCase()}(${name}) as ${as}`;
  });
  const params: BuiltParam[] = [];
  const where = built.conditions.flatMap(({ column: name, op, value, asked }) => {
    const column = columnOf.get(name);
    if (column === undefined) return [];
    if (!takesValue(op)) return [condition(column, op, '')];
    const type = typeOf(column.kind, op);
    if (!asked) return value.trim() === '' ? [] : [condition(column, op, `${quoted(value.trim())}${CAST[type]}`)];
    const same = params.filter((each) => each.name === name || each.name.startsWith(`${name}_`)).length;
    const param = same === 0 ? name : `${name}_${same + 1}`;
    params.push({
      name: param,
      type,
      zh: column.zh,
      en: column.en,
      required: false,
      preset: value.trim() || null,
      dic: column.dic,
    });
    return [`(:${param} is null or ${condition(column, op, `:${param}`)})`];
  });
  const order = built.order.flatMap(({ column, down }) => {
    const as = [...names].find((name) => name === column);
    return as === undefined ? [] : [`${as}${down ? ' desc nulls last' : ''}`];
  });
  const groups = all.filter(({ sum }) => sum === 'NONE').map(({ name }) => name);
  const parts = [
    `select ${selected.join(', ')}`,
    `  from ${view.name}`,
    ...(where.length > 0 ? [` where ${where.join('\n   and ')}`] : []),
    ...(isSummed && groups.length > 0 ? [` group by ${groups.join(', ')}`] : []),
    ...(order.length > 0 ? [` order by ${order.join(', ')}`] : []),
  ];
  return { sql: parts.join('\n'), params, called };
}

/** Names that can be sorted by: the statement's column names. */
export const orderNames = (built: Pick<Built, 'columns'>): string[] =>
  built.columns.map(({ name, sum }) => (sum === 'NONE' ? name : `${name}_${sum.toLowerCase()}`));
