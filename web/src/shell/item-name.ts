import type { MenuNode } from '@kuwei/contract/menu';
import { DEFAULT_LOCALE } from '@kuwei/contract/constants';
import { useCallback } from 'react';
import { sayAny, useLocale } from '../phrase/phrases.ts';

type Named = Pick<MenuNode, 'name' | 'nameEn' | 'nameTag'>;

/**
 * What a menu item is called. Its own name is in the default language, and may have been changed by the site; in another
 * language the site's own name, else its tag says it, where there is a text for it.
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
