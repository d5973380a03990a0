// The list of open tabs. Pure functions: each returns the next list.
import { MAX_TABS } from '@kuwei/contract/constants';
import { fullPath } from '../browser/history.ts';
import type { OpenPage } from '../navigation/resolve.ts';

/** A tab: the list of a menu item, or one record or form that belongs to it. */
export interface Tab {
  name: string;
  /** Last address shown in it: path, query and hash. */
  fullPath: string;
  /** Identity: the menu item's code for its list, the page key for everything else. */
  routeName: string;
  path: string;
  keepalive: boolean;
  /** Key of the page last shown in it. */
  key: string;
  /** Code of its menu item. */
  item: string;
  /** Page role of its page. */
  pageRole: string | null;
  /** A preview: the next record opened replaces it. */
  preview: boolean;
}

/**
 * True for the page of the menu item itself: `…/list` is the same list as `…`. A page that only matches the item's pattern, such as a
 * section of the account, is a page of its own.
 */
export const isBase = ({ place, item }: Pick<OpenPage, 'place' | 'item'>): boolean => {
  if (item?.url == null) return false;
  const [own, here] = [listPath(item.url.split('?')[0]!), listPath(place.pathname)];
  return own === here || folderOf(own) === folderOf(here);
};

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
const listPath = (path: string): string => path.replace(/\/list$/, '');

/** The tab of a page; null if it has none. */
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
 * Opens a tab: an open one moves to the new address in place; a record opened from a preview replaces the preview; any other tab is
 * appended, and the oldest one is evicted.
 * @param isDirty tabs with unsaved changes: never evicted, even beyond the limit
 * @param ended tabs being closed; a page opened from one takes its position, such as the record that a form has created
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

/** Makes a preview tab permanent. */
export const pinTab = (tabs: readonly Tab[], routeName: string): Tab[] =>
  tabs.map((tab) => (tab.routeName === routeName && tab.preview ? { ...tab, preview: false } : tab));

/** Moves a tab to a position. */
export function moveTab(tabs: readonly Tab[], routeName: string, to: number): Tab[] {
  const moved = tabs.find((tab) => tab.routeName === routeName);
  if (!moved) return [...tabs];
  const others = tabs.filter((tab) => tab !== moved);
  return [...others.slice(0, to), moved, ...others.slice(to)];
}

/** The tab to activate after one is closed: its right neighbour, else the left one. */
export function neighbourOf(tabs: readonly Tab[], routeName: string): Tab | null {
  const at = tabs.findIndex((tab) => tab.routeName === routeName);
  return tabs[at + 1] ?? tabs[at - 1] ?? null;
}
