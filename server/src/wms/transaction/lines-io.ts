// Lines from a clipboard or a workbook: every row becomes a line of the form, or says what is wrong with it.
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
import { readSheet, sheetOf, type Cells, type Column } from '../../platform/workbook/workbook.ts';
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
/** Everything that columns of lines are called. */
const KNOWN = [...LINE_FIELDS.flatMap((field) => TITLES[field]), ...LINE_WORDS];
export const columnsFor = (type: RequestType): Column[] =>
  Object.entries(COLUMNS)
    .map(([key, column]) => ({ key, ...column }))
    .filter(({ key }) => fieldsFor(type).includes(key as LineField));

/** An empty sheet with a row that shows how one is filled in; an import does not read that row. */
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
  return sheetOf(say(locale, `workbook.template.lines.${type}`), columnsFor(type), [example], locale);
}

/**
 * The lines of a workbook. While it has columns that nobody can tell what they are, no line is read: they are named.
 * @param said what those columns are, as the query has it
 * @throws AppError WORKBOOK, LINES_TOO_MANY
 */
export async function importLines(
  db: Kysely<DB>,
  { type, columns: said, sheet: which, encoding, comma }: z.output<typeof transactionRoutes.importLines.query>,
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
      parseChosenColumns(said),
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

/** A cell whose formula nobody has worked out, or that is merged with another one, is not one that was left empty. */
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

const parseChosenColumns = (said: string | undefined): Map<number, LineColumn> =>
  new Map(
    (said ?? '').split(',').flatMap((part) => {
      const [at, name] = part.split('=');
      const column = LINE_COLUMNS.find((each) => each === name);
      return column ? [[Number(at), column] as const] : [];
    }),
  );

/** Lines of the rows of a paste. @throws AppError LINES_TOO_MANY */
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
 * Finds the product of each row by code, CAS or GTIN, also that of a maker's label, else by UN number or by its whole name in
 * either language, and reads units and dates as people write them.
 * @param comma what somebody has said that the comma of their numbers means
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
    return { row: at + 1, raw, unit, ...line, line: errors.length === 0 ? line.line : null, errors, notes };
  });
  return { lines, commas: said() };
}

type OneLine = Omit<RawLine, 'also'>;
const NUMBERS = ['qty', 'unitPrice'] as const;

/**
 * What gives the numbers of a row one meaning, by what their columns say. One that may be either of two is left as it was
 * written, for somebody to write it again.
 * @param chosen what somebody has said that a comma means
 * @param isWhole whether the amount of a row is in a unit of which there are no parts: a comma in it groups thousands
 * @returns `settle` for each row, and `said`, what of the rows so far was open
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
      const isSaid = comma === null && column === 'qty' && isWhole(row, cell);
      const settled = resolveComma(cell, isSaid ? 'thousands' : comma, source, chosen === comma);
      if (!isSaid) open.add(cell, settled, comma);
      if (settled === null) either.push({ column, value: cell });
      return [column, settled ?? cell] as const;
    });
    return { raw: { ...row, ...Object.fromEntries(read) }, either };
  };
  return { settle, said: open.said };
}

/** What a label says of goods besides their number, where the rest of the row leaves it open. */
const LABELLED = ['batchNo', 'madeOn', 'expiresOn'] as const;

/** A row as if what stands on the label had been written into its cells. */
function applyLabel(
  row: Omit<RawLine, 'also'>,
  label: Label,
  found: readonly NamedProduct[],
  type: RequestType,
): Omit<RawLine, 'also'> {
  const takes = found.every(({ product }) => product.trackBatch);
  const fields = LABELLED.filter((field) => takes && fieldsFor(type).includes(field));
  return { ...row, code: label.gtin, ...Object.fromEntries(fields.map((field) => [field, row[field] || label[field]])) };
}

/** Cells that say something else than the label beside them. */
const findLabelConflicts = (label: Label, row: Omit<RawLine, 'also'>, type: RequestType, locale: Locale): CellMessage[] =>
  LABELLED.filter((field) => fieldsFor(type).includes(field)).flatMap((column) => {
    const written = row[column] ? (column === 'batchNo' ? row[column] : readDay(row[column], 'last')) : null;
    const printed = label[column];
    const isOther = written !== null && printed !== null && written.toUpperCase() !== printed.toUpperCase();
    return isOther ? [{ column, message: say(locale, 'wms.line.otherOnLabel', { printed }) }] : [];
  });

/** Of several products with one number, those that the rest of the row names as well; all of them where it names none. */
function narrowByOthers(found: readonly NamedProduct[], others: readonly (readonly NamedProduct[])[]): readonly NamedProduct[] {
  const named = new Set(others.flat().map(({ product }) => product.id));
  const both = found.filter(({ product }) => named.has(product.id));
  return both.length > 0 ? both : found;
}

/** Whether a CAS number or a name beside a product's code is that of another product. A name that nobody has says nothing. */
function contradicts({ product }: NamedProduct, text: string, called: readonly NamedProduct[]): boolean {
  const cas = readCas(text);
  if (called.length === 0) return isCas(cas) && product.cas !== null && product.cas !== cas;
  return called.every((each) => each.product.id !== product.id);
}

type CellMessage = { column: string; message: string };

/** Texts that a program has made numbers of, where every digit counts, and errors of formulas where any text would do. */
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

/** Amounts and prices with more decimals than a line has. */
const roundedIn = (raw: Pick<RawLine, 'qty' | 'unitPrice'>, locale: Locale): CellMessage[] =>
  (['qty', 'unitPrice'] as const).flatMap((column) => {
    const value = readNumber((raw[column] ?? '').split('/')[0]!)?.value ?? '';
    const kept = roundedTo(value, DECIMAL_PLACES);
    return kept === value ? [] : [{ column, message: say(locale, 'wms.line.rounded', { places: DECIMAL_PLACES }) }];
  });

/** Days that look wrong: made after today, expired before it. */
function dayMessages({ product, line }: Outcome, today: string, locale: Locale): CellMessage[] {
  if (product === null || line === null) return [];
  const days = { madeOn: line.madeOn, expiresOn: expiryOf(line, product) };
  return dayNotes(days, today).map(({ field, key }) => ({ column: field, message: say(locale, key) }));
}

/** Names beside the code that are neither the product's nor part of it: nobody has them, so they are no other product's. */
function findOtherNames(
  { product: { code, name, cas }, names }: NamedProduct,
  also: readonly string[],
  locale: Locale,
): CellMessage[] {
  const known = [...names, code, cas ?? ''].map(unspaced);
  const other = also.find((text) => {
    const said = unspaced(text);
    return !isCas(readCas(text)) && !known.some((each) => each !== '' && (each.includes(said) || said.includes(each)));
  });
  return other === undefined
    ? []
    : [{ column: 'code', message: say(locale, 'wms.line.otherName', { code, name, also: truncateText(other) }) }];
}

/** A name however it is written; spaces between its words as well as none. */
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
  // A product's own price is that of its base unit.
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
  const unkept = type === 'INBOUND' ? untrackedBatchFaults(batch, product.trackBatch) : [];
  const errors = [...faults, ...unkept].map((fault) => ({ column: fault.path, message: say(locale, fault.key, fault.params) }));
  // An empty cell may be filled in later; who writes that there is none is mistaken.
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

/** The unit whose number a code is: that of a carton is not that of a bottle. */
function unitOf([known, ...others]: readonly NamedProduct[], text: string): string | null {
  const gtin = toGtin14(normalizeText(text));
  if (gtin === null || !known || others.length > 0 || known.product.code === text.toUpperCase()) return null;
  return known.product.units.find((each) => each.gtin !== null && toGtin14(each.gtin) === gtin)?.unit ?? null;
}

/** A day; what people write where there is none is none, anything else stays as it is. */
const dayIn = (text: string | null, edge: 'first' | 'last'): string | null =>
  text === null || text === '' || isNoDayText(text) ? null : (readDay(text, edge) ?? text);

/** An amount with the decimals that a line has; what is none stays as it is. */
function amountIn(text: string): string {
  const number = readNumber(text);
  return number ? roundedTo(number.value, DECIMAL_PLACES) : text;
}

/** A product, with its names in every language. */
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
 * Products whose name, English name or UN number is one of `names`. One query per kind of name lets each use its own index.
 * @param names in capitals
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

/** A code as it was written, without its widths and dashes, and as a CAS or UN number. */
export const spellings = (code: string): string[] =>
  [code, normalizeText(code), readCas(code), unNumberIn(code) ?? '']
    .filter((each) => each !== '')
    .map((each) => each.toUpperCase());

/** Products that a cell names. Each way of naming is compared by itself: all cells then cost one look at the products. */
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
    // A product's own code says more than a number that several may share.
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
  // A name of today before one of former days.
  return new Map([...called('former'), ...called('names')]);
}
