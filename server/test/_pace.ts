// Current slowdown of this thread: neighbours on the same cores compete for caches and memory, so that the same work takes more
// processor time.

/** Cost of the reference work on an otherwise idle machine with two cores, in milliseconds. */
const ALONE_MS = 10;
const TEXT = JSON.stringify('x'.repeat(2_000_000));
const TRIES = 3;
/** Repetitions per measurement: thread clocks have a resolution of some milliseconds. */
const TIMES = 5;

/** @returns the factor by which work is slower now; 1 on an idle machine */
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
