import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { batchSelection } from '@kuwei/contract/workbook';
import * as z from 'zod/mini';
import type { Caller, OwnContext, WriteContext } from '../context.ts';
import type { Trx } from '../db/open.ts';
import { asAppError } from '../error.ts';
import { say } from '../phrase.ts';

/** Records one batch call may touch. */
export const BATCH_MAX = 1_000;

/**
 * The records of a batch: those named, or all that a list's filter finds. Where the list has changed since it was looked
 * at, nothing is done. Sent again with the same idempotency key, they are those of the first time, although what was done
 * to them may have taken them out of the list.
 * @param load rows under a filter, narrowed to ids where they are given
 * @throws AppError BATCH_TOO_MANY; STALE when the filter finds another number of records than expected
 */
export function batchRecords<Q extends z.core.$ZodType, T extends { id: string; label: string }>(
  { part }: OwnContext<Caller>,
  selection: z.output<typeof batchSelection>,
  schema: Q,
  load: (trx: Trx, query: z.output<Q>, ids: readonly string[] | undefined) => Promise<T[]>,
): Promise<T[]> {
  return part('records', async ({ trx }) => {
    if (selection.ids !== undefined) {
      return load(trx, z.parse(schema, {}), selection.ids.length === 0 ? [NOBODY] : selection.ids);
    }
    const { query = {}, expected = 0 } = selection.all ?? {};
    const parsed = z.safeParse(schema, query);
    if (!parsed.success) throw new AppError('VALIDATION');
    const rows = await load(trx, parsed.data, undefined);
    if (Math.max(rows.length, expected) > BATCH_MAX)
      throw new AppError('BATCH_TOO_MANY', { params: { max: BATCH_MAX.toLocaleString('en') } });
    if (rows.length !== expected) throw new AppError('STALE', { data: { found: rows.length } });
    return rows;
  });
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

export const UNCHANGED = Symbol('unchanged');

/**
 * Does the same to many records, each in a transaction of its own, and tells which were refused and why. Sent again with the
 * same idempotency key, what was done is not done again; what was refused is tried again.
 * @param work answers UNCHANGED for a record that is already what it is to become: it counts neither as done nor as refused
 */
export async function forEach<T extends { id: string; label: string }>(
  context: OwnContext<Caller>,
  records: readonly T[],
  work: (context: WriteContext<Caller>, record: T) => Promise<unknown>,
): Promise<{ done: number; refused: { id: string; label: string; message: string }[] }> {
  const refused: { id: string; label: string; message: string }[] = [];
  let done = 0;
  for (const record of records) {
    try {
      if (await context.part(record.id, async (inside) => (await work(inside, record)) !== UNCHANGED)) done++;
    } catch (thrown) {
      const error = asAppError(thrown, context.origin.locale);
      // Others were busy with this one alone.
      if (error.status >= 500 && error.code !== 'BUSY') throw thrown;
      refused.push({
        id: record.id,
        label: record.label,
        message: messageOf(error, context.origin.locale),
      });
    }
  }
  return { done, refused };
}

/** Where nobody fills in a form there is no field to look at: the first thing that is wrong is said itself. */
function messageOf({ code, params, faults: [fault] }: AppError, locale: Locale): string {
  return fault ? say(locale, fault.key, fault.params) : say(locale, `error.${code}`, params);
}
