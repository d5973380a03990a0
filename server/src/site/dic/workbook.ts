// Dictionary entries as a workbook: export, import and template share their columns.
import type { PhraseKey } from '@kuwei/contract/phrase';
import { DIC_ENTRIES_MAX, dicEntryForm, type DicRecord } from '@kuwei/contract/auth/dic';
import type { Locale } from '@kuwei/contract/constants';
import { AppError, type Fault } from '@kuwei/contract/error';
import { normalizeText } from '@kuwei/contract/normalize-text';
import { readFlag } from '@kuwei/contract/read-value';
import { sql, type Kysely } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod/mini';
import { anyOf } from '../../db/rows.ts';
import type { DB } from '../../db/types.ts';
import type { Download, SheetDownload } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import {
  type Importer,
  type ImportField,
  type ImportTable,
  type InfoField,
  type Stored,
  cellsOf,
} from '../../platform/import/kind.ts';
import { tableOf } from '../../platform/import/rows.ts';
import { codeOf, combineKey, parentOfKey, withCombinedKeys } from '../../platform/import/combined-key.ts';
import { exportName, REV, exportedSheet, yesNo, type Cells, templateSheet } from '../../platform/workbook/workbook.ts';
import { normalizeSpelling } from '../../platform/dic/codes.ts';
import { entryRow, buildDicForm, keepPropsOrder, propsCell, readProps, rowOf, type EntryRow } from './entry-rows.ts';
import { dicsWhere } from './queries.ts';
import { checkDic } from './save.ts';
import { writeEntries } from './write-entries.ts';

type Field = ImportField<EntryRow>;
/** An entry, with id and version of its dictionary. */
interface StoredEntry extends Stored<EntryRow> {
  shipped: string | null;
}

const text = (
  field: 'zh' | 'en' | 'dicName' | 'dicNameEn',
  phrase: PhraseKey,
  width: number,
  more: Partial<Field> = {},
): Field => ({
  key: field,
  field,
  phrase,
  width,
  read: (cell) => cell,
  write: (form) => form[field],
  ...more,
});

/** @param called codes of dictionaries by name */
const fieldsFor = (called: ReadonlyMap<string, string>, locale: Locale): Field[] => [
  {
    key: 'dic',
    field: 'dic',
    phrase: 'dic.sheet.code',
    width: 24,
    read: (cell) => resolveDic(called, cell),
    write: ({ dic }) => dic,
  },
  text('dicName', 'dic.sheet.name', 24),
  text('dicNameEn', 'dic.sheet.nameEn', 24),
  {
    key: 'code',
    field: 'key',
    phrase: 'dic.entry.code',
    width: 24,
    read: (cell, { refuse }) => {
      const code = normalizeText(codeOf(cell)).toUpperCase();
      const isCode = z.safeParse(dicEntryForm.shape.code, code).success;
      return isCode ? combineKey(resolveDic(called, parentOfKey(cell)), code) : refuse('rule.code');
    },
    write: ({ key }) => codeOf(key),
  },
  text('zh', 'dic.entry.zh', 30),
  text('en', 'dic.entry.en', 36, { empty: null }),
  {
    key: 'props',
    field: 'props',
    phrase: 'dic.entry.props',
    width: 36,
    empty: [],
    read: readProps,
    adjust: keepPropsOrder,
    write: ({ props }) => propsCell(props),
  },
  {
    key: 'valid',
    field: 'valid',
    phrase: 'dic.entry.valid',
    width: 8,
    read: (cell, { refuse }) => readFlag(cell) ?? refuse('workbook.yesNo'),
    write: ({ valid }) => yesNo(valid, locale),
  },
];

const INFOS: InfoField<StoredEntry>[] = [
  { key: 'shipped', phrase: 'dic.entry.shipped', width: 30, write: ({ shipped }) => shipped },
  { key: REV, phrase: 'workbook.rev', width: 10, write: ({ rev }) => rev },
];

const resolveDic = (called: ReadonlyMap<string, string>, cell: string): string =>
  called.get(normalizeSpelling(cell)) ?? normalizeText(cell).toUpperCase();

/** Codes of dictionaries by code, and by unique names. */
async function loadDicsByName(db: Kysely<DB>): Promise<Map<string, string>> {
  const rows = await db.selectFrom('sys_dic').select(['code', 'name', 'name_en']).execute();
  const names = rows.flatMap(({ code, name, name_en }) =>
    [...new Set([name, name_en ?? name].map(normalizeSpelling))].map((each) => ({ each, code })),
  );
  const byName = [...Map.groupBy(names, ({ each }) => each)].flatMap(([each, [first, ...others]]) =>
    others.length === 0 ? [[each, first!.code] as const] : [],
  );
  return new Map([...byName, ...rows.map(({ code }) => [normalizeSpelling(code), code] as const)]);
}

const NO_CODE = 'X';
const BLANK: EntryRow = entryRow.parse({ key: combineKey(NO_CODE, NO_CODE), dic: NO_CODE, zh: '-' });

const entriesOf = (dic: DicRecord): StoredEntry[] => {
  const shipped = new Map(dic.shipped.map(({ code, label }) => [code, label]));
  return dic.fields.map((entry) => ({
    id: dic.id,
    rev: dic.rev,
    form: rowOf(dic, entry),
    shipped: shipped.get(entry.code) ?? null,
  }));
};

/** Reads rows of entries. Imports are undone by dictionary (`dicKind`). */
export async function entryTable(db: Kysely<DB>, locale: Locale): Promise<ImportTable<EntryRow>> {
  const fields = fieldsFor(await loadDicsByName(db), locale);
  const stored = async (codes: readonly string[]) => dicsWhere(db, sql`d.code = any(${codes}::text[])`);
  const importer: Importer<EntryRow, StoredEntry> = {
    entity: 'sys_dic',
    fields,
    infos: INFOS,
    key: 'key',
    schema: entryRow,
    blank: BLANK,
    titleOf: ({ zh, key }) => `${zh} ${parentOfKey(key)} ${codeOf(key)}`,
    asNew: (form) => ({ id: '', rev: 0, form, shipped: null }),
    find: async (keys) => {
      const dics = await stored([...new Set(keys.map(parentOfKey))]);
      return new Map(dics.flatMap(entriesOf).map((entry) => [entry.form.key, entry]));
    },
    findById: async () => new Map(),
    usedOf: async () => new Set(),
    validate: async (wanted) => wanted.map(() => []),
    validateAll: async (wanted) => {
      const byDic = Map.groupBy(
        wanted.map((one, at) => ({ ...one, at })),
        ({ form }) => form.dic,
      );
      const dics = new Map((await stored([...byDic.keys()])).map((dic) => [dic.code, dic]));
      const refused = new Map<number, AppError>();
      for (const [code, rows] of byDic) await refuseInvalidRows(dics.get(code) ?? null, rows, refused);
      return refused;
    },
    write: writeEntries,
    missing: async (keys) => {
      const named = new Set(keys);
      const dics = await stored([...new Set(keys.map(parentOfKey))]);
      return dics.flatMap(entriesOf).filter(({ form }) => !named.has(form.key)).length;
    },
    remove: async () => {},
  };
  return withCombinedKeys(tableOf(importer, locale), 'dic', ['code']);
}

interface Row {
  /** Index among all rows. */
  at: number;
  before: StoredEntry | null;
  form: EntryRow;
}

/** Refuses rows of one dictionary until the rest is valid. */
async function refuseInvalidRows(before: DicRecord | null, rows: readonly Row[], refused: Map<number, AppError>): Promise<void> {
  const refuse = ({ at }: Row, ...faults: Fault[]): void => void refused.set(at, new AppError('INVALID', { faults }));
  for (const row of rows) {
    const faults = checkDicNames(before, rows[0]!.form, row.form);
    if (faults.length > 0) refuse(row, ...faults);
  }
  const room = DIC_ENTRIES_MAX - (before?.fields.length ?? 0);
  const added = rows.filter((row) => row.before === null && !refused.has(row.at));
  for (const row of added.slice(Math.max(room, 0)))
    refuse(row, { path: 'key', key: 'rule.listMax', params: { max: DIC_ENTRIES_MAX } });

  for (;;) {
    const left = rows.filter(({ at }) => !refused.has(at));
    if (left.length === 0) return;
    const form = buildDicForm(
      before,
      left.map((row) => row.form),
    );
    const place = new Map(left.map((row) => [codeOf(row.form.key), row]));
    const found = checkDic(form, before).flatMap((fault) => {
      const [, index = '', ...rest] = fault.path.split('.');
      const entry = form.fields[Number(index)];
      const row = entry && place.get(entry.code);
      return row && !isFirst(fault, row, place) ? [{ row, fault: { ...fault, path: columnOf(rest, entry.labels) } }] : [];
    });
    if (found.length === 0) return;
    for (const [row, faults] of Map.groupBy(found, (one) => one.row)) refuse(row, ...faults.map(({ fault }) => fault));
    await setImmediate();
  }
}

/** A stored dictionary is renamed only in its form; a new one needs the same name in each of its rows. */
function checkDicNames(before: DicRecord | null, first: EntryRow, { dic, dicName, dicNameEn }: EntryRow): Fault[] {
  if (before === null) {
    if (dicName === '') return [{ path: 'dicName', key: 'rule.dicUnknown', params: { code: dic } }];
    return dicName === first.dicName ? [] : [{ path: 'dicName', key: 'rule.dicName', params: { value: first.dicName } }];
  }
  const fixed = (path: string, wanted: string | null, is: string | null): Fault[] =>
    wanted === null || wanted === '' || wanted === is ? [] : [{ path, key: 'rule.dicName', params: { value: is ?? '' } }];
  return [...fixed('dicName', dicName, before.name), ...fixed('dicNameEn', dicNameEn, before.nameEn)];
}

/** Of two rows with one name the first wins. */
function isFirst({ key, params }: Fault, row: Row, rows: ReadonlyMap<string, Row>): boolean {
  if (key !== 'rule.dicAlike') return false;
  const other = rows.get(String(params?.['code']));
  if (!other || other.at < row.at) return false;
  const kept = other.before === null ? [] : [other.before.form.zh, other.before.form.en ?? ''];
  return !kept.map(normalizeSpelling).includes(normalizeSpelling(String(params?.['name'])));
}

/** Field of the row for a path below an entry. */
function columnOf([field, at]: readonly string[], labels: DicRecord['fields'][number]['labels']): keyof EntryRow {
  if (field === 'code') return 'key';
  if (field === 'props' || field === 'valid') return field;
  return field === 'labels' ? labels[Number(at)]!.language : 'zh';
}

/** All entries of the dictionaries of a list, for re-import. */
export async function exportEntries(db: Kysely<DB>, ids: readonly string[], locale: Locale): Promise<SheetDownload> {
  const fields = fieldsFor(new Map(), locale);
  const dics = new Map((await dicsWhere(db, sql`d.id = ${anyOf(ids)}`)).map((dic) => [dic.id, dic]));
  const cells = ids.flatMap((id) => {
    const dic = dics.get(id);
    return (dic ? entriesOf(dic) : []).map(
      (entry): Cells =>
        Object.fromEntries([
          ...fields.map((field) => [field.key, field.write(entry.form)]),
          ...INFOS.map((info) => [info.key, info.write(entry, locale)]),
        ]) as Cells,
    );
  });
  return exportedSheet(exportName('dictionaries', locale), [...fields, ...INFOS], () => Promise.resolve(cells), locale);
}

/** An empty sheet with an example row, which imports skip. */
export function entryTemplate(locale: Locale): Download {
  const fields = fieldsFor(new Map(), locale);
  const form: EntryRow = {
    ...BLANK,
    dic: say(locale, 'workbook.example', { text: 'WMS_GRADE' }),
    key: combineKey('WMS_GRADE', 'EP'),
    dicName: say(locale, 'dic.example.name'),
    zh: '电子纯',
    en: 'Electronic (EP)',
    props: [{ code: 'shelf', value: 'A' }],
  };
  return templateSheet('dics', fields, cellsOf(fields, form), locale);
}
