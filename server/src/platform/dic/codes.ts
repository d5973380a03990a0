// Dictionary codes in records: entered codes must be offered, in forms as in workbooks.
import type { Locale } from '@kuwei/contract/constants';
import { AppError, type Fault } from '@kuwei/contract/error';
import { normalizeText } from '@kuwei/contract/normalize-text';
import { sql, type Kysely } from 'kysely';
import type { Trx } from '../../db/open.ts';
import type { DB } from '../../db/types.ts';

/** A form field with codes of a dictionary. */
export interface DicUse {
  /** Dotted path of the field. */
  path: string;
  dic: string;
  codes: readonly string[];
  /** Codes already stored in the record, which may stay when disabled or deleted. */
  kept?: readonly string[];
}

interface Entry {
  code: string;
  /** Labels by language. */
  labels: Readonly<Partial<Record<string, string>>>;
  /** Code and names, normalized by `spelled`. */
  names: readonly string[];
  /** Former names, normalized alike. */
  former: readonly string[];
}

/** Normalizes case, dashes and width of a name. */
export const normalizeSpelling = (name: string): string => normalizeText(name).toLowerCase();

/** Selectable entries by dictionary. */
export type Offered = ReadonlyMap<string, readonly Entry[]>;

/** All current and former names of a dictionary's entries. */
export const namesOffered = (offered: Offered, dic: string): string[] =>
  (offered.get(dic) ?? []).flatMap(({ names, former }) => [...names, ...former]);

const labelOf = ({ code, labels }: Entry, locale: Locale): string => labels[locale] || labels['zh'] || code;

/** Labels of a dictionary's entries in a language. */
export const labelsOffered = (offered: Offered, dic: string, locale: Locale): string[] =>
  (offered.get(dic) ?? []).map((entry) => labelOf(entry, locale));

/** Names listed by a refusal; a dictionary may have hundreds. */
const LISTED = 20;

export async function loadOfferedEntries(db: Kysely<DB>, dics: readonly string[]): Promise<Offered> {
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
      names: [code, label, ...labels.map((each) => each.label)].map(normalizeSpelling),
      former: former.map(normalizeSpelling),
    };
  });
  return Map.groupBy(entries, ({ dic }) => dic);
}

/** The code for a code or name in any language, current names first; unknown text is returned as is. */
export function resolveCode(offered: Offered, dic: string, text: string): string {
  const entries = offered.get(dic) ?? [];
  const name = normalizeSpelling(text);
  return (entries.find(({ names }) => names.includes(name)) ?? entries.find(({ former }) => former.includes(name)))?.code ?? text;
}

/** A fault for each code that is neither offered nor kept, listing the offered names in the reader's language. */
export const checkDicCodes = (offered: Offered, uses: readonly DicUse[], locale: Locale): Fault[] =>
  uses.flatMap(({ path, dic, codes, kept = [] }) => {
    const known = offered.get(dic) ?? [];
    if (codes.every((code) => known.some((entry) => entry.code === code) || kept.includes(code))) return [];
    const names = known.slice(0, LISTED).map((entry) => labelOf(entry, locale));
    const values = [...names, ...(known.length > LISTED ? ['…'] : [])];
    return [{ path, key: 'rule.choice', params: { values } } as const];
  });

/**
 * Share-locks dictionaries until the commit, so that entries looked up afterwards cannot be deleted. Call it before looking them
 * up: changes of a dictionary wait, then see what was written.
 */
export async function lockDicsForShare(trx: Trx, dics: readonly string[]): Promise<void> {
  await sql`select from sys_dic where code = any(${dics}::text[]) order by id for share`.execute(trx);
}

/** @throws AppError INVALID with a fault at each field with a code neither offered nor kept */
export async function assertOffered(trx: Trx, uses: readonly DicUse[], locale: Locale): Promise<void> {
  const dics = [...new Set(uses.map(({ dic }) => dic))];
  await lockDicsForShare(trx, dics);
  const faults = checkDicCodes(await loadOfferedEntries(trx, dics), uses, locale);
  if (faults.length > 0) throw new AppError('INVALID', { faults });
}
