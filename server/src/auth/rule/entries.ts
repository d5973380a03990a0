// Menu entries as rules refer to them: by their path from the root.
import type { Rule, RuleOption } from '@kuwei/contract/auth/rule';
import type { Locale } from '@kuwei/contract/constants';
import type { Page } from '@kuwei/contract/page';
import type { Kysely } from 'kysely';
import { offsetOf, sortName, type PageQuery } from '../../db/list.ts';
import { searchText } from '../../db/search.ts';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import type { MergedEntry } from '../../platform/menu/merge.ts';
import { readMenu } from '../../platform/menu/stored.ts';
import { chainOf, formatMenuPath } from '../../platform/menu/path.ts';

export const nameMenuEntries = (entries: readonly MergedEntry[], locale: Locale): Rule['subjects'] =>
  entries.map(({ id, code }) => ({ id, code, name: formatMenuPath(entries, id, locale) }));

interface EntryQuery extends PageQuery<'name' | '-name' | 'code' | '-code'> {
  q?: string | undefined;
  ids?: readonly string[] | undefined;
}

/** Selectable entries, in menu order by default; searched in both languages. */
export async function listEntryOptions(db: Kysely<DB>, query: EntryQuery, locale: Locale): Promise<Page<RuleOption>> {
  const entries = await readMenu(db);
  const { q = '', ids, sort, page, size } = query;
  const wanted = q.trim().toLowerCase();
  const texts = await Promise.all(
    entries.map(({ id, code }) => searchText([code, formatMenuPath(entries, id, 'zh'), formatMenuPath(entries, id, 'en')])),
  );
  const found = entries
    .filter(({ id }, at) => texts[at]!.includes(wanted) && (ids?.includes(id) ?? true))
    .map(({ id, code }): RuleOption => {
      const isShown = chainOf(entries, id).every(({ show }) => show);
      return {
        id,
        code,
        name: formatMenuPath(entries, id, locale),
        hint: isShown ? code : `${code} · ${say(locale, 'menus.hidden')}`,
      };
    });
  if (sort) {
    const by = sortName(sort);
    found.sort((a, b) => a[by].localeCompare(b[by], locale) * (sort.startsWith('-') ? -1 : 1));
  }
  const offset = offsetOf(query);
  return { list: found.slice(offset, offset + size), total: found.length, exact: true, page, size };
}
