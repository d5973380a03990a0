// What a call asks of the database, and how often it waits for an answer.
import type { PoolClient } from 'pg';
import type { World } from './_world.ts';

const watched = new WeakSet<PoolClient>();

/** Statements that went out without an answer between them. */
export type RoundTrip = string[];

/**
 * Looks at the wire: a trip begins with what is written after something was read.
 * @returns runs a call, and answers the trips made meanwhile; nobody else may be at work
 */
export function createRoundTripRecorder({
  database: { pool },
}: World): <T>(work: () => Promise<T>) => Promise<{ answer: T; trips: RoundTrip[] }> {
  let trips: RoundTrip[] | null = null;
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const { stream } = client.connection;
    let isAnswered = true;
    stream.on('data', () => (isAnswered = true));
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    stream.write = ((...args: unknown[]) => {
      if (isAnswered) trips?.push([]);
      isAnswered = false;
      return write(...args);
    }) as typeof stream.write;
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((text: unknown, ...rest: unknown[]) => {
      const answer = query(text, ...rest);
      trips?.at(-1)?.push(typeof text === 'string' ? text : (text as { text: string }).text);
      return answer;
    }) as PoolClient['query'];
  });
  return async (work) => {
    trips = [];
    const answer = await work();
    const sent = trips;
    trips = null;
    return { answer, trips: sent };
  };
}

/**
 * The statements of the first transaction: while it lasts, others wait for its locks. What is read before it and what other processes are
 * hear after it vary from run to run.
 */
export function tripsInTransaction(trips: readonly RoundTrip[]): string[] {
  const sent = trips.flat();
  return sent.slice(sent.indexOf('begin'), sent.indexOf('commit'));
}
