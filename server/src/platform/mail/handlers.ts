import type { mailRoutes } from '@kuwei/contract/sys/mail';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import { newId } from '../../db/id.ts';
import type { Handlers } from '../../http/register.ts';
import { t } from '../../phrase.ts';
import { wakeMails } from './outbox.ts';
import { countMails, getMail, listMails } from './queries.ts';
import { outgoingOf } from './send.ts';
import { mailingOf } from './settings.ts';
import { isSmtpPasswordKeepable } from './password.ts';
import { deliver, MailFault, UNREACHED_MS } from './transport.ts';

/** Restarts the retries. Failed links are not resent: users request new ones. */
const AGAIN = sql`update sys_mail set state = 'QUEUED', due_at = now(), created_at = now(), tries = 0, fault = null, answer = null
  where kind = 'MESSAGE' and state = 'FAILED'`;

export const mailHandlers: Handlers<typeof mailRoutes> = {
  listMails: ({ query }, { db, origin }) => listMails(db, query, origin.locale),

  getMailState: async (_, { db, services }) => {
    const mailing = mailingOf(services.settings);
    return {
      on: mailing !== null,
      links: (mailing?.site ?? null) !== null,
      passwordAgain: mailing !== null && !(await isSmtpPasswordKeepable(services)),
      sender: mailing?.smtp.from ?? null,
      ...(await countMails(db)),
    };
  },

  testMail: {
    own: async ({ body: { to } }, { services, caller, origin: { locale }, write }) => {
      const mailing = mailingOf(services.settings);
      if (!mailing) throw new AppError('MAIL_OFF');
      if (!(await isSmtpPasswordKeepable(services))) throw new AppError('MAIL_PASSWORD_AGAIN');
      const letter = {
        locale,
        to: { name: caller.name, address: to },
        subject: t(locale, 'mail.test'),
        parts: [{ text: t(locale, 'mail.testText'), link: { to: '/', label: t(locale, 'mail.open') } }],
        foot: t(locale, 'mail.testFoot', { name: caller.name }),
      };
      const begun = performance.now();
      const tried = await deliver(mailing.smtp, outgoingOf(newId(), letter, mailing)).then(
        (answer) => ({ fault: null, answer: answer.slice(0, 300) }),
        async (error: unknown) => {
          if (!(error instanceof MailFault)) throw error;
          services.log.warn({ err: error }, 'a test mail did not go out');
          if (error.fault === 'CONNECT') await sleep(Math.max(0, begun + UNREACHED_MS - performance.now()));
          return { fault: error.fault, answer: error.answer };
        },
      );
      await write(async ({ logChange }) => logChange({ entity: 'mail', id: 'test', change: { to, fault: tried.fault } }));
      return tried;
    },
  },

  retryFailedMails: async (_, context) => {
    const { numAffectedRows } = await AGAIN.execute(context.trx);
    const count = Number(numAffectedRows ?? 0);
    context.logChange({ entity: 'mail', id: 'all', change: { again: count } });
    context.afterCommit(() => wakeMails(context.services));
    return count;
  },

  retryMail: async ({ params: { id } }, context) => {
    const { trx, origin, services } = context;
    await getMail(trx, id, origin.locale);
    const { numAffectedRows } = await sql`${AGAIN} and id = ${id}`.execute(trx);
    if (Number(numAffectedRows ?? 0) === 0) throw new AppError('ILLEGAL_TRANSITION');
    context.logChange({ entity: 'mail', id, change: { state: ['FAILED', 'QUEUED'] } });
    context.afterCommit(() => wakeMails(services));
    return getMail(trx, id, origin.locale);
  },
};
