// Lines from a clipboard or a workbook: every row becomes a line of the form, or says what is wrong with it.
import { priceOfUnit } from '@kuwei/contract/decimal';
import { AppError } from '@kuwei/contract/error';
import { LINES_MAX, lineForm, type rawLine } from '@kuwei/contract/wms/transaction-form';
import type { ResolvedLine } from '@kuwei/contract/wms/transaction-reply';
import type { TransactionType } from '@kuwei/contract/wms/transaction-state';
import type { ProductOption } from '@kuwei/contract/wms/product';
import { faultsOf } from '@kuwei/contract/rule';
import type { Locale } from '@kuwei/contract/constants';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import { actorOf, type Caller } from '../../context.ts';
import type { DB } from '../../db/types.ts';
import type { Download, Upload } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import { dicNames } from '../../sys/dic-names.ts';
import { columnKeys } from '../../sys/import.ts';
import { readSheet, sheetOf, type Cells, type Column } from '../../sys/workbook.ts';
import { asOption, optionJson } from '../product/queries.ts';
import { getTransaction } from './queries.ts';

export type RawLine = z.output<typeof rawLine>;

const COLUMNS: (Column & { inbound?: true })[] = [
  { key: 'code', phrase: 'wms.product.code', width: 20 },
  { key: 'qty', phrase: 'wms.line.qty', width: 10 },
  { key: 'unit', phrase: 'wms.line.unit', width: 10 },
  { key: 'batchNo', phrase: 'wms.line.batchNo', width: 16 },
  { key: 'madeOn', phrase: 'wms.line.madeOn', width: 12, inbound: true },
  { key: 'expiresOn', phrase: 'wms.line.expiresOn', width: 12, inbound: true },
  { key: 'unitPrice', phrase: 'wms.line.unitPrice', width: 10, inbound: true },
  { key: 'remark', phrase: 'wms.line.remark', width: 30 },
];
const columnsFor = (type: TransactionType): Column[] => COLUMNS.filter((column) => type === 'INBOUND' || !column.inbound);

export const lineTemplate = (type: TransactionType, locale: Locale): Download => sheetOf('lines', columnsFor(type), [], locale);

/**
 * The lines of a document as they were entered; what is changed in the workbook can be imported again.
 * @throws AppError NOT_FOUND outside the caller's scope
 */
export async function exportLines(db: Kysely<DB>, id: string, caller: Caller, locale: Locale): Promise<Download> {
  const { no, type, lines } = await getTransaction(db, id, caller, locale);
  const unitName = await dicNames(db, 'WMS_UNIT', locale);
  const rows = lines.map((line): Cells => ({
    code: line.product.code,
    qty: exactCell(line.qty),
    unit: unitName(line.unit),
    batchNo: line.batchNo,
    madeOn: line.madeOn,
    expiresOn: line.expiresOn,
    unitPrice: line.unitPrice === null ? null : exactCell(priceOfUnit(line.unitPrice, line.unitFactor)),
    remark: line.remark,
  }));
  return sheetOf(`${no}-lines`, columnsFor(type), rows, locale);
}

/** A number where a spreadsheet's numbers hold every digit, else a text. */
const exactCell = (text: string): number | string => (String(Number(text)) === text ? Number(text) : text);

export async function importLines(
  db: Kysely<DB>,
  type: TransactionType,
  upload: Upload,
  caller: Caller,
  locale: Locale,
): Promise<ResolvedLine[]> {
  try {
    const sheet = await readSheet(upload.path, locale, actorOf(caller), LINES_MAX);
    const keys = columnKeys(sheet.headings, COLUMNS, locale);
    const rows = sheet.rows.map((values) => {
      const cells = Object.fromEntries(keys.flatMap((key, at) => (key === null ? [] : [[key, values[at] || null]])));
      return {
        code: '',
        batchNo: null,
        madeOn: null,
        expiresOn: null,
        unit: null,
        qty: null,
        unitPrice: null,
        remark: null,
        ...cells,
      } as RawLine;
    });
    return await resolveLines(db, type, rows, locale);
  } finally {
    await upload.discard();
  }
}

/** Finds the product of each row by code, CAS or GTIN, else by its whole name in either language, and reads units and dates as people write them. */
export async function resolveLines(
  db: Kysely<DB>,
  type: TransactionType,
  rows: readonly RawLine[],
  locale: Locale,
): Promise<ResolvedLine[]> {
  if (rows.length > LINES_MAX) throw new AppError('LINES_TOO_MANY', { params: { max: LINES_MAX } });
  const products = await findProducts(
    db,
    rows.map((row) => row.code),
    locale,
  );
  const units = await unitNames(db);
  return rows.map((raw, at) => {
    const unit = raw.unit === null || raw.unit === '' ? null : (units.get(raw.unit.toLowerCase()) ?? raw.unit);
    const found = products.get(raw.code.toUpperCase()) ?? [];
    return { row: at + 1, raw, unit, ...resolved(raw, unit, found, type, locale) };
  });
}

function resolved(
  raw: RawLine,
  unit: string | null,
  found: readonly ProductOption[],
  type: TransactionType,
  locale: Locale,
): Pick<ResolvedLine, 'product' | 'line' | 'errors'> {
  const product = found[0];
  if (!product || found.length > 1) {
    const key = product ? 'wms.line.severalProducts' : 'wms.line.unknownProduct';
    return { product: null, line: null, errors: [{ column: 'code', message: say(locale, key, { code: raw.code }) }] };
  }
  const named = unit ?? product.baseUnit;
  const pack = product.units.find((each) => each.unit === named);
  // A product's own price is that of its base unit.
  const usual = type === 'INBOUND' && product.price !== null ? priceOfUnit(product.price, pack?.factor ?? '1') : null;
  const form = z.safeParse(
    lineForm,
    {
      productId: product.id,
      productBoxId: null,
      batchNo: raw.batchNo,
      madeOn: dayOf(raw.madeOn),
      expiresOn: dayOf(raw.expiresOn),
      unit: named,
      qty: raw.qty?.replaceAll(',', '') ?? undefined,
      unitPrice: raw.unitPrice === null ? usual : raw.unitPrice.replaceAll(',', ''),
      remark: raw.remark,
    },
    { reportInput: true },
  );
  const faults = form.success ? [] : faultsOf(form.error);
  const errors = faults.map((fault) => ({ column: fault.path, message: say(locale, fault.key, fault.params) }));
  if (named !== product.baseUnit && !pack && !errors.some(({ column }) => column === 'unit'))
    errors.push({ column: 'unit', message: say(locale, 'wms.line.unknownUnit', { unit: raw.unit ?? named }) });
  return { product, line: form.success && errors.length === 0 ? form.data : null, errors };
}

interface Found {
  wanted: string;
  option: ProductOption & { hCodes: string[] };
}

/** Products called exactly so. Each name is compared by itself: all rows then cost one look at the products. @param names in capitals */
async function findNamed(db: Kysely<DB>, names: readonly string[], locale: Locale): Promise<Found[]> {
  if (names.length === 0) return [];
  const called = (name: RawBuilder<unknown>) => sql`
    select w.name as wanted, ${optionJson(locale)} as option
      from unnest(${names}::text[]) w(name)
      join wms_product p on p.deleted_at is null and p.state = 'ACTIVE' and upper(${name} collate "zh-x-icu") = w.name`;
  const { rows } = await sql<Found>`${called(sql`p.name`)} union all ${called(sql`p.name_en`)}`.execute(db);
  return rows;
}

async function findProducts(db: Kysely<DB>, codes: readonly string[], locale: Locale): Promise<Map<string, ProductOption[]>> {
  const wanted = [...new Set(codes.map((code) => code.toUpperCase()))].filter((code) => code !== '');
  const { rows } = await sql<Found>`
    select w.code as wanted, ${optionJson(locale)} as option
      from unnest(${wanted}::text[]) w(code)
      join wms_product p on p.deleted_at is null and p.state = 'ACTIVE'
       and (p.code = w.code or p.cas = w.code or p.units @> jsonb_build_array(jsonb_build_object('gtin', w.code)))`.execute(db);
  const unknown = wanted.filter((text) => !rows.some((row) => row.wanted === text));
  const found = new Map<string, ProductOption[]>();
  for (const { wanted: code, option } of [...rows, ...(await findNamed(db, unknown, locale))]) {
    const same = found.get(code) ?? [];
    // A product's own code says more than a number that several may share.
    if (option.code === code) found.set(code, [asOption(option)]);
    else if (!same.some((other) => other.code === code)) found.set(code, [...same, asOption(option)]);
  }
  return found;
}

async function unitNames(db: Kysely<DB>): Promise<Map<string, string>> {
  const { rows } = await sql<{ code: string; names: string[] }>`
    select f.code, array(select lower(x) from unnest(array[f.code, f.label] || array(select l ->> 'label' from jsonb_array_elements(f.labels) l)) x) as names
      from sys_dic d join sys_dic_field f on f.dic_id = d.id where d.code = 'WMS_UNIT'`.execute(db);
  return new Map(rows.flatMap(({ code, names }) => names.map((name) => [name, code] as const)));
}

/** `2026-1-5`, `2026/01/05`, `20260105`, `2026年1月5日`; what is none of these stays and fails the form's rule. */
function dayOf(text: string | null): string | null {
  if (text === null || text === '') return null;
  const parts = /^(\d{4})\D?(\d{1,2})\D?(\d{1,2})\D?$/.exec(text.trim());
  return parts ? `${parts[1]}-${parts[2]!.padStart(2, '0')}-${parts[3]!.padStart(2, '0')}` : text;
}
