// Messages that the product itself sends: rows in the inboxes in the same commit, a live event after it.
import type { MESSAGE_KINDS } from '@kuwei/contract/sys/msg-inbox';
import { EVENTS } from '@kuwei/contract/event';
import type { PhraseKey } from '@kuwei/contract/phrase';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../context.ts';
import type { BothNames } from '../db/named.ts';
import { newId } from '../db/id.ts';

/** Templates are pairs of phrases: `msg.x` the title, `msg.x.text` the content. */
export type Template = PhraseKey & `msg.${string}`;

export interface Notice {
  to: readonly string[];
  kind: (typeof MESSAGE_KINDS)[number];
  template?: Template;
  /** A name that is another one in another language is given in all of them. */
  params?: Record<string, string | number | BothNames>;
  title?: string;
  content?: string;
  senderId?: string | null;
  /** What it is about. */
  about?: { bc: string; fc: string; objectId: string };
  /** Address inside the console. */
  link?: string | null;
}

/** @returns ids of the copies, in the order of `to` */
export async function notify(context: WriteContext<Caller | null>, notice: Notice): Promise<string[]> {
  const to = [...new Set(notice.to)];
  if (to.length === 0) return [];
  const { trx } = context;
  const messageId = newId();
  const message = {
    id: messageId,
    kind: notice.kind,
    template: notice.template ?? null,
    params: JSON.stringify(notice.params ?? {}),
    title: notice.title ?? '',
    content: notice.content ?? '',
    sender_id: notice.senderId ?? null,
    bc: notice.about?.bc ?? null,
    fc: notice.about?.fc ?? null,
    object_id: notice.about?.objectId ?? null,
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
