// Outbox: mails are queued in the commit of their cause, and sent by the job (send.ts).
import { MAIL_DEFAULTS } from '@kuwei/contract/mail-choice';
import type { MESSAGE_KINDS } from '@kuwei/contract/sys/msg-inbox';
import { sql, type RawBuilder } from 'kysely';
import type { Services } from '../../context.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';

/** Time of the daily digest. */
const DAILY = sql`'07:00'::time`;
const nextDay = sql`(current_date + case when localtime < ${DAILY} then 0 else 1 end + ${DAILY})::timestamptz`;

const defaults = Object.entries(MAIL_DEFAULTS satisfies Record<(typeof MESSAGE_KINDS)[number], string>).map(
  ([kind, way]) => sql`when ${sql.lit(kind)} then ${sql.lit(way)}`,
);
/** How person `u` wants messages of a kind; `h` is their choice, if any. */
export const mailChoiceOf = (kind: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce(h.how, case ${kind} ${sql.join(defaults, sql` `)} end)`;

/** Messages go only to verified addresses of users who can sign in. */
export const canBeMailed = sql<boolean>`(u.email is not null and u.email_verified_at is not null and u.state = 'ACTIVE' and u.deleted_at is null)`;

/** Inserts mails for new copies, where e-mail is set up (`mailIsOn`). @param copies rows `id`, `user_id`, `kind` */
export const insertMailsFor = (copies: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into sys_mail (id, kind, user_id, how, due_at)
  select c.id, 'MESSAGE', c.user_id, w.how, case w.how when 'DAILY' then ${nextDay} else now() end
    from (${copies}) c join sys_user u on u.id = c.user_id
    left join sys_mail_choice h on h.user_id = c.user_id and h.kind = c.kind
   cross join lateral (select ${mailChoiceOf(sql`c.kind`)} as how) w
   where w.how <> 'NONE' and ${canBeMailed}`;

/**
 * Queues a mail that is no inbox message.
 * @param address recipient; null: the person's address when it is sent
 * @param dueAt database time before which it is not sent; default now
 */
export const queueMail = (
  trx: Trx,
  kind: 'ADDRESS' | 'CHANGED' | 'PASSWORD',
  userId: string,
  address: string | null,
  dueAt?: string,
): Promise<unknown> =>
  trx
    .insertInto('sys_mail')
    .values({ id: newId(), kind, user_id: userId, address, ...(dueAt !== undefined && { due_at: dueAt }) })
    .execute();

/** Wakes the job for queued mails. Without a running worker, the minute job picks them up. */
export function wakeMails({ db, log }: Pick<Services, 'db' | 'log'>): void {
  sql`select graphile_worker.add_job('mail', job_key => 'mail-now')`
    .execute(db)
    .catch((error: unknown) => log.debug({ err: error }, 'mails wait for the minute'));
}
