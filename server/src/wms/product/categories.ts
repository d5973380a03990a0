// Categories as workbooks name them.
import type { Locale } from '@kuwei/contract/constants';
import { plain } from '@kuwei/contract/plain';
import type { Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';

interface Category {
  id: string;
  code: string;
  name: string;
  name_en: string | null;
  /** Names and codes that it had. */
  former: string[];
}

export interface Categories {
  byId: ReadonlyMap<string, Category>;
  nameOf: (id: string, locale: Locale) => string | null;
  /** Ids of those that go by a code or a name, or did; a code means one, a name may be that of several. */
  called: (text: string) => string[];
}

export async function categoriesFor(db: Kysely<DB>): Promise<Categories> {
  const all = await db.selectFrom('wms_category').select(['id', 'code', 'name', 'name_en', 'former']).execute();
  const byId = new Map(all.map((category) => [category.id, category]));
  const spelled = (text: string | null): string => plain(text ?? '').toLowerCase();
  return {
    byId,
    nameOf: (id, locale) => {
      const category = byId.get(id);
      return (locale === 'en' ? category?.name_en : null) ?? category?.name ?? null;
    },
    called: (text) => {
      const wanted = spelled(text);
      const coded = all.filter(({ code }) => spelled(code) === wanted);
      const named = all.filter(({ name, name_en }) => [name, name_en].some((each) => spelled(each) === wanted));
      const renamed = all.filter(({ former }) => former.some((each) => spelled(each) === wanted));
      return ([coded, named, renamed].find(({ length }) => length > 0) ?? []).map(({ id }) => id);
    },
  };
}
