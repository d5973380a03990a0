// Why a file was not imported, in words for administrators; details are in the server log.
import { LOCALES, type Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { PhraseKey } from '@kuwei/contract/phrase';
import type { PhraseParams } from '@kuwei/contract/phrase-params';
import { causeOf } from '../../error.ts';
import { say } from '../../phrase.ts';

type NightFaultCode = PhraseKey extends infer K ? (K extends `nightly.fault.${infer W}` ? W : never) : never;

export class NightFault extends Error {
  readonly why: NightFaultCode;
  readonly params: PhraseParams;

  constructor(why: NightFaultCode, params: PhraseParams = {}, options?: ErrorOptions) {
    super(why, options);
    this.why = why;
    this.params = params;
  }
}

/** A text in every language. */
export type Localized<T> = Record<Locale, T>;

export const localize = <T>(of: (locale: Locale) => T): Localized<T> =>
  Object.fromEntries(LOCALES.map((locale) => [locale, of(locale)])) as Localized<T>;

/** The text of a fault. An AppError of the import is in one language; `translations` has it in the others. */
export function faultIn(error: unknown, translations: ReadonlyMap<Locale, AppError>): Localized<string> {
  if (error instanceof NightFault) return localize((locale) => say(locale, `nightly.fault.${error.why}`, error.params));
  if (error instanceof AppError)
    return localize((locale) => {
      const { code, params } = translations.get(locale) ?? error;
      return say(locale, `error.${code}`, params).replace(/[。.]$/, '');
    });
  return localize((locale) => say(locale, 'nightly.fault.broken', { cause: causeOf(error) }));
}
