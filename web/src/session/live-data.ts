// Invalidates cached data on live events, all of it on a language change, and reloads the user when rights change.
import { permittedPageRole } from '@kuwei/contract/access';
import { EVENTS, type LiveEvent } from '@kuwei/contract/event';
import { isEvent, onLiveConnect, onLiveEvent, pathsOf } from '../api/live.ts';
import { pageRole, restorePageRole } from '../api/page-role.ts';
import { markHeldStale, invalidateAll, invalidateLive, runAfterMutations } from '../api/query-client.ts';
import { isSignedIn } from '../api/tokens.ts';
import { onLocale } from '../phrase/phrases.ts';
import { loadUser, getRoles } from './user.ts';
import { reloadVersion } from './version.ts';

/** An event of `wms` / `transaction` invalidates what was read from `/wms/transaction` and below, and stock. @returns stops it */
export function watchLiveData(): () => void {
  const stops = [
    onLiveEvent((event) => {
      if (isEvent(event, EVENTS.rights)) {
        void rightsChanged();
        return;
      }
      // Refetched data becomes editable again, so wait for our own write's response, which may arrive after its event.
      runAfterMutations(() => {
        if (PUBLISHED.some((kind) => isEvent(event, kind)) || isPublicSetting(event)) void reloadVersion();
        for (const path of pathsOf(event)) void invalidateLive(path);
      });
    }),
    onLiveConnect(() => {
      void invalidateLive();
      void reloadVersion();
    }),
    onLocale(() => void invalidateAll()),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Public data of the server. */
const PUBLISHED = [EVENTS.dictionary, EVENTS.menu, EVENTS.mode];
const isPublicSetting = (event: LiveEvent): boolean => isEvent(event, EVENTS.setting) && (event.d as { public: boolean }).public;

async function rightsChanged(): Promise<void> {
  if (!isSignedIn()) return;
  // Visible data depends on roles, organisations and rules.
  void invalidateLive();
  void markHeldStale();
  await loadUser().catch(() => {});
  if (permittedPageRole(pageRole(), getRoles()) === null) restorePageRole(getRoles());
}
