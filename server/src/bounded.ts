// Work that costs much waits for its turn, so that it never starves the rest.
import { AppError } from '@kuwei/contract/error';

/**
 * @param atOnce how many run side by side
 * @param waitingMax how many wait; whoever comes then is refused
 * @returns runs a piece of work when its turn has come, and answers what it answers. @throws AppError TOO_MANY
 */
export function bounded(atOnce: number, waitingMax: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) throw new AppError('TOO_MANY', { params: { seconds: 5 } });
      await new Promise<void>((resolve) => waiting.push(resolve));
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
 * @returns runs a piece of work when its turn has come, and answers what it answers. @throws AppError TOO_MANY
 */
export function boundedEach(most: number, waitingMax = 0): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const lines = new Map<string, { inLine: ReturnType<typeof bounded>; count: number }>();
  return async (key, work) => {
    const line = lines.get(key) ?? { inLine: bounded(most, waitingMax), count: 0 };
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
 * One line for all in which nobody stands more than once: what else a person wants waits in a line of their own, so that
 * nobody keeps the others out.
 * @param waitingMax how many persons wait; whoever comes then is refused
 * @param ownMax how many pieces of work of one person wait; what comes then is refused
 * @returns runs a piece of work when its turn has come, and answers what it answers. @throws AppError TOO_MANY
 */
export function fairLine(waitingMax: number, ownMax: number): <T>(userId: string, work: () => Promise<T>) => Promise<T> {
  const inLine = bounded(1, waitingMax);
  const eachUser = boundedEach(1, ownMax);
  return (userId, work) => eachUser(userId, () => inLine(work));
}
