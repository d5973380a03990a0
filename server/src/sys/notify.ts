// Messages that the product itself sends: rows in the inboxes in the same commit, a live event after it.
import { EVENTS } from '@kuwei/contract/event';
import type { Message } from '@kuwei/contract/sys/msg-inbox';
import { sql, type RawBuilder } from 'kysely';
import type { Caller, WriteContext } from '../context.ts';
import type { BothNames } from '../db/named.ts';
import type { Trx } from '../db/open.ts';
import { newId } from '../db/id.ts';
import { MESSAGES, templatesOf, type Template } from './messages.ts';

/** A name that is another one in another language is given in all of them. */
export type Params = Record<string, string | number | BothNames>;

export type Notice = {
  to: readonly string[];
  senderId?: string | null;
  /** What it is about. */
  about?: { bc: string; fc: string; objectId: string };
  /** What it warns of; `endCause` with the same text ends it. */
  cause?: string;
  /** Address inside the console. */
  link?: string | null;
} & ({ template: Template; params?: Params } | { kind: Message['kind']; title: string; content: string });

/** @returns ids of the copies, in the order of `to` */
export async function notify(context: WriteContext<Caller | null>, notice: Notice): Promise<string[]> {
  const to = [...new Set(notice.to)];
  if (to.length === 0) return [];
  const { trx } = context;
  await endFormer(trx, notice, to);
  const messageId = newId();
  const made = 'template' in notice;
  const message = {
    id: messageId,
    kind: made ? MESSAGES[notice.template].kind : notice.kind,
    template: made ? notice.template : null,
    params: JSON.stringify((made ? notice.params : undefined) ?? {}),
    title: made ? '' : notice.title,
    content: made ? '' : notice.content,
    sender_id: notice.senderId ?? null,
    bc: notice.about?.bc ?? null,
    fc: notice.about?.fc ?? null,
    object_id: notice.about?.objectId ?? null,
    cause: notice.cause ?? null,
    link: notice.link ?? null,
    sent: new Date(),
  };
  const copies = to.map(() => newId());
  await trx
    .with('message', (db) => db.insertInto('sys_message').values(message))
    .insertInto('sys_message_copy')
    .columns(['id', 'message_id', 'user_id'])
    .expression(sql`select id, ${messageId}::uuid, user_id from unnest(${copies}::uuid[], ${to}::uuid[]) copy(id, user_id)`)
    .execute();
  context.emit({ to, ...EVENTS.message, d: { id: messageId } });
  return copies;
}

/** What came before about the same object and in the same topic is past for those who are told something newer. */
async function endFormer(trx: Trx, notice: Notice, to: readonly string[]): Promise<void> {
  const topic = 'template' in notice ? MESSAGES[notice.template].topic : null;
  if (topic === null || notice.about === undefined) return;
  await endCopies(
    trx,
    sql`m.object_id = ${notice.about.objectId} and m.template = any(${templatesOf(topic)}::text[])
      and c.user_id = any(${[...to]}::uuid[]) and m.cause is not distinct from ${notice.cause ?? null}`,
  );
}

/**
 * Ends copies: one that nobody has read is no longer there, the others stay and say that it is over.
 * @param which over the message `m` and the copy `c`; locked in one order, so that two who end some wait for each other
 * @returns whose number of unread messages has changed
 */
export async function endCopies(trx: Trx, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    with ending as (
      select c.id, c.state from sys_message_copy c join sys_message m on m.id = c.message_id
       where c.ended_at is null and c.state in ('NEW', 'READ', 'DELETED') and ${which}
       order by c.id for update of c
    ), ended as (
      update sys_message_copy c set ended_at = now(), state = case e.state when 'NEW' then 'ENDED' else e.state end
        from ending e where c.id = e.id
      returning c.user_id, e.state
    ) select distinct user_id as "userId" from ended where state = 'NEW'`.execute(trx);
  return rows.map(({ userId }) => userId);
}

/** What messages warned of is no more. @returns nobody needs to be told: their number follows */
export async function endCause(context: WriteContext, cause: string): Promise<void> {
  const to = await endCopies(context.trx, sql`m.cause = ${cause}`);
  if (to.length > 0) context.emit({ to, ...EVENTS.message, d: {} });
}
