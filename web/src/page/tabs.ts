// The list of open tabs. Pure: every function answers with the next list.
import { MAX_TABS } from '@kuwei/contract/constants';
import type { MenuNode } from '@kuwei/contract/menu';

/** A tab. It belongs to one menu item and remembers where in it the person was last. */
export interface Tab {
  name: string;
  /** Path, query and hash last shown in it. */
  fullPath: string;
  /** Code of the menu item. */
  routeName: string;
  path: string;
  keepalive: boolean;
}

export const tabOf = (item: MenuNode, fullPath: string): Tab => ({
  name: item.name,
  fullPath,
  routeName: item.code,
  path: item.url?.split('?')[0] ?? '',
  keepalive: item.keepalive,
});

/**
 * Opens a tab, or moves the one of this item to a new address.
 * @param mustStay tabs that hold unsaved changes: they make room only when every other one does, too
 */
export function openTab(tabs: readonly Tab[], tab: Tab, mustStay: (tab: Tab) => boolean = () => false): Tab[] {
  if (tabs.some((each) => each.routeName === tab.routeName)) {
    return tabs.map((each) => (each.routeName === tab.routeName ? tab : each));
  }
  const room = [...tabs];
  while (room.length >= MAX_TABS) {
    const oldest = room.findIndex((each) => !mustStay(each));
    room.splice(Math.max(oldest, 0), 1);
  }
  return [...room, tab];
}

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
