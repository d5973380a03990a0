import type { Locale } from './constants.ts';

/** The name of a record in a language; what has no English name goes by the Chinese one. */
export const nameIn = (locale: Locale, { name, nameEn }: { name: string; nameEn: string | null }): string =>
  locale === 'en' && nameEn ? nameEn : name;
