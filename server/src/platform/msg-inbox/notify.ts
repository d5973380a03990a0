// Messages sent by the product: inbox rows and mails in the same commit, and a live event after it.
import { EVENTS } from '@kuwei/contract/event';
import type { Message } from '@kuwei/contract/sys/msg-inbox';
import { sql, type RawBuilder } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import type { BothNames } from '../../db/named.ts';
import { pipelined } from '../../db/pipeline.ts';
import type { Trx } from '../../db/open.ts';
import { newId } from '../../db/id.ts';
import { insertOf } from '../../db/rows.ts';
import { insertMailsFor } from '../mail/outbox.ts';
import { mailIsOn } from '../mail/settings.ts';
import { MESSAGES, templatesOf, type Template } from './messages.ts';

/** Names that differ by language are given in all of them. */
export type Params = Record<string, string | number | BothNames>;

export type Notice = {
  to: readonly string[];
  senderId?: string | null;
  /** What it is about. */
  about?: { bc: string; fc: string; objectId: string };
  /** Its cause; `closeByCause` with the same text closes it. */
  cause?: string;
  /** Path inside the console. */
  link?: string | null;
} & ({ template: Template; params?: Params } | { kind: Message['kind']; title: string; content: string });

/** An earlier copy that the new message closes. */
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
 * Sends many messages with as few statements as one; each has another object or other recipients.
 * @param past copies of messages about the same objects, to be closed
 * @returns for each with recipients, ids of the copies in the order of its `to`
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
    if (past.length > 0) await sql`${pipelined} with ${closeCopiesCte(sql`c.id = any(${over}::uuid[])`)} select`.execute(trx);
    return [];
  }
  const messages = sendings.map(({ notice, id }) => messageOf(notice, id));
  const copies = sendings.flatMap(({ id, to, copies }) =>
    to.map((userId, at) => ({ id: copies[at]!, message_id: id, user_id: userId })),
  );
  await sql`${pipelined}
    with ${closeCopiesCte(selectClosedCopies(sendings, over))}, message as (${insertOf('sys_message', messages)} returning id, kind),
    copy as (${insertOf('sys_message_copy', copies)} returning id, user_id, message_id)
    ${mailIsOn(context.services.settings) ? MAILED : sql``}
    select`.execute(trx);
  const [only, ...others] = sendings;
  // One event for many messages: clients reload the unread count.
  if (others.length === 0) context.emit({ to: only!.to, ...EVENTS.message, d: { id: only!.id } });
  else context.emit({ to: [...new Set(sendings.flatMap(({ to }) => to))], ...EVENTS.message, d: {} });
  return sendings.map(({ copies }) => copies);
}

/** Mails for the copies inserted by the statement. */
const MAILED = sql`, mail as (${insertMailsFor(sql`select c.id, c.user_id, m.kind from copy c join message m on m.id = c.message_id`)})`;

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

/** Copies closed by these messages: `past` ones, and earlier ones of the same object, topic and recipient. */
function selectClosedCopies(
  sendings: readonly { notice: Notice; to: readonly string[] }[],
  past: readonly string[],
): RawBuilder<unknown> {
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

/** CTEs that close copies, as `closeCopies` does; their users are in `ended`. */
const closeCopiesCte = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
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
 * Closes copies: unread ones disappear, others stay, marked as closed.
 * @param which over message `m` and copy `c`; locked in one order, to avoid deadlocks
 * @returns users whose unread count has changed
 */
export async function closeCopies(trx: Trx, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    with ${closeCopiesCte(which)} select distinct user_id as "userId" from ended where state = 'NEW'`.execute(trx);
  return rows.map(({ userId }) => userId);
}

/** Closes messages by cause, and updates unread counts. */
export async function closeByCause(context: WriteContext, cause: string): Promise<void> {
  const to = await closeCopies(context.trx, sql`m.cause = ${cause}`);
  if (to.length > 0) context.emit({ to, ...EVENTS.message, d: {} });
}
