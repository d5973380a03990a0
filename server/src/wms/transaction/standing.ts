// Lists of documents by how these stand: reversals, and what they reverse, are stored as done and are not listed as such.
import type { DocumentStanding } from '@kuwei/contract/wms/transaction-state';
import { sql, type RawBuilder } from 'kysely';
import { standing } from '../../sys/dic/standing.ts';

const ofReversals: readonly DocumentStanding[] = ['REVERSAL', 'REVERSED'];
const isOfReversals = (each: DocumentStanding): boolean => ofReversals.includes(each);

/** Condition over documents `t`. */
export function standsAs(states: readonly DocumentStanding[]): RawBuilder<boolean> {
  const stored = [...new Set(states.map((each) => (isOfReversals(each) ? 'DONE' : each)))];
  const isStored = sql<boolean>`t.state = any(${stored}::text[])`;
  return stored.includes('DONE') ? sql<boolean>`(${isStored} and ${standing} = any(${[...states]}::text[]))` : isStored;
}

/** Condition over `wms_transaction` alone, where few documents stand so and an index knows them; null elsewhere. */
export const fewStandAs = (states: readonly DocumentStanding[]): RawBuilder<boolean> | null =>
  states.every(isOfReversals)
    ? sql<boolean>`id = any(array(
        select unnest(array[v.id, v.reverses_id]) from wms_transaction v where v.reverses_id is not null))`
    : null;
