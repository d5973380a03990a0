// The frame around the pages: header, sidebar, tabs; and the pages themselves, including those in the background.
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, type ComponentType } from 'react';
import { queryClient } from '../api/query-client.ts';
import { whenIdle } from '../browser/idle.ts';
import { loadCode, lazyPart } from '../browser/lazy-part.ts';
import { KEYS, session as windowStore } from '../browser/storage.ts';
import { useNav } from '../page/nav.ts';
import { usePages } from '../page/pages.ts';
import { loadPhrases, locale, useT } from '../phrase/phrases.ts';
import { useHasPendingStep } from '../session/user.ts';
import { ErrorPage } from '../ui/ErrorPage.tsx';
import { setKit } from '../ui/feedback.ts';
import { UiKit } from '../ui/UiKit.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { FrameServices } from './FrameServices.tsx';
import { Header } from './Header.tsx';
import { Pages } from './Pages.tsx';
import { Sidebar } from './Sidebar.tsx';
import { TabBar } from './TabBar.tsx';
import { UnsavedBar } from './UnsavedBar.tsx';
import { layoutOf } from './layout.ts';
import { useFolded } from './tab-actions.ts';
import './acting-bar.css';
import './frame.css';
import './touch.css';

/** Longest wait for the page in front to render first, ms; not while impersonating, since the bar would push it down. */
const EXTRAS_WITHIN_MS = 500;

/** Failures are ignored: the console works without it. */
async function loadExtras(): Promise<ComponentType> {
  try {
    const [found] = await loadCode(() => Promise.all([import('./Extras.tsx'), loadPhrases(locale(), 'pages')]));
    found.watchScans();
    return found.default;
  } catch {
    setKit(null);
    return () => null;
  }
}

const Extras = lazyPart(async () => {
  // Fetched at once, while the server is surely there; only rendered later.
  const loading = loadExtras();
  if (windowStore.get(KEYS.acting) === null) await whenIdle(EXTRAS_WITHIN_MS);
  return loading;
});

/** Keeps the place of the bar, which would push the page down when it comes. */
const ActingBarPlace = () => windowStore.get(KEYS.acting) !== null && <p className="acting-bar">&nbsp;</p>;

const NothingHere = lazyPart(async () => (await import('./NothingHere.tsx')).default);

/** On a phone, and when collapsed, the tabs are a list in the header. */
function Tabs() {
  const phone = useIsPhone();
  const folded = useFolded((state) => state.folded);
  const isDirty = usePages((state) => state.dirty.size > 0);
  if (phone || folded) return isDirty && <UnsavedBar />;
  return <TabBar />;
}

/** Replaces an open page closed by a change of rights: input and tab are kept. */
function Lost({ page }: { page: string }) {
  const t = useT();
  const isKept = usePages((state) => state.dirty.has(page));
  return <ErrorPage status={403} message={t(isKept ? 'error.page.rightsChangedKept' : 'error.page.rightsChanged')} />;
}

/** @param hidden a bare page covers the frame for now; its open pages stay as they are */
export default function Frame({ hidden }: { hidden: boolean }) {
  const t = useT();
  const shown = useNav((state) => state.shown);
  const pending = useNav((state) => state.pending);
  const isDue = useHasPendingStep();
  const layout = layoutOf(shown, isDue);
  const content = useRef<HTMLElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    return hidden ? undefined : beginAt(frame.current!);
  }, [hidden]);
  return (
    <QueryClientProvider client={queryClient}>
      <UiKit>
        <FrameServices />
        <div ref={frame} className={`frame ${layout}`} hidden={hidden} inert={hidden}>
          <button type="button" className="kw-plain frame-skip" onClick={() => content.current?.focus()}>
            {t('nav.skip')}
          </button>
          {layout !== 'empty' && <Header withSidebar={layout === 'default'} />}
          {layout === 'default' && <Sidebar />}
          <div className="frame-bars">
            {layout === 'default' && <Tabs />}
            <Suspense fallback={<ActingBarPlace />}>
              <Extras />
            </Suspense>
          </div>
          <main ref={content} className="frame-content" tabIndex={-1} aria-busy={pending}>
            {pending && <div className="frame-pending" aria-hidden="true" />}
            {shown.kind === 'error' && (shown.lost ? <Lost page={shown.lost} /> : <ErrorPage {...shown} />)}
            <Suspense>{shown.kind === 'nothing' && <NothingHere />}</Suspense>
            <Pages />
          </main>
        </div>
      </UiKit>
    </QueryClientProvider>
  );
}

/**
 * Makes the first Tab focus the first element of the frame. The element focused during sign-in is gone, which leaves the browser in the
 * middle of the page. @returns stops it
 */
function beginAt(frame: HTMLElement): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const end = (): void => controller.abort();
  window.addEventListener('pointerdown', end, { signal });
  window.addEventListener('focusin', end, { signal });
  window.addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Tab') return;
      end();
      frame.tabIndex = -1;
      frame.focus({ preventScroll: true });
      frame.blur();
      frame.removeAttribute('tabindex');
    },
    { signal },
  );
  return end;
}
