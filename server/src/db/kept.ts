// Prepared statements. Reading by key and writing take the database less time than planning to, again and again. Inside a transaction
// every statement is prepared; outside, those that ask for it, and pages of lists whose text comes often.
import { CompiledQuery, sql } from 'kysely';
import type { PoolClient } from 'pg';

const MARK = '/* kept */';
/** Longer texts than that of a whole document, which has 11,000 characters, are of no statement that comes again. */
const LENGTH_MAX = 20_000;
/** Texts that this process keeps; each of its connections has a plan for them. */
const COUNT_MAX = 400;

/** One plan for all values: left to itself, the database plans a statement again as long as it hopes to gain by it. */
const BEGIN = 'begin; set local plan_cache_mode = force_generic_plan';

/** Stands first in a statement outside a transaction whose plan is good for every value. */
export const kept = sql.raw(MARK);

/** On a line of its own as well. */
export const isMarked = (text: string, mark: string): boolean => text.startsWith(mark, /\S/.exec(text)?.index);

const names = new Map<string, string>();

/** Names of statements belong to a connection, but one text has one name in all of them. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || text.length > LENGTH_MAX || names.size === COUNT_MAX) return known;
  const name = `kept_${names.size}`;
  names.set(text, name);
  return name;
}

/** Stands first in a page of a list that was admitted. */
const PAGE = '/* page */';
/** Times that a text comes before it is admitted: most never come again, and planning a whole page takes longer than asking in two. */
const TIMES = 3;
/** Texts that are counted. */
const COUNTED_MAX = 500;
/** Texts that are admitted, and plans for them that a connection keeps: each takes a third of a megabyte there. */
const PAGES_MAX = 60;
/** An admitted text that was idle for so long gives way to a new one. */
const IDLE_MS = 60_000;

const asked = new Map<string, number>();
/** By their text; the least recently used comes first. */
const pages = new Map<string, { name: string; at: number }>();
let numbered = 0;

/**
 * The whole page of a list as one statement, for texts that come often: each connection prepares it once, with one plan for all
 * values. Words, yes and no, and ids of which there are few stand in its text, so that it is planned for them.
 * @param few ids that are written out, such as those of warehouses
 * @returns null for a text that has not come often enough, or while all that are admitted are in use
 */
export function preparedPage(question: CompiledQuery, few: ReadonlySet<string>): CompiledQuery | null {
  const { text, values } = writtenOut(question, few);
  const known = pages.get(text);
  const now = performance.now();
  if (known === undefined && !mayAdmit(text, now)) return null;
  pages.delete(text);
  pages.set(text, { name: known?.name ?? `page_${numbered++}`, at: now });
  return CompiledQuery.raw(text, values);
}

/** Of the contract: states, kinds, codes of roles. */
export const WORD = /^[A-Z][A-Z0-9_]*$/;

function writtenOut({ sql: text, parameters }: CompiledQuery, few: ReadonlySet<string>): { text: string; values: unknown[] } {
  const isFew = (value: unknown): boolean => typeof value === 'string' && (WORD.test(value) || few.has(value));
  const literals = parameters.map((value) => {
    if (typeof value === 'boolean') return `'${value}'`;
    if (isFew(value)) return `'${value as string}'`;
    return Array.isArray(value) && value.every(isFew) ? `'{${value.join(',')}}'` : null;
  });
  const left = parameters.flatMap((value, at) => (literals[at] === null ? [{ value, at }] : []));
  const places = new Map(left.map(({ at }, place) => [at, place + 1]));
  return {
    text:
      PAGE +
      text.replace(/\$(\d+)/g, (_, number: string) => literals[Number(number) - 1] ?? `$${places.get(Number(number) - 1)}`),
    values: left.map(({ value }) => value),
  };
}

function mayAdmit(text: string, now: number): boolean {
  if (text.length > LENGTH_MAX) return false;
  const times = (asked.get(text) ?? 0) + 1;
  if (asked.size >= COUNTED_MAX) asked.clear();
  asked.set(text, times);
  if (times < TIMES) return false;
  if (pages.size >= PAGES_MAX) {
    const [oldest, { at }] = pages.entries().next().value!;
    if (now - at < IDLE_MS) return false;
    pages.delete(oldest);
  }
  asked.delete(text);
  return true;
}

/** Lets a connection keep what it is asked for inside transactions, the statements that ask for it, and pages of lists. */
export function keepStatements(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const { stream } = client.connection;
  let inTransaction = false;
  /** How statements with values are planned outside transactions: once for all values, or for those given. */
  let mode: 'force_generic_plan' | 'auto' | null = 'auto';
  /** Names of the pages that it has prepared, by their texts. */
  const prepared = new Map<string, string>();

  /** Statements whose answers say nothing leave in one packet with the one that follows them. */
  const after = (statements: readonly string[], ask: () => unknown): unknown => {
    stream.cork();
    for (const text of statements) void (query(text) as Promise<unknown>).catch(() => {});
    try {
      return ask();
    } finally {
      stream.uncork();
    }
  };
  const inMode = (wanted: typeof mode, besides: readonly string[], ask: () => unknown): unknown => {
    if (mode === wanted && besides.length === 0) return ask();
    const change = mode === wanted ? [] : [`set plan_cache_mode = ${wanted}`];
    mode = wanted;
    return after([...change, ...besides], ask);
  };
  const forgetOldPages = (): string[] => {
    const old = [...prepared].filter(([text, name]) => pages.get(text)?.name !== name);
    for (const [text] of old) prepared.delete(text);
    return old.map(([, name]) => `deallocate ${name}`);
  };
  const askPage = (text: string, values: unknown[], rest: unknown[]): unknown => {
    const name = prepared.get(text) ?? pages.get(text)?.name;
    // Given up since it was admitted: asked once as it is.
    if (name === undefined) return query(text, values, ...rest);
    const forgotten = !prepared.has(text) && prepared.size >= PAGES_MAX ? forgetOldPages() : [];
    prepared.set(text, name);
    if (inTransaction) return query({ name, text }, values, ...rest);
    return inMode('force_generic_plan', forgotten, () => query({ name, text }, values, ...rest));
  };

  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string' || !Array.isArray(values)) return query(text, values, ...rest);
    if (text === 'begin') {
      inTransaction = true;
      return query(BEGIN, ...rest);
    }
    // A transaction that is rolled back takes back what it set.
    if (text === 'rollback') mode = null;
    if (text === 'commit' || text === 'rollback') inTransaction = false;
    else if (text.startsWith(PAGE)) return askPage(text, values, rest);
    else if (inTransaction || isMarked(text, MARK)) return query({ name: nameOf(text), text }, values, ...rest);
    else if (values.length > 0) return inMode('auto', [], () => query(text, values, ...rest));
    return query(text, values, ...rest);
  }) as PoolClient['query'];
}
