// What can be done with the tabs: the buttons beside them, the menu on each, and the list they fold into.
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined';
import { Dropdown, type MenuProps } from 'antd';
import { history } from '../navigation/history.ts';
import { usePages } from '../page/pages.ts';
import { useT, type t as translate } from '../phrase/phrases.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { closeAllTabs, closeOtherTabs, closeTab, reloadTab, setFolded, useFolded } from './tab-actions.ts';
import { useTabs } from './use-tabs.ts';

type Items = NonNullable<MenuProps['items']>;

/** @param inFront whether the menu is that of the page shown: only that one can be built anew */
export const tabMenuItems = (t: typeof translate, count: number, inFront: boolean): Items => [
  { key: 'reload', label: t('tab.reload'), disabled: !inFront },
  { key: 'open', label: t('tab.openNew') },
  { type: 'divider' },
  { key: 'close', label: t('tab.close') },
  { key: 'others', label: t('tab.closeOthers'), disabled: count < 2 },
  { key: 'all', label: t('tab.closeAll') },
];

/** Carries out an entry of the menu for one tab. */
export function useTabMenu(routeName: string | null): NonNullable<MenuProps['onClick']> {
  return ({ key }) => {
    const tab = usePages.getState().tabs.find((each) => each.routeName === routeName);
    if (key === 'all') void closeAllTabs();
    if (!tab) return;
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

/** The tabs as a list in the header, where the bar is folded or has no room. */
export function FoldedTabs() {
  const t = useT();
  const tabs = useTabs();
  const phone = useIsPhone();
  const folded = useFolded((state) => state.folded);
  const active = tabs.find((tab) => tab.active);
  const onMenu = useTabMenu(active?.routeName ?? null);
  if (!phone && !folded) return null;
  const pages: Items = tabs.map((tab) => ({ key: `tab ${tab.routeName}`, label: tab.unsaved ? `${tab.label} •` : tab.label }));
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      classNames={{ root: 'folded-tabs-list' }}
      menu={{
        selectedKeys: active ? [`tab ${active.routeName}`] : [],
        items: [
          ...pages,
          { type: 'divider' },
          { key: 'reload', label: t('tab.reload') },
          { key: 'close', label: t('tab.close'), disabled: !active },
          { key: 'others', label: t('tab.closeOthers'), disabled: tabs.length < 2 || !active },
          { key: 'all', label: t('tab.closeAll') },
          ...(phone ? [] : [{ key: 'unfold', label: t('tab.unfold') }]),
        ],
        onClick: (info) => {
          const chosen = tabs.find((tab) => info.key === `tab ${tab.routeName}`);
          if (chosen) history.push(chosen.fullPath);
          else if (info.key === 'unfold') setFolded(false);
          else onMenu(info);
        },
      }}
    >
      <button type="button" className="kw-plain folded-tabs">
        <span>{active?.label ?? t('nav.pages')}</span>
        <span className="folded-tabs-count">{tabs.length}</span>
        <DownOutlined aria-hidden="true" />
      </button>
    </Dropdown>
  );
}
