// The e-mail configuration, if complete.
import type { Locale } from '@kuwei/contract/constants';
import type { SettingValue } from '@kuwei/contract/setting';
import type { Settings } from '../../services/settings.ts';

export interface Smtp {
  host: string;
  port: number;
  /** STARTTLS required; implicit TLS; none. */
  tls: SettingValue<'SYS_SMTP_TLS'>;
  /** null: without authentication. */
  user: string | null;
  password: string;
  /** Sender address. */
  from: string;
  perMinute: number;
}

export interface Mailing {
  smtp: Smtp;
  /** Console URL without trailing slash; null: not configured, so mails have no links. */
  site: string | null;
  /** Console titles. */
  titles: Readonly<Record<Locale, string>>;
}

export const mailIsOn = (settings: Settings): boolean =>
  settings.get('SYS_SMTP_HOST') !== '' && settings.get('SYS_SMTP_FROM') !== '';

/** null if e-mail is not set up. */
export function mailingOf(settings: Settings): Mailing | null {
  if (!mailIsOn(settings)) return null;
  const title = settings.get('SYS_ADMIN_TITLE');
  return {
    smtp: {
      host: settings.get('SYS_SMTP_HOST').trim(),
      port: settings.get('SYS_SMTP_PORT'),
      tls: settings.get('SYS_SMTP_TLS'),
      user: settings.get('SYS_SMTP_USER') || null,
      password: settings.get('SYS_SMTP_PASSWORD') ?? '',
      from: settings.get('SYS_SMTP_FROM'),
      perMinute: settings.get('SYS_SMTP_PER_MINUTE'),
    },
    site: settings.get('SYS_PUBLIC_URL').replace(/\/+$/, '') || null,
    titles: { zh: title, en: settings.get('SYS_ADMIN_TITLE_EN') || title },
  };
}

/** Whether mails with links can be sent. */
export const canSendLinks = (settings: Settings): boolean => (mailingOf(settings)?.site ?? null) !== null;
