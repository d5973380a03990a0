// Starting and ending impersonation from the frame.
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { call } from '../api/call.ts';
import { KEYS, session as windowStore } from '../browser/storage.ts';
import { confirmDiscardAll } from '../page/leave.ts';
import { t } from '../phrase/phrases.ts';
import { restartSession } from '../session/acting.ts';
import { noticeDone } from '../ui/feedback.ts';

/** Shown once after `restartSession`. */
export function notifySwitched(): void {
  windowStore.remove(KEYS.switched);
  noticeDone(t('acting.switched'));
}

/** Asks about unsaved changes first. @throws ApiError */
export async function endImpersonation(): Promise<void> {
  if (await confirmDiscardAll()) restartSession(await call(proxyRoutes.back));
}
