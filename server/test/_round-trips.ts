// Round trips and statements of a call.
import type { PoolClient } from 'pg';
import type { World } from './_world.ts';

const watched = new WeakSet<PoolClient>();

/** Statements sent without waiting for a reply in between. */
export type RoundTrip = string[];

/**
 * Observes the connection: a round trip begins with a write after a read.
 * @returns a function that runs a call and returns its round trips; nothing else may run meanwhile
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
 * Statements of the first transaction, during which others wait for its locks. Reads before it and notifications after it vary
 * from run to run.
 */
export function tripsInTransaction(trips: readonly RoundTrip[]): string[] {
  const sent = trips.flat();
  return sent.slice(sent.indexOf('begin'), sent.indexOf('commit'));
}
