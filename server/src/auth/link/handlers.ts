// Actions of visitors who hold a link from a mail and are not signed in.
import type { linkRoutes } from '@kuwei/contract/auth/profile';
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import { sql } from 'kysely';
import type { WriteContext } from '../../context.ts';
import { searchText } from '../../db/search.ts';
import type { Handlers } from '../../http/register.ts';
import { queueMail, wakeMails } from '../../platform/mail/outbox.ts';
import { canSendLinks } from '../../platform/mail/settings.ts';
import { notify } from '../../platform/msg-inbox/notify.ts';
import { ACCOUNTS } from '../account/record.ts';
import { notifyAccountReaders } from '../account/notify.ts';
import { assertValid, refused } from '../password/new-password.ts';
import { hashPassword } from '../password/password.ts';
import { endAllSessions } from '../session/end.ts';
import { forgetAllFailures } from '../sign-in/delay.ts';
import { createPasswordRequest } from './password-request.ts';
import { getLinkOwner, consumeLinks, type Opened } from './link.ts';

export const linkHandlers: Handlers<typeof linkRoutes> = {
  forgotten: {
    own: async ({ body }, context) => {
      if (!canSendLinks(context.services.settings)) throw new AppError('NOT_FOUND');
      await createPasswordRequest(context, body.account);
      wakeMails(context.services);
      return null;
    },
  },

  lookAtLink: async ({ body }, { db }) => {
    const { username } = await getLinkOwner(db, 'PASSWORD', body.token);
    return { username };
  },

  useLink: {
    own: async ({ body: { token, password, repeated } }, { db, services, write }) => {
      const person = await getLinkOwner(db, 'PASSWORD', token);
      if (password !== repeated) throw refused('repeated', 'rule.passwordRepeated');
      await assertValid(password, person, services.settings);
      const hash = await hashPassword(password);
      return write((context) => setPassword(context, token, hash));
    },
  },

  confirmEmail: async ({ body }, context) => {
    const person = await consumeLinks(context.trx, 'ADDRESS', body.token);
    await verifyAddress(context, person);
    return { email: person.address };
  },
};

/** Starts no session: the sign-in that follows asks for the second factor. */
async function setPassword(context: WriteContext<null>, token: string, hash: string): Promise<null> {
  const { trx, origin } = context;
  const { userId, username, rev } = await consumeLinks(trx, 'PASSWORD', token);
  await trx
    .updateTable('sys_user')
    .set({
      password_hash: hash,
      must_change_password: false,
      rev: rev + 1,
      updated_at: sql<string>`now()`,
      updated_by: userId,
    })
    .where('id', '=', userId)
    .execute();
  await forgetAllFailures(trx, username);
  await endAllSessions(trx, userId, 'PASSWORD');
  context.emit({ to: [userId], ...EVENTS.rights, d: {} });
  context.logChange({ entity: 'password', id: userId, change: { result: 'OK', way: 'link' } });
  await notify(context, { to: [userId], template: 'msg.passwordChanged', params: { ip: origin.ip } });
  return null;
}

async function verifyAddress(context: WriteContext<null>, person: Opened): Promise<void> {
  const { trx, origin } = context;
  const { userId, username, name, email, phone, emailVerified, address, rev } = person;
  const { rows } = await sql<{ staffNo: string | null }>`select staff_no as "staffNo" from sys_user where id = ${userId}`.execute(
    trx,
  );
  await trx
    .updateTable('sys_user')
    .set({
      email: address,
      email_verified_at: sql<string>`now()`,
      email_pending: null,
      search: await searchText([username, name, rows[0]!.staffNo, address, phone]),
      rev: rev + 1,
      updated_at: sql<string>`now()`,
      updated_by: userId,
    })
    .where('id', '=', userId)
    .execute();
  context.logChange({ entity: ACCOUNTS, id: userId, change: { email: [email, address] } });
  // Notify the former address, so that a takeover does not go unnoticed.
  if (email !== null && emailVerified && email !== address) await queueMail(trx, 'CHANGED', userId, email);
  await notify(context, { to: [userId], template: 'msg.emailChanged', params: { email: address, ip: origin.ip } });
  context.emit({ to: [userId], ...EVENTS.profile, d: {} });
  await notifyAccountReaders(context, userId);
  context.afterCommit(() => wakeMails(context.services));
}
