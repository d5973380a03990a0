import { AppError } from '@kuwei/contract/error';
import type { batchSelection } from '@kuwei/contract/workbook';
import * as z from 'zod/mini';
import type { Caller, OwnContext } from '../context.ts';
import type { Trx } from '../db/open.ts';

/** Records one batch call may touch. */
export const BATCH_MAX = 1_000;

/**
 * The records of a batch: those named, or all that a list's filter finds. Where the list has changed since it was looked
 * at, nothing is done. Sent again with the same idempotency key, they are those of the first time, although what was done
 * to them may have taken them out of the list.
 * @param load rows under a filter, narrowed to ids where they are given
 * @throws AppError STALE when the filter finds another number of records than expected
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
    if (rows.length !== expected || rows.length > BATCH_MAX) throw new AppError('STALE', { data: { found: rows.length } });
    return rows;
  });
}

const NOBODY = '00000000-0000-0000-0000-000000000000';
