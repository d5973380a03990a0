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
 * @param most how many pieces of work of one key are under way at once; whoever comes then is refused
 * @returns runs a piece of work, and answers what it answers. @throws AppError TOO_MANY
 */
export function boundedEach(most: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, number>();
  return async (key, work) => {
    const others = underWay.get(key) ?? 0;
    if (others >= most) throw new AppError('TOO_MANY', { params: { seconds: 5 } });
    underWay.set(key, others + 1);
    try {
      return await work();
    } finally {
      const left = underWay.get(key)! - 1;
      if (left > 0) underWay.set(key, left);
      else underWay.delete(key);
    }
  };
}
