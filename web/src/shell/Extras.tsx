// Parts of the frame loaded after the page in front has rendered: impersonation bar, notices, finder, and shortcut list.
import { PREFETCH_START_MS } from '@kuwei/contract/constants';
import { Suspense, useEffect, type ReactNode } from 'react';
import { loadCode, lazyPart } from '../browser/lazy-part.ts';
import { hasDatabase } from '../browser/databases.ts';
import { KEYS, session as windowStore } from '../browser/storage.ts';
import { COUNT_DATABASES } from '../session/count-places.ts';
import { withTexts } from '../navigation/lazy-page.ts';
import { useHasPendingStep, useUser } from '../session/user.ts';
import { NoticeKit } from '../ui/NoticeKit.tsx';
import { useUnclaimedScans, watchHandScanner } from '../ui/scan/hand-scanner.ts';
import { history } from '../browser/history.ts';
import { SCAN } from '../navigation/addresses.ts';
import { Notices } from './Notices.tsx';
import { openOverlay, useOverlay } from './overlay.ts';
import { askForUpdate, watchPageUpdate } from './page-update.ts';
import { watchServer } from './server-away.ts';
import { watchTabDrag } from './tab-drag.ts';

const ActingBar = lazyPart(async () => (await import('./ActingBar.tsx')).default);
const finder = withTexts(() => import('./finder/Finder.tsx'), 'documents', 'goods');
const Finder = lazyPart(async () => (await finder()).default);
const sender = withTexts(() => import('../wms/inventory/counting/send-stored.ts'), 'count');
const FirstStepsBar = lazyPart(async () => (await import('./FirstStepsBar.tsx')).default);
const KeysDialog = lazyPart(async () => (await import('./KeysDialog.tsx')).default);

export default function Extras(): ReactNode {
  const open = useOverlay((state) => state.open);
  const isAdmin = useUser((state) => state.user !== null && state.roles.some(({ code }) => code === 'ROLE_ADMIN'));
  const acting = useUser((state) => state.user?.authProxyUser);
  const isDue = useHasPendingStep();
  const signedIn = useUser((state) => state.user !== null) && !isDue;
  useHandScanner(signedIn);
  useEffect(watchServer, []);
  useStoredCounts(signedIn);
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
      <Suspense>
        {acting && <ActingBar />}
        {isAdmin && !acting && signedIn && <FirstStepsBar />}
        {signedIn && open === 'finder' && <Finder onClose={close} />}
        {open === 'keys' && <KeysDialog onClose={close} />}
      </Suspense>
    </>
  );
}

/** A scan outside text fields opens its record, unless the page in front or a dialog over it handles scans. */
function useHandScanner(signedIn: boolean): void {
  useEffect(() => (signedIn ? watchHandScanner() : undefined), [signedIn]);
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
