// Work that costs much waits for its turn, so that it never starves the rest.
import { setImmediate as onceImmediate } from 'node:timers';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@kuwei/contract/error';

const tooMany = (): AppError => new AppError('TOO_MANY_AT_ONCE', { params: { seconds: 5 } });

/**
 * @param atOnce how many run side by side
 * @param waitingMax how many wait; whoever comes then is refused
 * @param waitMs how long one waits before it is refused; for ever by default
 * @param refusal what is thrown then, TOO_MANY_AT_ONCE by default
 * @returns runs a piece of work when its turn has come, and answers what it answers. @throws AppError TOO_MANY_AT_ONCE
 */
export function bounded(
  atOnce: number,
  waitingMax: number,
  waitMs = Infinity,
  refusal = tooMany,
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
      // Whoever is next takes this place over: nobody comes in between.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/**
 * @param most how many pieces of work of one key are under way at once
 * @param waitingMax how many more of it wait, one line for each key; whoever comes then is refused
 * @param waitMs how long one waits before it is refused; for ever by default
 * @param refusal what is thrown then, TOO_MANY_AT_ONCE by default
 * @returns runs a piece of work when its turn has come, and answers what it answers. @throws AppError TOO_MANY_AT_ONCE
 */
export function boundedEach(
  most: number,
  waitingMax = 0,
  waitMs = Infinity,
  refusal = tooMany,
): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const lines = new Map<string, { inLine: ReturnType<typeof bounded>; count: number }>();
  return async (key, work) => {
    const line = lines.get(key) ?? { inLine: bounded(most, waitingMax, waitMs, refusal), count: 0 };
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
 * Places for each key, which are taken and given back.
 * @returns waits for a place of the key, and answers what gives it back. @throws AppError TOO_MANY_AT_ONCE
 */
export function placesEach(most: number, waitingMax: number, waitMs = Infinity): (key: string) => Promise<() => void> {
  const each = boundedEach(most, waitingMax, waitMs);
  return (key) =>
    new Promise((resolve, reject) => {
      each(key, () => new Promise<void>((leave) => resolve(leave))).catch(reject);
    });
}

/**
 * A line for each key, of which one begins in each turn of the event loop: what many requests of one key cost at once, others
 * wait for one at a time.
 * @returns waits for the turn of a key
 */
export function turnsEach(): (key: string) => Promise<void> {
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

/** Keeps the place of a piece of work taken for so many milliseconds after its answer. */
export type Hold = (ms: number) => void;

/**
 * A line for each key, like `boundedEach`, in which a piece of work may keep its place for a while after it has been
 * answered: who comes next waits, who was answered does not.
 */
export function pacedEach(
  most: number,
  waitingMax: number,
  waitMs: number,
): <T>(key: string, work: (hold: Hold) => Promise<T>) => Promise<T> {
  const each = boundedEach(most, waitingMax, waitMs);
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
 * One line for all in which nobody stands more than once: what else a person wants waits in a line of their own, so that
 * nobody keeps the others out.
 * @param waitingMax how many persons wait; whoever comes then is refused
 * @param ownMax how many pieces of work of one person wait; what comes then is refused
 * @returns runs a piece of work when its turn has come, and answers what it answers. @throws AppError TOO_MANY_AT_ONCE
 */
export function fairLine(waitingMax: number, ownMax: number): <T>(userId: string, work: () => Promise<T>) => Promise<T> {
  const inLine = bounded(1, waitingMax);
  const eachUser = boundedEach(1, ownMax);
  return (userId, work) => eachUser(userId, () => inLine(work));
}

/** How long a piece of work holds the process at once. */
const TURN_MS = 10;

/**
 * @param aborted tells that nobody waits for the work any more
 * @returns called between two steps of long work: lets others have their turn where it is due. @throws the reason of `aborted`
 */
export function yielder(aborted?: AbortSignal): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < TURN_MS) return;
    await setImmediate();
    aborted?.throwIfAborted();
    begun = performance.now();
  };
}
