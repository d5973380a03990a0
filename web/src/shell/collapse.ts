// Whether the sidebar is collapsed to icons.
import { COLLAPSE_KEY, SIDEBAR_COLLAPSE_WIDTH } from '@kuwei/contract/constants';
import { create } from 'zustand';
import { local } from '../browser/storage.ts';

/** Narrow windows start collapsed, regardless of the stored choice, which stays unchanged. */
export const startsCollapsed = (width: number): boolean => width < SIDEBAR_COLLAPSE_WIDTH || local.get(COLLAPSE_KEY) === true;

interface CollapseState {
  collapsed: boolean;
  /** The sidebar as a drawer, if it does not fit beside the page. */
  drawer: boolean;
}
export const useCollapse = create<CollapseState>(() => ({ collapsed: startsCollapsed(window.innerWidth), drawer: false }));

/** Collapses or expands it, and stores the choice. */
export function chooseCollapsed(collapsed: boolean): void {
  local.set(COLLAPSE_KEY, collapsed);
  useCollapse.setState({ collapsed });
}

export const setDrawer = (drawer: boolean): void => useCollapse.setState({ drawer });

/** Narrowing the window below the width collapses it; widening it restores the choice. @returns stops it */
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
