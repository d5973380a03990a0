// The menu as the user sees it.
import { branchPageRole, visibleMenu, type MenuNode, type MenuViewer } from '@kuwei/contract/menu';
import { opensScreen } from '@kuwei/contract/screens';
import { useMemo } from 'react';
import { switchPageRole, usePageRole } from '../api/page-role.ts';
import { ownerChain } from '../navigation/owner.ts';
import { useNav } from '../page/nav.ts';
import { getMenuAccess, getRoles, useUser } from '../session/user.ts';
import { useVersion } from '../session/version.ts';

/** The viewer of the menu: a new object whenever menu, rights, rules or page role change. */
export function useViewer(): MenuViewer {
  const menu = useVersion((state) => state.menu);
  const roles = useUser((state) => state.roles);
  const opened = useUser((state) => state.opened);
  const pageRole = usePageRole((state) => state.pageRole);
  return useMemo(
    () => ({ ...getMenuAccess(menu, { roles, opened }), pageRole, opens: opensScreen }),
    [menu, roles, opened, pageRole],
  );
}

/** The menu filtered for the viewer. */
export function useMenu(): MenuNode[] {
  const menu = useVersion((state) => state.menu);
  const viewer = useViewer();
  return useMemo(() => visibleMenu(menu, viewer), [menu, viewer]);
}

/** Codes of the items of the page in front, from the branch head down. */
export function useCurrentItems(): string[] {
  const menu = useVersion((state) => state.menu);
  const item = useNav(({ shown }) => (shown.kind === 'page' ? shown.item : null));
  const address = useNav(({ shown }) => (shown.kind === 'page' ? shown.place.pathname + shown.place.search : ''));
  return useMemo(() => ownerChain(menu, address, item?.code ?? null).map((node) => node.code), [menu, address, item]);
}

/** Opening a branch head activates the page role of its branch; its items then appear. */
export function enterBranch(head: MenuNode): void {
  const role = branchPageRole(head);
  if (role !== null && getRoles().some((held) => held.code === role)) switchPageRole(role, getRoles());
}
