// How a person likes the console: language and colours. Kept in the browser for the first paint, and at the user's
// account so that they follow to another computer.
import { userRoutes } from '@kuwei/contract/auth/user';
import { LOCALES, type Locale } from '@kuwei/contract/constants';
import { call } from '../api/call.ts';
import { SCHEMES, setScheme, useScheme, type Scheme } from '../browser/scheme.ts';
import { locale, setLocale } from '../phrase/phrases.ts';
import { keepSettings, saveSetting } from './settings.ts';

/** What they are called at the account. */
const AT_ACCOUNT = { locale: 'ui.locale', scheme: 'ui.theme' } as const;

/** @throws when the texts of the language cannot be loaded */
export async function chooseLocale(chosen: Locale): Promise<void> {
  await setLocale(chosen);
  saveSetting(AT_ACCOUNT.locale, chosen, false);
}

export function chooseScheme(chosen: Scheme): void {
  setScheme(chosen);
  saveSetting(AT_ACCOUNT.scheme, chosen, false);
}

/** Takes over what the account says. A failure changes nothing: what the browser knows stays. */
export async function loadPreferences(): Promise<void> {
  const settings = await call(userRoutes.listSettings).catch(() => null);
  keepSettings(settings ?? {});
  const language = LOCALES.find((each) => each === settings?.[AT_ACCOUNT.locale]);
  if (language !== undefined && language !== locale()) await setLocale(language).catch(() => {});
  const scheme = SCHEMES.find((each) => each === settings?.[AT_ACCOUNT.scheme]);
  if (scheme !== undefined && scheme !== useScheme.getState().chosen) setScheme(scheme);
}
