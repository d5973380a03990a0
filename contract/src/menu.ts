// The menu: built from what the server delivers, filtered by rights and page role. Pure.
import { allowed, PAGE_ROLES, type PageRole, type RoleHeld } from './access.ts';
import type { MenuItem } from './sys/version.ts';

export interface MenuNode {
  id: string;
  code: string;
  name: string;
  nameEn: string | null;
  nameTag: string | null;
  /** Of a page of the console, or `https://…`. */
  url: string | null;
  /** Addresses besides `url` that belong to this item. */
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
 * The tree of a flat list, siblings in the order delivered. An item whose parent is missing stands at the top level;
 * a list that is malformed counts as empty, and is reported.
 */
export function menuTree(items: readonly MenuItem[], report: Report = () => {}): MenuNode[] {
  const nodes = new Map(items.map((item) => [item.id, nodeOf(item, report)]));
  const roots: MenuNode[] = [];
  for (const item of items) {
    const node = nodes.get(item.id)!;
    const parent = item.idParent === null || leadsTo(items, item.idParent, item.id) ? undefined : nodes.get(item.idParent);
    (parent?.subs ?? roots).push(node);
  }
  return roots;
}

/** True when the parents of `from` come round to `id`: such a ring would hang in the air. */
function leadsTo(items: readonly MenuItem[], from: string, id: string): boolean {
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
      // reported below, with everything else that is no list of texts
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

/** An address outside the console: a safe one, which opens in a window of its own. */
export const isOutside = (url: string): boolean => /^https:\/\/[^\s/?#\\@]+([/?#][^\s\\]*)?$/i.test(url) && URL.canParse(url);

export interface MenuViewer {
  roles: readonly RoleHeld[];
  pageRole: string | null;
  /** Whether the screen at an address opens for them under a page role; an item whose screen does not is not drawn. */
  opens: (url: string, roles: readonly RoleHeld[], pageRole: string | null) => boolean;
}

/**
 * What of the menu a person sees. A parent without an address of its own goes when nothing under it is left; the head of
 * a branch that is worked under another page role stays, without its items: opening it puts that role on.
 * @param above chain of items they stand below, top first
 */
export function visibleMenu(nodes: readonly MenuNode[], viewer: MenuViewer, above: readonly MenuNode[] = []): MenuNode[] {
  return nodes.flatMap((node) => {
    if (!node.show || !allowed(node.role, viewer.roles)) return [];
    if (node.pageRole.length > 0 && !(viewer.pageRole !== null && node.pageRole.includes(viewer.pageRole))) return [];
    const chain = [...above, node];
    const subs = visibleMenu(node.subs, viewer, chain);
    const url = node.url !== null && leads(node.url, chain, viewer) ? node.url : null;
    return url !== null || subs.length > 0 || closedBranch(node, viewer, above).length > 0 ? [{ ...node, url, subs }] : [];
  });
}

/** Whether the address of the last item in a chain opens for somebody under the page role that following it puts on. */
function leads(url: string, chain: readonly MenuNode[], { roles, pageRole, opens }: MenuViewer): boolean {
  if (isOutside(url)) return true;
  const worn = workedUnder(chain, roles);
  if (worn !== null) return opens(url, roles, worn);
  return [pageRole, ...PAGE_ROLES.filter((role) => holds(roles, role))].some((role) => opens(url, roles, role));
}

const holds = (roles: readonly RoleHeld[], code: string): boolean => roles.some((role) => role.code === code);

/**
 * The page role that a page is worked under by where it stands in the menu: that of its branch. An item that lists no page roles
 * (permissions, where a power suffices) takes it only from those who hold it; one that lists others has its own. Null: none is put on.
 * @param chain items that an address belongs to, top first
 */
export function workedUnder(chain: readonly MenuNode[], roles: readonly RoleHeld[]): string | null {
  const branch = chain[0] ? branchPageRole(chain[0]) : null;
  const listed = chain.at(-1)?.pageRole ?? [];
  if (listed.length > 0 && !(branch !== null && listed.includes(branch)))
    return listed.find((role) => holds(roles, role)) ?? listed[0]!;
  return branch !== null && (listed.length > 0 || holds(roles, branch)) ? branch : null;
}

/** What opening a head would show: its items as seen under the page role of its branch. Empty where it changes none. */
export function closedBranch(head: MenuNode, viewer: MenuViewer, above: readonly MenuNode[] = []): MenuNode[] {
  const pageRole = branchPageRole(head);
  if (pageRole === null || pageRole === viewer.pageRole || !allowed([pageRole], viewer.roles)) return [];
  return visibleMenu(head.subs, { ...viewer, pageRole }, [...above, head]);
}

/** The first item with an address in the console, depth first. */
export function firstUrl(nodes: readonly MenuNode[]): string | null {
  for (const node of nodes) {
    const url = node.url !== null && !isOutside(node.url) ? node.url : firstUrl(node.subs);
    if (url !== null) return url;
  }
  return null;
}

/**
 * The chain of items, top first, that an address belongs to; empty when it belongs to none. Of two items with the same
 * path, the one whose query the address carries goes before the one without.
 * @param fullPath path and query
 */
export function menuPath(nodes: readonly MenuNode[], fullPath: string): MenuNode[] {
  const [pathname = '', search = ''] = fullPath.split('?');
  const given = new URLSearchParams(search);
  let best: { chain: MenuNode[]; rank: number } = { chain: [], rank: -1 };
  const walk = (level: readonly MenuNode[], above: MenuNode[]): void => {
    for (const node of level) {
      const chain = [...above, node];
      const rank = matchRank(node, pathname, given);
      if (rank > best.rank) best = { chain, rank };
      walk(node.subs, chain);
    }
  };
  walk(nodes, []);
  return best.chain;
}

/**
 * The chain of items, top first, that an address belongs to: its own item, one whose pattern matches, else the item
 * whose address it lies below, so that an edit screen belongs to its list. Empty when it belongs to none. Of two items with the same path, a review list
 * and a work list, the one that the person may open goes first.
 * @param address path and query
 * @param current code of the item whose page is open: it goes before others of the same path
 */
export function ownerChain(
  menu: readonly MenuNode[],
  roles: readonly RoleHeld[],
  address: string,
  current: string | null,
): MenuNode[] {
  const own = menuPath(menu, address);
  if (own.length > 0) return own;
  const path = address.split('?')[0]!;
  let best: { chain: MenuNode[]; rank: number } = { chain: [], rank: 0 };
  const walk = (level: readonly MenuNode[], above: MenuNode[]): void => {
    for (const node of level) {
      const chain = [...above, node];
      const base = node.url === null ? null : listPath(node.url);
      if (base !== null && path.startsWith(`${base}/`)) {
        const mayOpen = chain.every(({ role }) => allowed(role, roles));
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

/** −1 no match, 0 by pattern, 1 and more by address, with one for each part of the query. */
function matchRank(node: MenuNode, pathname: string, given: URLSearchParams): number {
  const [path, search = ''] = node.url?.split('?') ?? [];
  const query = [...new URLSearchParams(search)];
  if (path === pathname && query.every(([name, value]) => given.get(name) === value)) return 1 + query.length;
  return node.urlExp.some((expression) => expression.test(pathname)) ? 0 : -1;
}

/** The page role that entering the branch under this head sets; null where it leaves the role as it is. */
export function branchPageRole(head: MenuNode): string | null {
  const listed = (node: MenuNode): string | undefined => node.pageRole[0] ?? node.subs.map(listed).find(Boolean);
  return BRANCH_PAGE_ROLE[head.code] ?? listed(head) ?? null;
}

/** The branches of the built-in menu, by the code of the head; others are known by the page roles their items list. */
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
