// Which menu item a page belongs to: the tab it stands in, the branch whose page role it is worked under.
import { ownerChain as chainOf, type MenuNode } from '@kuwei/contract/menu';
import { getMenuAccess } from '../session/user.ts';

/** As the person who is signed in has it. @param current code of the item whose page is open */
export const ownerChain = (menu: readonly MenuNode[], address: string, current: string | null): MenuNode[] =>
  chainOf(menu, getMenuAccess(menu), address, current);
