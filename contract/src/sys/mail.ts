// Status of e-mail delivery, for administrators.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { listQuery, pageOf } from '../kit/page.ts';
import { routesOn } from '../kit/route.ts';
import { email, must, required } from '../kit/rule.ts';

/** SENDING: being handed to the mail server. DROPPED: obsolete before it was sent. */
export const MAIL_STATES = ['QUEUED', 'SENDING', 'SENT', 'FAILED', 'DROPPED'] as const;
export const MAIL_KINDS = ['MESSAGE', 'ADDRESS', 'CHANGED', 'PASSWORD'] as const;
/** Why a mail failed or is delayed. */
export const MAIL_FAULTS = ['CONNECT', 'TLS', 'AUTH', 'REFUSED', 'LATER', 'UNSURE', 'INTERRUPTED', 'OVER', 'OLD'] as const;

const mail = z.object({
  id: z.string(),
  kind: z.enum(MAIL_KINDS),
  /** Of the inbox message. */
  title: f.maybe(z.string()),
  how: z.enum(['AT_ONCE', 'DAILY']),
  state: z.enum(MAIL_STATES),
  userId: z.string(),
  userName: z.string(),
  username: z.string(),
  address: f.maybe(z.string()),
  tries: z.int(),
  fault: f.maybe(z.enum(MAIL_FAULTS)),
  /** Reply of the mail server. */
  answer: f.maybe(z.string()),
  dueAt: z.string(),
  sentAt: f.maybe(z.string()),
  createdAt: z.string(),
});
export type Mail = z.infer<typeof mail>;

const ADMIN = ['ROLE_ADMIN'] as const;

export const mailRoutes = routesOn('SYS_MESSAGE', {
  listMails: {
    method: 'GET',
    path: '/sys/mail',
    summary: 'E-mails with their state',
    needs: ADMIN,
    query: listQuery(['createdAt'], { state: z.optional(f.choices(MAIL_STATES)) }),
    reply: pageOf(mail),
  },
  getMailState: {
    method: 'GET',
    path: '/sys/mail/state',
    summary: 'Whether e-mail is configured, and queued or failed mails',
    needs: ADMIN,
    /**
     * `links`: the console's address is known, so mails can contain links. `passwordAgain`: sending is suspended until the
     * password is entered again, because the server was changed after it was set.
     */
    reply: z.object({
      on: z.boolean(),
      links: z.boolean(),
      passwordAgain: z.boolean(),
      sender: f.maybe(z.string()),
      queued: z.int(),
      failed: z.int(),
    }),
  },
  testMail: {
    method: 'POST',
    path: '/sys/mail/test',
    summary: 'Send a test message now',
    needs: ADMIN,
    body: z.strictObject({ to: z.string().check(z.trim(), z.maxLength(254), must(required(), email)) }),
    /** `fault` is null if the mail server accepted it. */
    reply: z.object({ fault: f.maybe(z.enum(MAIL_FAULTS)), answer: f.maybe(z.string()) }),
    errors: ['MAIL_OFF', 'MAIL_PASSWORD_AGAIN'],
  },
  retryFailedMails: {
    method: 'PUT',
    path: '/sys/mail/retry',
    summary: 'Send everything again that has failed',
    needs: ADMIN,
    reply: z.int(),
  },
  retryMail: {
    method: 'PUT',
    path: '/sys/mail/{id}/retry',
    summary: 'Send one again that has failed',
    needs: ADMIN,
    params: z.strictObject({ id: f.id }),
    reply: mail,
    errors: ['ILLEGAL_TRANSITION'],
  },
});
