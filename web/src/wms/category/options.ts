import { categoryRoutes, type Category } from '@kuwei/contract/wms/category';
import type { Locale } from '@kuwei/contract/constants';
import { nameIn } from '@kuwei/contract/name';
import { usePageQuery } from '../../page/query.ts';
import { useLocale } from '../../phrase/phrases.ts';

export interface CategoryOption {
  value: string;
  label: string;
  /** Levels below the root. */
  depth: number;
}

/** The categories as a tree; undefined while loading. */
export function useCategoryOptions(): CategoryOption[] | undefined {
  const { data } = usePageQuery(categoryRoutes.listCategories, undefined);
  const locale = useLocale();
  return data && categoryOptions(data, locale);
}

function categoryOptions(categories: readonly Category[], locale: Locale): CategoryOption[] {
  const below = (parentId: string | null, depth: number): CategoryOption[] =>
    categories
      .filter((each) => each.parentId === parentId)
      .flatMap((each) => [{ value: each.id, label: nameIn(locale, each), depth }, ...below(each.id, depth + 1)]);
  return below(null, 0);
}
