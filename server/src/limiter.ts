// Concurrency limits: expensive work is queued, so that it never starves the rest.
import { setImmediate as onceImmediate } from 'node:timers';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@kuwei/contract/error';

const tooManyError = (): AppError => new AppError('TOO_MANY_AT_ONCE', { params: { seconds: 5 } });

/**
 * @param atOnce maximum running concurrently
 * @param waitingMax maximum queued; more are refused
 * @param waitMs longest wait before a refusal; unlimited by default
 * @param refusal error to throw then, TOO_MANY_AT_ONCE by default
 * @returns runs the given work when its turn comes. @throws AppError TOO_MANY_AT_ONCE
 */
export function createLimiter(
  atOnce: number,
  waitingMax: number,
  waitMs = Infinity,
  refusal = tooManyError,
): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  const turn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(refusal());
      };
      const timer = waitMs === Infinity ? undefined : setTimeout(giveUp, waitMs);
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      waiting.push(begin);
    });
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) throw refusal();
      await turn();
    } else running++;
    try {
      return await work();
    } finally {
      // Handed to the next in the queue, so that new work cannot overtake it.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/**
 * `bounded` with a queue per key.
 * @param most maximum running concurrently per key
 * @param waitingMax maximum queued per key; more are refused
 * @param waitMs longest wait before a refusal; unlimited by default
 * @param refusal error to throw then, TOO_MANY_AT_ONCE by default
 * @returns runs the given work when its turn comes. @throws AppError TOO_MANY_AT_ONCE
 */
export function createKeyedLimiter(
  most: number,
  waitingMax = 0,
  waitMs = Infinity,
  refusal = tooManyError,
): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const lines = new Map<string, { inLine: ReturnType<typeof createLimiter>; count: number }>();
  return async (key, work) => {
    const line = lines.get(key) ?? { inLine: createLimiter(most, waitingMax, waitMs, refusal), count: 0 };
    lines.set(key, line);
    line.count++;
    try {
      return await line.inLine(work);
    } finally {
      if (--line.count === 0) lines.delete(key);
    }
  };
}

/**
 * A semaphore per key.
 * @returns acquires a permit of the key and returns its release function. @throws AppError TOO_MANY_AT_ONCE
 */
export function createKeyedSemaphore(most: number, waitingMax: number, waitMs = Infinity): (key: string) => Promise<() => void> {
  const each = createKeyedLimiter(most, waitingMax, waitMs);
  return (key) =>
    new Promise((resolve, reject) => {
      each(key, () => new Promise<void>((leave) => resolve(leave))).catch(reject);
    });
}

/**
 * A queue per key of which one entry starts in each turn of the event loop, so that a burst of requests of one key delays others by one
 * request at a time.
 * @returns waits for the turn of a key
 */
export function createKeyedTurns(): (key: string) => Promise<void> {
  const lines = new Map<string, (() => void)[]>();
  return (key) => {
    const line = lines.get(key);
    if (line) return new Promise((begin) => line.push(begin));
    const waiting: (() => void)[] = [];
    const next = (): void => {
      const begin = waiting.shift();
      if (!begin) return void lines.delete(key);
      begin();
      onceImmediate(next);
    };
    lines.set(key, waiting);
    onceImmediate(next);
    return Promise.resolve();
  };
}

/** Keeps the permit for this many milliseconds after the result was returned. */
export type HoldPermit = (ms: number) => void;

/**
 * Like `createKeyedLimiter`, but work may keep its permit for a while after its result: that delays the next in the queue, not the caller.
 */
export function createPacedLimiter(
  most: number,
  waitingMax: number,
  waitMs: number,
): <T>(key: string, work: (hold: HoldPermit) => Promise<T>) => Promise<T> {
  const each = createKeyedLimiter(most, waitingMax, waitMs);
  return (key, work) =>
    new Promise((resolve, reject) => {
      let held = 0;
      const run = async (): Promise<void> => {
        await work((ms) => (held = ms)).then(resolve, reject);
        if (held > 0) await sleep(held, undefined, { ref: false });
      };
      each(key, run).catch(reject);
    });
}

/**
 * One queue for all users that holds at most one entry per user; further work of a user waits in a queue of their own.
 * @param waitingMax maximum of users queued; more are refused
 * @param ownMax maximum queued per user; more is refused
 * @returns runs the given work when its turn comes. @throws AppError TOO_MANY_AT_ONCE
 */
export function createFairLimiter(waitingMax: number, ownMax: number): <T>(userId: string, work: () => Promise<T>) => Promise<T> {
  const inLine = createLimiter(1, waitingMax);
  const eachUser = createKeyedLimiter(1, ownMax);
  return (userId, work) => eachUser(userId, () => inLine(work));
}

/** How long work may block the event loop. */
const TURN_MS = 10;

/**
 * @param aborted aborts when the result is no longer wanted
 * @returns to be called between steps of long work: yields to the event loop when due. @throws the reason of `aborted`
 */
export function createYielder(aborted?: AbortSignal): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < TURN_MS) return;
    await setImmediate();
    aborted?.throwIfAborted();
    begun = performance.now();
  };
}
