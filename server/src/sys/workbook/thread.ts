// Work on files that people send, in threads: a small file can be made to take long, or much memory.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Of a processor: on a machine that others use, too, a file takes no more of it, and longer. */
const MAX_MS = 10_000;
const LONGEST_MS = 60_000;
const LOOK_MS = 250;
const MAX_MEGABYTES = 512;

/**
 * Runs a script of this folder in a thread of its own.
 * @param data what it is given as `workerData`
 * @param take is given every message; what it answers ends the thread
 * @returns that answer; `slow` where there is none in time, `failed` where the thread has ended without one
 */
export async function inThread<R>(
  script: string,
  data: unknown,
  take: (message: unknown) => R | undefined,
): Promise<R | 'slow' | 'failed'> {
  const worker = new Worker(join(import.meta.dirname, script), {
    workerData: data,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
  });
  const { promise, resolve } = Promise.withResolvers<R | 'slow' | 'failed'>();
  const begun = performance.now();
  const timer = setInterval(async () => {
    const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
    if ((user + system) / 1_000 > MAX_MS || performance.now() - begun > LONGEST_MS) resolve('slow');
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
