// Pastes spreadsheet cells into rows: by headings, else from the focused cell.
import { oneLine, normalizeText } from '@kuwei/contract/normalize-text';
import { t } from '../../phrase/phrases.ts';
import { flagText, type GridColumn, type GridSpec } from './grid-types.ts';

export interface Pasted<R> {
  rows: R[];
  /** The previous row for each pasted row; null for an added one. Rows not touched by the paste are missing. */
  before: ReadonlyMap<R, R | null>;
  added: number;
  changed: number;
  same: number;
  /** Read-only cells that the paste would have changed. */
  kept: number;
  /** Headings that match no column. */
  unknown: string[];
}

/** Why nothing was pasted. */
export interface Refused {
  refused: string;
}

type Columns<R> = readonly (GridColumn<R> | null)[];

const YES = ['true', '1', 'yes', 'y', '是', '启用', '√', '✓'];
const NO = ['false', '0', 'no', 'n', '否', '停用', '×', '✗', ''];
/** Number of codes listed in an error. */
const NAMED = 5;

type Called = Pick<GridColumn<unknown>, 'key' | 'title' | 'names'>;

const spelled = (text: string): string => normalizeText(text).toLowerCase();
const isCalled = ({ key, title, names = [] }: Called, heading: string): boolean =>
  [key, title, ...names].some((name) => spelled(name) === spelled(heading));

/** @param at the focused cell */
export function pasteInto<R>(
  rows: readonly R[],
  cells: readonly (readonly string[])[],
  at: { row: number; column: string },
  spec: GridSpec<R>,
): Pasted<R> | Refused {
  const [head, ...below] = cells;
  if (head === undefined) return { refused: t('grid.nothing') };
  const headings = headingsIn(head, spec.columns);
  const key = spec.columns[0];
  if (headings && !headings.columns.includes(key)) return { refused: t('grid.noKey', { title: key.title }) };
  const from = spec.columns.findIndex((column) => column.key === at.column);
  const columns = headings?.columns ?? head.map((_, each) => spec.columns[from + each] ?? null);
  const data = headings ? below : cells;
  const wrong = faultyFlags(data, columns);
  if (wrong) return { refused: t('grid.notFlag', wrong) };
  const unknown = headings?.unknown ?? [];
  const written = columns.includes(key) ? byKey(rows, data, columns, at.row, spec) : byPlace(rows, data, columns, at.row, spec);
  return 'refused' in written ? written : { ...written, unknown };
}

/** The columns for a heading row; null if it is a data row. */
function headingsIn<R>(
  head: readonly string[],
  columns: readonly GridColumn<R>[],
): { columns: Columns<R>; unknown: string[] } | null {
  const found = head.map((heading) => columns.find((column) => isCalled(column, heading)) ?? null);
  const named = found.filter((column) => column !== null);
  if (named.length === 0 || new Set(named).size < named.length) return null;
  // A single match among three or more cells is more likely a value equal to a column name.
  if (named.length === 1 && head.length > 2) return null;
  return { columns: found, unknown: head.filter((heading, each) => found[each] === null && heading !== '') };
}

/** The first yes/no column with invalid values, and their rows. */
function faultyFlags<R>(data: readonly (readonly string[])[], columns: Columns<R>): { title: string; values: string[] } | null {
  for (const [each, column] of columns.entries()) {
    if (column?.kind !== 'flag') continue;
    const wrong = data.flatMap((cells, row) => {
      const text = cells[each] ?? '';
      return [...YES, ...NO].includes(spelled(text)) ? [] : [t('grid.notFlagAt', { row: row + 1, text })];
    });
    if (wrong.length > 0) return { title: column.title, values: wrong.slice(0, NAMED) };
  }
  return null;
}

/** Normalizes a pasted cell for a column: strips invisible characters, and uppercases codes. */
function textFor<R>({ kind }: GridColumn<R>, cell: string): string {
  if (kind === 'flag') return flagText(YES.includes(spelled(cell)));
  return kind === 'code' ? normalizeText(cell).toUpperCase() : oneLine(cell);
}

/** A row with pasted cells; read-only ones stay. */
function filled<R>(row: R, cells: readonly string[], columns: Columns<R>): { row: R; kept: number } {
  let result = row;
  let kept = 0;
  for (const [each, column] of columns.entries()) {
    const cell = cells[each];
    if (column === null || cell === undefined || (column.kind === 'flag' && cell === '')) continue;
    const text = textFor(column, cell);
    if (text === column.read(result)) continue;
    if (column.fixed?.(result)) kept++;
    else result = column.write(result, text);
  }
  return { row: result, kept };
}

type Written<R> = Omit<Pasted<R>, 'unknown'> | Refused;

/** Matches rows by key; the others are added after the focused row. */
function byKey<R>(
  rows: readonly R[],
  data: readonly (readonly string[])[],
  columns: Columns<R>,
  cursor: number,
  { columns: [key], blank, max, grows }: GridSpec<R>,
): Written<R> {
  const place = columns.indexOf(key);
  const known = new Map(rows.map((row, each) => [textFor(key, key.read(row)), each]));
  const changed = new Map<number, R>();
  const added: R[] = [];
  let same = 0;
  let kept = 0;
  for (const cells of data) {
    const code = textFor(key, cells[place] ?? '');
    const each = known.get(code);
    // A duplicate key makes two rows, and the second shows an error.
    if (each === undefined || changed.has(each) || code === '') {
      added.push(filled(blank, cells, columns).row);
      continue;
    }
    const next = filled(rows[each]!, cells, columns);
    kept += next.kept;
    changed.set(each, next.row);
    if (next.row === rows[each]) same++;
  }
  const codes = added.map((row) => key.read(row)).slice(0, NAMED);
  if (added.length > 0 && !grows) return { refused: t('grid.noNew', { codes }) };
  // An empty focused row is filled first.
  const isEmpty = rows[cursor] !== undefined && key.read(rows[cursor]) === '';
  const next = rows.map((row, each) => changed.get(each) ?? row);
  const before = beforeOf(rows, next);
  const [first] = next.splice(isEmpty ? cursor : cursor + 1, isEmpty && added.length > 0 ? 1 : 0, ...added);
  for (const [each, row] of added.entries()) before.set(row, (each === 0 ? first : undefined) ?? null);
  if (next.length > max) return { refused: t('grid.tooMany', { max, count: next.length }) };
  return { rows: next, before, added: added.length, changed: changed.size - same, same, kept };
}

/** Pastes cells by position, to the right of and below the focused cell. */
function byPlace<R>(
  rows: readonly R[],
  data: readonly (readonly string[])[],
  columns: Columns<R>,
  cursor: number,
  { columns: [key] }: GridSpec<R>,
): Written<R> {
  const beyond = cursor + data.length - rows.length;
  if (beyond > 0) return { refused: t('grid.beyond', { count: beyond, title: key.title }) };
  const next = [...rows];
  let same = 0;
  let kept = 0;
  for (const [each, cells] of data.entries()) {
    const before = rows[cursor + each]!;
    const result = filled(before, cells, columns);
    kept += result.kept;
    if (result.row === before) same++;
    next[cursor + each] = result.row;
  }
  return { rows: next, before: beforeOf(rows, next), added: 0, changed: data.length - same, same, kept };
}

const beforeOf = <R>(rows: readonly R[], next: readonly R[]): Map<R, R | null> =>
  new Map(next.flatMap((row, each) => (row === rows[each] ? [] : [[row, rows[each]!] as const])));

/** Reverts a paste. Later changes stay: other rows, their order, and pasted rows edited since. */
export function undoPaste<R>(rows: readonly R[], before: Pasted<R>['before']): { rows: R[]; edited: number } {
  const left = new Set(rows);
  return {
    rows: rows.flatMap((row) => {
      const was = before.get(row);
      return was === undefined ? [row] : was === null ? [] : [was];
    }),
    edited: [...before.keys()].filter((row) => !left.has(row)).length,
  };
}
