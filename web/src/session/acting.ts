// Becoming another person in this browser, and the way back.
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import type { TokenPair } from '@kuwei/contract/auth/token';
import { call } from '../api/call.ts';
import { keepTokens } from '../api/tokens.ts';
import { KEYS, session as windowStore } from '../base/storage.ts';
import { mayLoseAll } from '../page/leave.ts';
import { t } from '../phrase/phrases.ts';
import { noticeDone } from '../ui/feedback.ts';
import { forgetPerson } from './sign.ts';

/** Starts over as the person these tokens stand for: everything is loaded anew, from the first page on. */
export function startOver(pair: TokenPair): void {
  forgetPerson();
  keepTokens(pair);
  windowStore.set(KEYS.switched, true);
  location.assign('/');
}

/** Said after `startOver`, once. */
export function saySwitched(): void {
  windowStore.remove(KEYS.switched);
  noticeDone(t('acting.switched'));
}

/** Asks about unsaved changes first. @throws ApiError */
export async function goBack(): Promise<void> {
  if (await mayLoseAll()) startOver(await call(proxyRoutes.back));
}
