// The open pages of this window: which are kept, which tab each stands in, which holds unsaved changes.
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
  /** `routeName` of the tab in front; null where the page has none. */
  activeTab: string | null;
  /** Keys of pages with unsaved changes. */
  dirty: ReadonlySet<string>;
  /** Keys of pages that go as soon as another one is in front. */
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

/** A tab holds unsaved changes also where its page has not been built again since a reload. */
export const hasUnsavedChanges = (tab: Tab, slots: readonly Slot[] = get().slots): boolean =>
  isDirty(tab.key) || slots.some((slot) => isDirty(slot.key) && tabCode(slot.page) === tab.routeName);

/** Takes the record shown in passing out of it: its tab is its own from now on. */
export const pinOpenTab = (routeName: string): void => set(({ tabs }) => ({ tabs: pinTab(tabs, routeName) }));

/** Nothing of the kept pages is in front: an error page is. @param activeTab the tab that it stands in, where it has one */
export const hidePages = (activeTab: string | null = null): void => set({ active: null, activeTab });

/**
 * Where an address leads that asks for a new record: to a form of its own, where one at that address holds unsaved changes already.
 * Every other address stays what it is.
 */
export function newAddress(to: string): string {
  const [pathname = '', search = ''] = to.split('?');
  const query = new URLSearchParams(search);
  if (!pathname.endsWith('/edit') || query.has('id')) return to;
  for (let at = 2; isDirty(pageKey(pathname, query.toString(), undefined)); at++) query.set('new', String(at));
  return query.has('new') ? `${pathname}?${query.toString()}` : to;
}

/** Whether reloading the console would lose something. */
export const isLostOnReload = (): boolean => [...get().dirty].some((key) => !draftedPages.has(key));

/** The unsaved changes of a page are kept as a draft. */
export const markDrafted = (key: string): void => void draftedPages.add(key);

/** Who holds unsaved changes of a page: its form, and a dialog over it. */
const dirtyHolders = new Map<string, Set<symbol>>();
export const hasDirtyHolder = (key: string): boolean => (dirtyHolders.get(key)?.size ?? 0) > 0;

/** Says for one of them whether it holds some; the page is clean once none does. */
export function setHolderDirty(key: string, who: symbol, now: boolean): void {
  if (now) dirtyHolders.set(key, (dirtyHolders.get(key) ?? new Set()).add(who));
  else dirtyHolders.get(key)?.delete(who);
  // Whoever lets go marks nothing: all of it may have been given up before the last of them is gone from the screen.
  if (now || !hasDirtyHolder(key)) mark(key, now);
}

/** It is gone from the screen; whether what it held is kept, its writer says. */
export const removeDirtyHolder = (key: string, who: symbol): void => void dirtyHolders.get(key)?.delete(who);

/** How pages save what is unsaved as a draft on the server, by their key. */
const draftSavers = new Map<string, () => Promise<boolean>>();

/** @param save answers whether it is saved, and has said what kept it from it. @returns takes the offer back */
export function registerDraftSaver(key: string, save: () => Promise<boolean>): () => void {
  draftSavers.set(key, save);
  return () => void (draftSavers.get(key) === save && draftSavers.delete(key));
}

/** Saves of pages, each of which has all that is unsaved in one form that can be saved as a draft; null where one has not. */
export function listDraftSavers(keys: readonly string[]): (() => Promise<boolean>)[] | null {
  const saves = keys.flatMap((key) => (dirtyHolders.get(key)?.size === 1 ? (draftSavers.get(key) ?? []) : []));
  return saves.length === keys.length ? saves : null;
}

/** Whether a page has unsaved changes, whoever held some. What is typed in is no longer open in passing. */
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

/** Gives up what pages hold unsaved, and their drafts. Whoever calls has asked. */
export function discardChanges(keys: readonly string[]): void {
  for (const key of keys) {
    setDirty(key, false);
    dropDrafts(key);
  }
}

/** Pages that have done their work, or are given up: they go as soon as another one is in front. */
export function endPages(keys: readonly string[]): void {
  discardChanges(keys);
  set(({ leaving }) => ({ leaving: [...leaving, ...keys] }));
}

/** Drops every page with what it holds, and keeps the tabs: each is built again when it is opened. */
export function dropAllPages(): void {
  discardChanges([...get().dirty]);
  set(NONE);
}

/** Builds the page in front again. */
export function rebuildPage(): void {
  const { slots, active } = get();
  if (active !== null) discardChanges([active]);
  set({ slots: slots.map((slot) => (slot.key === active ? { ...slot, turn: slot.turn + 1 } : slot)) });
}

/** Keys of the pages that stand in these tabs. */
export function keysIn(routeNames: readonly string[]): string[] {
  const { slots, tabs } = get();
  const built = slots.filter((slot) => routeNames.includes(tabCode(slot.page) ?? '')).map((slot) => slot.key);
  // One that has not been built again since a reload may have a draft all the same.
  const shown = tabs.filter((tab) => routeNames.includes(tab.routeName)).map((tab) => tab.key);
  return [...new Set([...built, ...shown])];
}

/** Closes tabs and their pages; when the one in front goes, a neighbour takes its place, and `/` when none is left. */
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

/** Where an item of the menu leads: back to its page as it was left, where that is still open. */
export function addressOf(item: { code: string; url: string }): string {
  const slot = get().slots.find(({ page }) => page.item?.code === item.code && isBase(page));
  return slot ? fullPath(slot.page.place) : item.url;
}

/** Follows an item of the menu: a page here, an address outside in a window of its own. */
export function openMenuItem(item: { code: string; url: string }): void {
  if (isExternalUrl(item.url)) window.open(item.url, '_blank', 'noopener,noreferrer');
  else history.push(addressOf(item));
}

/** The list a page belongs to, as it was left; of one that no item owns what its form lies below; else `/`. */
function listAddress({ item, place }: Pick<OpenPage, 'item' | 'place'>): string {
  if (item?.url?.startsWith('/')) return addressOf({ code: item.code, url: item.url });
  const above = place.pathname.replace(/\/edit$/, '');
  return item === null && above !== place.pathname && matchScreen(above) !== null ? above : '/';
}

export const isInFront = (key: string): boolean => get().active === key;

/** Calls back whenever a page comes to the front (true) or goes to the background (false). @returns ends it */
export const onFrontChange = (key: string, callback: (inFront: boolean) => void): (() => void) =>
  usePages.subscribe(({ active }, before) => {
    if ((active === key) !== (before.active === key)) callback(active === key);
  });

/** An effect that holds while a page is in front. @returns ends it */
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
 * Ends a page that has done its work, with its tab, without asking: on to an address, else to the list it belongs to. A
 * page that finishes in the background takes nobody away from where they are by now.
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

/** Forgets everything, for the next person. */
export function forgetPages(): void {
  dirtyHolders.clear();
  set({ ...NONE, tabs: [] });
  forgetTitles();
}

/** The tabs that somebody left open are theirs again; each page is built when it is opened, with its draft. */
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
