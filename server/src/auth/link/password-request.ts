// Forgotten passwords. The call only stores what was typed, so that it behaves the same for every name; a job finds the accounts.
import { sql } from 'kysely';
import { createPacedLimiter } from '../../limiter.ts';
import type { OwnContext, Services, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { addressKey } from '../../http/address.ts';
import { runAsSystem } from '../../platform/clock.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { sendMails } from '../../platform/mail/send.ts';
import { ACCOUNTS } from '../account/record.ts';
import { knownDevice } from '../../session/known-device.ts';
import { letters } from './letters.ts';
import { hasPasswordHere } from './link.ts';

/** Burst limit for one address, whatever accounts are named; a browser known to an account has its own. */
const ASKED_MAX = 10;
const ASKED_MINUTES = 15;
/** Beyond it, requests from an address queue: a campus behind one address is slowed down but never locked out. */
const PAUSE_MS = 2_000;
const WAITING = 15;
const runPaced = createPacedLimiter(1, WAITING, WAITING * PAUSE_MS);
/** Burst of mails to one person within an hour, whoever requests them; a known browser has its own. */
const PERSON_MAX = 3;
/** Beyond it, one mail per interval, so that flooding somebody with links always leaves them a valid one. */
const PERSON_PAUSE_MINUTES = 10;
/** Limit for accounts that share an address. */
const SHARED_MAX = 5;
const AT_ONCE = 200;
/** Prefix of the rate-limit key for a known browser; its hash follows. */
const BROWSER = 'browser ';

/** Stores a request for a new password. @throws AppError TOO_MANY_AT_ONCE if the queue of the address is full */
export async function createPasswordRequest({ db, origin, write }: OwnContext<null>, account: string): Promise<void> {
  const device = await knownDevice(db, origin);
  const from = device ? `${BROWSER}${device.toString('hex')}` : addressKey(origin.ip);
  await runPaced(from, async (hold) => {
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

/** Resolves requests to accounts and sends the queued mails. @returns how many mails went out */
export async function sendQueuedMails(services: Services): Promise<number> {
  const { rows } = await sql`select from sys_password_request where account is not null limit 1`.execute(services.db);
  if (rows.length > 0) await runAsSystem(services, 'forgotten passwords', queuePasswordMails);
  return sendMails(services, letters);
}

interface PasswordRequest {
  id: string;
  account: string;
  from: string;
}

async function queuePasswordMails({ trx, logChange }: WriteContext): Promise<void> {
  const { rows } = await sql<PasswordRequest>`
    select id, account, asked_from as "from" from sys_password_request where account is not null order by at limit ${AT_ONCE} for update skip locked`.execute(
    trx,
  );
  for (const asked of rows) {
    for (const { id, dueAt } of await findRequestedAccounts(trx, asked)) {
      await queueMail(trx, 'PASSWORD', id, null, dueAt);
      logChange({ entity: ACCOUNTS, id, change: { password: 'link' } });
    }
    // People sometimes type a password here by mistake.
    await sql`update sys_password_request set account = null where id = ${asked.id}`.execute(trx);
  }
}

/** The accounts meant, with the time when each is due a mail; none for those with a mail already queued, unless the browser is known as theirs. */
async function findRequestedAccounts(trx: Trx, { id, account, from }: PasswordRequest): Promise<{ id: string; dueAt: string }[]> {
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
