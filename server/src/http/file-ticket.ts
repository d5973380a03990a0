// What stands in an address in place of a token: it opens one file, once, within a minute, and is worth nothing in a log
// or a history.
import { createHash } from 'node:crypto';
import { AppError } from '@kuwei/contract/error';
import type { Route } from '@kuwei/contract/route';
import { TICKET_SECONDS } from '@kuwei/contract/sys/fs';
import type { FastifyRequest } from 'fastify';
import { seal, unseal } from '../seal.ts';
import type { Caller, Services } from '../context.ts';
import { newId } from '../db/id.ts';

const PURPOSE = 'file';

interface Ticket {
  id: string;
  file: string;
  userId: string;
  sessionId: string;
}

/** A ticket with which this session reads a file. */
export const fileTicket = ({ secret }: Services, { userId, sessionId }: Caller, file: string): string =>
  seal(secret, PURPOSE, { id: newId(), file, userId, sessionId } satisfies Ticket, TICKET_SECONDS);

/** Whether what stands in an address was given to this person, for this file, within the last minute. */
export function isTicketOf({ secret }: Services, given: string | undefined, { userId }: Caller, file: string): boolean {
  const ticket = given === undefined ? null : (unseal(secret, PURPOSE, given) as Ticket | null);
  return ticket?.file === file && ticket.userId === userId;
}

/**
 * Uses up the ticket in the address, where a route takes one.
 * @returns id of its session; undefined when there is no ticket
 * @throws AppError FORBIDDEN for anything but an unused ticket of this file
 */
export async function useTicket(
  { db, secret }: Services,
  { query }: Route,
  request: FastifyRequest,
): Promise<string | undefined> {
  if (!query || !('access_token' in query.shape)) return undefined;
  const given = (request.query as Record<string, unknown>)['access_token'];
  if (typeof given !== 'string') return undefined;
  const ticket = unseal(secret, PURPOSE, given) as Ticket | null;
  const { file } = request.params as { file?: string };
  if (!ticket || ticket.file !== file || request.method !== 'GET') throw new AppError('FORBIDDEN');
  // Kept as long as the keys of writes are, which is longer than it opens anything.
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sys_idempotency')
    .values({
      user_id: ticket.userId,
      key: `file ticket ${ticket.id}`,
      request_hash: createHash('sha256').update(given).digest(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw new AppError('FORBIDDEN');
  return ticket.sessionId;
}
