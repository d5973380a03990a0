// The menu item a page belongs to: determines its tab and its page role.
import { ownerChain as chainOf, type MenuNode } from '@kuwei/contract/menu';
import { getMenuAccess } from '../session/user.ts';

/** For the current user. @param current code of the open page's item */
export const ownerChain = (menu: readonly MenuNode[], address: string, current: string | null): MenuNode[] =>
  chainOf(menu, getMenuAccess(menu), address, current);
