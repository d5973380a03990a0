// Ends messages about documents with their cause: a to-do when its document no longer waits for the recipient, a warning when its
// document is finished, or is a draft again that holds no stock.
import { EVENTS } from '@kuwei/contract/event';
import { FINAL_STATES } from '@kuwei/contract/wms/transaction-state';
import { sql, type RawBuilder } from 'kysely';
import type { Services, WriteContext } from '../../context.ts';
import type { Trx } from '../../db/open.ts';
import { templatesEndedBy, todoKindsByTemplate } from '../../platform/msg-inbox/messages.ts';
import { closeCopies } from '../../platform/msg-inbox/notify.ts';
import { selectPeople, SELECTED_SOURCE, selectedSource, selectWaiting } from './waiting.ts';

/**
 * Rows `id`, `user_id`, `state`, `document`, `template`, `created_at` of message copies that end with their cause and have not
 * ended.
 * @param which condition over message `m` and copy `c`
 */
export const openMessages = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select c.id, c.user_id, c.state, m.object_id::uuid as document, m.template, m.created_at
    from sys_message m join sys_message_copy c on c.message_id = m.id
   where c.ended_at is null and c.state in ('NEW', 'READ', 'DELETED') and m.bc = 'wms' and m.fc = 'transaction' and ${which}
     and m.template = any(${[...templatesEndedBy('waiting'), ...templatesEndedBy('cause')]}::text[])`;

/** Whether such a row `x` is obsolete; needs a relation `waits` (see `waiting`). */
export const isMessageOver = sql<boolean>`(case when x.template = any(${templatesEndedBy('cause')}::text[])
  then not exists (select from wms_transaction t where t.id = x.document and t.deleted_at is null
                    and t.state <> all(${[...FINAL_STATES, 'DRAFT']}::text[]))
  else not exists (select from waits w where w.user_id = x.user_id and w.id = x.document
                    and ${JSON.stringify(todoKindsByTemplate)}::jsonb -> x.template ? w.kind) end)`;

/** @param which as in `openMessages` @returns ids of users whose unread count has changed */
async function endPastMessages(trx: Trx, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with message as materialized (${openMessages(which)}),
    person as materialized (${selectPeople(sql`select user_id from message`)}),
    ${selectedSource(sql`in (select document from message)`)},
    waits as materialized (${selectWaiting(SELECTED_SOURCE)})
    select x.id from message x where ${isMessageOver}`.execute(trx);
  if (rows.length === 0) return [];
  return closeCopies(trx, sql`c.id = any(${rows.map(({ id }) => id)}::uuid[])`);
}

/** After a task changed hands or goods were blocked, without a step of the documents. */
export async function endDocumentMessages({ trx, emit }: WriteContext, ids: readonly string[]): Promise<void> {
  const to = await endPastMessages(trx, sql`m.object_id = any(${[...ids]}::text[])`);
  if (to.length > 0) emit({ to, ...EVENTS.message, d: {} });
}

/**
 * Scheduled, since roles, memberships and chains change without a step of any document. @returns ids of users whose messages
 * ended
 */
export async function endAllPastMessages({ db, bus }: Pick<Services, 'db' | 'bus'>): Promise<number> {
  const to = await db.transaction().execute((trx) => endPastMessages(trx, sql`true`));
  if (to.length > 0) bus.publish([{ to, ...EVENTS.message, d: {} }]);
  return to.length;
}
