// Worker side of thread.ts: processes its jobs one by one.
import { parentPort } from 'node:worker_threads';

/** @param work posts one or more messages by `say`; an error ends the thread */
export function serveThreadJobs(work: (job: unknown, say: (message: unknown) => void) => Promise<void>): void {
  const port = parentPort;
  port?.on('message', (job: unknown) => void work(job, (message) => port.postMessage(message, [])));
}
