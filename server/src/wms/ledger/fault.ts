import type { LedgerCheck } from '@kuwei/contract/wms/product-box';
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../db/open.ts';

/** What a check of the proof has found. */
export interface Fault {
  /** Number or id of the row. */
  subject: string;
  detail: string;
}

export interface Found extends Fault {
  check: LedgerCheck;
}

/** Faults of one check that are shown. */
export const SHOWN = 20;

/**
 * Rows `check`, `subject`, `detail`, those that are shown of each check. Found as a whole first: a bound that the planner sees makes
 * it look for the first ones row by row, and where there are none it has then read everything in the slowest way there is. In one order:
 * two proofs that find the same say the same.
 * @param parts `with` of the statement, empty or ending with a comma
 */
export async function foundBy(trx: Trx, parts: RawBuilder<unknown>, faults: readonly RawBuilder<unknown>[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with ${parts} found as materialized (${sql.join(faults, sql` union all `)})
    select "check", subject, detail
      from (select *, row_number() over (partition by "check" order by length(subject), subject, detail) as place from found) f
     where place <= ${SHOWN} order by "check", place`.execute(trx);
  return rows;
}
