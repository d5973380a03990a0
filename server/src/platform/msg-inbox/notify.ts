// Messages that the product itself sends: rows in the inboxes, and of what goes out by e-mail, in the same commit; a live event
// after it.
import { EVENTS } from '@kuwei/contract/event';
import type { Message } from '@kuwei/contract/sys/msg-inbox';
import { sql, type RawBuilder } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import type { BothNames } from '../../db/named.ts';
import { ahead } from '../../db/ahead.ts';
import type { Trx } from '../../db/open.ts';
import { newId } from '../../db/id.ts';
import { insertOf } from '../../db/rows.ts';
import { mailsOf } from '../mail/outbox.ts';
import { mailIsOn } from '../mail/settings.ts';
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

/** A copy that ends with what is told now. */
export interface Past {
  copy: string;
  user: string;
  unread: boolean;
}

/** @returns ids of the copies, in the order of `to` */
export async function notify(context: WriteContext<Caller | null>, notice: Notice): Promise<string[]> {
  const [copies] = await notifyAll(context, [notice]);
  return copies ?? [];
}

/**
 * Sends many messages by as few statements as one: each is about another object, or goes to other people.
 * @param past copies of messages about the same objects that end with them
 * @returns of each that has recipients, ids of the copies in the order of its `to`
 */
export async function notifyAll(
  context: WriteContext<Caller | null>,
  notices: readonly Notice[],
  past: readonly Past[] = [],
): Promise<string[][]> {
  const { trx } = context;
  const sendings = notices.flatMap((notice) => {
    const to = [...new Set(notice.to)];
    return to.length === 0 ? [] : [{ notice, id: newId(), to, copies: to.map(() => newId()) }];
  });
  const over = past.map(({ copy }) => copy);
  const fewer = [...new Set(past.filter(({ unread }) => unread).map(({ user }) => user))];
  if (fewer.length > 0) context.emit({ to: fewer, ...EVENTS.message, d: {} });
  if (sendings.length === 0) {
    if (past.length > 0) await sql`${ahead} with ${endingOf(sql`c.id = any(${over}::uuid[])`)} select`.execute(trx);
    return [];
  }
  const messages = sendings.map(({ notice, id }) => messageOf(notice, id));
  const copies = sendings.flatMap(({ id, to, copies }) =>
    to.map((userId, at) => ({ id: copies[at]!, message_id: id, user_id: userId })),
  );
  await sql`${ahead}
    with ${endingOf(endedBy(sendings, over))}, message as (${insertOf('sys_message', messages)} returning id, kind),
    copy as (${insertOf('sys_message_copy', copies)} returning id, user_id, message_id)
    ${mailIsOn(context.services.settings) ? MAILED : sql``}
    select`.execute(trx);
  const [only, ...others] = sendings;
  // One event for many messages: who hears it asks for the number of all.
  if (others.length === 0) context.emit({ to: only!.to, ...EVENTS.message, d: { id: only!.id } });
  else context.emit({ to: [...new Set(sendings.flatMap(({ to }) => to))], ...EVENTS.message, d: {} });
  return sendings.map(({ copies }) => copies);
}

/** Mails of the copies that the statement makes. */
const MAILED = sql`, mail as (${mailsOf(sql`select c.id, c.user_id, m.kind from copy c join message m on m.id = c.message_id`)})`;

const messageOf = (notice: Notice, id: string) => {
  const made = 'template' in notice;
  return {
    id,
    kind: made ? MESSAGES[notice.template].kind : notice.kind,
    template: made ? notice.template : null,
    params: (made ? notice.params : undefined) ?? {},
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
};

/**
 * Copies that end with these messages: those that are past, and what came before about the same object and in the same topic for
 * those who are told something newer.
 */
function endedBy(sendings: readonly { notice: Notice; to: readonly string[] }[], past: readonly string[]): RawBuilder<unknown> {
  const newer = sendings.flatMap(({ notice, to }) => {
    const topic = 'template' in notice ? MESSAGES[notice.template].topic : null;
    if (topic === null || notice.about === undefined) return [];
    return [{ object: notice.about.objectId, cause: notice.cause ?? null, templates: templatesOf(topic), users: to }];
  });
  const objects = sendings.flatMap(({ notice }) => notice.about?.objectId ?? []);
  return sql`m.object_id = any(${objects}::text[]) and (c.id = any(${past}::uuid[]) or exists (
      select from jsonb_to_recordset(${JSON.stringify(newer)}::jsonb) n(object text, cause text, templates text[], users uuid[])
       where n.object = m.object_id and m.template = any(n.templates) and c.user_id = any(n.users)
         and n.cause is not distinct from m.cause))`;
}

/** Parts of a statement that end copies, as `endCopies` has it: whose they were stands in `ended`. */
const endingOf = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    ending as (
      select c.id, c.state from sys_message_copy c join sys_message m on m.id = c.message_id
       where c.ended_at is null and c.state in ('NEW', 'READ', 'DELETED') and ${which}
       order by c.id for update of c
    ), ended as (
      update sys_message_copy c set ended_at = now(), state = case e.state when 'NEW' then 'ENDED' else e.state end
        from ending e where c.id = e.id
      returning c.id, c.user_id, e.state
    )`;

/**
 * Ends copies: one that nobody has read is no longer there, the others stay and say that it is over.
 * @param which over the message `m` and the copy `c`; locked in one order, so that two who end some wait for each other
 * @returns whose number of unread messages has changed
 */
export async function endCopies(trx: Trx, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    with ${endingOf(which)} select distinct user_id as "userId" from ended where state = 'NEW'`.execute(trx);
  return rows.map(({ userId }) => userId);
}

/** What messages warned of is no more. @returns nobody needs to be told: their number follows */
export async function endCause(context: WriteContext, cause: string): Promise<void> {
  const to = await endCopies(context.trx, sql`m.cause = ${cause}`);
  if (to.length > 0) context.emit({ to, ...EVENTS.message, d: {} });
}
