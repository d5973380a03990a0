// Tokenizes a report's statement to find its parameters and forbidden constructs. Access is restricted by the database (decision
// 165); this reports faults earlier and more clearly, and also refuses what the database would tolerate.
import type { PhraseParams } from '@kuwei/contract/phrase-params';
import type { PhraseKey } from '@kuwei/contract/phrase';

export interface Word {
  kind: 'name' | 'quoted' | 'text' | 'number' | 'param' | 'sign';
  /** A name in lower case; anything else unchanged. */
  text: string;
  /** Start and end offset, end exclusive. */
  from: number;
  to: number;
}

/** @public a fault with its position */
export interface SqlFaultAt {
  key: PhraseKey;
  params?: PhraseParams;
  from: number;
  to: number;
}

/** Keywords that may precede a parenthesis without being a function call. */
const SYNTAX = new Set(
  `and or not in as from join where on using select distinct by when then else exists any some all values over filter group having limit offset
   union intersect except with array row lateral between like ilike is order case partition interval cast rollup cube sets within extract
   left right inner outer full cross materialized numeric decimal varchar char character timestamp time date bit coalesce nullif greatest
   least grouping desc asc nulls escape similar only rows range groups`.split(/\s+/),
);

const FUNCTIONS = new Set(
  `count sum avg min max string_agg array_agg bool_and bool_or every percentile_cont percentile_disc mode stddev stddev_pop stddev_samp
   variance var_pop var_samp corr row_number rank dense_rank ntile lag lead first_value last_value nth_value percent_rank cume_dist
   abs round ceil ceiling floor trunc sign mod div power sqrt ln log exp width_bucket lower upper initcap length char_length left right
   substr substring trim btrim ltrim rtrim lpad rpad replace concat concat_ws split_part strpos position starts_with to_char to_date
   to_number to_timestamp translate reverse date_trunc date_part age now make_date make_interval justify_days date_bin array_length
   cardinality unnest array_to_string array_position generate_series num_nulls num_nonnulls`.split(/\s+/),
);

/** Schemas outside of reports, and names of the database. */
const FOREIGN = /^(pg_.*|information_schema|public|graphile_worker)$/;

const SPACE = /[\s\u00a0\u3000]/;
const NAME_START = /[a-z_\u0080-\uffff]/i;
const NAME_REST = /[\w$\u0080-\uffff]/;

/** @returns tokens, or what cannot be read */
export function tokenize(sql: string): { words: Word[]; wrong: SqlFaultAt | null } {
  const words: Word[] = [];
  let at = 0;
  const wrong = (key: PhraseKey, from: number): { words: Word[]; wrong: SqlFaultAt } => ({
    words,
    wrong: { key, from, to: Math.min(from + 1, sql.length) },
  });
  const add = (kind: Word['kind'], from: number, text = sql.slice(from, at)): void =>
    void words.push({ kind, text, from, to: at });
  while (at < sql.length) {
    const from = at;
    const char = sql[at]!;
    if (SPACE.test(char)) at++;
    else if (sql.startsWith('--', at)) at = endOr(sql.indexOf('\n', at), sql.length);
    else if (sql.startsWith('/*', at)) {
      const end = commentEnd(sql, at);
      if (end < 0) return wrong('report.sql.unended', from);
      at = end;
    } else if (char === "'") {
      const isEscaped = /[eE]/.test(sql[from - 1] ?? '') && words.at(-1)?.to === from;
      const end = textEnd(sql, at, isEscaped);
      if (end < 0) return wrong('report.sql.unended', from);
      at = end;
      add('text', from);
    } else if (char === '"') {
      const end = textEnd(sql, at, false);
      if (end < 0) return wrong('report.sql.unended', from);
      at = end;
      add('quoted', from, sql.slice(from + 1, at - 1).replaceAll('""', '"'));
    } else if (char === '$') {
      const tag = /^\$(?:[a-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/i.exec(sql.slice(at))?.[0];
      if (tag === undefined) return wrong('report.sql.dollar', from);
      const end = sql.indexOf(tag, at + tag.length);
      if (end < 0) return wrong('report.sql.unended', from);
      at = end + tag.length;
      add('text', from);
    } else if (char === ':' && sql[at + 1] !== ':' && sql[at - 1] !== ':' && NAME_START.test(sql[at + 1] ?? '')) {
      at++;
      while (NAME_REST.test(sql[at] ?? '')) at++;
      add('param', from, sql.slice(from + 1, at));
    } else if (NAME_START.test(char)) {
      while (NAME_REST.test(sql[at] ?? '')) at++;
      if (/^u&$/i.test(sql.slice(from, at) + (sql[at] ?? '')) && /["']/.test(sql[at + 1] ?? ''))
        return wrong('report.sql.unicode', from);
      add('name', from, sql.slice(from, at).toLowerCase());
    } else if (/\d/.test(char)) {
      while (/[\d.eE_]/.test(sql[at] ?? '')) at++;
      add('number', from);
    } else {
      at++;
      add('sign', from);
    }
  }
  return { words, wrong: null };
}

const endOr = (end: number, other: number): number => (end < 0 ? other : end);

/** Comments nest. */
function commentEnd(sql: string, from: number): number {
  let depth = 0;
  for (let at = from; at < sql.length; at++) {
    if (sql.startsWith('/*', at)) {
      depth++;
      at++;
    } else if (sql.startsWith('*/', at)) {
      at++;
      if (--depth === 0) return at + 1;
    }
  }
  return -1;
}

function textEnd(sql: string, from: number, isEscaped: boolean): number {
  const quote = sql[from]!;
  for (let at = from + 1; at < sql.length; at++) {
    if (isEscaped && sql[at] === '\\') at++;
    else if (sql[at] === quote) {
      if (sql[at + 1] !== quote) return at + 1;
      at++;
    }
  }
  return -1;
}

/** Forbidden constructs, with their positions. */
export function findForbidden(words: readonly Word[]): SqlFaultAt[] {
  const wrong: SqlFaultAt[] = [];
  const first = words[0];
  if (!first || !['select', 'with'].includes(first.text)) return [{ key: 'report.sql.select', from: 0, to: first?.to ?? 0 }];
  for (const [index, word] of words.entries()) {
    const { from, to, text } = word;
    if (word.kind === 'sign' && text === ';' && index < words.length - 1) wrong.push({ key: 'report.sql.one', from, to });
    if (word.kind !== 'name' && word.kind !== 'quoted') continue;
    if (FOREIGN.test(text.toLowerCase())) wrong.push({ key: 'report.sql.foreign', params: { name: text }, from, to });
    else if (isCalled(words, index) && (word.kind === 'quoted' || !FUNCTIONS.has(text)))
      wrong.push({ key: 'report.sql.function', params: { name: text }, from, to });
    else if (word.kind === 'name' && text === 'into') wrong.push({ key: 'report.sql.select', from, to });
  }
  return wrong;
}

/** Whether a name before a parenthesis is a function call, rather than a keyword or an alias. */
function isCalled(words: readonly Word[], index: number): boolean {
  const word = words[index]!;
  const next = words[index + 1];
  if (next?.kind !== 'sign' || next.text !== '(') return false;
  if (word.kind === 'name' && SYNTAX.has(word.text)) return false;
  const before = words[index - 1];
  if (before === undefined) return true;
  if (before.kind === 'sign' && before.text === ')') return false;
  const isName = before.kind === 'quoted' || (before.kind === 'name' && !SYNTAX.has(before.text));
  return !isName && !(before.kind === 'name' && before.text === 'as');
}

/** A statement as sent to the database. */
export interface Prepared {
  sql: string;
  /** Parameter names in the order of `$1`, `$2` … */
  names: string[];
  /** Maps an offset to the original text. */
  placeOf: (at: number) => number;
}

/** @param typeOf the type that a parameter is cast to */
export function bindParameters(sql: string, words: readonly Word[], typeOf: (name: string) => string): Prepared {
  const names: string[] = [];
  const moves: { at: number; by: number }[] = [];
  let text = '';
  let done = 0;
  for (const { kind, text: name, from, to } of words) {
    if (kind !== 'param') continue;
    if (!names.includes(name)) names.push(name);
    const placeholder = `$${names.indexOf(name) + 1}::${typeOf(name)}`;
    text += sql.slice(done, from) + placeholder;
    done = to;
    moves.push({ at: text.length, by: to - text.length });
  }
  const last = words.at(-1);
  const end = last?.kind === 'sign' && last.text === ';' ? last.from : sql.length;
  text += sql.slice(done, end);
  return { sql: text, names, placeOf: (at) => at + (moves.findLast((move) => move.at <= at)?.by ?? 0) };
}
