// Pipelined statements: sent in one packet with the next statement and not awaited. Writing to a connection costs Node as much as
// everything else about a small statement.
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { isMarked } from './prepared.ts';

const MARK = '/* pipelined */';

/**
 * Prefix of a statement whose result is unused. It is sent with the next statement and not awaited; if it fails, the next awaited
 * statement, at the latest the commit, rejects with its error.
 */
export const pipelined = sql.raw(MARK);

/** Result returned meanwhile, in the driver's shape. */
const NOTHING = { command: '', rowCount: 0, rows: [], fields: [] };

/** Enables pipelining on a connection: `begin` and marked statements are sent with the next one. */
export function enablePipelining(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const { stream } = client.connection;
  /** Statements corked in the stream. */
  let held = 0;
  /** Error of the first unawaited statement that failed. */
  let failure: { error: unknown } | null = null;
  const takeFailure = (): typeof failure => {
    const taken = failure;
    failure = null;
    return taken;
  };
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    // Callback style is not used inside transactions.
    if (typeof text !== 'string' || !Array.isArray(values) || rest.length > 0) return query(text, values, ...rest);
    const isPipelined = text === 'begin' || isMarked(text, MARK);
    if (isPipelined && held++ === 0) stream.cork();
    const answer = query(text, values, ...rest);
    if (isPipelined) {
      answer.catch((error: unknown) => (failure ??= { error }));
      return Promise.resolve(NOTHING);
    }
    if (held > 0) stream.uncork();
    held = 0;
    return answer.then(
      (rows) => {
        // Committing a failed transaction succeeds as a rollback, so the earlier error must be raised here.
        const before = takeFailure();
        if (before && text !== 'rollback') throw before.error;
        return rows;
      },
      // The first failure is the cause; later ones only say that the transaction is aborted.
      (error: unknown) => {
        throw takeFailure()?.error ?? error;
      },
    );
  }) as PoolClient['query'];
}
