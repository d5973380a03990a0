// Statements that a connection keeps planned. Reading by key and writing take the database less time than planning to, again
// and again. Inside a transaction that is every statement; outside, those that ask for it: not the lists, whose best plan
// depends on what is asked for.
import { CompiledQuery, sql } from 'kysely';
import { escapeLiteral, type PoolClient } from 'pg';

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

const OFTEN = '/* often */';
/** Times that a question comes before it is kept: most never come again. */
const TIMES = 3;
/** Questions that are counted. */
const COUNTED_MAX = 500;
/** Questions that are kept, and plans for them that a connection keeps; it is closed after a while, with all of them (`open.ts`). */
const OFTEN_MAX = 60;

const asked = new Map<string, number>();
/** By their text with their values in it. */
const questions = new Map<string, CompiledQuery>();
const oftenNames = new Map<string, string>();
let numbered = 0;

/**
 * A statement outside a transaction whose best plan depends on its values, but that is asked again and again with the same ones:
 * the first page of a list. With its values in its text it has a plan of its own, which is made again when the statistics change.
 * @returns it, to be kept; null for one that has not come often enough to be planned as a whole
 */
export function askedOften(question: CompiledQuery): CompiledQuery | null {
  const key = withValues(question.sql, question.parameters);
  if (key === null || key.length > LENGTH_MAX) return null;
  const known = questions.get(key);
  if (known !== undefined) return known;
  const times = (asked.get(key) ?? 0) + 1;
  if (asked.size >= COUNTED_MAX) asked.clear();
  asked.set(key, times);
  if (times < TIMES) return null;
  asked.delete(key);
  if (questions.size >= OFTEN_MAX) forget(questions.keys().next().value!);
  const made = CompiledQuery.raw(OFTEN + key);
  questions.set(key, made);
  oftenNames.set(made.sql, `often_${numbered++}`);
  return made;
}

function forget(key: string): void {
  oftenNames.delete(questions.get(key)!.sql);
  questions.delete(key);
}

/** A statement with its values in its text; null where one is of a kind that is not written so. */
function withValues(text: string, values: readonly unknown[]): string | null {
  const literals = values.map(literalOf);
  return literals.includes(null)
    ? null
    : text.replace(/\$(\d+)/g, (found, place: string) => literals[Number(place) - 1] ?? found);
}

/** Items of lists are ids and words of the contract; any other list is left as it is. */
const PLAIN_ITEM = /^[\w-]+$/;
/** As the driver sends them: a literal without a type, as a value has none. */
const literalOf = (value: unknown): string | null => {
  if (value === null) return 'null';
  if (typeof value === 'string') return value.includes('\0') ? null : escapeLiteral(value);
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isSafeInteger(value))) return `'${value}'`;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string' && PLAIN_ITEM.test(item)))
    return `'{${value.map((item) => `"${item}"`).join(',')}}'`;
  return null;
};

/** Lets a connection keep what it is asked for inside transactions, and the statements that ask for it. */
export function keepStatements(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  let inTransaction = false;
  const own = new Set<string>();
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string' || !Array.isArray(values)) return query(text, values, ...rest);
    if (text === 'begin') {
      inTransaction = true;
      return query(BEGIN, ...rest);
    }
    if (text === 'commit' || text === 'rollback') inTransaction = false;
    else if (!inTransaction && text.startsWith(OFTEN)) {
      const name = oftenNames.get(text);
      if (name !== undefined && (own.has(name) || own.size < OFTEN_MAX)) {
        own.add(name);
        return query({ name, text }, [], ...rest);
      }
    } else if (inTransaction || isMarked(text, MARK)) return query({ name: nameOf(text), text }, values, ...rest);
    return query(text, values, ...rest);
  }) as PoolClient['query'];
}
