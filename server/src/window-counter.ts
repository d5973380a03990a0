/**
 * Counts what comes by key, each within a window of its own that begins with the first.
 * @param windowMs length of a window
 * @param keysMax keys that are kept: beyond it the oldest windows are forgotten
 */
export function createWindowCounter(windowMs: number, keysMax: number) {
  /** In the order in which they end. */
  const windows = new Map<string, { count: number; endsAt: number }>();
  return {
    /** @returns how often the key has come within its window, this time included */
    count(key: string, now = Date.now()): number {
      const window = windows.get(key);
      if (window && window.endsAt > now) return ++window.count;
      windows.delete(key);
      for (const [other, { endsAt }] of windows) {
        if (endsAt > now && windows.size < keysMax) break;
        windows.delete(other);
      }
      windows.set(key, { count: 1, endsAt: now + windowMs });
      return 1;
    },
    /** How many keys are kept. */
    size: (): number => windows.size,
  };
}
