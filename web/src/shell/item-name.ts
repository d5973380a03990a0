import type { MenuNode } from '@kuwei/contract/menu';
import { DEFAULT_LOCALE } from '@kuwei/contract/constants';
import { useCallback } from 'react';
import { sayAny, useLocale } from '../phrase/phrases.ts';

type Named = Pick<MenuNode, 'name' | 'nameEn' | 'nameTag'>;

/**
 * Name of a menu item. Its own name is in the default language, possibly customized; in another language it is the site's own name, else
 * the text of its tag, if there is one.
 */
export function itemName({ name, nameEn, nameTag }: Named, locale: string): string {
  if (locale === DEFAULT_LOCALE) return name;
  if (nameEn !== null || nameTag === null) return nameEn ?? name;
  const text = sayAny(nameTag);
  return text === nameTag ? name : text;
}

export function useItemName(): (item: Named) => string {
  const locale = useLocale();
  return useCallback((item) => itemName(item, locale), [locale]);
}
