// Fair shares of the connection pool: nobody can take all connections, the last ones are reserved for callers that have none, and
// writers leave some to readers, so that a crowd waiting for one row's lock does not block reads.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool } from 'kysely';
import type { Pool, PoolClient } from 'pg';

interface Call {
  /** A user id, or an address for anonymous calls. */
  key: string;
  /** Connections in use by the call. */
  held: number;
  /** Whether it may wait for locks while holding one. */
  writes: boolean;
}

const current = new AsyncLocalStorage<Call>();

/**
 * Runs a call whose connections count towards a share; work outside of one, such as jobs, is not counted.
 * @param key user id, or address for anonymous calls
 * @param writes whether the call writes
 */
export const withShareOf = <T>(key: string, writes: boolean, work: () => Promise<T>): Promise<T> =>
  current.run({ key, held: 0, writes }, work);

interface Share {
  held: number;
  waiting: { writes: boolean; take: () => void }[];
}

/**
 * Allocates connections. A key gets at most a quarter of them; the last quarter is handed out one by one to keys that have none;
 * writers leave another quarter to readers. Among waiting keys, the one with the fewest connections is next.
 * @returns waits for a connection that the key may have and returns its release function
 */
export function createShares(size: number): (key: string, writes: boolean) => Promise<() => void> {
  const most = Math.max(1, Math.floor(size / 4));
  const writersMost = Math.max(1, size - most);
  /** In order of their last allocation. */
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
      assignNext();
    };
  };
  /** A read does not queue behind writes of the same key. */
  const nextOf = (share: Share): number => share.waiting.findIndex(({ writes }) => mayTake(share, writes));
  const assignNext = (): void => {
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

/** A pool in which every key has a share: a key beyond its share waits without delaying others. */
export function limitPoolByKey(pool: Pool, poolSize: number): PostgresPool {
  const placeOf = createShares(poolSize);
  return {
    options: pool.options,
    connect: async () => {
      const call = current.getStore();
      // A call that holds a connection gets further ones at once: waiting for each other would deadlock.
      if (!call || call.held > 0) return pool.connect();
      const leave = await placeOf(call.key, call.writes);
      try {
        return wrapClient(await pool.connect(), call, leave);
      } catch (error) {
        leave();
        throw error;
      }
    },
    end: () => pool.end(),
  };
}

/** A connection whose release also returns its share. */
function wrapClient(client: PoolClient, call: Call, leave: () => void): PoolClient {
  const release = client.release.bind(client);
  call.held++;
  // The pool sets `release` on each checkout.
  client.release = (error) => {
    call.held--;
    leave();
    release(error);
  };
  return client;
}
