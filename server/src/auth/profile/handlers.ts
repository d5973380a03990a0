// A user's own profile. Nothing here grants rights.
import type { Profile, ProfileForm, profileRoutes } from '@kuwei/contract/auth/profile';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import { MAIL_DEFAULTS, type MailChoices, type MailWay } from '@kuwei/contract/mail-choice';
import { sql, type Kysely } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf } from '../../db/columns.ts';
import { insertRows, updateRow } from '../../db/rows.ts';
import { searchText } from '../../db/search.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import type { DB } from '../../db/types.ts';
import type { Handlers } from '../../http/register.ts';
import { queueMail, wakeMails } from '../../platform/mail/outbox.ts';
import { canSendLinks, mailIsOn } from '../../platform/mail/settings.ts';
import { ACCOUNTS } from '../account/record.ts';
import { notifyAccountReaders } from '../account/notify.ts';
import { lockAccounts } from '../account/write.ts';
import { withConfirmedIdentity } from '../confirm-identity.ts';
import { assertDistinctName } from './distinct-name.ts';

/** Setting in which the console stores the language. */
const LOCALE_KEY = 'ui.locale';
/** Links to new addresses that one person may request in an hour. */
const LINKS_MAX = 5;

type Row = Omit<Profile, 'mail' | 'locale' | 'mailOn'> & { mail: Partial<MailChoices>; locale: Locale | null };

/** Defaults to the language of the request until the person chooses one. */
async function profileOf(
  db: Kysely<DB>,
  { caller, origin, services }: Pick<WriteContext<Caller>, 'caller' | 'origin' | 'services'>,
): Promise<Profile> {
  const { rows } = await sql<Row>`
    select u.id, u.username, u.name, u.staff_no as "staffNo", u.contact, u.email, u.phone, u.rev,
           u.email_verified_at is not null as "emailVerified", u.email_pending as "emailPending",
           u.password_hash is not null as "hasPassword",
           exists (select from sys_user_totp t where t.user_id = u.id and t.confirmed_at is not null) as "secondFactor",
           (select s.value #>> '{}' from sys_user_setting s where s.user_id = u.id and s.key = ${LOCALE_KEY}
               and s.value #>> '{}' in ('zh', 'en')) as locale,
           coalesce((select json_object_agg(h.kind, h.how) from sys_mail_choice h where h.user_id = u.id), '{}') as mail
      from sys_user u where u.id = ${caller.userId}`.execute(db);
  const { mail, locale, ...rest } = rows[0]!;
  return { ...rest, locale: locale ?? origin.locale, mailOn: mailIsOn(services.settings), mail: { ...MAIL_DEFAULTS, ...mail } };
}

const formOf = ({ name, contact, phone, locale, mail }: Profile): ProfileForm => ({ name, contact, phone, locale, mail });

export const profileHandlers: Handlers<typeof profileRoutes> = {
  getProfile: (_, context) => profileOf(context.db, context),

  updateProfile: async ({ body: { rev, ...form } }, context) => {
    const { trx, caller } = context;
    await lockAccounts(trx, [caller.userId]);
    const before = await profileOf(trx, context);
    assertRevision(before.rev, rev);
    const change = changesOf(formOf(before), form);
    if (Object.keys(change).length === 0) return before;
    if ('name' in change) await assertDistinctName(trx, caller.userId, form.name);
    await updateRow(context, ACCOUNTS, before, {
      name: form.name,
      ...('name' in change && { chosen_name: form.name }),
      contact: form.contact,
      phone: form.phone,
      search: await searchText([before.username, form.name, before.staffNo, before.email, form.phone]),
    });
    await updatePreferences(context, form);
    context.logChange({ entity: ACCOUNTS, id: caller.userId, change });
    return publishProfile(context);
  },

  // Changing the address needs re-authentication: its holder can reset the password.
  changeEmail: {
    own: async ({ body: { email, password, code } }, context) => {
      const sends = canSendLinks(context.services.settings);
      return withConfirmedIdentity(context, { password, code }, (inside) => requestAddressChange(inside, email, sends));
    },
  },
};

async function updatePreferences({ trx, caller }: WriteContext<Caller>, { locale, mail }: ProfileForm): Promise<void> {
  const value = JSON.stringify(locale);
  await trx
    .insertInto('sys_user_setting')
    .values({ user_id: caller.userId, key: LOCALE_KEY, value })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doUpdateSet({ value, updated_at: sql<string>`now()` }))
    .execute();
  await insertRows(
    trx,
    'sys_mail_choice',
    (Object.entries(mail) as [keyof MailChoices, MailWay][]).map(([kind, how]) => ({ user_id: caller.userId, kind, how })),
    sql`on conflict (user_id, kind) do update set how = excluded.how`,
  );
}

/** @param sends whether a link can be sent to the new address; the current one stays until the link is followed */
async function requestAddressChange(context: WriteContext<Caller>, email: string | null, sends: boolean): Promise<Profile> {
  const { trx, caller } = context;
  await lockAccounts(trx, [caller.userId]);
  const before = await profileOf(trx, context);
  const isThere = email === before.email && (before.emailVerified || !sends);
  if (email === null || isThere || !sends) await updateAddress(context, before, email);
  else {
    await assertWithinMaximum(context);
    await updateRow(context, ACCOUNTS, before, { email_pending: email });
    await queueMail(trx, 'ADDRESS', caller.userId, email);
    context.logChange({ entity: ACCOUNTS, id: caller.userId, change: { emailPending: [before.emailPending, email] } });
    context.afterCommit(() => wakeMails(context.services));
  }
  return publishProfile(context);
}

async function updateAddress(context: WriteContext<Caller>, before: Profile, email: string | null): Promise<void> {
  const { username, name, staffNo, phone } = before;
  const isOther = email !== before.email;
  await updateRow(context, ACCOUNTS, before, {
    email,
    email_pending: null,
    search: await searchText([username, name, staffNo, email, phone]),
    ...(isOther && { email_verified_at: null }),
  });
  // Notify the former address, so that the change does not go unnoticed.
  if (isOther && before.email !== null && before.emailVerified)
    await queueMail(context.trx, 'CHANGED', context.caller.userId, before.email);
  context.logChange({ entity: ACCOUNTS, id: context.caller.userId, change: { email: [before.email, email] } });
}

/** @throws AppError TOO_MANY */
async function assertWithinMaximum({ trx, caller }: WriteContext<Caller>): Promise<void> {
  const { rows } = await sql<{ sent: number; seconds: number }>`
    select count(*)::int as sent, ceil(extract(epoch from min(created_at) + interval '1 hour' - now()))::int as seconds
      from sys_mail where user_id = ${caller.userId} and kind = 'ADDRESS' and created_at > now() - interval '1 hour'`.execute(
    trx,
  );
  const { sent, seconds } = rows[0]!;
  if (sent >= LINKS_MAX) throw new AppError('TOO_MANY', { params: { seconds: Math.max(1, seconds) } });
}

/** Returns the profile and refreshes it in the person's windows and for administrators. */
async function publishProfile(context: WriteContext<Caller>): Promise<Profile> {
  const { trx, caller } = context;
  // Sessions carry the name.
  context.emit({ to: [caller.userId], ...EVENTS.rights, d: {} });
  context.emit({ to: [caller.userId], ...EVENTS.profile, d: {} });
  await notifyAccountReaders(context, caller.userId);
  return profileOf(trx, context);
}
