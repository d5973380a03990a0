// Mails about an account. Links are created when the mail is sent, so the database holds no unsent ones.
import { t } from '../../phrase.ts';
import type { Letters } from '../../platform/mail/queue.ts';
import { messageLetter } from '../../platform/mail/messages.ts';
import { sql } from 'kysely';
import type { Trx } from '../../db/open.ts';
import { hasPasswordHere, MINUTES, newLink } from './link.ts';

export const letters: Letters = {
  MESSAGE: messageLetter,

  ADDRESS: async (trx, { userId, address }, { name, username, active, locale }, { site }) => {
    if (!active || address === null || site === null || !(await isWanted(trx, userId, address))) return null;
    const to = await newLink(trx, userId, 'ADDRESS', address);
    return {
      locale,
      to: { name, address },
      subject: t(locale, 'mail.address'),
      parts: [
        { text: t(locale, 'mail.addressText', { username }), link: { to, label: t(locale, 'mail.addressLink') } },
        { text: t(locale, 'mail.addressHours', { time: MINUTES.ADDRESS / 60 }) },
      ],
      foot: t(locale, 'mail.notYou'),
    };
  },

  CHANGED: async (_, { address }, { name, username, locale }) =>
    address === null
      ? null
      : {
          locale,
          to: { name, address },
          subject: t(locale, 'mail.changed'),
          parts: [{ text: t(locale, 'mail.changedText', { username }) }],
          foot: t(locale, 'mail.changedFoot'),
        },

  PASSWORD: async (trx, { userId }, { name, username, email, locale }, { site }) => {
    if (email === null || site === null || !(await hasLocalSignIn(trx, userId))) return null;
    const to = await newLink(trx, userId, 'PASSWORD', email);
    return {
      locale,
      to: { name, address: email },
      subject: t(locale, 'mail.password'),
      parts: [
        { text: t(locale, 'mail.passwordText', { username }), link: { to, label: t(locale, 'mail.passwordLink') } },
        { text: t(locale, 'mail.passwordMinutes', { time: MINUTES.PASSWORD }) },
      ],
      foot: t(locale, 'mail.notYou'),
    };
  },
};

async function isWanted(trx: Trx, userId: string, address: string): Promise<boolean> {
  const { rows } = await sql`select from sys_user u where u.id = ${userId} and u.email_pending = ${address}`.execute(trx);
  return rows.length > 0;
}

async function hasLocalSignIn(trx: Trx, userId: string): Promise<boolean> {
  const { rows } = await sql`select from sys_user u where u.id = ${userId} and ${hasPasswordHere}`.execute(trx);
  return rows.length > 0;
}
