// Trial writes: runs a write to see what it finds, and rolls it back.
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Caller, ReadContext, WriteContext } from '../../context.ts';
import type { Db, Trx } from '../../db/open.ts';
import { toAppError } from '../../error.ts';

/** The caller, in a read or write. */
export type CallContext = Pick<ReadContext<Caller>, 'caller' | 'origin' | 'services'>;

class RolledBack extends Error {}

/** Runs work and rolls it back, without events. @returns what it found */
export async function dryRun<T>(
  db: Db | Trx,
  asked: CallContext,
  work: (context: WriteContext<Caller>) => Promise<T>,
): Promise<T> {
  const { caller, origin, services } = asked;
  const inside = (trx: Trx): Promise<T> =>
    work({ caller, origin, services, trx, emit: () => {}, logChange: () => {}, afterCommit: () => {} });
  if (db.isTransaction) return dryRunInTransaction(db as Trx, () => inside(db as Trx));
  let found: { what: T } | undefined;
  try {
    await db.transaction().execute(async (trx) => {
      found = { what: await inside(trx) };
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  return found!.what;
}

/** The same inside an open transaction, by savepoint. */
export async function dryRunInTransaction<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint rehearsed`.execute(trx);
  const found = await work();
  await sql`rollback to savepoint rehearsed`.execute(trx);
  return found;
}

/** Writes each by itself, in order, skipping refused ones. @returns refusals by index */
export async function writeEachInSavepoint<R>(
  trx: Trx,
  rows: readonly R[],
  write: (row: R) => Promise<unknown>,
): Promise<Map<number, AppError>> {
  const refused = new Map<number, AppError>();
  for (const [at, row] of rows.entries()) {
    await sql`savepoint alone`.execute(trx);
    try {
      await write(row);
      await sql`release savepoint alone`.execute(trx);
    } catch (error) {
      const fault = toAppError(error);
      // A lost session, missing permission or server error is not the fault of a row.
      if (fault.status === 401 || fault.status === 403 || fault.status >= 500) throw error;
      await sql`rollback to savepoint alone`.execute(trx);
      refused.set(at, fault);
    }
  }
  return refused;
}

/** A refusal at the first of these fields that the row changes. */
export function refuseAtFirstChange<F extends object>(
  { code, params }: AppError,
  fields: readonly (keyof F & string)[],
  { before, form }: { before: { form: F } | null; form: F },
): AppError {
  const field = fields.find((each) => JSON.stringify(before?.form[each]) !== JSON.stringify(form[each])) ?? fields[0];
  return new AppError(code, { params, ...(field !== undefined && { field }) });
}
