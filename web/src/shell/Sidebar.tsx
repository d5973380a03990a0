import MenuFoldOutlined from '@ant-design/icons/es/icons/MenuFoldOutlined';
import MenuUnfoldOutlined from '@ant-design/icons/es/icons/MenuUnfoldOutlined';
import { Suspense, useEffect } from 'react';
import { lazyPart } from '../browser/lazy-part.ts';
import { useT } from '../phrase/phrases.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { chooseCollapsed, useCollapse, watchWidth } from './collapse.ts';
import { pagesOf, prefetchPages } from './prefetch.ts';
import { Rail } from './Rail.tsx';
import { SideNav } from './SideNav.tsx';
import { useMenu } from './use-menu.ts';
import './sidebar.css';

/** The drawer is needed on phones only. */
const PhoneMenu = lazyPart(async () => (await import('./PhoneMenu.tsx')).default);

export function Sidebar() {
  const t = useT();
  const phone = useIsPhone();
  const collapsed = useCollapse((state) => state.collapsed);
  const menu = useMenu();
  useEffect(watchWidth, []);
  useEffect(() => prefetchPages(pagesOf(menu)), [menu]);

  if (phone) {
    return (
      <Suspense>
        <PhoneMenu menu={menu} />
      </Suspense>
    );
  }
  const toggleText = t(collapsed ? 'header.expand' : 'header.collapse');
  return (
    <div className={collapsed ? 'sidebar collapsed' : 'sidebar'}>
      {collapsed ? <Rail menu={menu} /> : <SideNav menu={menu} />}
      <button
        type="button"
        className="kw-plain sidebar-toggle"
        aria-label={toggleText}
        aria-expanded={!collapsed}
        title={toggleText}
        onClick={() => chooseCollapsed(!collapsed)}
      >
        {collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
      </button>
    </div>
  );
}
