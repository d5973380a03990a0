// How a person likes the console: language and colours. Kept in the browser for the first paint, and at the user's
// account so that they follow to another computer. A browser goes on speaking to a person as it did: a telephone may
// speak another language than the desk.
import { userRoutes } from '@kuwei/contract/auth/user';
import { LOCALES, type Locale } from '@kuwei/contract/constants';
import { call } from '../api/call.ts';
import { isSignedIn } from '../api/tokens.ts';
import { SCHEMES, setScheme, useScheme, type Scheme } from '../browser/scheme.ts';
import { KEYS, local } from '../browser/storage.ts';
import { locale, setLocale } from '../phrase/phrases.ts';
import { setSettings, saveSetting } from './settings.ts';
import { isOwnAccount, useUser } from './user.ts';

/** What they are called at the account. */
const AT_ACCOUNT = { locale: 'ui.locale', scheme: 'ui.theme' } as const;

/** Whose language this browser speaks, where it was chosen on the way in: whoever signs in next. */
const NEXT_USER = '';
/** Tells the people of one browser apart, and says of none that they were here. */
const markOf = (id: string): string => id.slice(-4);

/** @throws when the texts of the language cannot be loaded */
export async function chooseLocale(chosen: Locale): Promise<void> {
  await setLocale(chosen);
  const { user } = useUser.getState();
  if (!isSignedIn() || isOwnAccount()) local.set(KEYS.speaksFor, user ? markOf(user.id) : NEXT_USER);
  saveSetting(AT_ACCOUNT.locale, chosen, false);
}

export function chooseScheme(chosen: Scheme): void {
  setScheme(chosen);
  saveSetting(AT_ACCOUNT.scheme, chosen, false);
}

/** Takes over what the account of the person who was loaded says. A failure changes nothing: what the browser knows stays. */
export async function loadPreferences(loaded: Promise<void>): Promise<void> {
  const [settings] = await Promise.all([call(userRoutes.listSettings).catch(() => null), loaded]);
  setSettings(settings ?? {});
  if (settings && isOwnAccount()) await applyUserLocale(markOf(useUser.getState().user!.id), settings[AT_ACCOUNT.locale]);
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
