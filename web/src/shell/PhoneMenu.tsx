import type { MenuNode } from '@kuwei/contract/menu';
import { Drawer } from 'antd';
import { useT } from '../phrase/phrases.ts';
import { setDrawer, useCollapse } from './collapse.ts';
import { SideNav } from './SideNav.tsx';

/** The menu on a phone: a drawer that closes when an item is chosen. */
export default function PhoneMenu({ menu }: { menu: readonly MenuNode[] }) {
  const t = useT();
  const open = useCollapse((state) => state.drawer);
  const close = (): void => setDrawer(false);
  return (
    <Drawer open={open} onClose={close} placement="left" size={280} title={t('nav.main')} className="sidebar-drawer">
      <SideNav menu={menu} onFollow={close} />
    </Drawer>
  );
}
