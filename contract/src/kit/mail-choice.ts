// E-mail preferences of a user for inbox messages.
import * as z from 'zod/mini';

/** Immediately, or as a daily digest. */
export const MAIL_WAYS = ['NONE', 'AT_ONCE', 'DAILY'] as const;
const way = z.enum(MAIL_WAYS);
export type MailWay = z.infer<typeof way>;

/** By kind of message. */
export const mailChoices = z.strictObject({ TODO: way, WARN: way, NOTICE: way, SYS: way });
export type MailChoices = z.infer<typeof mailChoices>;

/** For users without preferences. */
export const MAIL_DEFAULTS: Readonly<MailChoices> = { TODO: 'AT_ONCE', WARN: 'AT_ONCE', NOTICE: 'DAILY', SYS: 'DAILY' };
