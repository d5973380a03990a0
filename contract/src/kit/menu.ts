// The menu: built from the server's reply, filtered by rights and page role. Pure.
import { isAllowed, PAGE_ROLES, type PageRole, type RoleHeld } from './access.ts';
import type { MenuItem } from './menu-item.ts';

export interface MenuNode {
  id: string;
  code: string;
  name: string;
  nameEn: string | null;
  nameTag: string | null;
  /** A console path, or `https://…`. */
  url: string | null;
  /** Further addresses that belong to this item. */
  urlExp: RegExp[];
  role: string[];
  pageRole: string[];
  keepalive: boolean;
  show: boolean;
  icon: string | null;
  subs: MenuNode[];
}

type Report = (item: MenuItem, fault: string) => void;

/**
 * Builds the tree, keeping the order of siblings. An item whose parent is missing becomes top-level; malformed lists count as
 * empty and are reported.
 */
export function menuTree(items: readonly MenuItem[], report: Report = () => {}): MenuNode[] {
  const nodes = new Map(items.map((item) => [item.id, nodeOf(item, report)]));
  const roots: MenuNode[] = [];
  for (const item of items) {
    const node = nodes.get(item.id)!;
    const parent = item.idParent === null || hasAncestor(items, item.idParent, item.id) ? undefined : nodes.get(item.idParent);
    (parent?.subs ?? roots).push(node);
  }
  return roots;
}

/** Whether the ancestors of `from` include `id`: such a cycle would be unreachable. */
function hasAncestor(items: readonly MenuItem[], from: string, id: string): boolean {
  const parents = new Map(items.map((item) => [item.id, item.idParent]));
  const seen = new Set<string>();
  for (let at: string | null | undefined = from; at && !seen.has(at); at = parents.get(at)) {
    if (at === id) return true;
    seen.add(at);
  }
  return false;
}

function nodeOf(item: MenuItem, report: Report): MenuNode {
  const list = (field: 'urlExp' | 'role' | 'pageRole'): string[] => {
    try {
      const value: unknown = JSON.parse(item[field] || '[]');
      if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value;
    } catch {
      // reported below, together with other malformed lists
    }
    report(item, field);
    return [];
  };
  return {
    id: item.id,
    code: item.code,
    name: item.name,
    nameEn: item.nameEn ?? null,
    nameTag: item.nameTag,
    url: item.url,
    urlExp: list('urlExp').flatMap((source) => {
      try {
        return [new RegExp(source)];
      } catch {
        report(item, 'urlExp');
        return [];
      }
    }),
    role: list('role'),
    pageRole: list('pageRole'),
    keepalive: item.keepalive ?? true,
    show: item.show ?? true,
    icon: item.icon,
    subs: [],
  };
}

/** An external address: https only, opened in a new window. */
export const isExternalUrl = (url: string): boolean => /^https:\/\/[^\s/?#\\@]+([/?#][^\s\\]*)?$/i.test(url) && URL.canParse(url);

/** Menu items opened by data rules, by id; `trees` with all their descendants. */
export interface MenuGrants {
  all: boolean;
  entries: readonly string[];
  trees: readonly string[];
}
export const NO_MENU_GRANTS: MenuGrants = { all: false, entries: [], trees: [] };

/** Ids of the items that data rules open. Hidden items and their descendants stay hidden. */
export function listGrantedItems(menu: readonly MenuNode[], { all, entries, trees }: MenuGrants): ReadonlySet<string> {
  const opened = new Set<string>();
  const walk = (nodes: readonly MenuNode[], isBelow: boolean): void => {
    for (const { id, show, subs } of nodes) {
      if (!show) continue;
      const isTree = isBelow || trees.includes(id);
      if (isTree || entries.includes(id)) opened.add(id);
      walk(subs, isTree);
    }
  };
  walk(menu, all);
  return opened;
}

/** Facts about a user that decide which items are open to them. */
export interface MenuAccess {
  roles: readonly RoleHeld[];
  /** `listGrantedItems` of the menu. */
  opened: ReadonlySet<string>;
}

/**
 * Whether the last item of a chain is open to a user: they hold a role required by it and by each of its ancestors, or a rule
 * opens it. A rule replaces the role requirement of the item it opens and of all above it.
 * @param chain top first
 */
export const isItemOpen = (chain: readonly MenuNode[], { roles, opened }: MenuAccess): boolean =>
  chain.reduce((isOpen, { id, role }) => opened.has(id) || (isOpen && isAllowed(role, roles)), true);

export interface MenuViewer extends MenuAccess {
  pageRole: string | null;
  /** Whether the screen at an address opens under a page role; items of other screens are not shown. */
  opens: (url: string, roles: readonly RoleHeld[], pageRole: string | null) => boolean;
}

/**
 * The part of the menu a user sees. A parent without an address disappears if it has no children left; one that is not open to
 * the user stays, without its address, as the heading of items opened by rules. The head of a branch that needs another page role
 * stays without items: opening it activates that role.
 * @param above ancestors, top first
 */
export function visibleMenu(nodes: readonly MenuNode[], viewer: MenuViewer, above: readonly MenuNode[] = []): MenuNode[] {
  return nodes.flatMap((node) => {
    if (!node.show) return [];
    const needsOther = node.pageRole.length > 0 && !(viewer.pageRole !== null && node.pageRole.includes(viewer.pageRole));
    if (needsOther && !isOpenByPower(node, viewer.roles)) return [];
    const chain = [...above, node];
    const subs = visibleMenu(node.subs, viewer, chain);
    const url = node.url !== null && isItemOpen(chain, viewer) && opensOnActivation(node.url, chain, viewer) ? node.url : null;
    return url !== null || subs.length > 0 || listClosedBranchItems(node, viewer, above).length > 0
      ? [{ ...node, url, subs }]
      : [];
  });
}

/** Whether the address of the last item in a chain opens under the page role that following it activates. */
function opensOnActivation(url: string, chain: readonly MenuNode[], { roles, pageRole, opens }: MenuViewer): boolean {
  if (isExternalUrl(url)) return true;
  const activated = pageRoleFor(chain, roles);
  if (activated !== null) return opens(url, roles, activated);
  return [pageRole, ...PAGE_ROLES.filter((role) => hasRole(roles, role))].some((role) => opens(url, roles, role));
}

const hasRole = (roles: readonly RoleHeld[], code: string): boolean => roles.some((role) => role.code === code);

/** Whether a power opens an item to a user who holds none of its page roles. */
const isOpenByPower = ({ role, pageRole }: MenuNode, roles: readonly RoleHeld[]): boolean =>
  !pageRole.some((code) => hasRole(roles, code)) && roles.some(({ powers }) => powers.some(({ code }) => role.includes(code)));

/**
 * The page role that a menu position activates: that of its branch. An item that lists no page roles (permissions, where a power
 * suffices) activates it only for users who hold it; one that lists others activates one of those, unless a power opens it.
 * Null: no change.
 * @param chain items that an address belongs to, top first
 */
export function pageRoleFor(chain: readonly MenuNode[], roles: readonly RoleHeld[]): string | null {
  const branch = chain[0] ? branchPageRole(chain[0]) : null;
  const item = chain.at(-1);
  const listed = item && !isOpenByPower(item, roles) ? item.pageRole : [];
  if (listed.length > 0 && !(branch !== null && listed.includes(branch)))
    return listed.find((role) => hasRole(roles, role)) ?? listed[0]!;
  return branch !== null && (listed.length > 0 || hasRole(roles, branch)) ? branch : null;
}

/**
 * Items that opening a head would reveal because its branch needs another page role.
 * @param menu the unfiltered menu
 */
export const itemsRevealedBy = (menu: readonly MenuNode[], head: MenuNode, viewer: MenuViewer): MenuNode[] =>
  listClosedBranchItems(menu.find(({ id }) => id === head.id) ?? head, viewer, []);

/** Items of a head as seen under its branch's page role. Empty if that is already active. */
function listClosedBranchItems(head: MenuNode, viewer: MenuViewer, above: readonly MenuNode[]): MenuNode[] {
  const pageRole = branchPageRole(head);
  if (pageRole === null || pageRole === viewer.pageRole || !isAllowed([pageRole], viewer.roles)) return [];
  return visibleMenu(head.subs, { ...viewer, pageRole }, [...above, head]);
}

/** The first console address, depth first. */
export function firstUrl(nodes: readonly MenuNode[]): string | null {
  for (const node of nodes) {
    const url = node.url !== null && !isExternalUrl(node.url) ? node.url : firstUrl(node.subs);
    if (url !== null) return url;
  }
  return null;
}

/**
 * The chain of items, top first, that an address belongs to: its own item, one whose pattern matches, or the item whose path is a
 * prefix of it, so that an edit screen belongs to its list. Empty if there is none. Among items of the same path, one whose query
 * matches wins over one without; then (a review list and a work list) the one that is open to the user.
 * @param address path and query
 * @param current code of the item whose page is open: wins over others of the same path
 */
export function ownerChain(menu: readonly MenuNode[], holder: MenuAccess, address: string, current: string | null): MenuNode[] {
  const [pathname = '', search = ''] = address.split('?');
  const given = new URLSearchParams(search);
  const best = (rankOf: (node: MenuNode) => number): MenuNode[] => {
    let found: { chain: MenuNode[]; rank: number } = { chain: [], rank: -1 };
    const walk = (level: readonly MenuNode[], above: readonly MenuNode[]): void => {
      for (const node of level) {
        const chain = [...above, node];
        const rank = rankOf(node);
        if (rank >= 0) {
          const whole = rank + (isItemOpen(chain, holder) ? 0.5 : 0) + (node.code === current ? 0.25 : 0);
          if (whole > found.rank) found = { chain, rank: whole };
        }
        walk(node.subs, chain);
      }
    };
    walk(menu, []);
    return found.chain;
  };
  const own = best((node) => matchRank(node, pathname, given));
  return own.length > 0 ? own : best((node) => listRank(node, pathname));
}

/** Length of the item's path if it is a prefix of the address, else −1. */
function listRank({ url }: MenuNode, pathname: string): number {
  const base = url === null ? null : listPath(url);
  return base !== null && pathname.startsWith(`${base}/`) ? base.length : -1;
}

/** The path of a list without query; `…/list` is the same list as `…`. */
const listPath = (url: string): string => url.split('?')[0]!.replace(/\/list$/, '');

/** −1: no match, 0: by pattern, or its query was cleared since, ≥ 1: by address, plus one per matching query parameter. */
function matchRank(node: MenuNode, pathname: string, given: URLSearchParams): number {
  const [path, search = ''] = node.url?.split('?') ?? [];
  const query = [...new URLSearchParams(search)];
  if (path === pathname && query.every(([name, value]) => given.get(name) === value)) return 1 + query.length;
  const isCleared = path === pathname && query.every(([name]) => !given.has(name));
  return isCleared || node.urlExp.some((expression) => expression.test(pathname)) ? 0 : -1;
}

/** The page role activated by entering this branch; null: unchanged. */
export function branchPageRole(head: MenuNode): string | null {
  const listed = (node: MenuNode): string | undefined => node.pageRole[0] ?? node.subs.map(listed).find(Boolean);
  return BRANCH_PAGE_ROLE[head.code] ?? listed(head) ?? null;
}

/** Built-in branches by the code of the head; others follow from the page roles of their items. */
const BRANCH_PAGE_ROLE: Readonly<Record<string, PageRole>> = {
  teacher: 'ROLE_TEACHER',
  supplier: 'ROLE_SUPPLIER',
  staff: 'ROLE_STAFF',
  warehouse: 'ROLE_WAREHOUSE_ADMIN',
  basic: 'ROLE_WAREHOUSE_ADMIN',
  afterSales: 'ROLE_WAREHOUSE_ADMIN',
  inventory: 'ROLE_WAREHOUSE_ADMIN',
  user: 'ROLE_ADMIN',
  power: 'ROLE_ADMIN',
  system: 'ROLE_ADMIN',
};
