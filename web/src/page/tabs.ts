// The list of open tabs. Pure: every function answers with the next list.
import { MAX_TABS } from '@kuwei/contract/constants';
import { fullPath } from '../browser/history.ts';
import type { OpenPage } from '../navigation/resolve.ts';

/** A tab: the list of a menu item, or one record or form that belongs to it. */
export interface Tab {
  name: string;
  /** Path, query and hash last shown in it. */
  fullPath: string;
  /** Its identity: the code of the menu item for its list, the key of the page for everything else. */
  routeName: string;
  path: string;
  keepalive: boolean;
  /** Key of the page last shown in it. */
  key: string;
  /** Code of the menu item it belongs to. */
  item: string;
  /** Role that its page is worked under. */
  pageRole: string | null;
  /** It shows a record in passing: the next one takes its place. */
  preview: boolean;
}

/**
 * True for the page of the menu item itself: `…/list` is the same list as `…`, and a page that its pattern takes in beside
 * its own address, as the parts of the account, is another part of it.
 */
export const isBase = ({ place, item }: Pick<OpenPage, 'place' | 'item'>): boolean => {
  if (item?.url == null) return false;
  const [own, here] = [listPath(item.url.split('?')[0]!), listPath(place.pathname)];
  return own === here || folderOf(own) === folderOf(here);
};

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
const listPath = (path: string): string => path.replace(/\/list$/, '');

/** The tab a page stands in; null for one that has none. */
export function tabOf(page: OpenPage): Tab | null {
  const { entry, item, key, place, pageRole } = page;
  if ((entry.layout ?? 'default') !== 'default' || item === null) return null;
  const base = isBase(page);
  return {
    name: item.name,
    fullPath: fullPath(place),
    routeName: base ? item.code : key,
    path: base ? item.url!.split('?')[0]! : place.pathname,
    keepalive: item.keepalive,
    key,
    item: item.code,
    pageRole,
    preview: !base && new URLSearchParams(place.search).has('id'),
  };
}

/**
 * Brings a tab among the others: where it is open already it moves to the new address and stays what it was; a record that
 * follows another in passing takes its place; else it comes last, and the oldest tab makes room.
 * @param isDirty tabs that hold unsaved changes: they never make room, also where the limit is passed by that
 * @param ended tabs that go; what follows one of them takes its place, as the record that a form has made does
 */
export function openTab(
  tabs: readonly Tab[],
  tab: Tab,
  isDirty: (tab: Tab) => boolean = () => false,
  ended: readonly string[] = [],
): Tab[] {
  const left = tabs.filter((each) => !ended.includes(each.routeName) || each.routeName === tab.routeName);
  const known = left.find((each) => each.routeName === tab.routeName);
  if (known) return left.map((each) => (each === known ? { ...tab, preview: known.preview } : each));
  if (tab.preview) {
    const made = tabs.findIndex((each) => ended.includes(each.routeName) && each.item === tab.item);
    if (made >= 0) return [...left.slice(0, made), { ...tab, preview: false }, ...left.slice(made)];
    const passed = left.find((each) => each.preview && !isDirty(each));
    if (passed) return left.map((each) => (each === passed ? tab : each));
  }
  while (left.length >= MAX_TABS) {
    const oldest = left.findIndex((each) => !isDirty(each));
    if (oldest < 0) break;
    left.splice(oldest, 1);
  }
  return [...left, tab];
}

/** Takes a tab out of passing. */
export const pinTab = (tabs: readonly Tab[], routeName: string): Tab[] =>
  tabs.map((tab) => (tab.routeName === routeName && tab.preview ? { ...tab, preview: false } : tab));

/** Moves a tab to a position; others make way. */
export function moveTab(tabs: readonly Tab[], routeName: string, to: number): Tab[] {
  const moved = tabs.find((tab) => tab.routeName === routeName);
  if (!moved) return [...tabs];
  const others = tabs.filter((tab) => tab !== moved);
  return [...others.slice(0, to), moved, ...others.slice(to)];
}

/** Which tab is shown after one is closed: the next to the right, else to the left. */
export function neighbourOf(tabs: readonly Tab[], routeName: string): Tab | null {
  const at = tabs.findIndex((tab) => tab.routeName === routeName);
  return tabs[at + 1] ?? tabs[at - 1] ?? null;
}
