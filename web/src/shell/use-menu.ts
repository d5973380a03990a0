// The menu as the person sees it now.
import { branchPageRole, visibleMenu, type MenuNode } from '@kuwei/contract/menu';
import { opensScreen } from '@kuwei/contract/screens';
import { useMemo } from 'react';
import { switchPageRole, usePageRole } from '../api/page-role.ts';
import { ownerChain } from '../navigation/owner.ts';
import { useNav } from '../page/nav.ts';
import { rolesHeld, useUser } from '../session/user.ts';
import { useVersion } from '../session/version.ts';

/** Filtered again whenever menu, rights or page role change. */
export function useMenu(): MenuNode[] {
  const menu = useVersion((state) => state.menu);
  const roles = useUser((state) => state.roles);
  const pageRole = usePageRole((state) => state.pageRole);
  return useMemo(() => visibleMenu(menu, { roles, pageRole, opens: opensScreen }), [menu, roles, pageRole]);
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
  if (role !== null && rolesHeld().some((held) => held.code === role)) switchPageRole(role, rolesHeld());
}
