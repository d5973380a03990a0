// The menu as the person sees it now.
import { branchPageRole, visibleMenu, type MenuNode, type MenuViewer } from '@kuwei/contract/menu';
import { opensScreen } from '@kuwei/contract/screens';
import { useMemo } from 'react';
import { switchPageRole, usePageRole } from '../api/page-role.ts';
import { ownerChain } from '../navigation/owner.ts';
import { useNav } from '../page/nav.ts';
import { getMenuAccess, getRoles, useUser } from '../session/user.ts';
import { useVersion } from '../session/version.ts';

/** Who looks at the menu: another one whenever menu, rights, rules or page role change. */
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

/** Filtered again with its viewer. */
export function useMenu(): MenuNode[] {
  const menu = useVersion((state) => state.menu);
  const viewer = useViewer();
  return useMemo(() => visibleMenu(menu, viewer), [menu, viewer]);
}

/** Codes of the items that the page in front belongs to, from the head of its branch down. */
export function useCurrentItems(): string[] {
  const menu = useVersion((state) => state.menu);
  const item = useNav(({ shown }) => (shown.kind === 'page' ? shown.item : null));
  const address = useNav(({ shown }) => (shown.kind === 'page' ? shown.place.pathname + shown.place.search : ''));
  return useMemo(() => ownerChain(menu, address, item?.code ?? null).map((node) => node.code), [menu, address, item]);
}

/** Opening a head puts on the page role that its branch is worked under; its items then appear. */
export function enterBranch(head: MenuNode): void {
  const role = branchPageRole(head);
  if (role !== null && getRoles().some((held) => held.code === role)) switchPageRole(role, getRoles());
}
