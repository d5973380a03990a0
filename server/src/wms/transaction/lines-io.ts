// Reads lines from the clipboard or a workbook: each row becomes a form line, or reports its errors.
import { priceOfUnit } from '@kuwei/contract/decimal';
import { AppError } from '@kuwei/contract/error';
import { normalizeText } from '@kuwei/contract/normalize-text';
import { detectCommas, readingsOf, resolveComma, type Comma, type NumberSource } from '@kuwei/contract/workbook/read-comma';
import {
  DECIMAL_PLACES,
  isCellError,
  isForeignPrice,
  isNoDayText,
  readDay,
  readNumber,
  roundedTo,
  textOrNone,
} from '@kuwei/contract/read-value';
import { LINE_WORDS, fieldsFor, lineColumns, lineRows, rawLineOf } from '@kuwei/contract/wms/line-columns';
import { LINE_COLUMNS, LINE_FIELDS, type LineColumn, type LineField } from '@kuwei/contract/wms/line-fields';
import { dayNotes, expiryOf } from '@kuwei/contract/wms/batch-days';
import { linePrice } from '@kuwei/contract/wms/line-price';
import { LINES_MAX, RAW_CELL_MAX, lineForm, type rawLine } from '@kuwei/contract/wms/transaction-form';
import type { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { ImportedLines, ResolvedLine } from '@kuwei/contract/wms/transaction-reply';
import { type RequestType } from '@kuwei/contract/wms/transaction-type';
import { isCas } from '@kuwei/contract/wms/hazard';
import type { ProductOption, ProductState } from '@kuwei/contract/wms/product';
import { readCas, unNumberIn } from '@kuwei/contract/wms/read-hazard';
import { faultsOf } from '@kuwei/contract/rule';
import type { Locale } from '@kuwei/contract/constants';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import { actorOf, type Caller } from '../../context.ts';
import { todayOf } from '../../db/today.ts';
import type { DB } from '../../db/types.ts';
import type { Download, Upload } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import { openUnits } from '../unit-amount.ts';
import { normalizeSpelling } from '../../platform/dic/codes.ts';
import { dicNames } from '../../platform/dic/names.ts';
import { openCommas } from '../../platform/import/commas.ts';
import { encodingOf, sheetsOf } from '../../platform/import/import.ts';
import { truncateText } from '../../platform/import/rows.ts';
import { readSheet, type Cells, type Column, templateSheet } from '../../platform/workbook/workbook.ts';
import { unreadableReason } from '../../platform/workbook/cell.ts';
import { isShortened } from '../../platform/workbook/digits.ts';
import { untrackedBatchFaults } from '../batch/facts.ts';
import { readLabel, toGtin14, type Label } from '../product/gs1.ts';
import { hidePrice, type Reader } from '../product/prices.ts';
import { optionJson, withPictograms } from '../product/queries.ts';

export type RawLine = z.output<typeof rawLine>;

const COLUMNS: Record<LineField, Omit<Column, 'key'>> = {
  code: { phrase: 'wms.product.code', width: 20 },
  qty: { phrase: 'wms.line.qty', width: 10 },
  unit: { phrase: 'wms.line.unit', width: 10 },
  batchNo: { phrase: 'wms.line.batchNo', width: 16 },
  madeOn: { phrase: 'wms.line.madeOn', width: 12, as: 'day' },
  expiresOn: { phrase: 'wms.line.expiresOn', width: 12, as: 'day' },
  unitPrice: { phrase: 'wms.line.unitPrice', width: 10 },
  remark: { phrase: 'wms.line.remark', width: 30 },
};
const TITLES = Object.fromEntries(
  Object.entries(COLUMNS).map(([key, { phrase }]) => [key, [say('zh', phrase), say('en', phrase)]]),
) as Record<LineField, string[]>;
/** All known headings of line columns. */
const KNOWN = [...LINE_FIELDS.flatMap((field) => TITLES[field]), ...LINE_WORDS];
export const columnsFor = (type: RequestType): Column[] =>
  Object.entries(COLUMNS)
    .map(([key, column]) => ({ key, ...column }))
    .filter(({ key }) => fieldsFor(type).includes(key as LineField));

/** An empty sheet with an example row that imports skip. */
export async function lineTemplate(db: Kysely<DB>, type: RequestType, locale: Locale): Promise<Download> {
  const unitName = await dicNames(db, 'WMS_UNIT', locale);
  const example: Cells = {
    code: say(locale, 'workbook.example', { text: 'C-ETHANOL' }),
    qty: 2,
    unit: unitName('BOTTLE'),
    batchNo: '20260801',
    madeOn: '2026-08-01',
    expiresOn: '2028-07-31',
    unitPrice: 28.5,
  };
  return templateSheet(`lines.${type}`, columnsFor(type), example, locale);
}

/**
 * Imports the lines of a workbook. While it has unknown columns, returns those instead of reading lines.
 * @param chosenColumns the user's column assignments, as in the query
 * @throws AppError WORKBOOK, LINES_TOO_MANY
 */
export async function importLines(
  db: Kysely<DB>,
  { type, columns: chosenColumns, sheet: which, encoding, comma }: z.output<typeof transactionRoutes.importLines.query>,
  upload: Upload,
  caller: Caller,
  locale: Locale,
): Promise<ImportedLines> {
  try {
    const sheet = await readSheet(upload.path, locale, actorOf(caller), LINES_MAX, KNOWN, {
      sheet: which,
      encoding,
      mayGuess: true,
    });
    const read = { ...sheetsOf(sheet), encoding: encodingOf(sheet) };
    const { columns, unread, unused } = lineColumns(
      sheet.headings.map(truncateText),
      sheet.rows,
      type,
      TITLES,
      parseChosenColumns(chosenColumns),
    );
    if (columns.every((column) => column === 'none') && unread.length === 0)
      throw new AppError('WORKBOOK', { params: { reason: say(locale, 'workbook.noColumns') } });
    if (unread.length > 0) return { ...read, commas: null, lines: [], left: 0, columns, unread, unused };
    const filled = sheet.rows.filter((cells) => cells.some((cell) => cell !== ''));
    const { rows: lineCells, left } = lineRows(filled, sheet.headings, columns);
    const rows = lineCells.map((cells) => rawLineOf(cells.map(stripUnreadMark), columns, RAW_CELL_MAX, sheet.headings));
    const source = { isText: sheet.kind === 'csv', separator: sheet.text?.separator ?? null };
    const { lines, commas } = await readLines(db, type, rows, caller, locale, source, comma);
    return {
      ...read,
      commas,
      lines: lines.map((line, at) => addFormulaErrors(line, lineCells[at]!, columns, locale)),
      left,
      columns,
      unread,
      unused,
    };
  } finally {
    await upload.discard();
  }
}

const stripUnreadMark = (cell: string): string => (unreadableReason(cell) ? '' : cell);

/** A cell with an uncalculated formula, or in a merged range, is not an empty one. */
function addFormulaErrors(
  line: ResolvedLine,
  cells: readonly string[],
  columns: readonly LineColumn[],
  locale: Locale,
): ResolvedLine {
  const fields = columns.filter((column, at) => column !== 'none' && unreadableReason(cells[at] ?? '') !== null);
  if (fields.length === 0) return line;
  const places = fields.map((field) => (field === 'cas' || field === 'name' ? 'code' : field));
  const others = line.errors.filter(({ column }) => !places.some((place) => place === column));
  const message = say(
    locale,
    unreadableReason(cells.find((cell, at) => columns[at] !== 'none' && unreadableReason(cell) !== null)!)!,
  );
  return { ...line, line: null, errors: [...others, ...places.map((column) => ({ column, message }))] };
}

const parseChosenColumns = (text: string | undefined): Map<number, LineColumn> =>
  new Map(
    (text ?? '').split(',').flatMap((part) => {
      const [at, name] = part.split('=');
      const column = LINE_COLUMNS.find((each) => each === name);
      return column ? [[Number(at), column] as const] : [];
    }),
  );

/** Resolves pasted rows to lines. @throws AppError LINES_TOO_MANY */
export async function resolveLines(
  db: Kysely<DB>,
  type: RequestType,
  rows: readonly RawLine[],
  reader: Reader,
  locale: Locale,
): Promise<ResolvedLine[]> {
  return (await readLines(db, type, rows, reader, locale, { isText: true })).lines;
}

/**
 * Finds each row's product by code, CAS number or GTIN, including scanned labels, else by UN number or full name in either
 * language; parses units and dates in common notations.
 * @param comma what commas in numbers mean, if the user has chosen
 */
async function readLines(
  db: Kysely<DB>,
  type: RequestType,
  rows: readonly RawLine[],
  reader: Reader,
  locale: Locale,
  source: NumberSource,
  comma?: Comma,
): Promise<{ lines: ResolvedLine[]; commas: ImportedLines['commas'] }> {
  if (rows.length > LINES_MAX) throw new AppError('LINES_TOO_MANY', { params: { max: LINES_MAX } });
  const labels = rows.map(({ code }) => readLabel(code));
  const products = await findProducts(
    db,
    rows.flatMap(({ code, also = [] }, at) => [code, labels[at]?.gtin ?? '', ...also]),
    locale,
  );
  const units = await unitNames(db);
  const codeOf = (text: string | null | undefined): string | null => (text ? (units.get(normalizeSpelling(text)) ?? text) : null);
  const called = (text: string): readonly NamedProduct[] => {
    const spelling = spellings(text).find((each) => products.has(each));
    const found = spelling === undefined ? [] : products.get(spelling)!;
    return found.map((each) => ({ ...each, product: hidePrice(each.product, reader) }));
  };
  const { decimals } = await openUnits(db, locale);
  const today = await todayOf(db);
  const { settle, said } = resolveCommas(rows, source, comma, (row, text) => {
    const [product] = called(row.code);
    const unit = codeOf(row.unit) ?? codeOf(readNumber(text)?.unit) ?? product?.product.baseUnit;
    return unit !== undefined && decimals.get(unit) === 0;
  });
  const lines = rows.map(({ also = [], ...given }, at) => {
    const label = called(given.code).length === 0 ? (labels[at] ?? null) : null;
    const { raw, either } = settle(label === null ? given : applyLabel(given, label, called(label.gtin), type));
    const qty = raw.qty === null ? null : readNumber(raw.qty);
    const found = narrowByOthers(called(raw.code), also.map(called));
    const unit = codeOf(raw.unit) ?? codeOf(qty?.unit) ?? unitOf(found, raw.code);
    const isOther = raw.unit !== null && raw.unit !== '' && (qty?.unit ?? '') !== '' && codeOf(qty!.unit) !== unit;
    const other = found.length === 1 ? also.find((text) => contradicts(found[0]!, text, called(text))) : undefined;
    const line =
      other === undefined ? resolved(raw, unit, found, type, codeOf, locale) : contradictionOutcome(found[0]!, other, locale);
    const errors = [
      ...line.errors.filter((error) => !either.some(({ column }) => column === error.column)),
      ...damagedCells(raw, locale),
      ...either.map(({ column, value }) => ({ column, message: say(locale, 'workbook.comma', readingsOf(value)) })),
      ...(label === null ? [] : findLabelConflicts(label, given, type, locale)),
    ];
    if (isOther && !errors.some(({ column }) => column === 'qty'))
      errors.push({ column: 'qty', message: say(locale, 'wms.line.otherUnit', { unit: qty!.unit }) });
    const notes = [
      ...(line.product ? findOtherNames(found[0]!, also, locale) : []),
      ...roundedIn(raw, locale),
      ...(type === 'INBOUND' ? dayMessages(line, today, locale) : []),
    ];
    return {
      row: at + 1,
      raw,
      unit,
      labelQty: label?.qty ?? null,
      ...line,
      line: errors.length === 0 ? line.line : null,
      errors,
      notes,
    };
  });
  return { lines, commas: said() };
}

type OneLine = Omit<RawLine, 'also'>;
const NUMBERS = ['qty', 'unitPrice'] as const;

/**
 * Derives one reading of commas per column. An ambiguous number is left as written, for the user to correct.
 * @param chosen what commas mean, if the user has chosen
 * @param isWhole whether a row's quantity is in an indivisible unit: a comma then groups thousands
 * @returns `settle` for each row, and `said`, what was ambiguous so far
 */
function resolveCommas(
  rows: readonly RawLine[],
  source: NumberSource,
  chosen: Comma | undefined,
  isWhole: (row: OneLine, qty: string) => boolean,
) {
  const columns = NUMBERS.map((column) => rows.map((row) => row[column] ?? ''));
  const known = detectCommas(columns, source, chosen);
  const open = openCommas();
  const settle = (row: OneLine): { raw: OneLine; either: { column: string; value: string }[] } => {
    const either: { column: string; value: string }[] = [];
    const read = NUMBERS.map((column, at) => {
      const cell = row[column];
      if (!cell) return [column, cell] as const;
      const comma = known[at] ?? null;
      const isKnownWhole = comma === null && column === 'qty' && isWhole(row, cell);
      const settled = resolveComma(cell, isKnownWhole ? 'thousands' : comma, source, chosen === comma);
      if (!isKnownWhole) open.add(cell, settled, comma);
      if (settled === null) either.push({ column, value: cell });
      return [column, settled ?? cell] as const;
    });
    return { raw: { ...row, ...Object.fromEntries(read) }, either };
  };
  return { settle, said: open.said };
}

/** Fields of a label that fill empty cells of the row. */
const LABELLED = ['batchNo', 'madeOn', 'expiresOn'] as const;

/** Fills a row's empty cells from its label. */
function applyLabel(
  row: Omit<RawLine, 'also'>,
  label: Label,
  found: readonly NamedProduct[],
  type: RequestType,
): Omit<RawLine, 'also'> {
  const takes = found.every(({ product }) => product.trackBatch);
  const fields = LABELLED.filter((field) => takes && fieldsFor(type).includes(field));
  const printed = Object.fromEntries(fields.map((field) => [field, row[field] || label[field]]));
  return { ...row, code: label.gtin, qty: row.qty || label.qty, ...printed };
}

/** Cells that contradict the label. */
const findLabelConflicts = (label: Label, row: Omit<RawLine, 'also'>, type: RequestType, locale: Locale): CellMessage[] =>
  LABELLED.filter((field) => fieldsFor(type).includes(field)).flatMap((column) => {
    const written = row[column] ? (column === 'batchNo' ? row[column] : readDay(row[column], 'last')) : null;
    const printed = label[column];
    const isOther = written !== null && printed !== null && written.toUpperCase() !== printed.toUpperCase();
    return isOther ? [{ column, message: say(locale, 'wms.line.otherOnLabel', { printed }) }] : [];
  });

/** Narrows products that share a number to those that the rest of the row names as well; unchanged if it names none. */
function narrowByOthers(found: readonly NamedProduct[], others: readonly (readonly NamedProduct[])[]): readonly NamedProduct[] {
  const named = new Set(others.flat().map(({ product }) => product.id));
  const both = found.filter(({ product }) => named.has(product.id));
  return both.length > 0 ? both : found;
}

/** Whether a CAS number or name beside the code belongs to another product. Unknown names don't contradict. */
function contradicts({ product }: NamedProduct, text: string, called: readonly NamedProduct[]): boolean {
  const cas = readCas(text);
  if (called.length === 0) return isCas(cas) && product.cas !== null && product.cas !== cas;
  return called.every((each) => each.product.id !== product.id);
}

type CellMessage = { column: string; message: string };

/** Texts damaged by number formatting, where every digit counts, and formula errors in text cells. */
const damagedCells = (raw: OneLine, locale: Locale): CellMessage[] =>
  (['code', 'batchNo', 'remark'] as const).flatMap((column) => {
    const value = raw[column] ?? '';
    const key = isCellError(value)
      ? 'workbook.errorCell'
      : column !== 'remark' && isShortened(value)
        ? 'workbook.shortened'
        : null;
    return key === null ? [] : [{ column, message: say(locale, key, { value: truncateText(value) }) }];
  });

/** Quantities and prices with too many decimals. */
const roundedIn = (raw: Pick<RawLine, 'qty' | 'unitPrice'>, locale: Locale): CellMessage[] =>
  (['qty', 'unitPrice'] as const).flatMap((column) => {
    const value = readNumber((raw[column] ?? '').split('/')[0]!)?.value ?? '';
    const kept = roundedTo(value, DECIMAL_PLACES);
    return kept === value ? [] : [{ column, message: say(locale, 'wms.line.rounded', { places: DECIMAL_PLACES }) }];
  });

/** Implausible dates: produced in the future, or already expired. */
function dayMessages({ product, line }: Outcome, today: string, locale: Locale): CellMessage[] {
  if (product === null || line === null) return [];
  const days = { madeOn: line.madeOn, expiresOn: expiryOf(line, product) };
  return dayNotes(days, today).map(({ field, key }) => ({ column: field, message: say(locale, key) }));
}

/** Names beside the code that are neither the product's, nor part of it, nor any other product's. */
function findOtherNames(
  { product: { code, name, cas }, names }: NamedProduct,
  also: readonly string[],
  locale: Locale,
): CellMessage[] {
  const known = [...names, code, cas ?? ''].map(unspaced);
  const other = also.find((text) => {
    const spelling = unspaced(text);
    return !isCas(readCas(text)) && !known.some((each) => each !== '' && (each.includes(spelling) || spelling.includes(each)));
  });
  return other === undefined
    ? []
    : [{ column: 'code', message: say(locale, 'wms.line.otherName', { code, name, also: truncateText(other) }) }];
}

/** Normalizes a name, ignoring spaces. */
const unspaced = (name: string): string => normalizeSpelling(name).replaceAll(' ', '');

type Outcome = Pick<ResolvedLine, 'product' | 'line' | 'errors'>;

function contradictionOutcome({ product: { code, name } }: NamedProduct, also: string, locale: Locale): Outcome {
  const message = say(locale, 'wms.line.contradicts', { code, name, also });
  return { product: null, line: null, errors: [{ column: 'code', message }] };
}

function resolved(
  raw: Omit<RawLine, 'also'>,
  unit: string | null,
  found: readonly NamedProduct[],
  type: RequestType,
  codeOf: (unit: string) => string | null,
  locale: Locale,
): Outcome {
  const product = found[0]?.product;
  if (!product || found.length > 1) {
    const key = product ? 'wms.line.severalProducts' : raw.code === '' ? 'tx.line.noProduct' : 'wms.line.unknownProduct';
    return { product: null, line: null, errors: [{ column: 'code', message: say(locale, key, { code: raw.code }) }] };
  }
  const named = unit ?? product.baseUnit;
  const pack = product.units.find((each) => each.unit === named);
  // A product's price is per base unit.
  const usual = type === 'INBOUND' && product.price !== null ? priceOfUnit(product.price, pack?.factor ?? '1') : null;
  const price = raw.unitPrice === null ? null : linePrice(raw.unitPrice, named, product, codeOf);
  const batch = {
    batchNo: raw.batchNo === null ? null : textOrNone(raw.batchNo),
    madeOn: dayIn(raw.madeOn, 'first'),
    expiresOn: dayIn(raw.expiresOn, 'last'),
  };
  const form = z.safeParse(
    lineForm,
    {
      productId: product.id,
      productBoxId: null,
      ...batch,
      unit: named,
      qty: raw.qty === null ? undefined : amountIn(raw.qty),
      unitPrice: raw.unitPrice === null ? usual : price === null ? raw.unitPrice : 'price' in price ? price.price : null,
      remark: raw.remark,
    },
    { reportInput: true },
  );
  const faults = form.success ? [] : faultsOf(form.error);
  const batchFaults = type === 'INBOUND' ? untrackedBatchFaults(batch, product.trackBatch) : [];
  const errors = [...faults, ...batchFaults].map((fault) => ({
    column: fault.path,
    message: say(locale, fault.key, fault.params),
  }));
  // An empty batch may be filled in later; an explicit “none” is an error.
  if (type === 'INBOUND' && product.trackBatch && batch.batchNo === null && (raw.batchNo ?? '').trim() !== '')
    errors.push({ column: 'batchNo', message: say(locale, 'tx.line.batchNeeded') });
  if (named !== product.baseUnit && !pack && !errors.some(({ column }) => column === 'unit'))
    errors.push({ column: 'unit', message: say(locale, 'wms.line.unknownUnit', { unit: raw.unit ?? named }) });
  else if (price && 'otherUnit' in price)
    errors.push({ column: 'unitPrice', message: say(locale, 'wms.line.priceUnit', { unit: price.otherUnit }) });
  if (isForeignPrice(raw.unitPrice ?? '')) {
    const message = say(locale, 'workbook.currency');
    return {
      product,
      line: null,
      errors: [...errors.filter(({ column }) => column !== 'unitPrice'), { column: 'unitPrice', message }],
    };
  }
  return { product, line: form.success && errors.length === 0 ? form.data : null, errors };
}

/** The unit that a GTIN stands for: cartons and bottles have different ones. */
function unitOf([known, ...others]: readonly NamedProduct[], text: string): string | null {
  const gtin = toGtin14(normalizeText(text));
  if (gtin === null || !known || others.length > 0 || known.product.code === text.toUpperCase()) return null;
  return known.product.units.find((each) => each.gtin !== null && toGtin14(each.gtin) === gtin)?.unit ?? null;
}

/** Parses a day; common notations for “none” give null, anything else is kept as it is. */
const dayIn = (text: string | null, edge: 'first' | 'last'): string | null =>
  text === null || text === '' || isNoDayText(text) ? null : (readDay(text, edge) ?? text);

/** Rounds a quantity to a line's decimals; unparsable text is kept. */
function amountIn(text: string): string {
  const number = readNumber(text);
  return number ? roundedTo(number.value, DECIMAL_PLACES) : text;
}

/** A product with its names in all languages. */
interface NamedProduct {
  product: ProductOption;
  names: readonly string[];
}

interface Found {
  wanted: string;
  option: ProductOption & { hCodes: string[] };
  names: string[];
}

const NAMES = sql`array_remove(array[p.name, p.name_en], null)`;

/**
 * Products whose Chinese name, English name or UN number is in `names`; one query per kind, so that each can use its own index.
 * @param names upper-case
 */
async function findNamed(db: Kysely<DB>, names: readonly string[], locale: Locale, state: ProductState): Promise<Found[]> {
  if (names.length === 0) return [];
  const called = (name: RawBuilder<unknown>) => sql`
    select w.name as wanted, ${optionJson(locale)} as option, ${NAMES} as names
      from unnest(${names}::text[]) w(name)
      join wms_product p on p.deleted_at is null and p.state = ${state} and upper(${name} collate "zh-x-icu") = w.name`;
  const ways = [sql`p.name`, sql`p.name_en`, sql`'UN' || p.un_no`].map(called);
  const { rows } = await sql<Found>`${sql.join(ways, sql` union all `)}`.execute(db);
  return rows;
}

/** Lookup forms of a code: as written, normalized, and as CAS or UN number. */
export const spellings = (code: string): string[] =>
  [code, normalizeText(code), readCas(code), unNumberIn(code) ?? '']
    .filter((each) => each !== '')
    .map((each) => each.toUpperCase());

/** Products named by cells; one lookup per kind of identifier for all cells. */
export async function findProducts(
  db: Kysely<DB>,
  codes: readonly string[],
  locale: Locale,
  state: ProductState = 'ACTIVE',
): Promise<Map<string, NamedProduct[]>> {
  const wanted = [...new Set(codes.flatMap(spellings))];
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<Found>`
    with w as materialized (select code, gtin from unnest(${wanted}::text[], ${wanted.map(toGtin14)}::text[]) w(code, gtin)),
    named as (
      select w.code as wanted, p.id from w join wms_product p on p.code = w.code
       union select w.code, p.id from w join wms_product p on p.cas = w.code
       union select w.code, p.id from w join wms_product p on lpad(p.gtin, 14, '0') = w.gtin
       union select w.code, p.id from wms_product p, jsonb_array_elements(p.units) u join w on w.gtin = lpad(u ->> 'gtin', 14, '0'))
    select n.wanted, ${optionJson(locale)} as option, ${NAMES} as names
      from named n join wms_product p on p.id = n.id and p.deleted_at is null and p.state = ${state}`.execute(db);
  const known = new Set(rows.map((row) => row.wanted));
  const unknown = wanted.filter((text) => !known.has(text));
  const found = new Map<string, NamedProduct[]>();
  for (const { wanted: code, option, names } of [...rows, ...(await findNamed(db, unknown, locale, state))]) {
    const same = found.get(code);
    const one: NamedProduct = { product: withPictograms(option), names };
    // A product's own code takes precedence over numbers that several may share.
    if (option.code === code || !same) found.set(code, [one]);
    else if (same[0]!.product.code !== code && !same.some(({ product }) => product.id === option.id)) same.push(one);
  }
  return found;
}

export async function unitNames(db: Kysely<DB>): Promise<Map<string, string>> {
  const { rows } = await sql<{ code: string; former: string[]; names: string[] }>`
    select f.code, f.former, array(select lower(x) from unnest(array[f.code, f.label] || array(select l ->> 'label' from jsonb_array_elements(f.labels) l)
             || array(select p ->> 'value' from jsonb_array_elements(f.props) p where p ->> 'code' = 'plural')) x) as names
      from sys_dic d join sys_dic_field f on f.dic_id = d.id where d.code = 'WMS_UNIT'`.execute(db);
  const called = (of: 'former' | 'names') =>
    rows.flatMap(({ code, ...row }) => row[of].map((name) => [normalizeSpelling(name), code] as const));
  // Current names take precedence over former ones.
  return new Map([...called('former'), ...called('names')]);
}
