import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { batchSelection } from '@kuwei/contract/workbook/workbook';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Caller, OwnContext, WriteContext } from '../context.ts';
import type { DB } from '../db/types.ts';
import { asAppError } from '../error.ts';
import { say } from '../phrase.ts';

/** Records one batch call may touch. */
export const BATCH_MAX = 1_000;

/** The records of a batch, and ids of those that were named and are there no more, or not for who asks. */
export interface Chosen<T> {
  records: T[];
  gone: string[];
}

/**
 * The records of a batch: those named, or all that a list's filter finds. Where the list has changed since it was looked
 * at, nothing is done. Sent again with the same idempotency key, they are those of the first time, although what was done
 * to them may have taken them out of the list.
 * @param load rows under a filter, narrowed to ids where they are given
 * @throws AppError BATCH_TOO_MANY; STALE when the filter finds another number of records than expected
 */
export const batchRecords = <Q extends z.core.$ZodType, T extends { id: string; label: string }>(
  { part }: OwnContext<Caller>,
  selection: z.output<typeof batchSelection>,
  schema: Q,
  load: Load<Q, T>,
): Promise<Chosen<T>> =>
  part('records', async ({ trx }) => {
    const records = await selectedRecords(trx, selection, schema, load);
    const found = new Set(records.map(({ id }) => id));
    return { records, gone: [...new Set(selection.ids)].filter((id) => !found.has(id)) };
  });

type Load<Q extends z.core.$ZodType, T> = (
  db: Kysely<DB>,
  query: z.output<Q>,
  ids: readonly string[] | undefined,
) => Promise<T[]>;

/** The same as they are now, for who is about to do something with them. @throws AppError as `batchRecords` */
export async function selectedRecords<Q extends z.core.$ZodType, T extends { id: string; label: string }>(
  db: Kysely<DB>,
  selection: z.output<typeof batchSelection>,
  schema: Q,
  load: Load<Q, T>,
): Promise<T[]> {
  if (selection.ids !== undefined) {
    return load(db, z.parse(schema, {}), selection.ids.length === 0 ? [NOBODY] : selection.ids);
  }
  const { query = {}, expected = 0 } = selection.all ?? {};
  const parsed = z.safeParse(schema, query);
  if (!parsed.success) throw new AppError('VALIDATION');
  const rows = await load(db, parsed.data, undefined);
  if (Math.max(rows.length, expected) > BATCH_MAX)
    throw new AppError('BATCH_TOO_MANY', { params: { max: BATCH_MAX.toLocaleString('en') } });
  if (rows.length !== expected) throw new AppError('STALE', { data: { found: rows.length } });
  return rows;
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

export const UNCHANGED = Symbol('unchanged');

/** What came of one that is done, which whoever did it should know. */
export class Noted {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

type OfOne = { id: string; label: string; message: string };

/**
 * Does the same to many records, each in a transaction of its own, and tells which were refused and why. Sent again with the
 * same idempotency key, what was done is not done again; what was refused is tried again.
 * @param work answers UNCHANGED for a record that is already what it is to become: it counts neither as done nor as refused
 */
export async function forEach<T extends { id: string; label: string }>(
  context: OwnContext<Caller>,
  { records, gone }: Chosen<T>,
  work: (context: WriteContext<Caller>, record: T) => Promise<unknown>,
): Promise<{ done: number; refused: OfOne[]; notes: OfOne[] }> {
  const { locale } = context.origin;
  const refused = gone.map((id): OfOne => ({ id, label: '', message: say(locale, 'error.NOT_FOUND') }));
  const notes: OfOne[] = [];
  let done = 0;
  for (const record of records) {
    const { id, label } = record;
    try {
      const came = await context.part(id, async (inside) => {
        const result = await work(inside, record);
        return { done: result !== UNCHANGED, note: result instanceof Noted ? result.message : null };
      });
      if (came.done) done++;
      if (came.note !== null) notes.push({ id, label, message: came.note });
    } catch (thrown) {
      const error = asAppError(thrown, locale);
      // Others were busy with this one alone.
      if (error.status >= 500 && error.code !== 'BUSY') throw thrown;
      refused.push({ id, label, message: messageOf(error, locale) });
    }
  }
  return { done, refused, notes };
}

/** Where nobody fills in a form there is no field to look at: the first thing that is wrong is said itself. */
function messageOf({ code, params, faults: [fault] }: AppError, locale: Locale): string {
  return fault ? say(locale, fault.key, fault.params) : say(locale, `error.${code}`, params);
}
