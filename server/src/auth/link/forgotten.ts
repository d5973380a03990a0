// Who has forgotten a password. The call writes down what was typed, the same for everybody; the job looks who that is.
import { sql } from 'kysely';
import { pacedEach } from '../../bounded.ts';
import type { OwnContext, Services, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { addressKey } from '../../http/address.ts';
import { byTheClock } from '../../platform/clock.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { sendMails } from '../../platform/mail/send.ts';
import { ACCOUNTS } from '../account/record.ts';
import { knownDevice } from '../../session/known-device.ts';
import { letters } from './letters.ts';
import { hasPasswordHere } from './link.ts';

/** Of one address at once, whoever it names; a browser that an account has been signed in from has as many of its own. */
const ASKED_MAX = 10;
const ASKED_MINUTES = 15;
/** From then on each keeps the next one waiting: a campus behind one address is slowed down and never shut out. */
const PAUSE_MS = 2_000;
const WAITING = 15;
const slowly = pacedEach(1, WAITING, WAITING * PAUSE_MS);
/** Mails to one person in an hour at once, whoever asks for them; a browser that is known as theirs has as many of its own. */
const PERSON_MAX = 3;
/** From then on one in so many minutes: whoever asks for somebody else's links leaves them with one that opens. */
const PERSON_PAUSE_MINUTES = 10;
/** Accounts that share an address. */
const SHARED_MAX = 5;
const AT_ONCE = 200;
/** Begins what a request is counted by where the browser is known; its hash follows. */
const BROWSER = 'browser ';

/** Writes down who has forgotten a password. @throws AppError TOO_MANY_AT_ONCE where too many of the address wait */
export async function noteForgotten({ db, origin, write }: OwnContext<null>, account: string): Promise<void> {
  const device = await knownDevice(db, origin);
  const from = device ? `${BROWSER}${device.toString('hex')}` : addressKey(origin.ip);
  await slowly(from, async (hold) => {
    const asked = await write(async ({ trx }) => {
      await trx
        .insertInto('sys_password_request')
        .values({ id: newId(), account: account.toLowerCase(), asked_from: from })
        .execute();
      const { rows } = await sql<{ asked: number }>`
        select count(*)::int as asked from sys_password_request
         where asked_from = ${from} and at > now() - make_interval(mins => ${ASKED_MINUTES})`.execute(trx);
      return rows[0]!.asked;
    });
    if (asked > ASKED_MAX) hold(PAUSE_MS);
  });
}

/** Looks who asked, and empties the queue of mails. @returns how many mails went out */
export async function mailAll(services: Services): Promise<number> {
  const { rows } = await sql`select from sys_password_request where account is not null limit 1`.execute(services.db);
  if (rows.length > 0) await byTheClock(services, 'forgotten passwords', queueForgotten);
  return sendMails(services, letters);
}

interface Asked {
  id: string;
  account: string;
  from: string;
}

async function queueForgotten({ trx, logChange }: WriteContext): Promise<void> {
  const { rows } = await sql<Asked>`
    select id, account, asked_from as "from" from sys_password_request where account is not null order by at limit ${AT_ONCE} for update skip locked`.execute(
    trx,
  );
  for (const asked of rows) {
    for (const { id, dueAt } of await peopleMeant(trx, asked)) {
      await queueMail(trx, 'PASSWORD', id, null, dueAt);
      logChange({ entity: ACCOUNTS, id, change: { password: 'link' } });
    }
    // Somebody may have typed what nobody else should read.
    await sql`update sys_password_request set account = null where id = ${asked.id}`.execute(trx);
  }
}

/** Whose account is meant, and when each gets a mail; none to whom one is on its way. */
async function peopleMeant(trx: Trx, { id, account, from }: Asked): Promise<{ id: string; dueAt: string }[]> {
  const device = from.startsWith(BROWSER) ? Buffer.from(from.slice(BROWSER.length), 'hex') : null;
  const isTheirs = sql<boolean>`exists (select from sys_known_device d where d.user_id = u.id and d.device_hash = ${device}::bytea)
    and (select count(*) from sys_password_request r where r.asked_from = ${from} and r.at > now() - interval '1 hour'
             and r.at <= (select q.at from sys_password_request q where q.id = ${id})) <= ${PERSON_MAX}`;
  const { rows } = await sql<{ id: string; dueAt: string }>`
    select u.id, w.due_at::text as "dueAt"
      from sys_user u
     cross join lateral (
       select count(*) filter (where m.created_at > now() - interval '1 hour') as lately, max(m.due_at) as last,
              count(*) filter (where m.state = 'QUEUED' and m.due_at > now()) as waiting
         from sys_mail m where m.user_id = u.id and m.kind = 'PASSWORD') m
     cross join lateral (select ${isTheirs} as theirs) t
     cross join lateral (
       select case when t.theirs or m.lately < ${PERSON_MAX} then now()
                   else greatest(now(), m.last + make_interval(mins => ${PERSON_PAUSE_MINUTES})) end as due_at) w
     where (lower(u.username) = ${account} or lower(u.email) = ${account}) and ${hasPasswordHere}
       and u.email is not null and u.email_verified_at is not null
       and (t.theirs or m.waiting = 0)
     order by u.id limit ${SHARED_MAX}`.execute(trx);
  return rows;
}
