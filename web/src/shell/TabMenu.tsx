// Actions on tabs: buttons beside them, and a context menu on each.
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined';
import { Dropdown, type MenuProps } from 'antd';
import { pinOpenTab, usePages } from '../page/pages.ts';
import { useT, type t as translate } from '../phrase/phrases.ts';
import { closeAllTabs, closeOtherTabs, closeTab, reloadTab, setFolded } from './tab-actions.ts';
import { useTabs } from './use-tabs.ts';

export type Items = NonNullable<MenuProps['items']>;

/**
 * @param inFront whether the tab is active: only that one can be reloaded
 * @param preview whether it is a preview tab
 */
export const tabMenuItems = (t: typeof translate, count: number, inFront: boolean, preview: boolean): Items => [
  { key: 'keep', label: t('tab.keep'), disabled: !preview },
  { key: 'reload', label: t('tab.reload'), disabled: !inFront },
  { key: 'open', label: t('tab.openNew') },
  { type: 'divider' },
  { key: 'close', label: t('tab.close') },
  { key: 'others', label: t('tab.closeOthers'), disabled: count < 2 },
  { key: 'all', label: t('tab.closeAll') },
];

/** Runs a menu action for one tab. */
export function useTabMenu(routeName: string | null): NonNullable<MenuProps['onClick']> {
  return ({ key }) => {
    const tab = usePages.getState().tabs.find((each) => each.routeName === routeName);
    if (key === 'all') void closeAllTabs();
    if (!tab) return;
    if (key === 'keep') pinOpenTab(tab.routeName);
    if (key === 'reload') void reloadTab();
    if (key === 'open') window.open(tab.fullPath, '_blank', 'noopener');
    if (key === 'close') void closeTab(tab.routeName);
    if (key === 'others') void closeOtherTabs(tab.routeName);
  };
}

/** At the end of the tab bar. */
export function TabTools() {
  const t = useT();
  const tabs = useTabs();
  const active = tabs.find((tab) => tab.active)?.routeName ?? null;
  const onMenu = useTabMenu(active);
  return (
    <div className="tab-tools">
      <button
        type="button"
        className="kw-plain"
        aria-label={t('tab.reload')}
        title={t('tab.reload')}
        onClick={() => void reloadTab()}
      >
        <ReloadOutlined aria-hidden="true" />
      </button>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        autoFocus
        menu={{
          items: [
            { key: 'others', label: t('tab.closeOthers'), disabled: tabs.length < 2 || active === null },
            { key: 'all', label: t('tab.closeAll') },
            { type: 'divider' },
            { key: 'fold', label: t('tab.fold') },
          ],
          onClick: (info) => (info.key === 'fold' ? setFolded(true) : onMenu(info)),
        }}
      >
        <button
          type="button"
          className="kw-plain"
          aria-label={t('tab.all', { count: tabs.length })}
          title={t('tab.all', { count: tabs.length })}
        >
          <DownOutlined aria-hidden="true" />
        </button>
      </Dropdown>
    </div>
  );
}
