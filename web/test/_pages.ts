// Open pages built by hand, for tests of the page store.
import type { MenuNode } from '@kuwei/contract/menu';
import type { ComponentType } from 'react';
import type { OpenPage } from '../src/navigation/resolve.ts';
import type { ScreenEntry } from '../src/navigation/screens.ts';

export const item = (code: string, rest: Partial<MenuNode> = {}): MenuNode => ({
  id: code,
  code,
  name: `名 ${code}`,
  nameEn: null,
  nameTag: null,
  url: `/admin/${code}`,
  urlExp: [],
  role: [],
  pageRole: [],
  keepalive: true,
  show: true,
  icon: null,
  subs: [],
  ...rest,
});

/** @param address path and query */
export function openPageOf(
  address: string,
  of: MenuNode | null,
  Component: ComponentType = () => null,
  entry: Partial<ScreenEntry> = {},
): OpenPage {
  const [pathname = '', search = ''] = address.split('?');
  return {
    kind: 'page',
    key: address,
    place: { pathname, search: search && `?${search}`, hash: '' },
    match: { screen: 'wms/user/switchorg', role: 'admin', params: {} },
    entry: { page: { Component, preload: async () => {} }, ...entry },
    item: of,
    pageRole: null,
  };
}
