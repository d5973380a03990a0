// Work on files that people send, in threads: a small file can be made to take long, or much memory.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Of a processor: on a machine that others use, too, a file takes no more of it, and longer. */
const LIMITS = { processorMs: 10_000, longestMs: 60_000, megabytes: 512 };
const LOOK_MS = 250;
/**
 * How long a thread waits for another file. Its start, and code that is not compiled yet, take longer than most files: whoever
 * reads a preview, mends the file and sends it again has the same thread.
 */
const IDLE_MS = 30_000;
/** What took longer may have left a large heap behind; such a thread ends with its work. */
const KEPT_AFTER_MS = 1_000;

interface Idle {
  worker: Worker;
  end: NodeJS.Timeout;
}

/** By script and memory. */
const idle = new Map<string, Idle>();

/**
 * Runs a script of this folder in a thread that does nothing else meanwhile.
 * @param data what is sent to it
 * @param take is given every message; what it answers ends the work
 * @param limits milliseconds of a processor and of a clock, and memory
 * @returns that answer; `slow` where there is none in time, `failed` where the thread has ended without one
 */
export async function inThread<R>(
  script: string,
  data: unknown,
  take: (message: unknown) => R | undefined,
  { processorMs, longestMs, megabytes } = LIMITS,
): Promise<R | 'slow' | 'failed'> {
  const key = `${script} ${megabytes}`;
  const worker = waiting(key) ?? started(script, megabytes);
  // Not awaited: an error without a listener would end the process.
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
  if (isDone && performance.now() - begun < KEPT_AFTER_MS && !idle.has(key)) keep(key, worker);
  else await worker.terminate();
  return answer;
}

const started = (script: string, megabytes: number): Worker =>
  new Worker(join(import.meta.dirname, script), { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: megabytes } });

function waiting(key: string): Worker | undefined {
  const found = idle.get(key);
  if (!found) return undefined;
  idle.delete(key);
  clearTimeout(found.end);
  quiet(found.worker);
  found.worker.ref();
  return found.worker;
}

function keep(key: string, worker: Worker): void {
  const forget = (): void => void (idle.get(key)?.worker === worker && idle.delete(key));
  quiet(worker);
  worker.once('error', forget).once('exit', forget);
  worker.unref();
  const end = setTimeout(() => {
    forget();
    void worker.terminate();
  }, IDLE_MS);
  end.unref();
  idle.set(key, { worker, end });
}

/** Of these alone: Node listens to other events of a worker itself. */
function quiet(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
}
