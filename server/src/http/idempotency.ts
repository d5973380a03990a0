// A call repeated with the same idempotency key gets the same response without running again.
import { createHash } from 'node:crypto';
import { IDEMPOTENCY_HEADER } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../context.ts';
import type { Db, Trx } from '../db/open.ts';
import type { CommitHooks } from './commit.ts';

const KEY_MAX = 100;

/**
 * The idempotency key of a request; null without one.
 * @param part name of the part, in calls whose parts commit separately
 * @throws AppError VALIDATION for a key that is too long
 */
export const keyOf = (request: FastifyRequest, part: string): string | null => {
  const key = request.headers[IDEMPOTENCY_HEADER.toLowerCase()];
  if (typeof key !== 'string' || key === '') return null;
  if (key.length > KEY_MAX) throw new AppError('VALIDATION');
  return key + part;
};

/**
 * Claims the key in the transaction of the write; a concurrent request with the same key waits here and gets the first one's
 * response. Organisation and page role are part of the request.
 * @throws AppError IDEMPOTENCY_MISMATCH if the key was used for another request
 */
export async function claimKey(
  { trx, caller }: WriteContext,
  key: string,
  request: FastifyRequest,
  input: unknown,
): Promise<{ reply: unknown } | null> {
  const requestHash = hashOf(request, caller, input);
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('sys_idempotency')
    .values({ user_id: caller.userId, key, request_hash: requestHash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows) return null;
  return { reply: await findStoredReply(trx, caller, key, requestHash) };
}

/**
 * For calls whose response is not stored: refuses a repeated one before its work.
 * @throws AppError ANSWERED_ONCE; IDEMPOTENCY_MISMATCH if the key was used for another request
 */
export async function assertNotRepeated(db: Db, caller: Caller, request: FastifyRequest, input: unknown): Promise<void> {
  const key = keyOf(request, '');
  if (key !== null && (await findStoredReply(db, caller, key, hashOf(request, caller, input))) !== undefined)
    throw new AppError('ANSWERED_ONCE');
}

const hashOf = (request: FastifyRequest, caller: Caller, input: unknown): Buffer =>
  createHash('sha256')
    .update(`${request.method} ${request.url}\n${caller.orgId} ${caller.pageRole}\n${JSON.stringify(input)}`)
    .digest();

/** @returns undefined for an unused key */
async function findStoredReply(db: Db | Trx, { userId }: Caller, key: string, requestHash: Buffer): Promise<unknown> {
  const known = await db
    .selectFrom('sys_idempotency')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .select(['request_hash', 'reply'])
    .executeTakeFirst();
  if (known && !known.request_hash.equals(requestHash)) throw new AppError('IDEMPOTENCY_MISMATCH');
  return known && (JSON.parse(known.reply ?? 'null') as unknown);
}

/** Stores the response for repetitions, with the last statement of the write. */
export function storeReply({ caller, atEnd }: WriteContext & CommitHooks, key: string, reply: unknown): void {
  atEnd(sql`update sys_idempotency set status = 200, reply = ${JSON.stringify(reply ?? null)}
    where user_id = ${caller.userId} and key = ${key}`);
}
