// A line being edited: all text as typed until the field loses focus or the document is saved.
import { readCas } from '@kuwei/contract/wms/read-hazard';
import { normalizeText } from '@kuwei/contract/normalize-text';
import { isAmbiguousNumber } from '@kuwei/contract/workbook/read-comma';
import { isNoDayText, readNumber } from '@kuwei/contract/read-value';
import { compare, decimalOf, micros, multiply, priceOfUnit } from '@kuwei/contract/decimal';
import { dayNotes, expiryOf, type BatchDays, type DayNote } from '@kuwei/contract/wms/batch-days';
import { foldBatchNo } from '@kuwei/contract/wms/batch-no';
import { linePrice, priceAcross } from '@kuwei/contract/wms/line-price';
import type { ProductOption } from '@kuwei/contract/wms/product';
import type { ProductBox } from '@kuwei/contract/wms/product-box';
import type { LineForm, UnfinishedLine } from '@kuwei/contract/wms/transaction-form';
import type { ResolvedLine, Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import type { RequestType } from '@kuwei/contract/wms/transaction-type';
import { typedDay } from '../../ui/day/typed-day.ts';
import { today } from '../../ui/format.ts';
import { amountOf as productOf } from '../document/amount.ts';
import { readingNotes, withNotes } from './read-notes.ts';
import { unitCalled } from './unit-called.ts';

/** Stock that a line takes. Quantities in the base unit. */
export interface StockPick {
  id: string;
  batchNo: string | null;
  expiresOn: string | null;
  boxCode: string | null;
  ownerOrgName: string | null;
}

export interface EditorLine {
  /** Identity while the page is open. */
  key: number;
  /** null while `code` matches no product. */
  product: ProductOption | null;
  code: string;
  /** Outbound and move; null takes what expires first. */
  stock: StockPick | null;
  qty: string;
  unit: string;
  batchNo: string;
  madeOn: string;
  expiresOn: string;
  unitPrice: string;
  remark: string;
}

/** Cells with input, where errors are shown. */
export type Cell = 'product' | 'stock' | 'qty' | 'unit' | 'batchNo' | 'madeOn' | 'expiresOn' | 'unitPrice' | 'remark';
export type TextCell = Exclude<Cell, 'product' | 'stock'>;
/** Batch fields; empty for untracked products. */
export const BATCH_CELLS = ['batchNo', 'madeOn', 'expiresOn'] as const satisfies readonly TextCell[];
export type BatchCell = (typeof BATCH_CELLS)[number];
export type CellErrors = Partial<Record<Cell, string>>;
export type NewLine = Omit<EditorLine, 'key'>;

/** Columns of each document type, in order. */
export const CELLS: Record<RequestType, readonly Cell[]> = {
  INBOUND: ['product', 'qty', 'unit', 'batchNo', 'madeOn', 'expiresOn', 'unitPrice', 'remark'],
  OUTBOUND: ['product', 'stock', 'qty', 'unit', 'remark'],
  MOVE: ['product', 'stock', 'qty', 'unit', 'remark'],
};

const blank = { code: '', stock: null, qty: '', unit: '', batchNo: '', madeOn: '', expiresOn: '', unitPrice: '', remark: '' };

export const lineOfProduct = (product: ProductOption, type: RequestType, qty = ''): NewLine => ({
  ...blank,
  product,
  code: product.code,
  unit: product.baseUnit,
  qty,
  unitPrice: type === 'INBOUND' ? (product.price ?? '') : '',
});

/** The row of stock has fewer product fields than a line shows; its unit is the base unit. */
export const lineOfStock = (row: ProductBox, qty = ''): NewLine => ({
  ...blank,
  product: {
    id: row.productId,
    code: row.productCode,
    name: row.productName,
    spec: row.spec,
    cas: row.cas,
    kind: 'OTHER',
    baseUnit: row.baseUnit,
    gtin: null,
    units: [],
    trackBatch: true,
    trackExpiry: false,
    defaultShelfLifeDays: null,
    unitVolumeL: null,
    storageGroup: row.storageGroup,
    assessed: row.assessed,
    controlFlags: row.controlFlags,
    pictograms: row.pictograms,
    price: null,
    image: null,
  },
  code: row.productCode,
  stock: stockPick(row),
  unit: row.baseUnit,
  qty,
});

export const stockPick = (row: ProductBox): StockPick => ({
  id: row.id,
  batchNo: row.batchNo === '-' ? null : row.batchNo,
  expiresOn: row.expiresOn,
  boxCode: row.boxCode,
  ownerOrgName: row.ownerOrgName,
});

/** A line of a stored document. */
const lineOfRecord = (line: TransactionLine, type: RequestType): NewLine => ({
  product: line.product,
  code: line.product.code,
  stock:
    type === 'INBOUND' || line.productBoxId === null
      ? null
      : {
          id: line.productBoxId,
          batchNo: line.batchNo,
          expiresOn: line.expiresOn,
          boxCode: line.sourceBoxCode,
          ownerOrgName: null,
        },
  qty: line.qty,
  unit: line.unit,
  batchNo: line.batchNo ?? '',
  madeOn: line.madeOn ?? '',
  expiresOn: line.expiresOn ?? '',
  unitPrice: line.unitPrice === null ? '' : priceOfUnit(line.unitPrice, line.unitFactor),
  remark: line.remark ?? '',
});

/** All lines of a stored document, with unfinished ones in their places. */
export function linesOfRecord({ lines, unfinished }: Transaction, type: RequestType): NewLine[] {
  const all = lines.map((line) => lineOfRecord(line, type));
  for (const { at, ...line } of unfinished.toSorted((one, other) => one.at - other.at)) all.splice(at, 0, line);
  return all;
}

/** An incomplete line, as stored with a draft. */
export const unfinishedOf = (line: EditorLine, at: number): UnfinishedLine => ({
  at,
  productId: line.product?.id ?? null,
  stock: line.stock,
  code: line.code,
  qty: line.qty,
  unit: line.unit,
  batchNo: line.batchNo,
  madeOn: line.madeOn,
  expiresOn: line.expiresOn,
  unitPrice: line.unitPrice,
  remark: line.remark,
});

/** A pasted or imported row, with its errors. */
export function lineOfRow({ raw, unit: written, product, line, errors, notes }: Omit<ResolvedLine, 'labelQty'>): {
  line: NewLine;
  errors: CellErrors;
  notes: CellErrors;
} {
  // Keep an ambiguous number as typed: it was refused and must be corrected.
  const typed = (cell: 'qty' | 'unitPrice'): string | null =>
    errors.some(({ column }) => column === cell) && isAmbiguousNumber(raw[cell] ?? '') ? '' : raw[cell];
  const known = line ?? { ...raw, qty: typed('qty'), unitPrice: typed('unitPrice') };
  const unit = written ?? product?.baseUnit ?? '';
  const read: NewLine = {
    product,
    code: raw.code,
    stock: null,
    qty: known.qty ?? '',
    unit,
    batchNo: known.batchNo ?? '',
    madeOn: known.madeOn ?? '',
    expiresOn: known.expiresOn ?? '',
    unitPrice: known.unitPrice ?? (line ? '' : usualPrice(product, unit)),
    remark: known.remark ?? '',
  };
  const meant = parseLine(read);
  return {
    line: meant,
    errors: byCell(errors),
    notes: withNotes(byCell(notes), readingNotes(raw, meant)),
  };
}

const byCell = (errors: ResolvedLine['errors']): CellErrors =>
  Object.fromEntries(errors.map(({ column, message }) => [cellOf(column), message]));

/** What a line takes over from the product found for its text. */
export const productPatch = (line: NewLine, product: ProductOption, type: RequestType): Partial<NewLine> => {
  const unit = line.unit === '' ? product.baseUnit : line.unit;
  const unitPrice = line.unitPrice === '' && type === 'INBOUND' ? usualPrice(product, unit) : line.unitPrice;
  return { product, code: product.code, unit, unitPrice };
};

/** The usual price of a unit; '' if unknown, or not a unit of the product. */
const usualPrice = (product: ProductOption | null, unit: string): string =>
  product && product.price !== null && hasUnit(product, unit) ? priceOfUnit(product.price, factorOf(product, unit)) : '';

/** The cell of a form field. */
export function cellOf(field: string): Cell {
  if (field === 'code' || field === 'productId') return 'product';
  if (field === 'productBoxId') return 'stock';
  return field as Cell;
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const parsedLines = new WeakMap<NewLine, NewLine>();

/**
 * Parses typed text: `１２`, `1,000`, `4 瓶`, `Ａ１`, `2028-06` become number, unit, batch and day. Ambiguous text stays as typed.
 * Returns the same object if nothing changes.
 */
export function parseLine<L extends NewLine>(line: L): L {
  let read = parsedLines.get(line);
  if (!read) parsedLines.set(line, (read = parseLineCells(line)));
  return read as L;
}

function parseLineCells<L extends NewLine>(line: L): L {
  const patch: Partial<NewLine> = {
    ...readQty(line),
    batchNo: normalizeText(line.batchNo),
    madeOn: dayIn(line.madeOn, 'first'),
    expiresOn: dayIn(line.expiresOn, 'last'),
  };
  patch.unitPrice = priceIn({ ...line, ...patch });
  const differs = Object.entries(patch).some(([cell, value]) => line[cell as keyof NewLine] !== value);
  return differs ? { ...line, ...patch } : line;
}

/** Phrases like “none” mean no day. */
const dayIn = (text: string, edge: 'first' | 'last'): string => typedDay(text, edge) ?? (isNoDayText(text) ? '' : text.trim());

/** `4 瓶` is a quantity and a unit, if the product has the unit or is unknown; otherwise it stays and is an error. */
function readQty(line: NewLine): Partial<NewLine> {
  const read = readNumber(line.qty);
  if (!read) return { qty: line.qty.trim() };
  if (read.unit === '') return { qty: read.value };
  const unit = unitCalled(read.unit);
  const isUnitKnown = line.product ? unit !== null && hasUnit(line.product, unit) : line.unit === '' || line.unit === unit;
  if (unit === null || !isUnitKnown) return {};
  return { qty: read.value, ...(unit !== line.unit && inUnit(line, unit)) };
}

/** `28.5元/瓶` is the price per bottle, whatever unit the line uses; with a unit that the product does not have it stays and is an error. */
function priceIn({ unitPrice, unit, product }: NewLine): string {
  const read = linePrice(unitPrice, unit, product ?? { baseUnit: unit, units: [] }, unitCalled);
  return read && 'price' in read ? read.price : unitPrice.trim();
}

/** The request body. A missing product is sent as an id that matches none, so that the error appears at its cell. */
export function formOf(typed: EditorLine, type: RequestType): LineForm {
  const line = parseLine(typed);
  return {
    productId: line.product?.id ?? '',
    productBoxId: type === 'INBOUND' ? null : (line.stock?.id ?? null),
    batchNo: type === 'INBOUND' ? orNull(line.batchNo) : type === 'OUTBOUND' && line.stock === null ? orNull(line.batchNo) : null,
    madeOn: type === 'INBOUND' ? orNull(line.madeOn) : null,
    expiresOn: type === 'INBOUND' ? orNull(line.expiresOn) : null,
    unit: line.unit,
    qty: line.qty,
    unitPrice: type === 'INBOUND' ? orNull(line.unitPrice) : null,
    remark: orNull(line.remark),
  };
}

export const unitsOf = (product: ProductOption): string[] => [
  product.baseUnit,
  ...product.units.map((unit) => unit.unit).filter((unit) => unit !== product.baseUnit),
];

/** Whether a product has this code: its own, its substance's or that of one of its packs. */
export const hasCode = ({ code, cas, gtin: base, units }: ProductOption, text: string): boolean => {
  const written = [sameWritten(normalizeText(text)), readCas(text)];
  return [code, cas, base, ...units.map(({ gtin }) => gtin)].some((each) => each !== null && written.includes(sameWritten(each)));
};

/** GTINs are equal up to leading zeros. */
const sameWritten = (text: string): string =>
  /^\d{8,14}$/.test(text.trim()) ? text.trim().padStart(14, '0') : text.trim().toUpperCase();

export const hasUnit = (product: ProductOption, unit: string): boolean => unitsOf(product).includes(unit);

/** Base units per unit. */
const factorOf = (product: ProductOption, unit: string): string =>
  unit === product.baseUnit ? '1' : (product.units.find((each) => each.unit === unit)?.factor ?? '1');

/** Expiry is an attribute of the batch. */
export const needsExpiry = (product: ProductOption | null): boolean =>
  product !== null && product.trackBatch && product.trackExpiry;

const DECIMAL = /^\d{1,12}(\.\d{1,6})?$/;
export const isDecimal = (text: string): boolean => DECIMAL.test(text.trim());

/** The quantity in the base unit; null if invalid or in a unit that the product does not have. */
export function baseQty(typed: NewLine): string | null {
  const line = parseLine(typed);
  if (!line.product || !isDecimal(line.qty) || !hasUnit(line.product, line.unit)) return null;
  return multiply(line.qty.trim(), factorOf(line.product, line.unit));
}

/** Quantity × price with two decimals; null while either is missing. */
export function amountOf(typed: NewLine): string | null {
  const line = parseLine(typed);
  if (!isDecimal(line.qty) || !isDecimal(line.unitPrice)) return null;
  return productOf(line.qty.trim(), line.unitPrice.trim());
}

/** Changes the unit and converts the price; from an unknown unit it stays. */
export function inUnit(line: NewLine, unit: string): Partial<NewLine> {
  if (!line.product) return { unit };
  if (!hasUnit(line.product, line.unit)) return { unit, unitPrice: line.unitPrice || usualPrice(line.product, unit) };
  if (!isDecimal(line.unitPrice)) return { unit };
  const [from, to] = [factorOf(line.product, line.unit), factorOf(line.product, unit)];
  return { unit, unitPrice: priceAcross(line.unitPrice.trim(), from, to) };
}

/** Key of a product's batch among available quantities. */
export const batchName = (productId: string, batchNo: string): string => `${productId} ${foldBatchNo(batchNo)}`;

/** Key of a line's source among available quantities: its stock, else its batch, else its product. */
export function sourceOf({ stock, product, batchNo }: EditorLine): string | undefined {
  if (stock || !product) return stock?.id;
  return batchNo.trim() === '' ? product.id : batchName(product.id, batchNo);
}

/** Whether a line names a batch that is known to have nothing available. */
export const isBatchUnavailable = (line: EditorLine, available: ReadonlyMap<string, string>): boolean =>
  available.size > 0 &&
  line.stock === null &&
  line.product !== null &&
  line.batchNo.trim() !== '' &&
  !available.has(sourceOf(line)!);

/** Lines that overdraw a stock, counted from the first line on, with what is left for each. */
export function findOverdrawnLines(lines: readonly EditorLine[], available: ReadonlyMap<string, string>): Map<number, string> {
  const left = new Map<string, bigint>();
  const over = new Map<number, string>();
  for (const line of lines) {
    const name = sourceOf(line);
    const free = name === undefined ? undefined : available.get(name);
    const wanted = baseQty(line);
    if (name === undefined || free === undefined || wanted === null) continue;
    const before = left.get(name) ?? micros(free);
    if (micros(wanted) > before) over.set(line.key, decimalOf(before > 0n ? before : 0n));
    left.set(name, before - micros(wanted));
  }
  return over;
}

/** Whether a text is a calendar day, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const dayOrNull = (text: string): string | null => (isDay(text) ? text : null);

/** The days of a line's goods, from its stock or as entered; a missing expiry is computed from the shelf life. */
export function daysOf(typed: NewLine): BatchDays {
  const { stock, product, ...line } = parseLine(typed);
  if (stock) return { madeOn: null, expiresOn: stock.expiresOn };
  const entered = { madeOn: dayOrNull(line.madeOn), expiresOn: dayOrNull(line.expiresOn) };
  return line.expiresOn === '' && product && needsExpiry(product)
    ? { ...entered, expiresOn: expiryOf(entered, product) }
    : entered;
}

/** Warnings about the days of a line, by cell. */
export const dayHints = (line: NewLine): Partial<Record<DayNote['field'], DayNote['key']>> =>
  Object.fromEntries(dayNotes(daysOf(line), today()).map(({ field, key }) => [field, key]));

export const isPositive = (text: string): boolean => isDecimal(text) && compare(text.trim(), '0') > 0;
