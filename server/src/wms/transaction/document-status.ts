// Filters documents by status. Reversals and reversed documents are stored as DONE, but not listed as such.
import type { DocumentStatus } from '@kuwei/contract/wms/transaction-state';
import { sql, type RawBuilder } from 'kysely';
import { isReversed, documentStatus } from './document-status-sql.ts';

const REVERSAL_STATES: readonly DocumentStatus[] = ['REVERSAL', 'REVERSED'];
const isReversalState = (each: DocumentStatus): boolean => REVERSAL_STATES.includes(each);

/**
 * Condition over documents `t`. Reversals and reversed documents are stored as DONE, so that status is split into two conditions
 * for which the planner has statistics.
 */
export function hasDocumentStatus(states: readonly DocumentStatus[]): RawBuilder<boolean> {
  const stored = [...new Set(states.map((each) => (isReversalState(each) ? 'DONE' : each)))];
  const isStored = sql<boolean>`t.state = any(${stored}::text[])`;
  if (!stored.includes('DONE')) return isStored;
  if (!states.includes('DONE')) return sql<boolean>`(${isStored} and ${documentStatus} = any(${[...states]}::text[]))`;
  const narrowed = [
    ...(states.includes('REVERSAL') ? [] : [sql<boolean>`t.reverses_id is null`]),
    ...(states.includes('REVERSED') ? [] : [sql<boolean>`not ${isReversed}`]),
  ];
  return sql<boolean>`(${sql.join([isStored, ...narrowed], sql` and `)})`;
}

/** Condition over `wms_transaction` alone for rare statuses that an index covers; null for others. */
export const hasRareDocumentStatus = (states: readonly DocumentStatus[]): RawBuilder<boolean> | null =>
  states.every(isReversalState)
    ? sql<boolean>`id = any(array(
        select unnest(array[v.id, v.reverses_id]) from wms_transaction v where v.reverses_id is not null))`
    : null;
