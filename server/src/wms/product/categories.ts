// Looks up categories by the names in workbooks.
import type { Locale } from '@kuwei/contract/constants';
import { normalizeText } from '@kuwei/contract/normalize-text';
import type { Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';

interface Category {
  id: string;
  code: string;
  name: string;
  name_en: string | null;
  /** Former names and codes. */
  former: string[];
}

export interface Categories {
  byId: ReadonlyMap<string, Category>;
  nameOf: (id: string, locale: Locale) => string | null;
  /** Ids by current or former code or name; a code is unique, a name may match several. */
  called: (text: string) => string[];
  /** A name of each, or its code where several have the name. */
  labels: (locale: Locale) => string[];
}

export async function categoriesFor(db: Kysely<DB>): Promise<Categories> {
  const all = await db.selectFrom('wms_category').select(['id', 'code', 'name', 'name_en', 'former']).execute();
  // Normalized once: an import looks up every row.
  const byId = new Map(all.map((category) => [category.id, category]));
  const spelled = (text: string | null): string => normalizeText(text ?? '').toLowerCase();
  const idsBy = (namesOf: (category: Category) => readonly (string | null)[]): ReadonlyMap<string, string[]> => {
    const called = all.flatMap((category) =>
      [...new Set(namesOf(category).map(spelled))].map((name) => ({ name, id: category.id })),
    );
    return new Map(
      [...Map.groupBy(called, ({ name }) => name)].map(([name, found]) => [name, found.map(({ id }) => id)] as const),
    );
  };
  const ways = [idsBy(({ code }) => [code]), idsBy(({ name, name_en }) => [name, name_en]), idsBy(({ former }) => former)];
  const nameOf: Categories['nameOf'] = (id, locale) => {
    const category = byId.get(id);
    return (locale === 'en' ? category?.name_en : null) ?? category?.name ?? null;
  };
  const called: Categories['called'] = (text) => {
    const wanted = spelled(text);
    return ways.map((way) => way.get(wanted)).find((ids) => ids !== undefined) ?? [];
  };
  const labels: Categories['labels'] = (locale) =>
    all
      .map(({ id, code }) => {
        const name = nameOf(id, locale)!;
        const [only, ...others] = called(name);
        return only === id && others.length === 0 ? name : code;
      })
      .toSorted((one, other) => one.localeCompare(other, locale));
  return { byId, nameOf, called, labels };
}
