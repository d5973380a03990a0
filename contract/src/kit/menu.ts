// The menu: built from what the server delivers, filtered by rights and page role. Pure.
import { allowed, PAGE_ROLES, type PageRole, type RoleHeld } from './access.ts';
import type { MenuItem } from './menu-item.ts';

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

/** What rules open of the menu, by ids of items; `trees` with all that stands below them. */
export interface OpenedMenu {
  all: boolean;
  entries: readonly string[];
  trees: readonly string[];
}
export const NOTHING_OPENED: OpenedMenu = { all: false, entries: [], trees: [] };

/** Ids of the items that rules open. What is hidden stays so, with all below it. */
export function openedItems(menu: readonly MenuNode[], { all, entries, trees }: OpenedMenu): ReadonlySet<string> {
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

/** What decides whether somebody is given what items ask roles for. */
export interface MenuHolder {
  roles: readonly RoleHeld[];
  /** `openedItems` of the menu. */
  opened: ReadonlySet<string>;
}

/**
 * Whether the last item of a chain is for somebody: they have a role that it asks for, as of each above it, or a rule opens it. A rule
 * counts as if they stood in what the item asks for, and says nothing of the items above.
 * @param chain top first
 */
export const isOpenTo = (chain: readonly MenuNode[], { roles, opened }: MenuHolder): boolean =>
  chain.reduce((isOpen, { id, role }) => opened.has(id) || (isOpen && allowed(role, roles)), true);

export interface MenuViewer extends MenuHolder {
  pageRole: string | null;
  /** Whether the screen at an address opens for them under a page role; an item whose screen does not is not drawn. */
  opens: (url: string, roles: readonly RoleHeld[], pageRole: string | null) => boolean;
}

/**
 * What of the menu a person sees. A parent without an address of its own goes when nothing under it is left; one that is not for them
 * stays as a head, without its address, of items that rules open to them; the head of a branch that is worked under another page role stays, without its items: opening it puts that role on.
 * @param above chain of items they stand below, top first
 */
export function visibleMenu(nodes: readonly MenuNode[], viewer: MenuViewer, above: readonly MenuNode[] = []): MenuNode[] {
  return nodes.flatMap((node) => {
    if (!node.show) return [];
    if (node.pageRole.length > 0 && !(viewer.pageRole !== null && node.pageRole.includes(viewer.pageRole))) return [];
    const chain = [...above, node];
    const subs = visibleMenu(node.subs, viewer, chain);
    const url = node.url !== null && isOpenTo(chain, viewer) && leads(node.url, chain, viewer) ? node.url : null;
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

/**
 * What opening a head of the visible menu would show: items that it does not have there, because its branch is worked under another
 * page role.
 * @param menu the whole of it
 */
export const behindHead = (menu: readonly MenuNode[], head: MenuNode, viewer: MenuViewer): MenuNode[] =>
  closedBranch(menu.find(({ id }) => id === head.id) ?? head, viewer, []);

/** Items of a head as seen under the page role of its branch. Empty where it changes none. */
function closedBranch(head: MenuNode, viewer: MenuViewer, above: readonly MenuNode[]): MenuNode[] {
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
 * The chain of items, top first, that an address belongs to: its own item, one whose pattern matches, else the item
 * whose address it lies below, so that an edit screen belongs to its list. Empty when it belongs to none. Of two items with the same
 * path, the one whose query the address carries goes before the one without; of two that are left, a review list and a work list,
 * the one that is for the person.
 * @param address path and query
 * @param current code of the item whose page is open: it goes before others of the same path
 */
export function ownerChain(menu: readonly MenuNode[], holder: MenuHolder, address: string, current: string | null): MenuNode[] {
  const [pathname = '', search = ''] = address.split('?');
  const given = new URLSearchParams(search);
  const best = (rankOf: (node: MenuNode) => number): MenuNode[] => {
    let found: { chain: MenuNode[]; rank: number } = { chain: [], rank: -1 };
    const walk = (level: readonly MenuNode[], above: readonly MenuNode[]): void => {
      for (const node of level) {
        const chain = [...above, node];
        const rank = rankOf(node);
        if (rank >= 0) {
          const whole = rank + (isOpenTo(chain, holder) ? 0.5 : 0) + (node.code === current ? 0.25 : 0);
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

/** −1 where an address does not lie below that of an item, else the length of this. */
function listRank({ url }: MenuNode, pathname: string): number {
  const base = url === null ? null : listPath(url);
  return base !== null && pathname.startsWith(`${base}/`) ? base.length : -1;
}

/** The path of a list without its query; `…/list` is the same list as `…`. */
const listPath = (url: string): string => url.split('?')[0]!.replace(/\/list$/, '');

/** −1 no match, 0 by pattern or with a query that was cleared since, 1 and more by address, with one for each part of the query. */
function matchRank(node: MenuNode, pathname: string, given: URLSearchParams): number {
  const [path, search = ''] = node.url?.split('?') ?? [];
  const query = [...new URLSearchParams(search)];
  if (path === pathname && query.every(([name, value]) => given.get(name) === value)) return 1 + query.length;
  const isCleared = path === pathname && query.every(([name]) => !given.has(name));
  return isCleared || node.urlExp.some((expression) => expression.test(pathname)) ? 0 : -1;
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
