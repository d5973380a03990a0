import { LOCALES, type Locale } from '@kuwei/contract/constants';
import type { BackupFault } from '@kuwei/contract/sys/maintain';
import { say } from '../phrase.ts';

/** The fault in every language. */
export const faultTexts = ({ code, params }: BackupFault): Record<Locale, string> =>
  Object.fromEntries(LOCALES.map((locale) => [locale, say(locale, `backup.fault.${code}`, params)])) as Record<Locale, string>;
