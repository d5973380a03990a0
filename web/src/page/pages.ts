// The open pages of this window: the kept ones, their tabs, and their unsaved changes.
import { isExternalUrl } from '@kuwei/contract/menu';
import { matchScreen } from '@kuwei/contract/screens';
import { create } from 'zustand';
import { fullPath, history } from '../browser/history.ts';
import { KEYS, session } from '../browser/storage.ts';
import { pageKey } from '../navigation/page-key.ts';
import type { OpenPage } from '../navigation/resolve.ts';
import { dropDrafts, hasDraft } from './drafts.ts';
import { showPage, tabCode, type Slot } from './slots.ts';
import { isBase, pinTab, moveTab, neighbourOf, openTab, tabOf, type Tab } from './tabs.ts';
import { forgetTitles, restoreTitles } from './titles.ts';

interface PagesState {
  slots: readonly Slot[];
  /** Keys of the slots, most recently shown first. */
  recency: readonly string[];
  /** Key of the page in front. */
  active: string | null;
  tabs: readonly Tab[];
  /** `routeName` of the tab in front; null if the page has none. */
  activeTab: string | null;
  /** Keys of pages with unsaved changes. */
  dirty: ReadonlySet<string>;
  /** Keys of pages to close as soon as another one is in front. */
  leaving: readonly string[];
}

const NONE = { slots: [], recency: [], active: null, activeTab: null, dirty: new Set<string>(), leaving: [] };

/** Keys of pages whose unsaved changes survive a reload. */
const getStoredUnsaved = (): string[] => (session.get(KEYS.unsaved) as string[] | null) ?? [];
const getStoredTabs = (): Tab[] => (session.get(KEYS.tabs) as Tab[] | null) ?? [];
const draftedPages = new Set(getStoredUnsaved());

export const usePages = create<PagesState>(() => ({
  ...NONE,
  tabs: getStoredTabs(),
  dirty: new Set(draftedPages),
}));

usePages.subscribe(({ tabs, dirty }, before) => {
  if (tabs !== before.tabs) session.set(KEYS.tabs, tabs);
  if (dirty !== before.dirty)
    session.set(
      KEYS.unsaved,
      [...dirty].filter((key) => draftedPages.has(key)),
    );
});

const set = usePages.setState;
const get = usePages.getState;

export const isDirty = (key: string): boolean => get().dirty.has(key);

/** Brings a page to the front, with its tab. */
export function openPage(page: OpenPage): void {
  const { slots: slotsBefore, recency: before, tabs: tabsBefore, leaving } = get();
  const stays = (slot: Slot): boolean => slot.key === page.key || !leaving.includes(slot.key);
  const slots = slotsBefore.filter(stays);
  const ended = slotsBefore.filter((slot) => !stays(slot)).map((slot) => tabCode(slot.page) ?? '');
  const recency = [page.key, ...before.filter((key) => key !== page.key)];
  const tab = tabOf(page);
  const left = tabsBefore.filter((each) => !ended.includes(each.routeName));
  const tabs = tab ? openTab(tabsBefore, tab, (each) => hasUnsavedChanges(each, slots), ended) : left;
  const gone = new Set(tabsBefore.map((each) => each.routeName));
  for (const each of tabs) gone.delete(each.routeName);
  const kept = slots.filter((slot) => !gone.has(tabCode(slot.page) ?? ''));
  put(showPage(kept, page, recency, isDirty), {
    recency,
    active: page.key,
    tabs,
    activeTab: tab?.routeName ?? null,
    leaving: [],
  });
}

/** Also true for a tab whose page has not been rebuilt since a reload. */
export const hasUnsavedChanges = (tab: Tab, slots: readonly Slot[] = get().slots): boolean =>
  isDirty(tab.key) || slots.some((slot) => isDirty(slot.key) && tabCode(slot.page) === tab.routeName);

/** Makes the preview tab permanent. */
export const pinOpenTab = (routeName: string): void => set(({ tabs }) => ({ tabs: pinTab(tabs, routeName) }));

/** Hides all kept pages, for an error page. @param activeTab the tab of the error page, if any */
export const hidePages = (activeTab: string | null = null): void => set({ active: null, activeTab });

/** Address for a new record: a new form if one at that address already has unsaved changes. Other addresses are returned unchanged. */
export function newAddress(to: string): string {
  const [pathname = '', search = ''] = to.split('?');
  const query = new URLSearchParams(search);
  if (!pathname.endsWith('/edit') || query.has('id')) return to;
  for (let at = 2; isDirty(pageKey(pathname, query.toString(), undefined)); at++) query.set('new', String(at));
  return query.has('new') ? `${pathname}?${query.toString()}` : to;
}

/** Whether a reload would lose unsaved changes. */
export const isLostOnReload = (): boolean => [...get().dirty].some((key) => !draftedPages.has(key));

/** Marks the unsaved changes of a page as kept in a draft. */
export const markDrafted = (key: string): void => void draftedPages.add(key);

/** Components with unsaved changes, by page: its form, and dialogs over it. */
const dirtyHolders = new Map<string, Set<symbol>>();
export const hasDirtyHolder = (key: string): boolean => (dirtyHolders.get(key)?.size ?? 0) > 0;

/** Sets whether one component has unsaved changes; the page is clean once none has. */
export function setHolderDirty(key: string, who: symbol, now: boolean): void {
  if (now) dirtyHolders.set(key, (dirtyHolders.get(key) ?? new Set()).add(who));
  else dirtyHolders.get(key)?.delete(who);
  // The page stays dirty while another holder has changes.
  if (now || !hasDirtyHolder(key)) mark(key, now);
}

/** The component has unmounted; its draft writer reports whether its changes are kept. */
export const removeDirtyHolder = (key: string, who: symbol): void => void dirtyHolders.get(key)?.delete(who);

/** Save functions of pages that can be saved as a draft on the server, by page key. */
const draftSavers = new Map<string, () => Promise<boolean>>();

/** @param save resolves to whether it worked, and shows its own errors. @returns unregisters it */
export function registerDraftSaver(key: string, save: () => Promise<boolean>): () => void {
  draftSavers.set(key, save);
  return () => void (draftSavers.get(key) === save && draftSavers.delete(key));
}

/** Save functions of these pages if each has a single form that can be saved as a draft; else null. */
export function listDraftSavers(keys: readonly string[]): (() => Promise<boolean>)[] | null {
  const saves = keys.flatMap((key) => (dirtyHolders.get(key)?.size === 1 ? (draftSavers.get(key) ?? []) : []));
  return saves.length === keys.length ? saves : null;
}

/** Sets the unsaved state of a page, regardless of holders. A page with input is no longer a preview. */
export function setDirty(key: string, now: boolean): void {
  if (!now) dirtyHolders.delete(key);
  mark(key, now);
}

function mark(key: string, now: boolean): void {
  const { dirty, tabs } = get();
  if (dirty.has(key) === now) return;
  const next = new Set(dirty);
  if (now) next.add(key);
  else next.delete(key);
  set({ dirty: next, ...(now && { tabs: pinTab(tabs, key) }) });
}

/** Discards unsaved changes and drafts of pages. The caller has asked. */
export function discardChanges(keys: readonly string[]): void {
  for (const key of keys) {
    setDirty(key, false);
    dropDrafts(key);
  }
}

/** Closes pages that are done or discarded, as soon as another one is in front. */
export function endPages(keys: readonly string[]): void {
  discardChanges(keys);
  set(({ leaving }) => ({ leaving: [...leaving, ...keys] }));
}

/** Drops every page and its state, and keeps the tabs: each page is rebuilt when opened. */
export function dropAllPages(): void {
  discardChanges([...get().dirty]);
  set(NONE);
}

/** Rebuilds the page in front. */
export function rebuildPage(): void {
  const { slots, active } = get();
  if (active !== null) discardChanges([active]);
  set({ slots: slots.map((slot) => (slot.key === active ? { ...slot, turn: slot.turn + 1 } : slot)) });
}

/** Keys of the pages in these tabs. */
export function keysIn(routeNames: readonly string[]): string[] {
  const { slots, tabs } = get();
  const built = slots.filter((slot) => routeNames.includes(tabCode(slot.page) ?? '')).map((slot) => slot.key);
  // A page not rebuilt since a reload may still have a draft.
  const shown = tabs.filter((tab) => routeNames.includes(tab.routeName)).map((tab) => tab.key);
  return [...new Set([...built, ...shown])];
}

/** Closes tabs and their pages; if the active one is closed, a neighbour becomes active, or `/` if none is left. */
export function closeTabs(routeNames: readonly string[]): void {
  const { tabs, activeTab, slots, active } = get();
  const left = tabs.filter((tab) => !routeNames.includes(tab.routeName));
  const keys = keysIn(routeNames);
  discardChanges(keys);
  const goes = activeTab !== null && routeNames.includes(activeTab);
  const next = goes ? (left.length < tabs.length - 1 ? (left.at(-1) ?? null) : neighbourOf(tabs, activeTab)) : null;
  put(
    slots.filter((slot) => !keys.includes(slot.key)),
    { tabs: left, ...(goes && { activeTab: null }), ...(active !== null && keys.includes(active) && { active: null }) },
  );
  if (goes) history.push(next?.fullPath ?? '/');
}

export const reorderTab = (routeName: string, to: number): void => set(({ tabs }) => ({ tabs: moveTab(tabs, routeName, to) }));

/** Address of a menu item: its open page as it was left, if there is one. */
export function addressOf(item: { code: string; url: string }): string {
  const slot = get().slots.find(({ page }) => page.item?.code === item.code && isBase(page));
  return slot ? fullPath(slot.page.place) : item.url;
}

/** Opens a menu item: a page here, an external address in a new window. */
export function openMenuItem(item: { code: string; url: string }): void {
  if (isExternalUrl(item.url)) window.open(item.url, '_blank', 'noopener,noreferrer');
  else history.push(addressOf(item));
}

/** The page's list as it was left; without a menu item, the parent path of the form; else `/`. */
function listAddress({ item, place }: Pick<OpenPage, 'item' | 'place'>): string {
  if (item?.url?.startsWith('/')) return addressOf({ code: item.code, url: item.url });
  const above = place.pathname.replace(/\/edit$/, '');
  return item === null && above !== place.pathname && matchScreen(above) !== null ? above : '/';
}

export const isInFront = (key: string): boolean => get().active === key;

/** Subscribes to a page coming to the front (true) or going to the background (false). @returns unsubscribes */
export const onFrontChange = (key: string, callback: (inFront: boolean) => void): (() => void) =>
  usePages.subscribe(({ active }, before) => {
    if ((active === key) !== (before.active === key)) callback(active === key);
  });

/** Runs an effect while a page is in front. @returns stops it */
export function runWhileInFront(key: string, effect: () => void | (() => void)): () => void {
  let cleanUp = isInFront(key) ? effect() : undefined;
  const stop = onFrontChange(key, (inFront) => {
    cleanUp?.();
    cleanUp = inFront ? effect() : undefined;
  });
  return () => {
    stop();
    cleanUp?.();
  };
}

/**
 * Closes a finished page and its tab without asking, and goes to an address, else to its list. A page that finishes in the background
 * does not navigate.
 */
export function finishPage(page: OpenPage, to?: string): void {
  const { key } = page;
  if (isInFront(key)) {
    if (isBase(page)) discardChanges([key]);
    else endPages([key]);
    return history.push(to ?? listAddress(page));
  }
  discardChanges([key]);
  put(
    get().slots.filter((slot) => slot.key !== key),
    { tabs: get().tabs.filter((tab) => tab.routeName !== tabCode(page) || isBase(page)) },
  );
}

/** Clears everything, for the next user. */
export function forgetPages(): void {
  dirtyHolders.clear();
  set({ ...NONE, tabs: [] });
  forgetTitles();
}

/** Restores the tabs of the last session; each page is rebuilt when opened, with its draft. */
export function restorePages(): void {
  const dirty = new Set(getStoredUnsaved().filter(hasDraft));
  for (const key of dirty) draftedPages.add(key);
  set({ tabs: getStoredTabs(), dirty });
  restoreTitles();
}

function put(slots: readonly Slot[], rest: Partial<PagesState> = {}): void {
  const keys = new Set(slots.map((slot) => slot.key));
  set((state) => ({ ...rest, slots, recency: (rest.recency ?? state.recency).filter((key) => keys.has(key)) }));
}
