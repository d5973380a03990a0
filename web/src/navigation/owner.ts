// Which menu item a page belongs to: the tab it stands in, the branch whose page role it is worked under.
import { allowed } from '@kuwei/contract/access';
import { menuPath, type MenuNode } from '@kuwei/contract/menu';
import { rolesHeld } from '../session/user.ts';

/**
 * The chain of menu items, top first, that an address belongs to: its own item, one whose pattern matches, else the item
 * whose address it lies below, so that an edit screen belongs to its list. Empty when it belongs to none. Of two items with the same path, a review list
 * and a work list, the one that the person may open goes first.
 * @param address path and query
 * @param current code of the item whose page is open: it goes before others of the same path
 */
export function ownerChain(menu: readonly MenuNode[], address: string, current: string | null): MenuNode[] {
  const own = menuPath(menu, address);
  if (own.length > 0) return own;
  const path = address.split('?')[0]!;
  let best: { chain: MenuNode[]; rank: number } = { chain: [], rank: 0 };
  const walk = (level: readonly MenuNode[], above: MenuNode[]): void => {
    for (const node of level) {
      const chain = [...above, node];
      const base = node.url === null ? null : listPath(node.url);
      if (base !== null && path.startsWith(`${base}/`)) {
        const mayOpen = chain.every(({ role }) => allowed(role, rolesHeld()));
        const rank = base.length + (mayOpen ? 0.5 : 0) + (node.code === current ? 0.25 : 0);
        if (rank > best.rank) best = { chain, rank };
      }
      walk(node.subs, chain);
    }
  };
  walk(menu, []);
  return best.chain;
}

/** The path of a list without its query; `…/list` is the same list as `…`. */
const listPath = (url: string): string => url.split('?')[0]!.replace(/\/list$/, '');
