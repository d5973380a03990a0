// Opening stock as a workbook; each row has a number given by the site.
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { PhraseKey } from '@kuwei/contract/phrase';
import { normalizeText } from '@kuwei/contract/normalize-text';
import { isForeignPrice, readDay, readNumber, readPrice, textOrNone } from '@kuwei/contract/read-value';
import { dayNotes, expiryOf, type DayNote } from '@kuwei/contract/wms/batch-days';
import { foldBatchNo } from '@kuwei/contract/wms/batch-no';
import { isBareCas, readCas } from '@kuwei/contract/wms/read-hazard';
import { OPENING_COLUMNS, openingForm, type OpeningColumn, type OpeningForm } from '@kuwei/contract/wms/opening';
import { sql, type Kysely } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import { todayOf } from '../../db/today.ts';
import type { DB } from '../../db/types.ts';
import type { Download } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import type { Doubt, Importer, ImportField, ImportTable, ReadRow, Remarks } from '../../platform/import/kind.ts';
import { tableOf } from '../../platform/import/rows.ts';
import { exactCell, type Cell, type Column, type Sheet, templateSheet } from '../../platform/workbook/workbook.ts';
import { dicNames } from '../../platform/dic/names.ts';
import { foldedBatchNo } from '../batch/by-number.ts';
import { findProducts, spellings, unitNames } from '../transaction/lines-io.ts';
import {
  normalizeName,
  normalizeCode,
  codeOf,
  decimalIn,
  refuseUnknownPlace,
  requireSingle,
  ownerIn,
  placeIn,
  placeKey,
  placesOf,
  splitUnit,
  refuseUnknown,
  warehouseOf,
  rowsWithWarehouseKeys,
  type Places,
} from '../place/sheet.ts';
import { createValidator, findQuotaOverruns, type OpeningValidator } from './validate.ts';
import { BATCH_ROWS, OPENING, postOpening } from './write.ts';
import { NIL_ID } from '../../db/id.ts';

const COLUMNS: Readonly<Record<OpeningColumn, Omit<Column, 'key'> & { words?: string; names?: readonly string[] }>> = {
  ref: { phrase: 'wms.opening.ref', width: 16, words: 'openingRef' },
  warehouse: { phrase: 'wms.transaction.warehouse', width: 14, words: 'warehouseCode' },
  box: { phrase: 'wms.box.code', width: 20, words: 'boxCode' },
  // Named by product code or CAS number, hence the plain heading.
  product: { phrase: 'wms.product.code', width: 18, words: 'code', names: ['产品', 'Product'] },
  batchNo: { phrase: 'wms.line.batchNo', width: 16 },
  madeOn: { phrase: 'wms.line.madeOn', width: 12, as: 'day' },
  expiresOn: { phrase: 'wms.line.expiresOn', width: 12, as: 'day' },
  owner: { phrase: 'wms.transaction.owner', width: 22, words: 'ownerOrg' },
  qty: { phrase: 'wms.line.qty', width: 10 },
  unit: { phrase: 'wms.line.unit', width: 8 },
  unitPrice: { phrase: 'wms.line.unitPrice', width: 10 },
  remark: { phrase: 'wms.line.remark', width: 24 },
};

/** Lookups of what cells name, by text. */
interface Lookups extends Places {
  boxes: ReadonlyMap<string, string>;
  /** Ids of warehouses that accept nothing. */
  closed: ReadonlySet<string>;
  products: ReadonlyMap<string, readonly string[]>;
  /** Existing products that accept no stock, with the reason. */
  idle: ReadonlyMap<string, PhraseKey>;
  units: ReadonlyMap<string, string>;
}

/** @param orgId the warehouse organisation of the rows */
export function openingTable(
  db: Kysely<DB>,
  { orgId, file }: { orgId: string; file: string },
  locale: Locale,
): ImportTable<OpeningForm> {
  return {
    entity: OPENING,
    columns: OPENING_COLUMNS.map((key) => ({ key, ...COLUMNS[key] })),
    key: 'ref',
    mayNumber: true,
    read: async (sheet, given, asked) => {
      const { rows, keys, zeros } = await readListedRows(
        db,
        { ...sheet, rows: rowsWithWarehouseKeys(sheet.rows, given, ['box']) },
        given,
      );
      const found = await lookUp(db, orgId, { rows, keys }, locale);
      const productIds = [...new Set([...found.products.values()].flat())];
      const judge = await createValidator(db, { boxIds: [...new Set(found.boxes.values())], productIds }, locale);
      const looked = dropDeleted(found, judge);
      const today = await todayOf(db);
      const kind = await kindOf(db, orgId, looked, judge, { locale, today });
      const read = await tableOf(kind, locale).read({ ...sheet, rows }, keys, asked);
      const summary = (read.summary ??= []);
      if (zeros > 0) summary.push(say(locale, 'workbook.zeros', { count: zeros }));
      const fresh = read.rows
        .filter(({ proposal }) => proposal.id === null)
        .map(({ proposal: { form } }) => ({ form, qtyReq: judge.prepared(form).qtyReq }));
      const over = fresh.length === 0 ? [] : await findQuotaOverruns(db, fresh, locale);
      const expired = fresh.filter(({ form }) => notesOn(form, judge, today).some(({ field }) => field === 'expiresOn')).length;
      if (expired > 0) summary.push(say(locale, 'wms.opening.expiredRows', { count: expired }));
      if (over.length > 0) summary.push(say(locale, 'wms.opening.overQuota', { names: over }));
      return read;
    },
    write: (context, proposals) => postOpening(context, orgId, file, proposals),
    parts: batchesOf,
  };
}

/** Drops lookups that have been deleted since. */
const dropDeleted = (found: Lookups, judge: OpeningValidator): Lookups => ({
  ...found,
  products: new Map(
    [...found.products].flatMap(([text, ids]) => {
      const left = ids.filter(judge.hasProduct);
      return left.length > 0 ? [[text, left] as const] : [];
    }),
  ),
  boxes: new Map([...found.boxes].filter(([, id]) => judge.hasBox(id))),
});

const notesOn = (form: OpeningForm, judge: OpeningValidator, today: string): DayNote[] =>
  dayNotes({ madeOn: form.madeOn, expiresOn: expiryOf(form, judge.productOf(form)) }, today);

/**
 * Rows with a quantity above zero, amount and unit in separate cells: `5 箱` is 5 of unit 箱 unless stated otherwise. A list of all
 * places has many empty ones.
 */
async function readListedRows(
  db: Kysely<DB>,
  sheet: Sheet,
  given: readonly (string | null)[],
): Promise<{ rows: string[][]; keys: readonly (string | null)[]; zeros: number }> {
  const qtyAt = given.indexOf('qty');
  if (qtyAt < 0) return { rows: sheet.rows, keys: given, zeros: 0 };
  const units = await unitNames(db);
  const known = given.indexOf('unit');
  const unitAt = known < 0 ? Math.max(given.length, ...sheet.rows.map((cells) => cells.length)) : known;
  let zeros = 0;
  let isSplit = false;
  const rows = sheet.rows.map((cells) => {
    const cell = cells[qtyAt] ?? '';
    const read = readNumber(cell);
    if (read?.value === '0') {
      zeros++;
      return [];
    }
    const split = splitUnit(cells, { qtyAt, unitAt }, (text) => units.get(normalizeName(text)) ?? normalizeName(text));
    isSplit ||= split !== cells;
    return split;
  });
  const keys = Array.from({ length: unitAt + 1 }, (_, at) => (at === unitAt ? 'unit' : (given[at] ?? null)));
  return { rows, keys: known < 0 && isSplit ? keys : given, zeros };
}

/** Documents are small, of one owner in one warehouse, so others wait for the locks of one at most. */
function batchesOf(rows: readonly ReadRow<OpeningForm>[]): ReadRow<OpeningForm>[][] {
  const groups = Map.groupBy(rows, ({ proposal: { form } }) => `${form.warehouseId} ${form.ownerOrgId}`);
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / BATCH_ROWS) }, (_, at) => group.slice(at * BATCH_ROWS, (at + 1) * BATCH_ROWS)),
  );
}

async function lookUp(
  db: Kysely<DB>,
  orgId: string,
  { rows, keys }: { rows: readonly string[][]; keys: readonly (string | null)[] },
  locale: Locale,
): Promise<Lookups> {
  const cellsAt = (key: OpeningColumn): string[] => {
    const at = keys.indexOf(key);
    return at < 0 ? [] : [...new Set(rows.map((cells) => cells[at] ?? ''))];
  };
  const places = await placesOf(db, orgId);
  const products = await findProducts(db, cellsAt('product'), locale);
  const unfound = cellsAt('product').filter((cell) => !spellings(cell).some((spelling) => products.has(spelling)));
  const [drafts, idle] = [await findProducts(db, unfound, locale, 'DRAFT'), await findProducts(db, unfound, locale, 'DISABLED')];
  const { rows: closed } = await sql<{ id: string }>`
    select id from wms_warehouse where org_id = ${orgId} and deleted_at is null and state <> 'ACTIVE'`.execute(db);
  const codes = cellsAt('box').map((cell) => normalizeCode(codeOf(cell)));
  const { rows: boxes } = await sql<{ id: string; code: string; warehouseId: string }>`
    select b.id, b.code, b.warehouse_id as "warehouseId" from wms_warehouse_box b join wms_warehouse w on w.id = b.warehouse_id
     where w.org_id = ${orgId} and w.deleted_at is null and w.state = 'ACTIVE' and b.code = any(${codes}::text[])`.execute(db);
  const named = [...boxes, ...[...products.values()].flat().map(({ product }) => product)];
  return {
    ...places,
    closed: new Set(closed.map(({ id }) => id)),
    boxes: new Map(boxes.map(({ id, code, warehouseId }) => [placeKey(warehouseId, code), id])),
    products: new Map([...products].map(([text, all]) => [text, all.map(({ product }) => product.id)])),
    idle: new Map<string, PhraseKey>([
      ...[...idle.keys()].map((text) => [text, 'workbook.disabled'] as const),
      ...[...drafts.keys()].map((text) => [text, 'workbook.draft'] as const),
    ]),
    units: await unitNames(db),
    codes: new Map([...places.codes, ...named.map(({ id, code }) => [id, code] as const)]),
  };
}

type Field = ImportField<OpeningForm>;

async function kindOf(
  db: Kysely<DB>,
  orgId: string,
  looked: Lookups,
  judge: OpeningValidator,
  { locale, today }: { locale: Locale; today: string },
): Promise<Importer<OpeningForm>> {
  const { codes } = looked;
  const unitName = await dicNames(db, 'WMS_UNIT', locale);
  const field = (
    key: OpeningColumn,
    name: keyof OpeningForm,
    more: Omit<Partial<Field>, 'key'> & Pick<Field, 'read'>,
  ): Field => ({
    key,
    field: name,
    ...COLUMNS[key],
    write: (form) => cellOf(form[name], codes),
    ...more,
  });
  const day = (edge: 'first' | 'last') => (text: string) => readDay(text, edge) ?? text;
  const fields: Field[] = [
    field('ref', 'ref', { read: (text) => normalizeText(text) }),
    field('warehouse', 'warehouseId', {
      read: (text, remarks) => {
        const id = looked.warehouses.get(normalizeName(text));
        if (id !== undefined && looked.closed.has(id)) return remarks.refuse('workbook.warehouseClosed', { text });
        return id ?? refuseUnknown(remarks, text);
      },
    }),
    field('box', 'boxId', {
      read: (cell, remarks) => {
        const key = placeIn(cell, looked, remarks);
        if (key === null) return null;
        const isClosed = looked.closed.has(looked.warehouses.get(normalizeName(warehouseOf(cell)))!);
        return isClosed ? remarks.pass() : (looked.boxes.get(key) ?? refuseUnknownPlace(cell, looked, remarks, 'workbook.noBox'));
      },
    }),
    field('product', 'productId', {
      read: (text, remarks) => {
        const called = spellings(text);
        const ids = called.map((spelling) => looked.products.get(spelling)).find((found) => found !== undefined);
        const idle = called.map((spelling) => looked.idle.get(spelling)).find((found) => found !== undefined);
        if (ids?.length === 1 && isBareCas(text) && looked.codes.get(ids[0]!) !== normalizeText(text))
          remarks.note('workbook.readAsCas', { value: text, cas: readCas(text) });
        return ids === undefined && idle !== undefined ? remarks.refuse(idle, { text }) : requireSingle(ids, text, remarks);
      },
    }),
    field('batchNo', 'batchNo', { empty: null, read: textOrNone }),
    field('madeOn', 'madeOn', { empty: null, read: day('first') }),
    field('expiresOn', 'expiresOn', { empty: null, read: day('last') }),
    field('owner', 'ownerOrgId', { read: (text, remarks) => ownerIn(text, looked, remarks) }),
    field('qty', 'qty', { isNumber: true, read: qtyIn, write: ({ qty }) => exactCell(qty) }),
    field('unit', 'unit', { read: (text) => looked.units.get(normalizeName(text)) ?? text, write: ({ unit }) => unitName(unit) }),
    field('unitPrice', 'unitPrice', {
      isNumber: true,
      empty: null,
      read: (text, { refuse }) => (isForeignPrice(text) ? refuse('workbook.currency') : numberIn(readPrice(text), text)),
      write: ({ unitPrice }) => exactCell(unitPrice),
    }),
    field('remark', 'remark', { empty: null, read: (text) => text }),
  ];
  return {
    entity: OPENING,
    fields,
    infos: [],
    key: 'ref',
    numbers: 'EACH',
    schema: openingForm,
    blank: openingForm.parse({
      ref: '-',
      warehouseId: NIL_ID,
      boxId: NIL_ID,
      productId: NIL_ID,
      ownerOrgId: NIL_ID,
      qty: '1',
      unit: '-',
    }),
    titleOf: ({ ref, productId }) => `${ref} ${codes.get(productId) ?? ''}`.trim(),
    asNew: (form) => ({ id: '', rev: 0, form }),
    keyFolded: foldBatchNo,
    find: async (refs) => {
      const byFolded = Map.groupBy(refs, foldBatchNo);
      const { rows } = await sql<{ id: string; ref: string; form: OpeningForm }>`
        select line_id as id, ref, said as form from wms_opening_row
         where org_id = ${orgId} and ${foldedBatchNo(sql`ref`)} = any(${[...byFolded.keys()]}::text[])`.execute(db);
      await loadMissingCodes(db, rows, codes);
      // Differences in letter case or width of the number do not count.
      return new Map(
        rows.flatMap(({ id, ref, form }) =>
          (byFolded.get(foldBatchNo(ref)) ?? []).map((asked) => [asked, { id, rev: 1, form: { ...form, ref: asked } }]),
        ),
      );
    },
    findById: async () => new Map(),
    usedOf: async (_, ids) => new Set(ids),
    validate: async (wanted) => {
      const fresh = wanted.filter(({ before }) => before === null);
      const faults = await judge.faults(
        fresh.map(({ form }) => form),
        fresh,
      );
      let at = 0;
      return wanted.map(({ before, form }) => {
        if (before === null) return faults[at++]!;
        // Ledger entries are never rewritten.
        return isDeepStrictEqual(before.form, form) ? [] : [new AppError('OPENING_POSTED', { field: 'ref' })];
      });
    },
    warnings: async (wanted) =>
      wanted.map(({ before, form }) => {
        if (before !== null || !judge.hasProduct(form.productId)) return [];
        return notesOn(form, judge, today).map((note): Doubt<OpeningForm> => ({ ...note, params: {} }));
      }),
    missing: async (refs) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from wms_opening_row where org_id = ${orgId} and ${foldedBatchNo(sql`ref`)} <> all(${[...refs]}::text[])`.execute(
        db,
      );
      return rows[0]!.n;
    },
    write: () => Promise.reject(new Error('written in batches')),
    remove: () => Promise.reject(new AppError('IN_USE')),
  };
}

/** Refuses an amount with a unit that differs from the unit column. */
function qtyIn(text: string, { refuse }: Remarks): unknown {
  const unit = readNumber(text)?.unit ?? '';
  return unit === '' ? decimalIn(text) : refuse('wms.line.otherUnit', { unit });
}

const numberIn = (number: { value: string; unit: string } | null, text: string): string =>
  number !== null && number.unit === '' ? number.value : text;

const cellOf = (value: string | null, codes: ReadonlyMap<string, string>): Cell =>
  value === null ? null : (codes.get(value) ?? value);

/** Loads codes that stored rows refer to and the workbook does not. */
async function loadMissingCodes(
  db: Kysely<DB>,
  rows: readonly { form: OpeningForm }[],
  codes: Map<string, string>,
): Promise<void> {
  const ids = rows
    .flatMap(({ form }) => [form.warehouseId, form.boxId, form.productId, form.ownerOrgId])
    .filter((id) => !codes.has(id));
  if (ids.length === 0) return;
  const found = await sql<{ id: string; code: string }>`
    select id, code from wms_warehouse where id = any(${ids}::uuid[]) union all select id, code from wms_warehouse_box where id = any(${ids}::uuid[])
    union all select id, code from wms_product where id = any(${ids}::uuid[]) union all select id, code from wms_org where id = any(${ids}::uuid[])`.execute(
    db,
  );
  for (const { id, code } of found.rows) codes.set(id, code);
}

/** An empty sheet with an example row, which imports skip. */
export async function openingTemplate(db: Kysely<DB>, locale: Locale): Promise<Download> {
  const unitName = await dicNames(db, 'WMS_UNIT', locale);
  const example: Record<OpeningColumn, Cell> = {
    ref: say(locale, 'workbook.example', { text: '2026-0001' }),
    warehouse: 'W1',
    box: 'W1-C01-R1-B1',
    product: 'C-ETHANOL',
    batchNo: '20260801',
    madeOn: '2026-08-01',
    expiresOn: '2028-07-31',
    owner: 'LAB-CHEN',
    qty: 2,
    unit: unitName('BOTTLE'),
    unitPrice: 28.5,
    remark: null,
  };
  const columns = OPENING_COLUMNS.map((key) => ({ key, ...COLUMNS[key] }));
  return templateSheet('opening', columns, example, locale);
}
