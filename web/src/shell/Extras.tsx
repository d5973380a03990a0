// Parts of the frame loaded after the page in front has rendered: impersonation bar, notices, finder, and shortcut list.
import { PREFETCH_IDLE_MS, PREFETCH_START_MS } from '@kuwei/contract/constants';
import { Suspense, useEffect, type ReactNode } from 'react';
import { whenIdle } from '../browser/idle.ts';
import { loadCode, lazyPart, preloadablePart } from '../browser/lazy-part.ts';
import { hasDatabase } from '../browser/databases.ts';
import { KEYS, session as windowStore } from '../browser/storage.ts';
import { COUNT_DATABASES } from '../session/count-places.ts';
import { withTexts } from '../navigation/lazy-page.ts';
import { hasPendingStep, useHasPendingStep, useUser } from '../session/user.ts';
import { NoticeKit } from '../ui/NoticeKit.tsx';
import { useUnclaimedScans, watchHandScanner } from '../ui/scan/hand-scanner.ts';
import { history } from '../browser/history.ts';
import { SCAN } from '../navigation/addresses.ts';
import { ActingBar } from './ActingBar.tsx';
import { Notices } from './Notices.tsx';
import { openOverlay, useOverlay } from './overlay.ts';
import { askForUpdate, watchPageUpdate } from './page-update.ts';
import { watchServer } from './server-away.ts';
import { watchTabDrag } from './tab-drag.ts';

const loadFinder = withTexts(() => import('./finder/Finder.tsx'), 'documents', 'goods');
const finder = preloadablePart(async () => (await loadFinder()).default);
const sender = withTexts(() => import('../wms/inventory/counting/send-stored.ts'), 'count');
const FirstStepsBar = lazyPart(async () => (await import('./FirstStepsBar.tsx')).default);
const KeysDialog = lazyPart(async () => (await import('./KeysDialog.tsx')).default);

let isWatching = false;
/** As soon as this code is here, before it renders: what is scanned until then is kept for it. */
export function watchScans(): void {
  if (isWatching) return;
  isWatching = true;
  watchHandScanner(() => useUser.getState().user !== null && !hasPendingStep());
}

export default function Extras(): ReactNode {
  const open = useOverlay((state) => state.open);
  const isAdmin = useUser((state) => state.user !== null && state.roles.some(({ code }) => code === 'ROLE_ADMIN'));
  const acting = useUser((state) => state.user?.authProxyUser);
  const isDue = useHasPendingStep();
  const signedIn = useUser((state) => state.user !== null) && !isDue;
  useScannedCodes();
  useEffect(watchServer, []);
  useStoredCounts(signedIn);
  // What is typed before it opens would be lost.
  useEffect(() => {
    if (signedIn)
      void whenIdle(PREFETCH_IDLE_MS)
        .then(finder.preload)
        .catch(() => {});
  }, [signedIn]);
  useEffect(watchTabDrag, []);
  useEffect(() => {
    let stop: (() => void) | undefined;
    // A page that has just loaded is up to date.
    const timer = setTimeout(() => (stop = watchPageUpdate(askForUpdate)), PREFETCH_START_MS);
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, []);
  useEffect(() => {
    if (windowStore.get(KEYS.switched)) void loadCode(() => import('./acting.ts')).then(({ notifySwitched }) => notifySwitched());
  }, []);
  const close = (): void => openOverlay(null);
  return (
    <>
      <NoticeKit />
      <Notices />
      {acting && <ActingBar />}
      <Suspense>
        {isAdmin && !acting && signedIn && <FirstStepsBar />}
        {signedIn && open === 'finder' && <finder.Component onClose={close} />}
        {open === 'keys' && <KeysDialog onClose={close} />}
      </Suspense>
    </>
  );
}

/** A scan outside text fields opens its record, unless the page in front or a dialog over it handles scans. */
function useScannedCodes(): void {
  useUnclaimedScans((text) => {
    if (document.querySelector('[aria-modal=true]')?.checkVisibility() !== true)
      history.push(`${SCAN}?${new URLSearchParams({ text })}`);
  });
}

/** Sends counts made offline, whichever page the user returns to. */
function useStoredCounts(signedIn: boolean): void {
  useEffect(() => {
    if (!signedIn) return undefined;
    let end: (() => void) | null = null;
    let isOver = false;
    const begin = async (): Promise<void> => {
      if (!(await hasDatabase(COUNT_DATABASES))) return;
      const { watchStoredCounts } = await sender();
      if (!isOver) end = watchStoredCounts();
    };
    begin().catch(() => {});
    return () => {
      isOver = true;
      end?.();
    };
  }, [signedIn]);
}
