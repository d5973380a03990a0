// No few persons take all connections of the pool: each has some of them at once, and the last ones are for those who have none.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool } from 'kysely';
import type { Pool, PoolClient } from 'pg';

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

interface Share {
  held: number;
  waiting: (() => void)[];
}

/**
 * Shares of so many connections. One person has a quarter of them at most, and the last quarter goes one by one to those who
 * have none; of those who wait, whoever has the fewest is next.
 * @returns waits for a connection that the key may have, and answers what gives it back
 */
export function sharesOf(size: number): (key: string) => Promise<() => void> {
  const most = Math.max(1, Math.floor(size / 4));
  /** In the order in which they were last given one. */
  const shares = new Map<string, Share>();
  let used = 0;
  let waiting = 0;
  const mayTake = ({ held }: Share): boolean => used < size && (held === 0 || (held < most && used < size - most));
  const take = (key: string, share: Share): (() => void) => {
    used++;
    share.held++;
    shares.delete(key);
    shares.set(key, share);
    return () => {
      used--;
      share.held--;
      if (share.held === 0 && share.waiting.length === 0) shares.delete(key);
      giveOut();
    };
  };
  const giveOut = (): void => {
    while (waiting > 0) {
      let next: Share | undefined;
      for (const share of shares.values()) {
        if (share.waiting.length > 0 && mayTake(share) && (next === undefined || share.held < next.held)) next = share;
      }
      if (next === undefined) return;
      waiting--;
      next.waiting.shift()!();
    }
  };
  return async (key) => {
    const share = shares.get(key) ?? { held: 0, waiting: [] };
    shares.set(key, share);
    if (share.waiting.length === 0 && mayTake(share)) return take(key, share);
    waiting++;
    return new Promise((resolve) => {
      share.waiting.push(() => resolve(take(key, share)));
    });
  };
}

/** The same pool, in which everybody has a share; who has that waits, and nobody else does. */
export function inShares(pool: Pool, poolSize: number): PostgresPool {
  const placeOf = sharesOf(poolSize);
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
