import type { MenuNode } from '@kuwei/contract/menu';
import { useMemo } from 'react';
import { hasUnsavedChanges, usePages } from '../page/pages.ts';

import type { Tab } from '../page/tabs.ts';
import { titleText, useTitles } from '../page/titles.ts';
import { useVersion } from '../session/version.ts';
import { useItemName } from './item-name.ts';
import { disambiguateLabels } from './tab-labels.ts';

export interface NamedTab extends Tab {
  /** In the current language. */
  label: string;
  active: boolean;
  unsaved: boolean;
}

/** The open tabs as displayed. */
export function useTabs(): NamedTab[] {
  const tabs = usePages((state) => state.tabs);
  const activeTab = usePages((state) => state.activeTab);
  const slots = usePages((state) => state.slots);
  const dirty = usePages((state) => state.dirty);
  const menu = useVersion((state) => state.menu);
  const titles = useTitles((state) => state.titles);
  const nameOf = useItemName();
  const items = useMemo(() => new Map(flat(menu).map((item) => [item.code, item])), [menu]);
  const labels = tabs.map(({ routeName, key, item, name }) => {
    const own = routeName === item ? undefined : titleText(titles[key]);
    return own ?? nameOf(items.get(item) ?? { name, nameEn: null, nameTag: null });
  });
  const apart = disambiguateLabels(tabs, labels);
  return tabs.map((tab, at) => ({
    ...tab,
    label: apart[at]!,
    active: tab.routeName === activeTab,
    unsaved: dirty.size > 0 && hasUnsavedChanges(tab, slots),
  }));
}

const flat = (nodes: readonly MenuNode[]): MenuNode[] => nodes.flatMap((node) => [node, ...flat(node.subs)]);
