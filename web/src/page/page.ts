// What a page knows of itself. It reads its address here, not from the router: kept in the background, it must not
// follow where the person went meanwhile.
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
  /** First segment of the path: `teacher`, `admin` … It grants nothing. */
  prefix: string;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** The role active for this page's calls. */
  pageRole: string | null;
  /** Changes parts of the query in place; null takes a part away. */
  setQuery: (patch: Readonly<Record<string, string | null>>) => void;
  /**
   * Leaves for good without asking, after saving: for an address, else for the list the page belongs to.
   * @param title what the page there is called, until it says so itself
   */
  finish: (to?: string, title?: Title) => void;
  /** Leaves for good, for the list the page belongs to; asks first when changes are unsaved. */
  back: () => void;
}

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage stands outside a page');
  return useMemo(() => pageOf(page), [page]);
}

/** False while the page is kept in the background. Draws again with every change: an effect needs it rarely. */
export function useActive(): boolean {
  const { key } = usePage();
  return usePages((state) => state.active === key);
}

/**
 * An effect that runs while the page is in front, and is cleaned up when it is not. Draws nothing again. Keys are heard as soon as
 * the page can be seen.
 */
export function useActiveEffect(effect: () => void | (() => void), dependencies: DependencyList): void {
  const { key } = usePage();
  useLayoutEffect(() => runWhileInFront(key, effect), [key, ...dependencies]);
}

/**
 * While `dirty`, the person is asked before this page is lost.
 * @param drafted what is unsaved is kept as a draft, and survives a reload
 */
export function useDirty(dirty: boolean, drafted = false): void {
  const { key } = usePage();
  const [who] = useState(() => Symbol('holder'));
  useEffect(() => {
    if (drafted) markDrafted(key);
    setHolderDirty(key, who, dirty);
    // What is kept as a draft outlives the form; its writer says whether there is one.
    return () => (drafted ? removeDirtyHolder(key, who) : setHolderDirty(key, who, false));
  }, [key, who, dirty, drafted]);
}

/** While it is drawn, the page offers to save its unsaved changes as a draft before it is lost. @param save as `registerDraftSaver` has it; null offers nothing */
export function useDraftSaver(save: (() => Promise<boolean>) | null): void {
  const { key } = usePage();
  const latest = useRef(save);
  latest.current = save;
  const offers = save !== null;
  useEffect(() => (offers ? registerDraftSaver(key, async () => (await latest.current?.()) ?? false) : undefined), [key, offers]);
}

/** What the page, or the record on it, is called: its tab and the window say it. Null leaves it to the menu's name. */
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
