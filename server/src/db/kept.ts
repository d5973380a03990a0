// Statements that a connection keeps planned. Reading by key takes the database less time than planning to, again and again.
// Not for lists: the best plan of a list depends on what is asked for, and a kept plan does not know it.
import { sql } from 'kysely';
import type { PoolClient } from 'pg';

const MARK = '/* kept */';

/** Stands first in a statement whose text is always the same and whose plan is good for every value. */
export const kept = sql.raw(MARK);

const names = new Map<string, string>();

/** Names of statements belong to a connection, but one text has one name in all of them. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `kept_${names.size}`;
  names.set(text, name);
  return name;
}

/** Lets a connection keep the statements that ask for it. */
export function keepStatements(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((first: unknown, ...rest: unknown[]) =>
    typeof first === 'string' && first.startsWith(MARK)
      ? query({ name: nameOf(first), text: first }, ...rest)
      : query(first, ...rest)) as PoolClient['query'];
}
