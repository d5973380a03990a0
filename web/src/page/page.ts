// Context of a page. A page reads its address here, not from the router: in the background it must not follow the current address.
import { createContext, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState, type DependencyList } from 'react';
import { fullPath, history } from '../browser/history.ts';
import { pageKey } from '../navigation/page-key.ts';
import type { OpenPage } from '../navigation/resolve.ts';
import { leavePage } from './leave.ts';
import {
  finishPage,
  setHolderDirty,
  isInFront,
  markDrafted,
  removeDirtyHolder,
  registerDraftSaver,
  usePages,
  runWhileInFront,
} from './pages.ts';
import { setTitle, type Title } from './titles.ts';

export const PageContext = createContext<OpenPage | null>(null);

export interface Page {
  key: string;
  /** Path, query and hash. */
  address: string;
  path: string;
  /** First path segment: `teacher`, `admin` … It grants nothing. */
  prefix: string;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** The role active for this page's calls. */
  pageRole: string | null;
  /** Changes query parameters in place; null removes one. */
  setQuery: (patch: Readonly<Record<string, string | null>>) => void;
  /**
   * Leaves without asking, after saving: for an address, else for the page's list.
   * @param title title of the target page until it sets its own
   */
  finish: (to?: string, title?: Title) => void;
  /** Leaves for the page's list; asks first if there are unsaved changes. */
  back: () => void;
}

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage must be called inside a page');
  return useMemo(() => pageOf(page), [page]);
}

/** False while the page is in the background. Rerenders on every change; `useActiveEffect` is usually enough. */
export function useActive(): boolean {
  const { key } = usePage();
  return usePages((state) => state.active === key);
}

/**
 * An effect that runs while the page is in front, and is cleaned up when it is not, without a rerender. A layout effect, so that keys
 * work as soon as the page is visible.
 */
export function useActiveEffect(effect: () => void | (() => void), dependencies: DependencyList): void {
  const { key } = usePage();
  useLayoutEffect(() => runWhileInFront(key, effect), [key, ...dependencies]);
}

/**
 * While `dirty`, asks before this page is lost.
 * @param drafted unsaved changes are kept as a draft and survive a reload
 */
export function useDirty(dirty: boolean, drafted = false): void {
  const { key } = usePage();
  const [who] = useState(() => Symbol('holder'));
  useEffect(() => {
    if (drafted) markDrafted(key);
    setHolderDirty(key, who, dirty);
    // A draft outlives the form; its writer reports whether there is one.
    return () => (drafted ? removeDirtyHolder(key, who) : setHolderDirty(key, who, false));
  }, [key, who, dirty, drafted]);
}

/**
 * While mounted, the page offers to save its unsaved changes as a draft before they are lost. @param save see `registerDraftSaver`; null
 * for no offer
 */
export function useDraftSaver(save: (() => Promise<boolean>) | null): void {
  const { key } = usePage();
  const latest = useRef(save);
  latest.current = save;
  const offers = save !== null;
  useEffect(() => (offers ? registerDraftSaver(key, async () => (await latest.current?.()) ?? false) : undefined), [key, offers]);
}

/** Title of the page or its record, for the tab and the window. Null uses the menu's name. */
export function usePageTitle(title: Title | null): void {
  const key = useContext(PageContext)?.key;
  useEffect(() => {
    if (key !== undefined && title !== null) setTitle(key, title);
  }, [key, JSON.stringify(title)]);
}

function pageOf(page: OpenPage): Page {
  const { key, place, match, pageRole } = page;
  return {
    key,
    address: fullPath(place),
    path: place.pathname,
    prefix: match.role,
    params: match.params,
    query: new URLSearchParams(place.search),
    pageRole,
    setQuery: (patch) => {
      if (isInFront(key)) history.replace({ ...history.place, search: patched(history.place.search, patch) });
    },
    finish: (to, title) => {
      if (to !== undefined && title !== undefined) setTitle(keyAt(to), title);
      finishPage(page, to);
    },
    back: () => void leavePage(page),
  };
}

function keyAt(address: string): string {
  const [pathname = '', search = ''] = address.split('?');
  return pageKey(pathname, search, undefined);
}

function patched(search: string, patch: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
