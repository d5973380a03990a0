// Logs job failures and deletions of expired data.
import type { Services } from '../../context.ts';
import { causeOf } from '../../error.ts';
import { runAsSystem } from '../../platform/clock.ts';

/** Logs a failed job, which will be retried. If the database cannot be written, falls back to the server log. */
export async function logJobFailure(services: Services, name: string, error: unknown): Promise<void> {
  const change = { result: 'FAIL', cause: causeOf(error) };
  await runAsSystem(services, `job ${name}`, async ({ logChange }) => logChange({ entity: 'job', id: name, change })).catch(
    (failure: unknown) => services.log.warn({ err: failure, job: name }, 'a job failed, and its failure could not be logged'),
  );
}

/** Logs deletions of expired rows, if there are any. @param counts rows by table */
export async function logDeletedRows(services: Services, counts: Readonly<Record<string, number>>): Promise<void> {
  const change = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  if (Object.keys(change).length === 0) return;
  await runAsSystem(services, 'tidy up', async ({ logChange }) => logChange({ entity: 'job', id: 'tidy', change }));
}
