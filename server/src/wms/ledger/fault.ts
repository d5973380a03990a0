import type { LedgerCheck } from '@kuwei/contract/wms/product-box';
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../db/open.ts';

/** A fault found by a check of the proof. */
export interface Fault {
  /** Number or id of the row. */
  subject: string;
  detail: string;
}

export interface CheckFault extends Fault {
  check: LedgerCheck;
}

/** Faults shown per check. */
export const FAULTS_PER_CHECK = 20;

/**
 * Returns rows `check`, `subject`, `detail`, up to the limit per check, in a stable order.
 * Materialized before the limit: otherwise the planner optimizes for the first rows, and reads everything in the slowest way
 * where there are none.
 * @param parts `with` clause of the statement, empty or ending with a comma
 */
export async function findFaults(
  trx: Trx,
  parts: RawBuilder<unknown>,
  faults: readonly RawBuilder<unknown>[],
): Promise<CheckFault[]> {
  const { rows } = await sql<CheckFault>`
    with ${parts} found as materialized (${sql.join(faults, sql` union all `)})
    select "check", subject, detail
      from (select *, row_number() over (partition by "check" order by length(subject), subject, detail) as place from found) f
     where place <= ${FAULTS_PER_CHECK} order by "check", place`.execute(trx);
  return rows;
}
