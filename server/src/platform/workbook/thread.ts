// Runs work on user files in worker threads: a small file can be crafted to take much time or memory.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Processor time, so that a busy machine allows a file more wall-clock time but no more work. */
const LIMITS = { processorMs: 10_000, longestMs: 60_000, megabytes: 512 };
const LOOK_MS = 250;
/**
 * How long a thread waits for another file. Startup and cold code take longer than most files: a user who corrects and resends a
 * file after a preview gets the same thread.
 */
const IDLE_MS = 30_000;
/** Longer jobs may leave a large heap: such a thread ends with its work. */
const RELEASE_AFTER_MS = 1_000;

interface Idle {
  worker: Worker;
  end: NodeJS.Timeout;
}

/** By script and memory. */
const idle = new Map<string, Idle>();

/**
 * Runs a script of this folder in a thread of its own.
 * @param data sent to it
 * @param take gets every message; a defined result ends the work
 * @param limits processor and wall-clock milliseconds, and memory
 * @returns that result; `slow` on timeout, `failed` if the thread ended without one
 */
export async function inThread<R>(
  script: string,
  data: unknown,
  take: (message: unknown) => R | undefined,
  { processorMs, longestMs, megabytes } = LIMITS,
): Promise<R | 'slow' | 'failed'> {
  const key = `${script} ${megabytes}`;
  const worker = takeIdle(key) ?? started(script, megabytes);
  // Not awaited yet: a rejection without a handler would end the process.
  const before = worker.cpuUsage().catch(() => undefined);
  const { promise, resolve } = Promise.withResolvers<R | 'slow' | 'failed'>();
  const begun = performance.now();
  const timer = setInterval(async () => {
    const { user, system } = await worker.cpuUsage(await before).catch(() => ({ user: 0, system: 0 }));
    if ((user + system) / 1_000 > processorMs || performance.now() - begun > longestMs) resolve('slow');
  }, LOOK_MS);
  worker
    .on('message', (message: unknown) => {
      const answer = take(message);
      if (answer !== undefined) resolve(answer);
    })
    .once('error', () => resolve('failed'))
    .once('exit', () => resolve('failed'));
  worker.postMessage(data, []);
  const answer = await promise;
  clearInterval(timer);
  const isDone = answer !== 'slow' && answer !== 'failed';
  if (isDone && performance.now() - begun < RELEASE_AFTER_MS && !idle.has(key)) keepIdle(key, worker);
  else await worker.terminate();
  return answer;
}

const started = (script: string, megabytes: number): Worker =>
  new Worker(join(import.meta.dirname, script), { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: megabytes } });

function takeIdle(key: string): Worker | undefined {
  const found = idle.get(key);
  if (!found) return undefined;
  idle.delete(key);
  clearTimeout(found.end);
  removeListeners(found.worker);
  found.worker.ref();
  return found.worker;
}

function keepIdle(key: string, worker: Worker): void {
  const forget = (): void => void (idle.get(key)?.worker === worker && idle.delete(key));
  removeListeners(worker);
  worker.once('error', forget).once('exit', forget);
  worker.unref();
  const end = setTimeout(() => {
    forget();
    void worker.terminate();
  }, IDLE_MS);
  end.unref();
  idle.set(key, { worker, end });
}

/** Only these: Node has listeners of its own on a worker. */
function removeListeners(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
}
