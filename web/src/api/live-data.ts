// Live events make the answers they concern out of date, another language all of them, and a change of rights the person.
import { permittedPageRole } from '@kuwei/contract/access';
import { EVENTS } from '@kuwei/contract/event';
import { onLocale } from '../phrase/phrases.ts';
import { pageRole, settlePageRole } from '../session/page-role.ts';
import { loadUser, rolesHeld } from '../session/user.ts';
import { isEvent, onLiveBegin, onLiveEvent, pathsOf } from './live.ts';
import { invalidateAll, invalidateLive } from './query.ts';
import { isSignedIn } from './tokens.ts';

/** An event of `wms` / `transaction` concerns what was read from `/wms/transaction` and below, and the stock. @returns ends it */
export function watchLiveData(): () => void {
  const stops = [
    onLiveEvent((event) => {
      if (isEvent(event, EVENTS.rights)) void rightsChanged();
      else for (const path of pathsOf(event)) void invalidateLive(path);
    }),
    onLiveBegin(() => void invalidateLive()),
    onLocale(() => void invalidateAll()),
  ];
  return () => stops.forEach((stop) => stop());
}

async function rightsChanged(): Promise<void> {
  if (!isSignedIn()) return;
  void invalidateLive('/wms/transaction/todo');
  await loadUser().catch(() => {});
  if (permittedPageRole(pageRole(), rolesHeld()) === null) settlePageRole(rolesHeld());
}
