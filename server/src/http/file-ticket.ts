// Tickets replace tokens in URLs: each opens one file, once, within a minute, so it is worthless in a log or a history.
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

/** A ticket with which this session may read a file. */
export const fileTicket = ({ secret }: Services, { userId, sessionId }: Caller, file: string): string =>
  seal(secret, PURPOSE, { id: newId(), file, userId, sessionId } satisfies Ticket, TICKET_SECONDS);

/** Whether a ticket was issued to this person for this file within the last minute. */
export function isTicketOf({ secret }: Services, given: string | undefined, { userId }: Caller, file: string): boolean {
  const ticket = given === undefined ? null : (unseal(secret, PURPOSE, given) as Ticket | null);
  return ticket?.file === file && ticket.userId === userId;
}

/**
 * Uses up the ticket in the URL, on routes that accept one.
 * @returns id of its session; undefined without a ticket
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
  // Kept as long as idempotency keys, which outlast the ticket.
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
