// Which mail is next, as its letter; and what became of it. Several processes share the work, and the bound of how many a minute.
import { LOCALES, DEFAULT_LOCALE, type Locale } from '@kuwei/contract/constants';
import type { MAIL_FAULTS, MAIL_KINDS } from '@kuwei/contract/sys/mail';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/open.ts';
import { anyOf } from '../../db/rows.ts';
import type { Letter } from './letter.ts';
import type { Mailing } from './settings.ts';
import { SENDING_MS, type MailFault } from './transport.ts';

const CLAIM_LOCK = 7_318_055;
/** What has waited longer, while e-mail was off or the server away, is no news any more. */
const OLD_DAYS = 3;
/** Messages in one mail of the day; the others stand in the inbox. */
export const DAILY_MAX = 50;
/** Minutes until the next try; after the last of them it has failed. */
const AGAIN_MINUTES = [1, 5, 15, 60, 240];
/** The longest that anybody is at one, and some more. */
const LOST_SECONDS = (2 * SENDING_MS) / 1_000;

type Kind = (typeof MAIL_KINDS)[number];

/** Of one mail: one row, or the messages that go out together. */
export interface Claimed {
  ids: string[];
  kind: Kind;
  userId: string;
  how: 'AT_ONCE' | 'DAILY';
  address: string | null;
  tries: number;
}

/** Whom a mail goes to. */
interface Addressee {
  name: string;
  username: string;
  /** The address that is known to be theirs. */
  email: string | null;
  active: boolean;
  locale: Locale;
}

/**
 * The letter of what was claimed, made in the commit that takes it from the queue; null where nobody needs it any more.
 * @param to whom it goes, as they are now
 */
export type LetterOf = (trx: Trx, mail: Claimed, to: Addressee, mailing: Mailing) => Promise<Letter | null>;
export type Letters = Readonly<Record<Kind, LetterOf>>;

/** @returns null where nothing is due, or enough went out in the last minute; a letter that is null was taken from the queue */
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
    const mail = first.how === 'DAILY' && !old ? { ...first, ids: await ofTheDay(trx, first.userId) } : first;
    const to = await addresseeOf(trx, mail.userId);
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

async function ofTheDay(trx: Trx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sys_mail where user_id = ${userId} and kind = 'MESSAGE' and how = 'DAILY' and state = 'QUEUED' and due_at <= now()
     order by id for update`.execute(trx);
  return rows.map(({ id }) => id);
}

async function addresseeOf(trx: Trx, userId: string): Promise<Addressee | undefined> {
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

/** Tried again later where that may help, else it has failed. */
export function noteFault(db: Db, { ids, tries }: Claimed, { fault, answer, passes }: MailFault): Promise<unknown> {
  const minutes = passes ? AGAIN_MINUTES[tries] : undefined;
  const then =
    minutes === undefined ? sql`state = 'FAILED'` : sql`state = 'QUEUED', due_at = now() + make_interval(mins => ${minutes})`;
  return sql`update sys_mail set ${then}, fault = ${fault satisfies (typeof MAIL_FAULTS)[number]}, answer = ${answer}
              where id = ${anyOf(ids)} and state = 'SENDING'`.execute(db);
}

/** What was being sent when the program ended: nobody knows whether it was taken, so it is not sent again by itself. */
export const noteLost = (db: Db): Promise<unknown> =>
  sql`update sys_mail set state = 'FAILED', fault = 'INTERRUPTED'
       where state = 'SENDING' and started_at < now() - make_interval(secs => ${LOST_SECONDS})`.execute(db);
