// The job that empties the queue: claims one mail at a time in a commit of its own, then sends it.
import type { Services } from '../../context.ts';
import { renderLetter } from './letter.ts';
import { say } from '../../phrase.ts';
import { claimNext, noteFault, noteLost, noteSent, type Letters } from './queue.ts';
import { isSmtpPasswordKeepable } from './password.ts';
import { mailingOf, type Mailing } from './settings.ts';
import { deliver, MailFault, type Outgoing } from './transport.ts';
import type { Letter } from './letter.ts';

/** A run ends in time for the next one, which takes over the rest. */
const RUN_MS = 50_000;

const running = new WeakSet<Services['db']>();

/** @returns number of mails accepted by the server */
export async function sendMails(services: Services, letters: Letters): Promise<number> {
  const { db } = services;
  // One run per process: a hanging mail server blocks one worker slot, not all.
  if (running.has(db)) return 0;
  running.add(db);
  try {
    await noteLost(db);
    return await drainQueue(services, letters);
  } finally {
    running.delete(db);
  }
}

async function drainQueue({ db, log, settings }: Services, letters: Letters): Promise<number> {
  const end = performance.now() + RUN_MS;
  let sent = 0;
  while (performance.now() < end) {
    const mailing = mailingOf(settings);
    const next = mailing && (await claimNext(db, letters, mailing));
    if (!next) break;
    const { mail, letter } = next;
    if (!letter) continue;
    try {
      if (!(await isSmtpPasswordKeepable({ db, settings })))
        throw new MailFault('AUTH', say(letter.locale, 'error.MAIL_PASSWORD_AGAIN'));
      await noteSent(db, mail.ids, await deliver(mailing.smtp, outgoingOf(mail.ids[0]!, letter, mailing)));
      sent++;
    } catch (error) {
      if (!(error instanceof MailFault)) throw error;
      await noteFault(db, mail, error);
      log.warn({ mail: mail.ids[0], err: error }, 'a mail did not go out');
      if (error.concernsAll) break;
    }
  }
  return sent;
}

export const outgoingOf = (id: string, letter: Letter, mailing: Mailing): Outgoing => ({
  id,
  ...renderLetter(letter, mailing),
  fromName: mailing.titles[letter.locale],
  to: letter.to,
});
