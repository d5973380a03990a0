// Work on files that people send, in threads: a small file can be made to take long, or much memory.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Of a processor: on a machine that others use, too, a file takes no more of it, and longer. */
const LIMITS = { processorMs: 10_000, longestMs: 60_000, megabytes: 512 };
const LOOK_MS = 250;

/**
 * Runs a script of this folder in a thread of its own.
 * @param data what it is given as `workerData`
 * @param take is given every message; what it answers ends the thread
 * @param limits milliseconds of a processor and of a clock, and memory
 * @returns that answer; `slow` where there is none in time, `failed` where the thread has ended without one
 */
export async function inThread<R>(
  script: string,
  data: unknown,
  take: (message: unknown) => R | undefined,
  { processorMs, longestMs, megabytes } = LIMITS,
): Promise<R | 'slow' | 'failed'> {
  const worker = new Worker(join(import.meta.dirname, script), {
    workerData: data,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  const { promise, resolve } = Promise.withResolvers<R | 'slow' | 'failed'>();
  const begun = performance.now();
  const timer = setInterval(async () => {
    const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
    if ((user + system) / 1_000 > processorMs || performance.now() - begun > longestMs) resolve('slow');
  }, LOOK_MS);
  worker
    .on('message', (message: unknown) => {
      const answer = take(message);
      if (answer !== undefined) resolve(answer);
    })
    .once('error', () => resolve('failed'))
    .once('exit', () => resolve('failed'));
  try {
    return await promise;
  } finally {
    clearInterval(timer);
    await worker.terminate();
  }
}
