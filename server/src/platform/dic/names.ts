import type { Locale } from '@kuwei/contract/constants';
import { sql, type Kysely } from 'kysely';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import { normalizeSpelling } from './codes.ts';

/** Name of a dictionary entry; unknown codes are returned as is. */
export type Names = (code: string) => string;

interface Entry {
  code: string;
  name: string;
  valid: boolean;
}

async function loadEntries(db: Kysely<DB>, dic: string, locale: Locale): Promise<Entry[]> {
  const rows = await db
    .selectFrom('sys_dic_field as f')
    .innerJoin('sys_dic as d', 'd.id', 'f.dic_id')
    .where('d.code', '=', dic)
    .select(['f.code', 'f.label', 'f.labels', 'f.valid'])
    .orderBy('f.sort')
    .orderBy('f.code')
    .execute();
  return rows.map(({ code, label, labels, valid }) => {
    const own = (labels as { language: string; label: string }[]).find((each) => each.language === locale);
    return { code, name: own?.label ?? label, valid };
  });
}

const namesIn = (entries: readonly Entry[]): Names => {
  const names = new Map(entries.map(({ code, name }) => [code, name]));
  return (code) => names.get(code) ?? code;
};

export const dicNames = async (db: Kysely<DB>, dic: string, locale: Locale): Promise<Names> =>
  namesIn(await loadEntries(db, dic, locale));

/** Selectable options of a dictionary, in order. */
export const dicOptions = async (db: Kysely<DB>, dic: string, locale: Locale): Promise<{ value: string; label: string }[]> =>
  (await loadEntries(db, dic, locale)).flatMap(({ code, name, valid }) => (valid ? [{ value: code, label: name }] : []));

/** Names for text to be read again: the code if a name is not offered or ambiguous. */
export async function offeredNames(db: Kysely<DB>, dic: string, locale: Locale): Promise<Names> {
  const entries = await loadEntries(db, dic, locale);
  const called = entries.flatMap(({ code, name }) =>
    [...new Set([code, name].map(normalizeSpelling))].map((each) => ({ each, code })),
  );
  const codes = Map.groupBy(called, ({ each }) => each);
  return namesIn(
    entries.filter(({ code, name, valid }) => valid && codes.get(normalizeSpelling(name))!.every((other) => other.code === code)),
  );
}

/** All dictionaries, by code. */
export async function dictionariesOf(db: Kysely<DB>, locale: Locale): Promise<{ value: string; label: string }[]> {
  const { rows } = await sql<{ value: string; label: string }>`
    select d.code as value, ${named(locale, 'd')} as label from sys_dic d order by d.code`.execute(db);
  return rows;
}
