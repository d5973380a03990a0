// What the log is told of jobs besides what they do as writes of their own.
import type { Services } from '../../context.ts';
import { causeOf } from '../../error.ts';
import { runAsSystem } from '../../platform/clock.ts';

/** A job that failed; it is tried again. Where not even this can be written, the log of the program has to do. */
export async function logJobFailure(services: Services, name: string, error: unknown): Promise<void> {
  const change = { result: 'FAIL', cause: causeOf(error) };
  await runAsSystem(services, `job ${name}`, async ({ logChange }) => logChange({ entity: 'job', id: name, change })).catch(
    (failure: unknown) => services.log.warn({ err: failure, job: name }, 'a job failed, and the log could not be told'),
  );
}

/** What was there no longer than it is kept, where anything went. @param counts rows by table */
export async function logDeletedRows(services: Services, counts: Readonly<Record<string, number>>): Promise<void> {
  const change = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  if (Object.keys(change).length === 0) return;
  await runAsSystem(services, 'tidy up', async ({ logChange }) => logChange({ entity: 'job', id: 'tidy', change }));
}
