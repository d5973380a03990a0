// No few persons take all connections of the pool: each has some of them at once, and the last ones are for those who have none.
// Nor do those who write: a crowd that waits for the lock of one row leaves some to those who only read.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool } from 'kysely';
import type { Pool, PoolClient } from 'pg';

interface Call {
  /** A person, or an address where nobody is signed in. */
  key: string;
  /** Connections that the call has. */
  held: number;
  /** Whether it may wait for the locks of others while it has one. */
  writes: boolean;
}

const current = new AsyncLocalStorage<Call>();

/**
 * Runs a call whose connections count for somebody; what runs outside one, such as the program's own jobs, is not counted.
 * @param key of a person, or of an address where nobody is signed in
 * @param writes whether it is a call that writes
 */
export const countedFor = <T>(key: string, writes: boolean, work: () => Promise<T>): Promise<T> =>
  current.run({ key, held: 0, writes }, work);

interface Share {
  held: number;
  waiting: { writes: boolean; take: () => void }[];
}

/**
 * Shares of so many connections. One person has a quarter of them at most, and the last quarter goes one by one to those who
 * have none; another quarter those who write leave to those who read. Of those who wait, whoever has the fewest is next.
 * @returns waits for a connection that the key may have, and answers what gives it back
 */
export function sharesOf(size: number): (key: string, writes: boolean) => Promise<() => void> {
  const most = Math.max(1, Math.floor(size / 4));
  const writersMost = Math.max(1, size - most);
  /** In the order in which they were last given one. */
  const shares = new Map<string, Share>();
  let used = 0;
  let writing = 0;
  let waiting = 0;
  const mayTake = ({ held }: Share, writes: boolean): boolean =>
    used < size && (held === 0 || (held < most && used < size - most)) && !(writes && writing >= writersMost);
  const take = (key: string, share: Share, writes: boolean): (() => void) => {
    used++;
    share.held++;
    if (writes) writing++;
    shares.delete(key);
    shares.set(key, share);
    return () => {
      used--;
      share.held--;
      if (writes) writing--;
      if (share.held === 0 && share.waiting.length === 0) shares.delete(key);
      giveOut();
    };
  };
  /** A read does not stand behind the writes of the same person. */
  const nextOf = (share: Share): number => share.waiting.findIndex(({ writes }) => mayTake(share, writes));
  const giveOut = (): void => {
    while (waiting > 0) {
      let next: Share | undefined;
      for (const share of shares.values()) {
        if ((next === undefined || share.held < next.held) && nextOf(share) >= 0) next = share;
      }
      if (next === undefined) return;
      waiting--;
      next.waiting.splice(nextOf(next), 1)[0]!.take();
    }
  };
  return async (key, writes) => {
    const share = shares.get(key) ?? { held: 0, waiting: [] };
    shares.set(key, share);
    if (mayTake(share, writes) && nextOf(share) < 0) return take(key, share, writes);
    waiting++;
    return new Promise((resolve) => {
      share.waiting.push({ writes, take: () => resolve(take(key, share, writes)) });
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
      const leave = await placeOf(call.key, call.writes);
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
