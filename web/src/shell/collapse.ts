// Whether the sidebar is folded to its icons.
import { COLLAPSE_KEY, SIDEBAR_COLLAPSE_WIDTH } from '@kuwei/contract/constants';
import { create } from 'zustand';
import { local } from '../browser/storage.ts';

/** Narrow windows start folded, whatever was chosen; the width never changes what was chosen. */
export const startsCollapsed = (width: number): boolean => width < SIDEBAR_COLLAPSE_WIDTH || local.get(COLLAPSE_KEY) === true;

interface CollapseState {
  collapsed: boolean;
  /** The sidebar as a drawer, where there is no room for it beside the page. */
  drawer: boolean;
}
export const useCollapse = create<CollapseState>(() => ({ collapsed: startsCollapsed(window.innerWidth), drawer: false }));

/** Folds or unfolds, and remembers it. */
export function chooseCollapsed(collapsed: boolean): void {
  local.set(COLLAPSE_KEY, collapsed);
  useCollapse.setState({ collapsed });
}

export const setDrawer = (drawer: boolean): void => useCollapse.setState({ drawer });

/** Shrinking the window below the width folds; widening it brings back what was chosen. @returns ends it */
export function watchWidth(): () => void {
  let narrow = window.innerWidth < SIDEBAR_COLLAPSE_WIDTH;
  const resized = (): void => {
    const now = window.innerWidth < SIDEBAR_COLLAPSE_WIDTH;
    if (now !== narrow) useCollapse.setState({ collapsed: startsCollapsed(window.innerWidth) });
    narrow = now;
  };
  window.addEventListener('resize', resized);
  return () => window.removeEventListener('resize', resized);
}
