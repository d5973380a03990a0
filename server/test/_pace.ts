// How fast this thread is at the moment: neighbours on the same cores take of its caches and its memory, so that the same work
// costs more processor time beside them than alone.

/** What the work below costs on a machine of two cores that does nothing else, in milliseconds. */
const ALONE_MS = 10;
const TEXT = JSON.stringify('x'.repeat(2_000_000));
const TRIES = 3;
/** In one measurement: the clock of a thread counts in steps of some milliseconds. */
const TIMES = 5;

/** @returns how many times as much a piece of work costs now: 1 where nobody is beside it */
export function measureSlowdown(): number {
  let best = Infinity;
  for (let tries = 0; tries < TRIES; tries++) {
    const began = process.threadCpuUsage();
    for (let times = 0; times < TIMES; times++) JSON.parse(TEXT);
    const { user, system } = process.threadCpuUsage(began);
    best = Math.min(best, (user + system) / 1_000 / TIMES);
  }
  return Math.max(1, best / ALONE_MS);
}
