import type { MenuNode } from '@kuwei/contract/menu';

/** Windows with an address of their own: they open over a page, which stays the same one. */
const WINDOWS: readonly (readonly [window: RegExp, page: string])[] = [[/\/wms\/product\/image-insert$/, '/wms/product/edit']];

/** The path of the page that an address shows: that of the window's page where it is a window. */
const pagePath = (pathname: string): string => WINDOWS.reduce((path, [window, page]) => path.replace(window, page), pathname);

/**
 * What makes two addresses the same open page: the path, the record's `id`, which of several new ones it is (`new`), and the query
 * that the menu item itself carries. Everything else in the query is the state of that page.
 */
export function pageKey(path: string, search: string, owner: Pick<MenuNode, 'url'> | undefined): string {
  const pathname = pagePath(path);
  const given = new URLSearchParams(search);
  const [ownPath, ownQuery = ''] = owner?.url?.split('?') ?? [];
  const own = new URLSearchParams(ownPath === pathname ? ownQuery : '');
  const identity = new URLSearchParams();
  for (const name of new Set([...own.keys(), 'id', 'new'])) {
    // Whoever clears what the menu item began with stays where they are.
    const value = given.get(name) ?? own.get(name);
    if (value !== null) identity.set(name, value);
  }
  const text = identity.toString();
  return text === '' ? pathname : `${pathname}?${text}`;
}
