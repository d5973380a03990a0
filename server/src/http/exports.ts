// Lists on their way out as files: made row by row while they are sent, each holds a connection of the database for as long as that takes.
import type { FastifyReply } from 'fastify';
import { placesEach } from '../bounded.ts';
import { CallerGone } from '../error.ts';

/** Exports of one person that are made and sent at once. What comes beyond waits. */
export const EXPORTS_PER_PERSON = 2;
const WAITING = 20;
const WAIT_MS = 120_000;

const places = placesEach(EXPORTS_PER_PERSON, WAITING, WAIT_MS);

/**
 * Waits until an export of this person may be made; its place is free again when all of it has been sent, or the connection is closed.
 * @throws AppError TOO_MANY_AT_ONCE, CallerGone
 */
export async function awaitExport(reply: FastifyReply, person: string): Promise<void> {
  const leave = await places(person);
  reply.raw.once('close', leave);
  if (!reply.raw.destroyed) return;
  leave();
  throw new CallerGone();
}
