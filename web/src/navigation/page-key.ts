import type { MenuNode } from '@kuwei/contract/menu';

/**
 * What makes two addresses the same open page: the path, the record's `id`, and the query that the menu item itself
 * carries. Everything else in the query is the state of that page.
 */
export function pageKey(pathname: string, search: string, owner: Pick<MenuNode, 'url'> | undefined): string {
  const given = new URLSearchParams(search);
  const [ownPath, ownQuery = ''] = owner?.url?.split('?') ?? [];
  const names = ownPath === pathname ? [...new URLSearchParams(ownQuery).keys()] : [];
  const identity = new URLSearchParams();
  for (const name of new Set([...names, 'id'])) {
    const value = given.get(name);
    if (value !== null) identity.set(name, value);
  }
  const text = identity.toString();
  return text === '' ? pathname : `${pathname}?${text}`;
}
