// Lists as files: streamed row by row, each holding a database connection meanwhile.
import type { FastifyReply } from 'fastify';
import { createKeyedSemaphore } from '../limiter.ts';
import { ClientDisconnected } from '../error.ts';

/** Exports of one person at once. More wait. */
export const EXPORTS_PER_PERSON = 2;
const WAITING = 20;
const WAIT_MS = 120_000;

const places = createKeyedSemaphore(EXPORTS_PER_PERSON, WAITING, WAIT_MS);

/**
 * Waits until an export of this person may start; its place is free again when it has been sent, or the connection is closed.
 * @throws AppError TOO_MANY_AT_ONCE, CallerGone
 */
export async function awaitExport(reply: FastifyReply, person: string): Promise<void> {
  const leave = await places(person);
  reply.raw.once('close', leave);
  if (!reply.raw.destroyed) return;
  leave();
  throw new ClientDisconnected();
}
