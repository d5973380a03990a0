// Container of one open page. It keeps all its state while another page is in front: input, expanded parts, open dialogs, scroll
// position. (React's <Activity> loses some of these with this UI kit.)
import { ConfigProvider } from 'antd';
import { memo, Suspense, useLayoutEffect, useRef, useState } from 'react';
import type { OpenPage } from '../navigation/resolve.ts';
import { PageContext } from '../page/page.ts';
import { reloadPage } from '../page/query.ts';
import type { Slot } from '../page/slots.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';
import { reportUnhandled } from '../ui/unhandled.ts';

export const SlotView = memo(function SlotView({ slot, active }: { slot: Slot; active: boolean }) {
  // Container for the page's popups and dialogs, so that they are hidden together with it.
  const [popups, setPopups] = useState<HTMLElement | null>(null);
  const scroller = useKeptScroll(active);
  return (
    <section className="slot" hidden={!active} inert={!active}>
      <div className="slot-scroll" ref={scroller} tabIndex={-1}>
        {popups && <SlotPage page={slot.page} popups={popups} />}
      </div>
      <div className="slot-popups" ref={setPopups} />
    </section>
  );
});

/** Not rerendered when the page moves between foreground and background: only users of `useActive` are. */
const SlotPage = memo(function SlotPage({ page, popups }: { page: OpenPage; popups: HTMLElement }) {
  const { Component } = page.entry.page;
  return (
    <PageContext value={page}>
      <ConfigProvider getPopupContainer={() => popups}>
        <Boundary onError={reportUnhandled} onReload={() => void reloadPage()}>
          <Suspense fallback={<PageSkeleton />}>
            <Component />
          </Suspense>
        </Boundary>
      </ConfigProvider>
    </PageContext>
  );
});

/** Hidden elements lose their scroll position: it is recorded while the page is in front, and restored afterwards. */
function useKeptScroll(active: boolean) {
  const scroller = useRef<HTMLDivElement>(null);
  const kept = useRef(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !active) return undefined;
    if (kept.current > 0) element.scrollTop = kept.current;
    const note = (): void => {
      kept.current = element.scrollTop;
    };
    element.addEventListener('scroll', note, { passive: true });
    return () => element.removeEventListener('scroll', note);
  }, [active]);
  return scroller;
}
