// Measures how long the event loop is blocked at once.

/**
 * Processor time of the longest event-loop turn during some work, in milliseconds. Unlike wall time, it is not affected by other
 * load.
 */
export async function longestTurn<T>(work: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  let longest = 0;
  let before = process.threadCpuUsage();
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, user + system);
    before = process.threadCpuUsage();
  };
  // Once per turn, without turns of its own: those would take half of a machine with two cores.
  const watch = setInterval(look, 1);
  try {
    const answer = await work();
    return { ms: longest / 1_000, answer };
  } finally {
    clearInterval(watch);
  }
}
