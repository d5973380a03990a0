import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import { Dropdown } from 'antd';
import { history } from '../browser/history.ts';
import { useT } from '../phrase/phrases.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { setFolded } from './tab-actions.ts';
import { useTabMenu, type Items } from './TabMenu.tsx';
import { useTabs } from './use-tabs.ts';
import './tab-bar.css';

/** Tabs as a list in the header, if the bar is collapsed or does not fit. */
export function FoldedTabs() {
  const t = useT();
  const tabs = useTabs();
  const phone = useIsPhone();
  const active = tabs.find((tab) => tab.active);
  const onMenu = useTabMenu(active?.routeName ?? null);
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
          { key: 'keep', label: t('tab.keep'), disabled: !active?.preview },
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
