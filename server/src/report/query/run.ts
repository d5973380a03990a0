// Runs a report: its statement with bound values, on a connection that sees only the reader's rows.
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type {
  ReportCell,
  ReportColumn,
  ReportParam,
  ReportResult,
  ReportValues,
  ShownColumn,
  SqlFault,
} from '@kuwei/contract/sys/report';
import { isValidParam, resolvePreset, SQL_TYPE } from '@kuwei/contract/sys/report-param';
import Cursor from 'pg-cursor';
import type { CustomTypesConfig } from 'pg';
import { driverTypes } from '../../db/open.ts';
import { say } from '../../phrase.ts';
import type { Run } from '../../services/report/database.ts';
import { describe, type Field, type PostgresError } from '../sql/describe.ts';
import { bindParameters, findForbidden, tokenize, type Prepared, type Word } from '../sql/words.ts';
import { arrangeColumns } from './columns.ts';

export interface Statement {
  sql: string;
  params: readonly ReportParam[];
}

type Parse = (text: string) => unknown;
const asIs: Parse = (text) => text;
/** Integers beyond JavaScript's safe range stay text. */
const parseInteger: Parse = (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text);
/** Parsed types, by OID; values of all others stay text. */
const PARSED = new Set([16, 21, 23, 700, 701, 1009, 1082, 1184, 1700]);
const types: CustomTypesConfig = {
  getTypeParser: (type, format) => {
    const oid: number = type;
    if (oid === 20) return parseInteger;
    return PARSED.has(oid) ? (driverTypes.getTypeParser(oid, format) as Parse) : asIs;
  },
};

interface Ready extends Prepared {
  words: Word[];
}

/** Parses and checks a statement; returns it, or its faults. */
export function parseStatement({ sql, params }: Statement, locale: Locale): { ready: Ready | null; faults: SqlFault[] } {
  const { words, wrong } = tokenize(sql);
  const known = new Map(params.map(({ name, type }) => [name, type]));
  const unknown = words
    .filter(({ kind, text }) => kind === 'param' && !known.has(text))
    .map(({ text, from, to }) => ({ key: 'report.sql.param' as const, params: { name: text }, from, to }));
  const all = wrong !== null ? [wrong] : [...findForbidden(words), ...unknown];
  const faults = all.map(({ key, params: of, from, to }) => ({ text: say(locale, key, of), at: from, length: to - from }));
  return {
    ready: faults.length > 0 ? null : { ...bindParameters(sql, words, (name) => SQL_TYPE[known.get(name)!]), words },
    faults,
  };
}

/** An error of PostgreSQL, at its position in the original statement. */
function faultOf(error: unknown, { sql, placeOf }: Ready, locale: Locale): SqlFault {
  const { code, message, hint, position } = error as PostgresError;
  const own = say(locale, `report.sql.state.${code}`, { said: message });
  const text = own === `report.sql.state.${code}` ? say(locale, 'report.sql.said', { said: message }) : own;
  const at = position === undefined ? null : placeOf(Number(position) - 1);
  const length = position === undefined ? 0 : (/^[\w$.]+/.exec(sql.slice(Number(position) - 1))?.[0].length ?? 1);
  return { text: hint === undefined ? text : `${text} (${hint})`, at, length };
}

/** @returns columns, or the fault with its position */
export async function check(
  { client }: Run,
  ready: Ready,
  locale: Locale,
  arranged: readonly ReportColumn[] = [],
): Promise<{ faults: SqlFault[]; columns: ShownColumn[]; fields: Field[] }> {
  try {
    const fields = await describe(client, ready.sql);
    const twice = fields.find(({ name }, at) => fields.findIndex((each) => each.name === name) !== at);
    if (twice)
      return {
        faults: [{ text: say(locale, 'report.sql.twice', { name: twice.name }), at: null, length: 0 }],
        columns: [],
        fields,
      };
    return { faults: [], columns: arrangeColumns(fields, ready.words, arranged, locale), fields };
  } catch (error) {
    if ((error as Partial<PostgresError>).code === undefined) throw error;
    return { faults: [faultOf(error, ready, locale)], columns: [], fields: [] };
  }
}

/** Values in the order of the statement's parameters. @throws AppError INVALID at parameters with missing or invalid values */
export function bindValues(
  names: readonly string[],
  params: readonly ReportParam[],
  values: ReportValues,
  today: string,
): (string | string[] | null)[] {
  const faults: { path: string; key: 'rule.required' | 'rule.reportValue' }[] = [];
  const found = new Map(
    params.map(({ name, type, required, preset }): [string, string | string[] | null] => {
      const given = name in values ? values[name]! : preset;
      const text = given === null || given.trim() === '' ? null : resolvePreset(given.trim(), today);
      if (text === null && required) faults.push({ path: `values.${name}`, key: 'rule.required' });
      if (text !== null && !isValidParam(type, text)) faults.push({ path: `values.${name}`, key: 'rule.reportValue' });
      if (text === null || type !== 'LIST') return [name, text];
      return [name, text.split(/[,，\n]/).flatMap((each) => each.trim() || [])];
    }),
  );
  if (faults.length > 0) throw new AppError('INVALID', { faults });
  return names.map((name) => found.get(name) ?? null);
}

/** A running statement. */
export interface Reading {
  columns: ShownColumn[];
  /** Rows in batches, cells in the order of the columns. */
  pieces: AsyncGenerator<ReportCell[][]>;
}

interface Plan {
  Plan: { 'Total Cost': number };
}
/** Planner cost beyond which a statement is refused: it would practically never end, as a cross join of everything. */
const COST_MAX = 1e11;

/** Starts a statement: its columns are known before its first row. @param size rows of a batch @throws AppError REPORT_SQL */
export async function begin(
  run: Run,
  ready: Ready,
  values: (string | string[] | null)[],
  arranged: readonly ReportColumn[],
  locale: Locale,
  size: number,
): Promise<Reading> {
  const { client } = run;
  const refuse = (faults: readonly SqlFault[]): AppError =>
    new AppError('REPORT_SQL', { params: { reason: faults[0]!.text }, data: { faults } });
  const { faults, fields } = await check(run, ready, locale);
  if (faults.length > 0) throw refuse(faults);
  /** Maps errors of PostgreSQL to errors of the statement, unless the run was stopped. */
  const statementError = (error: unknown): unknown => {
    const mapped = run.refusalOf(error);
    return mapped !== error || (error as Partial<PostgresError>).code === undefined
      ? mapped
      : refuse([faultOf(error, ready, locale)]);
  };
  // `explain` shifts the statement, so its error positions would be wrong.
  const plan = await client
    .query<{ 'QUERY PLAN': Plan[] }>(`explain (format json) ${ready.sql}`, values)
    .catch((error: PostgresError) => {
      throw statementError({ ...error, code: error.code, message: error.message, position: undefined });
    });
  if (plan.rows[0]!['QUERY PLAN'][0]!.Plan['Total Cost'] > COST_MAX) throw new AppError('REPORT_TOO_SLOW');
  const columns = arrangeColumns(fields, ready.words, arranged, locale);
  const places = columns.map(({ name }) => fields.findIndex((field) => field.name === name));
  async function* pieces(): AsyncGenerator<ReportCell[][]> {
    const cursor = client.query(new Cursor<ReportCell[]>(ready.sql, values, { rowMode: 'array', types }));
    try {
      for (;;) {
        run.fresh();
        const rows = await cursor.read(size);
        run.signal.throwIfAborted();
        if (rows.length > 0) yield rows.map((row) => places.map((place) => row[place]!));
        if (rows.length < size) return;
      }
    } catch (error) {
      throw statementError(error);
    }
  }
  return { columns, pieces: pieces() };
}

/** The first rows. @param limit rows that are shown */
export async function firstRows(reading: Reading, limit: number): Promise<Pick<ReportResult, 'rows' | 'more'>> {
  const rows: ReportCell[][] = [];
  for await (const piece of reading.pieces) {
    rows.push(...piece);
    if (rows.length > limit) break;
  }
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}
