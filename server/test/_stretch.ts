// Measures how long work blocks the event loop.
import { setImmediate } from 'node:timers/promises';

/**
 * Measured in thread processor time, independent of other load.
 * @returns milliseconds of the longest stretch without yielding
 */
export async function longestStretch(work: () => Promise<unknown>): Promise<number> {
  const working = { on: true };
  const worked = work().finally(() => (working.on = false));
  worked.catch(() => {});
  let longest = 0;
  let before = spent();
  while (working.on) {
    await setImmediate();
    const now = spent();
    longest = Math.max(longest, now - before);
    before = now;
  }
  await worked;
  return longest;
}

function spent(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
