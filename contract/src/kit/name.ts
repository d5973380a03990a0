import type { Locale } from './constants.ts';

/** The name of a record in a language, with the Chinese one as fallback. */
export const nameIn = (locale: Locale, { name, nameEn }: { name: string; nameEn: string | null }): string =>
  locale === 'en' && nameEn ? nameEn : name;
