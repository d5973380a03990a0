// Status of a document `t` in SQL, equivalent to `documentStatusKey` of the contract.
import type { DocumentStatus } from '@kuwei/contract/wms/transaction-state';
import { sql, type RawBuilder } from 'kysely';

export const isReversed = sql<boolean>`exists (select from wms_transaction v where v.reverses_id = t.id)`;

const documentStatusWith = <T>(stored: RawBuilder<T>): RawBuilder<T> => sql<T>`
  case when t.reverses_id is not null then 'REVERSAL' when ${isReversed} then 'REVERSED' else ${stored} end`;

export const documentStatus = documentStatusWith(sql<DocumentStatus>`t.state`);

/** Code in the dictionary of states; approved, executing and done documents have a code per type. */
export const documentStatusCode = documentStatusWith(
  sql<string>`case when t.state in ('APPROVED', 'EXECUTING', 'DONE') then t.state || '.' || t.type else t.state end`,
);
