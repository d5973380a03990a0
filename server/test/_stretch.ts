// How long a piece of work keeps everybody else of its process waiting.
import { setImmediate } from 'node:timers/promises';

/**
 * Counted in time of this thread on a processor, so that a busy machine says the same.
 * @returns milliseconds of the longest stretch in which nobody else had a turn
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
