// Nobody takes all connections of the pool: each person has a few of them at once, and waits for oneself beyond that.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { placesEach } from '../bounded.ts';

interface Call {
  /** A person, or an address where nobody is signed in. */
  key: string;
  /** Connections that the call has. */
  held: number;
}

const current = new AsyncLocalStorage<Call>();

/**
 * Runs a call whose connections count for somebody; what runs outside one, such as the program's own jobs, is not counted.
 * @param key of a person, or of an address where nobody is signed in
 */
export const countedFor = <T>(key: string, work: () => Promise<T>): Promise<T> => current.run({ key, held: 0 }, work);

/** Of so many connections, those that one person may have at once. */
const shareOf = (poolSize: number): number => Math.max(1, Math.floor((poolSize * 3) / 8));

/** The same pool, in which everybody has a share; who has that waits, and nobody else does. */
export function inShares(pool: Pool, poolSize: number): PostgresPool {
  const placeOf = placesEach(shareOf(poolSize), Infinity);
  return {
    options: pool.options,
    connect: async () => {
      const call = current.getStore();
      // Who has one already goes on: calls that wait for a second one would wait for each other.
      if (!call || call.held > 0) return pool.connect();
      const leave = await placeOf(call.key);
      try {
        return lent(await pool.connect(), call, leave);
      } catch (error) {
        leave();
        throw error;
      }
    },
    end: () => pool.end(),
  };
}

/** A connection whose release gives its place back as well. */
function lent(client: PoolClient, call: Call, leave: () => void): PoolClient {
  const release = client.release.bind(client);
  call.held++;
  // The pool sets it with every loan.
  client.release = (error) => {
    call.held--;
    leave();
    release(error);
  };
  return client;
}
