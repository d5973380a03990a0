// Writes dictionaries, and refuses invalid ones.
import type { DicEntry, DicForm, DicRecord } from '@kuwei/contract/auth/dic';
import { LOCALES, type Locale } from '@kuwei/contract/constants';
import { propRefusal } from '@kuwei/contract/sys/dic-props';
import { AppError, type Fault } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import { joinList } from '@kuwei/contract/phrase';
import { isDeepStrictEqual } from 'node:util';
import { sql, type Kysely } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf, valuesOf } from '../../db/columns.ts';
import type { Trx } from '../../db/open.ts';
import type { DB } from '../../db/types.ts';
import { insertRows } from '../../db/rows.ts';
import { setPhraseOverrides } from '../../phrase.ts';
import { writeHandlers } from '../../platform/record.ts';
import { FIELD, findDic, HEAD } from './queries.ts';
import { normalizeSpelling } from '../../platform/dic/codes.ts';
import { formatUses } from './uses.ts';
import { isWording, loadOverrides } from './words.ts';

type Context = WriteContext<Caller>;

export const dicWrites = writeHandlers<'sys_dic', DicForm, DicRecord>({
  table: 'sys_dic',
  codeIndex: 'sys_dic_code_key',
  find: findDic,
  // Entries are in their own table.
  valuesOf: (form) => valuesOf('d', HEAD, form, 'fields'),
  check: async (context, form, before) => {
    assertUnique(form.fields);
    if (before) await assertEntriesKept(context.trx, form, before, context.origin.locale);
    const faults = checkDic(form, before);
    if (faults.length > 0) throw new AppError('INVALID', { faults });
  },
  afterWrite: async (context, id, form) => {
    await putFields(context.trx, id, form.fields);
    await notifyDicChange(context, id);
  },
  changes: (before, form) => ({ ...changesOf(before, form, 'fields'), ...entryChanges(before.fields, form.fields) }),
  checkUnused: async (context, { id, code, builtIn }) => {
    if (builtIn) throw new AppError('DIC_FIXED', { params: { codes: code } });
    // Records do not reference the site's own dictionaries; clients that show them are notified.
    await notifyDicChange(context, id);
  },
});

/** Notifies everyone; this process applies the new wording from its next answer on. */
async function notifyDicChange({ trx, emit, afterCommit }: Context, id: string): Promise<void> {
  const words = await loadOverrides(trx);
  afterCommit(() => setPhraseOverrides(words));
  emit({ to: 'all', ...EVENTS.dictionary, d: { id } });
}

/** @throws AppError CODE_TAKEN at the second of two entries, two names in one language, or two properties */
export function assertUnique(fields: readonly DicEntry[]): void {
  const refuseSecond = (codes: readonly string[], path: (at: number) => string): void => {
    const at = codes.findIndex((code, each) => codes.indexOf(code) !== each);
    if (at !== -1) throw new AppError('CODE_TAKEN', { params: { code: codes[at]! }, field: path(at) });
  };
  refuseSecond(
    fields.map(({ code }) => code),
    (at) => `fields.${at}.code`,
  );
  for (const [row, { labels, props }] of fields.entries()) {
    refuseSecond(
      labels.map(({ language }) => language),
      (at) => `fields.${row}.labels.${at}.language`,
    );
    refuseSecond(
      props.map(({ code }) => code),
      (at) => `fields.${row}.props.${at}.code`,
    );
  }
}

/** @throws AppError DIC_FIXED, IN_USE_BY for entries that would be removed or get another code */
export async function assertEntriesKept(
  db: Kysely<DB>,
  form: DicForm,
  before: Pick<DicRecord, 'code' | 'builtIn' | 'shipped' | 'fields'>,
  locale: Locale,
): Promise<void> {
  const fixed = [
    ...(before.builtIn && form.code !== before.code ? [before.code] : []),
    ...before.shipped.map(({ code }) => code).filter((code) => !has(form.fields, code)),
  ];
  if (fixed.length > 0) throw new AppError('DIC_FIXED', { params: { codes: joinList(locale, fixed) }, field: 'fields' });
  const gone = before.fields.map(({ code }) => code).filter((code) => !has(form.fields, code));
  const by = gone.length === 0 ? null : await formatUses(db, before.code, gone, locale);
  if (by !== null) throw new AppError('IN_USE_BY', { params: { by }, field: 'fields' });
}

const has = (fields: readonly { code: string }[], code: string): boolean => fields.some((field) => field.code === code);

/** Errors of a dictionary, at its fields and those of its entries. */
export function checkDic({ code: dic, public: isPublic, fields }: DicForm, before: DicRecord | null): Fault[] {
  const words = before !== null && isWording(dic);
  // The console needs shipped dictionaries to show names.
  const hidden: Fault[] = before?.builtIn && !isPublic ? [{ path: 'public', key: 'rule.fixed' }] : [];
  const wrong = fields.flatMap(({ code, valid, props }, row): Fault[] => [
    ...(words && !has(before.shipped, code) ? [{ path: `fields.${row}.code`, key: 'rule.dicWord' as const }] : []),
    ...(words && !valid ? [{ path: `fields.${row}.valid`, key: 'rule.dicWordValid' as const }] : []),
    ...props.flatMap((prop, at) => {
      const refusal = propRefusal(dic, prop.code, prop.value);
      return refusal ? [{ ...refusal, path: `fields.${row}.props.${at}.value`, key: refusal.key as Fault['key'] }] : [];
    }),
  ]);
  return [...hidden, ...wrong, ...checkSimilarNames(fields, before, words)];
}

/**
 * Workbooks are read by name, so two entries with one name would be confused. Shipped entries with equal names are synonyms, and
 * stored conflicts may stay.
 * @param words shipped names are read as well
 */
function checkSimilarNames(fields: readonly DicEntry[], before: DicRecord | null, words: boolean): Fault[] {
  const shipped = new Map(before?.shipped.map((entry) => [entry.code, namesIn(entry).map(normalizeSpelling)]));
  const stored = new Map(before?.fields.map((entry) => [entry.code, namesIn(entry)]));
  const meant = fields
    .filter(({ valid }) => valid)
    .flatMap((entry) => {
      const names = [entry.code, ...namesIn(entry), ...((words && shipped.get(entry.code)) || [])].map(normalizeSpelling);
      return [...new Set(names)].map((name) => ({ name, code: entry.code }));
    });
  const byName = Map.groupBy(meant, ({ name }) => name);
  return fields.flatMap((entry, row): Fault[] => {
    const names = namesIn(entry);
    if (!entry.valid || isDeepStrictEqual(names, stored.get(entry.code))) return [];
    const isShared = (name: string, code: string): boolean =>
      [entry.code, code].every((each) => shipped.get(each)?.includes(name));
    for (const name of names) {
      const other = byName
        .get(normalizeSpelling(name))
        ?.find(({ code }) => code !== entry.code && !isShared(normalizeSpelling(name), code));
      if (!other) continue;
      // At the name itself, in its language.
      const at = name === entry.label ? -1 : entry.labels.findIndex(({ language, label }) => language !== 'zh' && label === name);
      const path = at === -1 ? `fields.${row}.label` : `fields.${row}.labels.${at}.label`;
      return [{ path, key: 'rule.dicAlike', params: { name, code: other.code } }];
    }
    return [];
  });
}

/** Names by entry code, current and shipped. */
interface Known {
  code: string;
  label: string;
  labels: { language: string; label: string }[];
  former: string[];
  shipped: object | null;
}

const namesIn = ({ label, labels }: Pick<Known, 'label' | 'labels'>): string[] => [label, ...labels.map((each) => each.label)];

async function putFields(trx: Trx, dicId: string, fields: DicForm['fields']): Promise<void> {
  const { rows } = await sql<Known>`
    delete from sys_dic_field where dic_id = ${dicId} returning code, label, labels, former, shipped`.execute(trx);
  const known = new Map(rows.map((row) => [row.code, row]));
  const written = fields.map((field, at) => {
    const before = known.get(field.code);
    const names = namesIn(field);
    return {
      dic_id: dicId,
      ...valuesOf('f', FIELD, field),
      labels: LOCALES.flatMap((locale) => field.labels.filter(({ language }) => language === locale)),
      props: field.props.filter(({ value }) => value !== ''),
      sort: at + 1,
      former: [...new Set(before ? [...before.former, ...namesIn(before)] : [])].filter((name) => !names.includes(name)),
      shipped: before?.shipped ?? null,
    };
  });
  await insertRows(trx, 'sys_dic_field', written);
}

/** By entry: a dictionary may have hundreds, of which one changed. */
function entryChanges(
  before: DicRecord['fields'],
  after: readonly DicEntry[],
): Record<string, [before: unknown, after: unknown]> {
  const codesOf = (fields: readonly { code: string }[]): string[] => fields.map(({ code }) => code);
  const find = (fields: readonly DicRecord['fields'][number][], wanted: string) =>
    fields.find(({ code }) => code === wanted) ?? null;
  const codes = [...new Set([...codesOf(before), ...codesOf(after)])];
  const differing = codes
    .map((code) => [code, find(before, code), find(after, code)] as const)
    .filter(([, was, is]) => !isDeepStrictEqual(was, is));
  const kept = (fields: readonly { code: string }[]): string[] =>
    codesOf(fields).filter((code) => has(before, code) && has(after, code));
  const moved = !isDeepStrictEqual(kept(before), kept(after));
  return {
    ...Object.fromEntries(differing.map(([code, was, is]) => [`fields.${code}`, [was, is]])),
    ...(moved && { order: [codesOf(before), codesOf(after)] }),
  };
}
