// Statements that a connection keeps planned. Reading by key and writing take the database less time than planning to, again
// and again. Inside a transaction that is every statement; outside, those that ask for it: not the lists, whose best plan
// depends on what is asked for.
import { sql } from 'kysely';
import type { PoolClient } from 'pg';

const MARK = '/* kept */';
/** Longer texts, of writes of many rows, hardly ever come again. */
const LENGTH_MAX = 5_000;
/** Texts that this process keeps; each of its connections has a plan for them. */
const COUNT_MAX = 400;

/** One plan for all values: left to itself, the database plans a statement anew as long as it hopes to gain by it. */
const BEGIN = 'begin; set local plan_cache_mode = force_generic_plan';

/** Stands first in a statement outside a transaction whose plan is good for every value. */
export const kept = sql.raw(MARK);

const names = new Map<string, string>();

/** Names of statements belong to a connection, but one text has one name in all of them. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || text.length > LENGTH_MAX || names.size === COUNT_MAX) return known;
  const name = `kept_${names.size}`;
  names.set(text, name);
  return name;
}

/** Lets a connection keep what it is asked for inside transactions, and the statements that ask for it. */
export function keepStatements(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  let inTransaction = false;
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string' || !Array.isArray(values)) return query(text, values, ...rest);
    if (text === 'begin') {
      inTransaction = true;
      return query(BEGIN, ...rest);
    }
    if (text === 'commit' || text === 'rollback') inTransaction = false;
    else if (inTransaction || text.startsWith(MARK)) return query({ name: nameOf(text), text }, values, ...rest);
    return query(text, values, ...rest);
  }) as PoolClient['query'];
}
