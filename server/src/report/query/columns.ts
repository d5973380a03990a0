// Columns of a report's result: kind, label and cell texts.
import type { Locale } from '@kuwei/contract/constants';
import type { ColumnKind, ReportCell, ReportColumn, ShownColumn } from '@kuwei/contract/sys/report';
import type { Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import { dicNames, type Names } from '../../platform/dic/names.ts';
import type { Field } from '../sql/describe.ts';
import type { Word } from '../sql/words.ts';
import { VIEWS } from '../views/schema.ts';
import type { ViewColumn } from '../views/view.ts';

/** By type OID, unless a view documents the column. */
const KINDS: Record<number, ColumnKind> = {
  16: 'flag',
  20: 'count',
  21: 'count',
  23: 'count',
  700: 'count',
  701: 'count',
  1009: 'list',
  1082: 'day',
  1114: 'moment',
  1184: 'moment',
  1700: 'count',
  2950: 'id',
};

/** Columns of the views that a statement mentions, by name. */
function findDocumentedColumns(words: readonly Word[]): Map<string, ViewColumn> {
  const mentioned = new Set(words.map(({ text }) => text));
  const views = VIEWS.filter(({ name }) => mentioned.has(name));
  return new Map(views.toReversed().flatMap(({ columns }) => columns.map((column) => [column.name, column] as const)));
}

const PLAIN = {
  zh: null,
  en: null,
  width: null,
  format: 'AUTO',
  unit: null,
  dic: null,
  link: 'NONE',
  linkBy: null,
  total: 'NONE',
  group: false,
  mask: false,
  hidden: false,
} as const;

/** Records that a column links to, if the report has the id column. */
const LEADS: Record<string, { link: ReportColumn['link']; by: string }> = {
  product_name: { link: 'PRODUCT', by: 'product_id' },
  product_code: { link: 'PRODUCT', by: 'product_id' },
  no: { link: 'DOCUMENT', by: 'document_id' },
  document_no: { link: 'DOCUMENT', by: 'document_id' },
};

/** Columns in display order. @param arranged the report's column settings */
export function arrangeColumns(
  fields: readonly Field[],
  words: readonly Word[],
  arranged: readonly ReportColumn[],
  locale: Locale,
): ShownColumn[] {
  const documented = findDocumentedColumns(words);
  const names = new Set(fields.map(({ name }) => name));
  const known = new Map(arranged.map((column) => [column.name, column]));
  const order = arranged.map(({ name }) => name).filter((name) => names.has(name));
  // A column without settings follows its predecessor in the statement.
  for (const [at, { name }] of fields.entries())
    if (!order.includes(name)) order.splice(at === 0 ? 0 : order.indexOf(fields[at - 1]!.name) + 1, 0, name);
  const typeOf = new Map(fields.map(({ name, type }) => [name, type]));
  return order.map((name) => {
    const view = documented.get(name);
    const kind = KINDS[typeOf.get(name)!] ?? 'text';
    // The database type decides: the sum of a quantity is a quantity, their number is not.
    const isAlike = view !== undefined && (isNumber(view.kind) ? isNumber(kind) : view.kind === kind || kind === 'text');
    const lead = LEADS[name];
    const leads = lead !== undefined && names.has(lead.by) ? { link: lead.link, linkBy: lead.by } : {};
    const own = known.get(name) ?? { name, ...PLAIN, ...leads, hidden: kind === 'id' };
    const [zh, en] = [own.zh ?? view?.zh ?? name, own.en ?? own.zh ?? view?.en ?? name];
    const unit = view?.unit !== undefined && names.has(view.unit) ? view.unit : null;
    return {
      ...own,
      unit: own.unit ?? unit,
      dic: own.dic ?? (isAlike ? (view.dic ?? null) : null),
      label: locale === 'zh' ? zh : en,
      kind: isAlike ? view.kind : kind,
      words: isAlike ? (view.words ?? null) : null,
    };
  });
}
const isNumber = (kind: ColumnKind): boolean => kind === 'count' || kind === 'quantity' || kind === 'money';

/** Replaces all but the first character. */
const masked = (text: string): string => `${text.slice(0, 1)}＊＊`;

/** Formats cells for people; numbers, days and moments are unchanged. */
export async function createCellWriters(
  db: Kysely<DB>,
  columns: readonly ShownColumn[],
  locale: Locale,
): Promise<((value: ReportCell) => ReportCell)[]> {
  return Promise.all(
    columns.map(async ({ dic, words, mask }) => {
      const names = dic !== null ? await dicNames(db, dic, locale) : words !== null ? phrases(words, locale) : null;
      const named = (code: string): string => {
        if (names === null) return code;
        const name = names(code);
        // A state's name depends on the kind of document; without one, use the deposit's.
        return name === code
          ? (([inbound]) => (inbound === `${code}.INBOUND` ? code : inbound!))([names(`${code}.INBOUND`)])
          : name;
      };
      return (value) => {
        if (typeof value === 'string') return mask ? masked(named(value)) : named(value);
        if (Array.isArray(value)) return value.map(named).join(locale === 'zh' ? '、' : ', ');
        return value;
      };
    }),
  );
}

const phrases =
  (prefix: string, locale: Locale): Names =>
  (code) => {
    const text = say(locale, `${prefix}.${code}`);
    return text === `${prefix}.${code}` ? code : text;
  };
