// Converts dictionary entries to and from workbook rows.
import { dicEntryForm, type DicEntry, type DicForm, type DicRecord } from '@kuwei/contract/auth/dic';
import { LOCALES, type Locale } from '@kuwei/contract/constants';
import * as f from '@kuwei/contract/field';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Remarks } from '../../platform/import/kind.ts';
import { codeOf, combineKey } from '../../platform/import/combined-key.ts';

const { props, valid } = dicEntryForm.shape;

export const entryRow = z.strictObject({
  /** Codes of the dictionary and the entry. */
  key: z.string().check(z.minLength(1)),
  dic: f.code,
  /** Name of the dictionary, for one to be created. */
  dicName: z._default(f.text(100), ''),
  dicNameEn: f.maybeName(100),
  zh: f.name(100),
  en: f.maybeName(100),
  props,
  valid,
});
export type EntryRow = z.infer<typeof entryRow>;

const nameIn = ({ label, labels }: Pick<DicEntry, 'label' | 'labels'>, language: Locale): string | null =>
  labels.find((each) => each.language === language)?.label ?? (language === 'zh' ? label : null);

export const rowOf = ({ code: dic, name, nameEn }: Pick<DicForm, 'code' | 'name' | 'nameEn'>, entry: DicEntry): EntryRow => ({
  key: combineKey(dic, entry.code),
  dic,
  dicName: name,
  dicNameEn: nameEn,
  zh: nameIn(entry, 'zh')!,
  en: nameIn(entry, 'en'),
  props: entry.props,
  valid: entry.valid,
});

/** @param before the stored entry; what the row does not change is kept verbatim */
function buildEntry({ key, props: wanted, valid: isValid, ...names }: EntryRow, before: DicEntry | undefined): DicEntry {
  const isNamed = before && LOCALES.every((language) => nameIn(before, language) === names[language]);
  const named = isNamed
    ? { label: before.label, labels: before.labels }
    : {
        label: names.zh,
        labels: LOCALES.flatMap((language) => {
          const label = names[language];
          return label === null ? [] : [{ language, label }];
        }),
      };
  return { code: codeOf(key), ...named, props: wanted, valid: isValid };
}

/** Merges the rows into the entries of a dictionary: others stay, new ones are appended. */
function mergeRows(before: readonly DicEntry[], rows: readonly EntryRow[]): DicEntry[] {
  const wanted = new Map(rows.map((row) => [codeOf(row.key), row]));
  const known = new Set(before.map(({ code }) => code));
  return [
    ...before.map((entry) => {
      const row = wanted.get(entry.code);
      return row ? buildEntry(row, entry) : entry;
    }),
    ...rows.filter(({ key }) => !known.has(codeOf(key))).map((row) => buildEntry(row, undefined)),
  ];
}

/** A dictionary with the entries of its rows; a new one if not stored. */
export function buildDicForm(before: DicRecord | null, rows: readonly EntryRow[]): DicForm {
  const { dic, dicName, dicNameEn } = rows[0]!;
  const head = before ?? { code: dic, name: dicName, nameEn: dicNameEn, public: true };
  return {
    code: head.code,
    name: head.name,
    nameEn: head.nameEn,
    public: head.public,
    fields: mergeRows(before?.fields ?? [], rows),
  };
}

const bare = /^[^;；="\n]*$/;

/** `decimals=0; plural=bottles`; ambiguous values are quoted. */
export const propsCell = (own: DicEntry['props']): string | null =>
  own
    .filter(({ value }) => value !== '')
    .map(({ code, value }) => `${code}=${bare.test(value) ? value : `"${value.replaceAll('"', '""')}"`}`)
    .join('; ') || null;

const PART = /\s*([^;；=＝"]+?)\s*[=＝]\s*(?:"((?:[^"]|"")*)"|([^;；"\n]*?))\s*(?:[;；\n]|$)/y;

export function readProps(cell: string, { refuse }: Remarks): unknown {
  const found: DicEntry['props'] = [];
  const part = new RegExp(PART);
  for (let at = 0; at < cell.trimEnd().length; at = part.lastIndex) {
    part.lastIndex = at;
    const match = part.exec(cell);
    if (!match) return refuse('dic.import.props', { value: cell });
    found.push({ code: match[1]!, value: match[2]?.replaceAll('""', '"') ?? match[3]! });
  }
  return found;
}

/** The order of properties is irrelevant. */
export function keepPropsOrder(value: unknown, before: EntryRow | null): unknown {
  const sorted = (own: DicEntry['props']) =>
    own.filter((prop) => prop.value !== '').toSorted((a, b) => (a.code < b.code ? -1 : 1));
  return before && isDeepStrictEqual(sorted(value as DicEntry['props']), sorted(before.props)) ? before.props : value;
}
