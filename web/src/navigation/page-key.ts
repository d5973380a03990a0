import type { MenuNode } from '@kuwei/contract/menu';

/** Dialogs with an address of their own: they open over a page, which stays the same. */
const WINDOWS: readonly (readonly [window: RegExp, page: string])[] = [[/\/wms\/product\/image-insert$/, '/wms/product/edit']];

/** The page path of an address; for a dialog's address, that of its page. */
const pagePath = (pathname: string): string => WINDOWS.reduce((path, [window, page]) => path.replace(window, page), pathname);

/**
 * Identity of an open page: the path, the record's `id`, the number of a new record (`new`), and the query of the menu item. All other
 * query parameters are state of that page.
 */
export function pageKey(path: string, search: string, owner: Pick<MenuNode, 'url'> | undefined): string {
  const pathname = pagePath(path);
  const given = new URLSearchParams(search);
  const [ownPath, ownQuery = ''] = owner?.url?.split('?') ?? [];
  const own = new URLSearchParams(ownPath === pathname ? ownQuery : '');
  const identity = new URLSearchParams();
  for (const name of new Set([...own.keys(), 'id', 'new'])) {
    // Clearing a filter that the menu item set stays on the same page.
    const value = given.get(name) ?? own.get(name);
    if (value !== null) identity.set(name, value);
  }
  const text = identity.toString();
  return text === '' ? pathname : `${pathname}?${text}`;
}
