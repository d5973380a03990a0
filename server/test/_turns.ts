// How long the thread that answers everybody is held at once.

/**
 * Processor time of the longest turn of the event loop while something is done, in milliseconds. A busy machine does not add to
 * it, as it does to the time by the clock.
 */
export async function longestTurn<T>(work: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  let longest = 0;
  let before = process.threadCpuUsage();
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, user + system);
    before = process.threadCpuUsage();
  };
  // Once a turn, and not in turns that are made for looking alone: those would take half a machine of two processors.
  const watch = setInterval(look, 1);
  try {
    const answer = await work();
    return { ms: longest / 1_000, answer };
  } finally {
    clearInterval(watch);
  }
}
