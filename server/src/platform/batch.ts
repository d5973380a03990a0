import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { batchSelection } from '@kuwei/contract/workbook/workbook';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Caller, OwnContext, WriteContext } from '../context.ts';
import type { DB } from '../db/types.ts';
import { toAppError } from '../error.ts';
import { say } from '../phrase.ts';
import { NIL_ID } from '../db/id.ts';

/** Maximum records per bulk call. */
export const BATCH_MAX = 1_000;

/** The records of a bulk call, and requested ids that are missing or out of sight. */
export interface Selection<T> {
  records: T[];
  gone: string[];
}

/**
 * The records of a bulk call: those named, or all matching a list filter. Nothing is done if the list has changed since it was
 * shown. Repeating the call with its idempotency key uses the records of the first time, although the action may have removed
 * them from the list.
 * @param load rows under a filter, limited to ids if given
 * @throws AppError BATCH_TOO_MANY; STALE when the filter matches another number of records than expected
 */
export const listSelected = <Q extends z.core.$ZodType, T extends { id: string; label: string }>(
  { part }: OwnContext<Caller>,
  selection: z.output<typeof batchSelection>,
  schema: Q,
  load: Load<Q, T>,
): Promise<Selection<T>> =>
  part('records', async ({ trx }) => {
    const records = await loadSelected(trx, selection, schema, load);
    const found = new Set(records.map(({ id }) => id));
    return { records, gone: [...new Set(selection.ids)].filter((id) => !found.has(id)) };
  });

type Load<Q extends z.core.$ZodType, T> = (
  db: Kysely<DB>,
  query: z.output<Q>,
  ids: readonly string[] | undefined,
) => Promise<T[]>;

/** The same records as they are now, to act on. @throws AppError as `listSelected` */
export async function loadSelected<Q extends z.core.$ZodType, T extends { id: string; label: string }>(
  db: Kysely<DB>,
  selection: z.output<typeof batchSelection>,
  schema: Q,
  load: Load<Q, T>,
): Promise<T[]> {
  if (selection.ids !== undefined) {
    return load(db, z.parse(schema, {}), selection.ids.length === 0 ? [NIL_ID] : selection.ids);
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

export const UNCHANGED = Symbol('unchanged');

/** A remark about a record that was processed. */
export class WithNote {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

type RecordMessage = { id: string; label: string; message: string };

/**
 * Applies an action to many records, each in its own transaction, and reports refusals. Repeating the call with its idempotency
 * key skips what was done and retries what was refused.
 * @param work returns UNCHANGED for a record already in the desired state: neither done nor refused
 */
export async function forEach<T extends { id: string; label: string }>(
  context: OwnContext<Caller>,
  { records, gone }: Selection<T>,
  work: (context: WriteContext<Caller>, record: T) => Promise<unknown>,
): Promise<{ done: number; refused: RecordMessage[]; notes: RecordMessage[] }> {
  const { locale } = context.origin;
  const refused = gone.map((id): RecordMessage => ({ id, label: '', message: say(locale, 'error.NOT_FOUND') }));
  const notes: RecordMessage[] = [];
  let done = 0;
  for (const record of records) {
    const { id, label } = record;
    try {
      const outcome = await context.part(id, async (inside) => {
        const result = await work(inside, record);
        return { done: result !== UNCHANGED, note: result instanceof WithNote ? result.message : null };
      });
      if (outcome.done) done++;
      if (outcome.note !== null) notes.push({ id, label, message: outcome.note });
    } catch (thrown) {
      const error = toAppError(thrown, locale);
      // A lock timeout concerns this record only.
      if (error.status >= 500 && error.code !== 'BUSY') throw thrown;
      refused.push({ id, label, message: formatRefusal(error, locale) });
    }
  }
  return { done, refused, notes };
}

/** Without a form there are no fields to point at: reports the first fault itself. */
function formatRefusal({ code, params, faults: [fault] }: AppError, locale: Locale): string {
  return fault ? say(locale, fault.key, fault.params) : say(locale, `error.${code}`, params);
}
