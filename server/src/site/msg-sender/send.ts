// Sends messages at once or on schedule, and recalls unread copies.
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import type { Message } from '@kuwei/contract/sys/msg-inbox';
import type { Receivers } from '@kuwei/contract/sys/msg-sender';
import { sql } from 'kysely';
import { recheckAuthorization } from '../../session/recheck.ts';
import type { Caller, Services, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import type { Db, Trx } from '../../db/open.ts';
import { all } from '../../db/list.ts';
import { insertMailsFor } from '../../platform/mail/outbox.ts';
import { mailIsOn } from '../../platform/mail/settings.ts';

export interface Outgoing {
  kind: Message['kind'];
  title: string;
  content: string;
  link: string | null;
  templateId: string | null;
  receivers: Receivers;
  /** null: at once */
  sendAt: string | null;
}

/** Recipients by name; disabled users get nothing. */
export async function receiversOf(db: Db | Trx, receivers: Receivers): Promise<{ id: string; name: string }[]> {
  const { everyone, userIds, roles, orgIds } = receivers;
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, u.name from sys_user u
     where ${all([
       sql`u.deleted_at is null and u.state = 'ACTIVE'`,
       sql`(${everyone} or u.id = any(${userIds}::uuid[])
            or exists (select from sys_user_role h where h.user_id = u.id and h.role_code = any(${roles}::text[]))
            or exists (select from wms_org_user m join wms_org o on o.id = m.org_id
                        where m.user_id = u.id and o.valid and m.org_id = any(${orgIds}::uuid[])))`,
     ])}
     order by u.name collate "zh-x-icu", u.id`.execute(db);
  return rows;
}

/** Times are chosen to the minute: the current minute still counts as now. */
const MINUTE = 60_000;

/**
 * @returns id of the message
 * @throws AppError INVALID when it would reach no one, or its time has passed
 */
export async function sendToRecipients(context: WriteContext<Caller>, outgoing: Outgoing): Promise<string> {
  const { trx, caller, emit, logChange } = context;
  const now = Date.now();
  if (outgoing.sendAt !== null && Date.parse(outgoing.sendAt) <= now - MINUTE)
    throw new AppError('INVALID', { faults: [{ path: 'sendAt', key: 'rule.future' }] });
  const people = await receiversOf(trx, outgoing.receivers);
  if (people.length === 0) throw new AppError('INVALID', { faults: [{ path: 'userIds', key: 'rule.required' }] });
  const isLater = outgoing.sendAt !== null && Date.parse(outgoing.sendAt) > now;
  const id = newId();
  await trx
    .insertInto('sys_message')
    .values({
      id,
      kind: outgoing.kind,
      title: outgoing.title,
      content: outgoing.content,
      link: outgoing.link,
      template_id: outgoing.templateId,
      sender_id: caller.userId,
      receivers: JSON.stringify(outgoing.receivers),
      state: isLater ? 'PLANNED' : 'SENT',
      send_at: isLater ? outgoing.sendAt : null,
      sent: isLater ? null : new Date(),
    })
    .execute();
  logChange({ entity: 'sys_message', id, change: { title: outgoing.title, recipients: people.length, sendAt: outgoing.sendAt } });
  if (isLater) return id;
  const to = people.map((person) => person.id);
  await copyTo(trx, context.services, { id, kind: outgoing.kind }, to);
  emit({ to, ...EVENTS.message, d: { id } });
  return id;
}

const copyTo = (
  trx: Trx,
  { settings }: Pick<Services, 'settings'>,
  message: { id: string; kind: Message['kind'] },
  to: readonly string[],
): Promise<unknown> =>
  sql`with copy as (
        insert into sys_message_copy (id, message_id, user_id)
        select c.id, ${message.id}, c.user_id
          from unnest(${to.map(() => newId())}::uuid[], ${[...to]}::uuid[]) c(id, user_id)
        returning id, user_id)
      ${mailIsOn(settings) ? insertMailsFor(sql`select id, user_id, ${message.kind}::text as kind from copy`) : sql`select`}`.execute(
    trx,
  );

/** Sends due messages, one per commit; processes share the work. @returns number sent */
export async function sendDue(services: Pick<Services, 'db' | 'bus' | 'settings'>): Promise<number> {
  const { db, bus } = services;
  for (let count = 0; ; count++) {
    const sent = await db.transaction().execute(async (trx) => {
      const due = await trx
        .selectFrom('sys_message')
        .where('state', '=', 'PLANNED')
        .where('send_at', '<=', sql<string>`now()`)
        .orderBy('send_at')
        .select(['id', 'kind', 'receivers', 'sender_id'])
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!due) return null;
      const to = (await receiversOf(trx, due.receivers as Receivers)).map((person) => person.id);
      await copyTo(trx, services, due, to);
      await trx
        .updateTable('sys_message')
        .set({ state: 'SENT', sent: sql<string>`now()` })
        .where('id', '=', due.id)
        .execute();
      const change = JSON.stringify({ state: 'SENT', recipients: to.length });
      await trx
        .insertInto('sys_log')
        .values({
          kind: 'DATA',
          action: 'send planned message',
          user_id: due.sender_id,
          entity: 'sys_message',
          entity_id: due.id,
          change,
        })
        .execute();
      return { id: due.id, to };
    });
    if (!sent) return count;
    bus.publish([{ to: sent.to, ...EVENTS.message, d: { id: sent.id } }]);
  }
}

/**
 * Cancels a scheduled message, or deletes unread copies of a sent one.
 * @throws AppError NOT_FOUND, ILLEGAL_TRANSITION when already recalled
 */
export async function recall(context: WriteContext<Caller>, id: string): Promise<void> {
  const { trx, caller, emit, logChange } = context;
  const message = await trx
    .selectFrom('sys_message')
    .where('id', '=', id)
    .where('sender_id', 'is not', null)
    .where('template', 'is', null)
    .select('state')
    .forUpdate()
    .executeTakeFirst();
  await recheckAuthorization(trx, caller);
  if (!message) throw new AppError('NOT_FOUND');
  if (message.state === 'RECALLED') throw new AppError('ILLEGAL_TRANSITION');
  const taken = await trx
    .updateTable('sys_message_copy')
    .set({ state: 'RECALLED' })
    .where('message_id', '=', id)
    .where('read_at', 'is', null)
    .where('state', 'in', ['NEW', 'DELETED'])
    .returning('user_id')
    .execute();
  await trx
    .updateTable('sys_message')
    .set({ state: 'RECALLED', recalled_at: sql<string>`now()`, recalled_by: caller.userId })
    .where('id', '=', id)
    .execute();
  logChange({ entity: 'sys_message', id, change: { state: [message.state, 'RECALLED'], taken: taken.length } });
  if (taken.length > 0) emit({ to: taken.map((copy) => copy.user_id), ...EVENTS.message, d: {} });
}
