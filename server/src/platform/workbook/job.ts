// The side of a thread: it works at what thread.ts sends to it, one after the other.
import { parentPort } from 'node:worker_threads';

/** @param work posts its answer, or several messages, by `say`; what it throws ends the thread */
export function answerWith(work: (job: unknown, say: (message: unknown) => void) => Promise<void>): void {
  const port = parentPort;
  port?.on('message', (job: unknown) => void work(job, (message) => port.postMessage(message, [])));
}
