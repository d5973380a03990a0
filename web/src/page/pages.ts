// The open pages of this window: which are kept, which tab each stands in, which holds unsaved changes.
import { create } from 'zustand';
import { KEYS, session } from '../base/storage.ts';
import { fullPath, history } from '../navigation/history.ts';
import type { OpenPage } from '../navigation/resolve.ts';
import { isBase, showPage, tabCode, type Slot } from './slots.ts';
import { moveTab, neighbourOf, openTab, tabOf, type Tab } from './tabs.ts';

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

export const usePages = create<PagesState>(() => ({ ...NONE, tabs: (session.get(KEYS.tabs) as Tab[] | null) ?? [] }));

usePages.subscribe(({ tabs }, before) => {
  if (tabs !== before.tabs) session.set(KEYS.tabs, tabs);
});

const set = usePages.setState;
const get = usePages.getState;

/** Brings a page to the front, with its tab. */
export function openPage(page: OpenPage): void {
  const { slots: slotsBefore, recency: before, tabs: tabsBefore, dirty, leaving } = get();
  const slots = slotsBefore.filter((slot) => slot.key === page.key || !leaving.includes(slot.key));
  const recency = [page.key, ...before.filter((key) => key !== page.key)];
  const activeTab = tabCode(page);
  const holdsChanges = (tab: Tab): boolean => slots.some((slot) => dirty.has(slot.key) && tabCode(slot.page) === tab.routeName);
  const tabs = activeTab === null ? tabsBefore : openTab(tabsBefore, tabOf(page.item!, fullPath(page.place)), holdsChanges);
  const gone = new Set(
    tabsBefore.filter((tab) => !tabs.some((each) => each.routeName === tab.routeName)).map((tab) => tab.routeName),
  );
  const kept = slots.filter((slot) => !gone.has(tabCode(slot.page) ?? ''));
  put(
    showPage(kept, page, recency, (key) => dirty.has(key)),
    { recency, active: page.key, tabs, activeTab, leaving: [] },
  );
}

/** Nothing of the kept pages is in front: an error page is. */
export const hidePages = (): void => set({ active: null, activeTab: null });

/** Keys of pages whose unsaved changes survive a reload. */
const drafted = new Set<string>();

/** Whether loading the console anew would lose something. */
export const losesByReload = (): boolean => [...get().dirty].some((key) => !drafted.has(key));

/** The unsaved changes of a page are kept as a draft. @returns it is no longer so */
export function keepsDraft(key: string): () => void {
  drafted.add(key);
  return () => void drafted.delete(key);
}

/** Whether a page has unsaved changes; the page itself says so. */
export function setDirty(key: string, isDirty: boolean): void {
  const { dirty } = get();
  if (dirty.has(key) === isDirty) return;
  const next = new Set(dirty);
  if (isDirty) next.add(key);
  else next.delete(key);
  set({ dirty: next });
}

/** Gives up what a page holds unsaved; the page goes as soon as another one is in front. */
export function giveUp(keys: readonly string[]): void {
  for (const key of keys) setDirty(key, false);
  set(({ leaving }) => ({ leaving: [...leaving, ...keys] }));
}

/** Drops every page and keeps the tabs: each is built anew when it is opened. */
export function dropAllPages(): void {
  set(NONE);
}

/** Builds the page in front anew. */
export function rebuildPage(): void {
  const { slots, active } = get();
  if (active !== null) setDirty(active, false);
  set({ slots: slots.map((slot) => (slot.key === active ? { ...slot, turn: slot.turn + 1 } : slot)) });
}

/** Keys of the pages that stand in these tabs. */
export const keysIn = (routeNames: readonly string[]): string[] =>
  get()
    .slots.filter((slot) => routeNames.includes(tabCode(slot.page) ?? ''))
    .map((slot) => slot.key);

/** Closes tabs and their pages; when the one in front goes, a neighbour takes its place, and `/` when none is left. */
export function closeTabs(routeNames: readonly string[]): void {
  const { tabs, activeTab, slots, active } = get();
  const left = tabs.filter((tab) => !routeNames.includes(tab.routeName));
  const keys = keysIn(routeNames);
  for (const key of keys) setDirty(key, false);
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

/** The list a page belongs to, as it was left; `/` where it belongs to none. */
export const listAddress = ({ item }: Pick<OpenPage, 'item'>): string =>
  item?.url ? addressOf({ code: item.code, url: item.url }) : '/';

export const isInFront = (key: string): boolean => get().active === key;

/** Calls back whenever a page comes to the front (true) or goes to the background (false). @returns ends it */
export const onFront = (key: string, callback: (inFront: boolean) => void): (() => void) =>
  usePages.subscribe(({ active }, before) => {
    if ((active === key) !== (before.active === key)) callback(active === key);
  });

/** An effect that holds while a page is in front. @returns ends it */
export function whileInFront(key: string, effect: () => void | (() => void)): () => void {
  let cleanUp = isInFront(key) ? effect() : undefined;
  const stop = onFront(key, (inFront) => {
    cleanUp?.();
    cleanUp = inFront ? effect() : undefined;
  });
  return () => {
    stop();
    cleanUp?.();
  };
}

/**
 * Ends a page that has done its work, without asking: on to an address, else to the list it belongs to. A page that
 * finishes in the background takes nobody away from where they are by now.
 */
export function finishPage(page: OpenPage, to?: string): void {
  const { key, item } = page;
  const address = to ?? listAddress(page);
  giveUp([key]);
  if (isInFront(key)) return history.push(address);
  const tabs = get().tabs.map((tab) => (tab.routeName === item?.code ? { ...tab, fullPath: address } : tab));
  put(
    get().slots.filter((slot) => slot.key !== key),
    { tabs },
  );
}

/** Forgets everything, for the next person. */
export function forgetPages(): void {
  set({ ...NONE, tabs: [] });
}

function put(slots: readonly Slot[], rest: Partial<PagesState> = {}): void {
  const keys = new Set(slots.map((slot) => slot.key));
  set((state) => ({ ...rest, slots, recency: (rest.recency ?? state.recency).filter((key) => keys.has(key)) }));
}
