// Who has forgotten a password. The call writes down what was typed, the same for everybody; the job looks who that is.
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Services, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import { addressKey } from '../../http/address.ts';
import { byTheClock } from '../../sys/clock.ts';
import { queueMail } from '../../sys/mail/outbox.ts';
import { sendMails } from '../../sys/mail/send.ts';
import { ACCOUNTS } from '../account/record.ts';
import { knownDevice } from '../session/known-device.ts';
import { letters } from './letters.ts';
import { hasPasswordHere } from './link.ts';

/** Of one address, whoever it names; a browser that an account has been signed in from has as many of its own. */
const ASKED_MAX = 10;
const ASKED_MINUTES = 15;
/** Mails to one person in an hour, whoever asks for them: silently none beyond. */
const PERSON_MAX = 3;
/** Accounts that share an address. */
const SHARED_MAX = 5;
const AT_ONCE = 200;

/** @throws AppError TOO_MANY */
export async function noteForgotten({ trx, origin }: WriteContext<null>, account: string): Promise<void> {
  const device = await knownDevice(trx, origin);
  const from = device ? `browser ${device.toString('hex')}` : addressKey(origin.ip);
  // One after the other: sent all at once, none would see the others.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`forgotten ${from}`}, 0))`.execute(trx);
  const { rows } = await sql<{ asked: number; seconds: number }>`
    select count(*)::int as asked, ceil(extract(epoch from min(at) + make_interval(mins => ${ASKED_MINUTES}) - now()))::int as seconds
      from sys_password_request where asked_from = ${from} and at > now() - make_interval(mins => ${ASKED_MINUTES})`.execute(trx);
  const { asked, seconds } = rows[0]!;
  if (asked >= ASKED_MAX) throw new AppError('TOO_MANY', { params: { seconds: Math.max(1, seconds) } });
  await trx
    .insertInto('sys_password_request')
    .values({ id: newId(), account: account.toLowerCase(), asked_from: from })
    .execute();
}

/** Looks who asked, and empties the queue of mails. @returns how many mails went out */
export async function mailAll(services: Services): Promise<number> {
  const { rows } = await sql`select from sys_password_request where account is not null limit 1`.execute(services.db);
  if (rows.length > 0) await byTheClock(services, 'forgotten passwords', queueForgotten);
  return sendMails(services, letters);
}

async function queueForgotten({ trx, logChange }: WriteContext): Promise<void> {
  const { rows: asked } = await sql<{ id: string; account: string }>`
    select id, account from sys_password_request where account is not null order by at limit ${AT_ONCE} for update skip locked`.execute(
    trx,
  );
  for (const { id, account } of asked) {
    const { rows: people } = await sql<{ id: string }>`
      select u.id from sys_user u
       where (lower(u.username) = ${account} or lower(u.email) = ${account}) and ${hasPasswordHere}
         and u.email is not null and u.email_verified_at is not null
         and (select count(*) from sys_mail m where m.user_id = u.id and m.kind = 'PASSWORD'
                 and m.created_at > now() - interval '1 hour') < ${PERSON_MAX}
       order by u.id limit ${SHARED_MAX}`.execute(trx);
    for (const person of people) {
      await queueMail(trx, 'PASSWORD', person.id, null);
      logChange({ entity: ACCOUNTS, id: person.id, change: { password: 'link' } });
    }
    // Somebody may have typed what nobody else should read.
    await sql`update sys_password_request set account = null where id = ${id}`.execute(trx);
  }
}
