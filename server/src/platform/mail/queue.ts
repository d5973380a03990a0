// Claims the next mail and renders it, and stores its outcome. Processes share the queue and its rate limit.
import { LOCALES, DEFAULT_LOCALE, type Locale } from '@kuwei/contract/constants';
import type { MAIL_FAULTS, MAIL_KINDS } from '@kuwei/contract/sys/mail';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/open.ts';
import { anyOf } from '../../db/rows.ts';
import type { Letter } from './letter.ts';
import type { Mailing } from './settings.ts';
import { SENDING_MS, type MailFault } from './transport.ts';

const CLAIM_LOCK = 7_318_055;
/** Older mails, delayed while e-mail was off or the server unreachable, are dropped. */
const OLD_DAYS = 3;
/** Messages per daily digest; the rest are in the inbox. */
export const DAILY_MAX = 50;
/** Minutes until each retry; after the last the mail has failed. */
const AGAIN_MINUTES = [1, 5, 15, 60, 240];
/** Maximum sending time, with a margin. */
const LOST_SECONDS = (2 * SENDING_MS) / 1_000;

type Kind = (typeof MAIL_KINDS)[number];

/** A single mail, or the messages of one digest. */
export interface Claimed {
  ids: string[];
  kind: Kind;
  userId: string;
  how: 'AT_ONCE' | 'DAILY';
  address: string | null;
  tries: number;
}

/** Recipient. */
interface Addressee {
  name: string;
  username: string;
  /** Verified address. */
  email: string | null;
  active: boolean;
  locale: Locale;
}

/**
 * Renders a claimed mail in the commit that takes it from the queue; null if it is obsolete.
 * @param to the recipient as of now
 */
export type LetterOf = (trx: Trx, mail: Claimed, to: Addressee, mailing: Mailing) => Promise<Letter | null>;
export type Letters = Readonly<Record<Kind, LetterOf>>;

/** @returns null if nothing is due or the rate limit is reached; a null letter was dropped from the queue */
export function claimNext(db: Db, letters: Letters, mailing: Mailing): Promise<{ mail: Claimed; letter: Letter | null } | null> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`.execute(trx);
    const { rows } = await sql<Claimed & { old: boolean }>`
      select array[m.id] as ids, m.kind, m.user_id as "userId", m.how, m.address, m.tries,
             m.created_at < now() - make_interval(days => ${OLD_DAYS}) as old
        from sys_mail m
       where m.state = 'QUEUED' and m.due_at <= now()
         and (select count(distinct s.started_at) from sys_mail s where s.started_at > now() - interval '1 minute') < ${mailing.smtp.perMinute}
       order by m.due_at, m.id limit 1 for update`.execute(trx);
    const next = rows[0];
    if (!next) return null;
    const { old, ...first } = next;
    const mail = first.how === 'DAILY' && !old ? { ...first, ids: await claimDigest(trx, first.userId) } : first;
    const to = await findAddressee(trx, mail.userId);
    const letter = old || !to ? null : await letters[mail.kind](trx, mail, to, mailing);
    await (
      letter
        ? sql`update sys_mail set state = 'SENDING', tries = tries + 1, started_at = now(), address = ${letter.to.address}
             where id = ${anyOf(mail.ids)}`
        : sql`update sys_mail set state = 'DROPPED', fault = ${old ? 'OLD' : 'OVER'} where id = ${anyOf(mail.ids)}`
    ).execute(trx);
    return { mail, letter };
  });
}

async function claimDigest(trx: Trx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sys_mail where user_id = ${userId} and kind = 'MESSAGE' and how = 'DAILY' and state = 'QUEUED' and due_at <= now()
     order by id for update`.execute(trx);
  return rows.map(({ id }) => id);
}

async function findAddressee(trx: Trx, userId: string): Promise<Addressee | undefined> {
  const { rows } = await sql<Omit<Addressee, 'locale'> & { locale: string | null }>`
    select u.name, u.username, case when u.email_verified_at is not null then u.email end as email,
           u.state = 'ACTIVE' and u.deleted_at is null and coalesce(u.until_day >= current_date, true) as active,
           (select s.value #>> '{}' from sys_user_setting s where s.user_id = u.id and s.key = 'ui.locale') as locale
      from sys_user u where u.id = ${userId}`.execute(trx);
  const row = rows[0];
  return row && { ...row, locale: LOCALES.find((each) => each === row.locale) ?? DEFAULT_LOCALE };
}

export const noteSent = (db: Db, ids: readonly string[], answer: string): Promise<unknown> =>
  sql`update sys_mail set state = 'SENT', sent_at = now(), fault = null, answer = ${answer.slice(0, 300)}
       where id = ${anyOf(ids)} and state = 'SENDING'`.execute(db);

/** Schedules a retry if that may help, else marks it as failed. */
export function noteFault(db: Db, { ids, tries }: Claimed, { fault, answer, passes }: MailFault): Promise<unknown> {
  const minutes = passes ? AGAIN_MINUTES[tries] : undefined;
  const then =
    minutes === undefined ? sql`state = 'FAILED'` : sql`state = 'QUEUED', due_at = now() + make_interval(mins => ${minutes})`;
  return sql`update sys_mail set ${then}, fault = ${fault satisfies (typeof MAIL_FAULTS)[number]}, answer = ${answer}
              where id = ${anyOf(ids)} and state = 'SENDING'`.execute(db);
}

/** Mails being sent when the process died: their outcome is unknown, so they are not resent automatically. */
export const noteLost = (db: Db): Promise<unknown> =>
  sql`update sys_mail set state = 'FAILED', fault = 'INTERRUPTED'
       where state = 'SENDING' and started_at < now() - make_interval(secs => ${LOST_SECONDS})`.execute(db);
