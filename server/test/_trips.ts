// What a call asks of the database, one trip after the other.
import type { PoolClient } from 'pg';
import type { World } from './_world.ts';

const watched = new WeakSet<PoolClient>();

/** @returns runs a call, and answers the statements that were sent meanwhile; nobody else may be at work */
export function tripsOf({ database: { pool } }: World): <T>(work: () => Promise<T>) => Promise<{ answer: T; trips: string[] }> {
  let trips: string[] | null = null;
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((text: unknown, ...rest: unknown[]) => {
      trips?.push(typeof text === 'string' ? text : (text as { text: string }).text);
      return query(text, ...rest);
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
