// A user's preferences: language and color scheme. Stored in the browser for the first paint, and in the account so that they follow to
// another computer. A browser keeps its own language for a user: a phone may use another one than the desk.
import { userRoutes } from '@kuwei/contract/auth/user';
import { LOCALES, type Locale } from '@kuwei/contract/constants';
import { call } from '../api/call.ts';
import { isSignedIn } from '../api/tokens.ts';
import { SCHEMES, setScheme, useScheme, type Scheme } from '../browser/scheme.ts';
import { KEYS, local } from '../browser/storage.ts';
import { locale, setLocale } from '../phrase/phrases.ts';
import { setSettings, saveSetting } from './settings.ts';
import { isOwnAccount, useUser } from './user.ts';

/** Their keys in the account. */
const AT_ACCOUNT = { locale: 'ui.locale', scheme: 'ui.theme' } as const;

/** Key for a language chosen before sign-in: applies to the next user to sign in. */
const NEXT_USER = '';
/** Distinguishes the users of one browser without revealing who was here. */
const userMark = (id: string): string => id.slice(-4);

/** @throws if the texts of the language cannot be loaded */
export async function chooseLocale(chosen: Locale): Promise<void> {
  await setLocale(chosen);
  const { user } = useUser.getState();
  if (!isSignedIn() || isOwnAccount()) local.set(KEYS.speaksFor, user ? userMark(user.id) : NEXT_USER);
  saveSetting(AT_ACCOUNT.locale, chosen, false);
}

export function chooseScheme(chosen: Scheme): void {
  setScheme(chosen);
  saveSetting(AT_ACCOUNT.scheme, chosen, false);
}

/** Applies the preferences of the loaded user's account. On failure the browser's stay. */
export async function loadPreferences(loaded: Promise<unknown>): Promise<void> {
  const [settings] = await Promise.all([call(userRoutes.listSettings).catch(() => null), loaded]);
  setSettings(settings ?? {});
  if (settings && isOwnAccount()) await applyUserLocale(userMark(useUser.getState().user!.id), settings[AT_ACCOUNT.locale]);
  const scheme = SCHEMES.find((each) => each === settings?.[AT_ACCOUNT.scheme]);
  if (scheme !== undefined && scheme !== useScheme.getState().chosen) setScheme(scheme);
}

async function applyUserLocale(person: string, liked: unknown): Promise<void> {
  const before = local.get(KEYS.speaksFor);
  local.set(KEYS.speaksFor, person);
  const language = LOCALES.find((each) => each === liked);
  if (before !== person && before !== NEXT_USER && language !== undefined && language !== locale())
    await setLocale(language).catch(() => {});
}
