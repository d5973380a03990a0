// What each person wants by e-mail of the messages that come to their inbox.
import * as z from 'zod/mini';

/** Each by itself, or once a day together. */
export const MAIL_WAYS = ['NONE', 'AT_ONCE', 'DAILY'] as const;
const way = z.enum(MAIL_WAYS);
export type MailWay = z.infer<typeof way>;

/** By the kind of message. */
export const mailChoices = z.strictObject({ TODO: way, WARN: way, NOTICE: way, SYS: way });
export type MailChoices = z.infer<typeof mailChoices>;

/** Of who has not chosen. */
export const MAIL_DEFAULTS: Readonly<MailChoices> = { TODO: 'AT_ONCE', WARN: 'AT_ONCE', NOTICE: 'DAILY', SYS: 'DAILY' };
