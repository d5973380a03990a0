// Statements of a transaction that go out together with the next one: in one packet, which the database takes one after the other
// and the program waits for once. To write to a connection costs Node as much as all else about a small statement.
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { isMarked } from './kept.ts';

const MARK = '/* ahead */';

/**
 * Stands first in a statement whose rows nobody reads. It goes out with the next one, and is not waited for: what is waited for
 * next, the commit at the latest, fails as it does.
 */
export const ahead = sql.raw(MARK);

/** What is answered meanwhile, as the driver answers. */
const NOTHING = { command: '', rowCount: 0, rows: [], fields: [] };

/** Lets a connection that sends without waiting for answers (`pipeline`) begin, and send what is marked, ahead. */
export function sendAhead(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const { stream } = client.connection;
  /** Statements that wait in the stream for the next one. */
  let held = 0;
  /** What the first statement was refused with that nobody waited for. */
  let failure: { error: unknown } | null = null;
  const takeFailure = (): typeof failure => {
    const taken = failure;
    failure = null;
    return taken;
  };
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    // Whoever asks otherwise, with a function that takes the answer, is in no transaction.
    if (typeof text !== 'string' || !Array.isArray(values) || rest.length > 0) return query(text, values, ...rest);
    const isAhead = text === 'begin' || isMarked(text, MARK);
    if (isAhead && held++ === 0) stream.cork();
    const answer = query(text, values, ...rest);
    if (isAhead) {
      answer.catch((error: unknown) => (failure ??= { error }));
      return Promise.resolve(NOTHING);
    }
    if (held > 0) stream.uncork();
    held = 0;
    return answer.then(
      (rows) => {
        // A transaction that has failed commits well: as if it had been taken back.
        const before = takeFailure();
        if (before && text !== 'rollback') throw before.error;
        return rows;
      },
      // The first failure says why; all that follow, only that the transaction is lost.
      (error: unknown) => {
        throw takeFailure()?.error ?? error;
      },
    );
  }) as PoolClient['query'];
}
