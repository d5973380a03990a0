// Codes that records take from dictionaries: what is entered has to be offered there, in a form as in a workbook.
import type { Locale } from '@kuwei/contract/constants';
import { AppError, type Fault } from '@kuwei/contract/error';
import { plain } from '@kuwei/contract/plain';
import { sql, type Kysely } from 'kysely';
import type { Trx } from '../../db/open.ts';
import type { DB } from '../../db/types.ts';

/** Where a form holds codes of a dictionary. */
export interface DicUse {
  /** Dotted path of the field. */
  path: string;
  dic: string;
  codes: readonly string[];
  /** Codes that the record holds already: they may stay when they are switched off or gone. */
  kept?: readonly string[];
}

interface Entry {
  code: string;
  /** What it is called in each language that it has a name in. */
  labels: Readonly<Partial<Record<string, string>>>;
  /** Its code and its names, as `spelled` has them. */
  names: readonly string[];
  /** Names that it had, spelled the same way. */
  former: readonly string[];
}

/** A name however it is written: in capitals or not, with any dash, full-width or not. */
export const spelled = (name: string): string => plain(name).toLowerCase();

/** Entries that may be chosen, by dictionary. */
export type Offered = ReadonlyMap<string, readonly Entry[]>;

/** Every name that an entry of a dictionary is called by, or was. */
export const namesOffered = (offered: Offered, dic: string): string[] =>
  (offered.get(dic) ?? []).flatMap(({ names, former }) => [...names, ...former]);

/** Names that a refusal lists; a dictionary may have hundreds. */
const LISTED = 20;

export async function offeredIn(db: Kysely<DB>, dics: readonly string[]): Promise<Offered> {
  const rows = await db
    .selectFrom('sys_dic_field as f')
    .innerJoin('sys_dic as d', 'd.id', 'f.dic_id')
    .where('d.code', 'in', dics)
    .where('f.valid', '=', true)
    .orderBy('f.sort')
    .orderBy('f.code')
    .select(['d.code as dic', 'f.code', 'f.label', 'f.labels', 'f.former'])
    .execute();
  const entries = rows.map(({ dic, code, label, labels: named, former }) => {
    const labels = named as { language: string; label: string }[];
    return {
      dic,
      code,
      labels: { zh: label, ...Object.fromEntries(labels.map((each) => [each.language, each.label])) },
      names: [code, label, ...labels.map((each) => each.label)].map(spelled),
      former: former.map(spelled),
    };
  });
  return Map.groupBy(entries, ({ dic }) => dic);
}

/** The code that is meant by a code or a name in any language, one of today before one of former days; what is not offered stays as it is. */
export function codeMeant(offered: Offered, dic: string, text: string): string {
  const entries = offered.get(dic) ?? [];
  const name = spelled(text);
  return (entries.find(({ names }) => names.includes(name)) ?? entries.find(({ former }) => former.includes(name)))?.code ?? text;
}

/** One fault for each use that names a code which is neither offered nor kept; it lists what is offered in the reader's language. */
export const dicFaults = (offered: Offered, uses: readonly DicUse[], locale: Locale): Fault[] =>
  uses.flatMap(({ path, dic, codes, kept = [] }) => {
    const known = offered.get(dic) ?? [];
    if (codes.every((code) => known.some((entry) => entry.code === code) || kept.includes(code))) return [];
    const names = known.slice(0, LISTED).map(({ code, labels }) => labels[locale] || labels['zh'] || code);
    const values = [...names, ...(known.length > LISTED ? ['…'] : [])];
    return [{ path, key: 'rule.choice', params: { values } } as const];
  });

/**
 * Keeps entries from being deleted until the commit: what is looked up afterwards can be written. To be called before that.
 * Whoever changes a dictionary waits, and then sees what was written.
 */
export async function holdDics(trx: Trx, dics: readonly string[]): Promise<void> {
  await sql`select from sys_dic where code = any(${dics}::text[]) order by id for share`.execute(trx);
}

/** @throws AppError INVALID with a fault at each field that names a code which is neither offered nor kept */
export async function assertOffered(trx: Trx, uses: readonly DicUse[], locale: Locale): Promise<void> {
  const dics = [...new Set(uses.map(({ dic }) => dic))];
  await holdDics(trx, dics);
  const faults = dicFaults(await offeredIn(trx, dics), uses, locale);
  if (faults.length > 0) throw new AppError('INVALID', { faults });
}
