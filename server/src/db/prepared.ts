// Prepared statements: planning takes longer than running most reads by key and writes. Inside a transaction every statement is
// prepared; outside, those marked, and list pages that are requested often.
import { CompiledQuery, sql } from 'kysely';
import type { PoolClient } from 'pg';

const MARK = '/* prepared */';
/** The longest statement, a whole document, has 12,000 characters; longer ones are not repeated. */
const LENGTH_MAX = 20_000;
/** Maximum of prepared texts; each connection holds a plan for them. */
const COUNT_MAX = 400;

/** Generic plans: with `auto`, PostgreSQL keeps re-planning while it expects custom plans to be cheaper. */
const BEGIN = 'begin; set local plan_cache_mode = force_generic_plan';

/** Prefix of a statement outside a transaction whose generic plan is good for every value. */
export const preparedStatement = sql.raw(MARK);

/** Whether a text begins with a mark, after white space. */
export const isMarked = (text: string, mark: string): boolean => text.startsWith(mark, /\S/.exec(text)?.index);

const names = new Map<string, string>();

/** Statement names are per connection; a text has the same name in all of them. */
function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || text.length > LENGTH_MAX || names.size === COUNT_MAX) return known;
  const name = `statement_${names.size}`;
  names.set(text, name);
  return name;
}

/** Prefix of an admitted list page. */
const PAGE = '/* page */';
/** Requests before a text is admitted: most never repeat, and planning a whole page takes longer than two statements. */
const TIMES = 3;
/** Maximum of texts counted. */
const COUNTED_MAX = 500;
/** Maximum of admitted texts, and of their plans per connection: each takes about 0.3 MB there. */
const PAGES_MAX = 60;
/** An admitted text idle for this long may be replaced. */
const IDLE_MS = 60_000;

const requestCounts = new Map<string, number>();
/** By text, least recently used first. */
const admittedPages = new Map<string, { name: string; at: number }>();
let pagesNumbered = 0;

/**
 * The whole page of a list as one prepared statement with a generic plan, for texts that are requested often. Enum words, booleans and
 * the ids in `few` are inlined, so that the text is planned for them.
 * @param few ids to inline, such as those of warehouses
 * @returns null if the text is not requested often enough, or if all slots are in use
 */
export function preparedPage(question: CompiledQuery, few: ReadonlySet<string>): CompiledQuery | null {
  const { text, values } = inlineFewValues(question, few);
  const known = admittedPages.get(text);
  const now = performance.now();
  if (known === undefined && !isPageAdmitted(text, now)) return null;
  admittedPages.delete(text);
  admittedPages.set(text, { name: known?.name ?? `page_${pagesNumbered++}`, at: now });
  return CompiledQuery.raw(text, values);
}

/** Enum values of the contract: states, kinds, role codes. */
export const WORD = /^[A-Z][A-Z0-9_]*$/;

function inlineFewValues(
  { sql: text, parameters }: CompiledQuery,
  few: ReadonlySet<string>,
): { text: string; values: unknown[] } {
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

function isPageAdmitted(text: string, now: number): boolean {
  if (text.length > LENGTH_MAX) return false;
  const times = (requestCounts.get(text) ?? 0) + 1;
  if (requestCounts.size >= COUNTED_MAX) requestCounts.clear();
  requestCounts.set(text, times);
  if (times < TIMES) return false;
  if (admittedPages.size >= PAGES_MAX) {
    const [oldest, { at }] = admittedPages.entries().next().value!;
    if (now - at < IDLE_MS) return false;
    admittedPages.delete(oldest);
  }
  requestCounts.delete(text);
  return true;
}

/** Enables prepared statements on a connection: inside transactions, for marked statements, and for list pages. */
export function enablePreparedStatements(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const { stream } = client.connection;
  let inTransaction = false;
  /** Current `plan_cache_mode` outside transactions; null if unknown. */
  let mode: 'force_generic_plan' | 'auto' | null = 'auto';
  /** Names of the pages prepared on this connection, by text. */
  const prepared = new Map<string, string>();

  /** Sends statements without results in one packet with the one that follows. */
  const after = (statements: readonly string[], ask: () => unknown): unknown => {
    stream.cork();
    for (const text of statements) void (query(text) as Promise<unknown>).catch(() => {});
    try {
      return ask();
    } finally {
      stream.uncork();
    }
  };
  const inMode = (wanted: typeof mode, more: readonly string[], ask: () => unknown): unknown => {
    if (mode === wanted && more.length === 0) return ask();
    const change = mode === wanted ? [] : [`set plan_cache_mode = ${wanted}`];
    mode = wanted;
    return after([...change, ...more], ask);
  };
  const forgetOldPages = (): string[] => {
    const old = [...prepared].filter(([text, name]) => admittedPages.get(text)?.name !== name);
    for (const [text] of old) prepared.delete(text);
    return old.map(([, name]) => `deallocate ${name}`);
  };
  const askPage = (text: string, values: unknown[], rest: unknown[]): unknown => {
    const name = prepared.get(text) ?? admittedPages.get(text)?.name;
    // Replaced since it was admitted: sent unprepared.
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
    // A rollback also reverts `set`.
    if (text === 'rollback') mode = null;
    if (text === 'commit' || text === 'rollback') inTransaction = false;
    else if (text.startsWith(PAGE)) return askPage(text, values, rest);
    else if (inTransaction || isMarked(text, MARK)) return query({ name: statementName(text), text }, values, ...rest);
    else if (values.length > 0) return inMode('auto', [], () => query(text, values, ...rest));
    return query(text, values, ...rest);
  }) as PoolClient['query'];
}
