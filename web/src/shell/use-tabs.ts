import type { MenuNode } from '@kuwei/contract/menu';
import { useMemo } from 'react';
import { usePages } from '../page/pages.ts';
import { tabCode } from '../page/slots.ts';
import type { Tab } from '../page/tabs.ts';
import { useVersion } from '../session/version.ts';
import { useItemName } from './item-name.ts';

export interface NamedTab extends Tab {
  /** In the language on screen. */
  label: string;
  active: boolean;
  unsaved: boolean;
}

/** The open tabs, as they are drawn. */
export function useTabs(): NamedTab[] {
  const tabs = usePages((state) => state.tabs);
  const activeTab = usePages((state) => state.activeTab);
  const slots = usePages((state) => state.slots);
  const dirty = usePages((state) => state.dirty);
  const menu = useVersion((state) => state.menu);
  const nameOf = useItemName();
  const items = useMemo(() => new Map(flat(menu).map((item) => [item.code, item])), [menu]);
  const unsaved = new Set(slots.filter((slot) => dirty.has(slot.key)).map((slot) => tabCode(slot.page)));
  return tabs.map((tab) => ({
    ...tab,
    label: nameOf(items.get(tab.routeName) ?? { name: tab.name, nameTag: null }),
    active: tab.routeName === activeTab,
    unsaved: unsaved.has(tab.routeName),
  }));
}

const flat = (nodes: readonly MenuNode[]): MenuNode[] => nodes.flatMap((node) => [node, ...flat(node.subs)]);
