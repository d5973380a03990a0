// Permits as a workbook, for the department of their warehouses; imported permits count as checked.
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { normalizeText } from '@kuwei/contract/normalize-text';
import { readDay } from '@kuwei/contract/read-value';
import { CONTROL_FLAGS } from '@kuwei/contract/wms/hazard';
import { permitForm, type Permit, type PermitForm } from '@kuwei/contract/wms/permit';
import { readList } from '@kuwei/contract/wms/read-hazard';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf, rowsOf } from '../../db/columns.ts';
import type { Db, Trx } from '../../db/open.ts';
import { anyOf, notAmong } from '../../db/rows.ts';
import type { DB, WmsPermit } from '../../db/types.ts';
import type { Download } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import { resolveCode, loadOfferedEntries } from '../../platform/dic/codes.ts';
import { offeredNames } from '../../platform/dic/names.ts';
import type { Importer, ImportField, ImportTable, InfoField, Proposal, Stored, Written } from '../../platform/import/kind.ts';
import { parseOption } from '../../platform/import/options.ts';
import type { CallContext } from '../../platform/import/dry-run.ts';
import { exactCell, REV, templateSheet } from '../../platform/workbook/workbook.ts';
import { normalizeName, decimalIn, placesOf, splitUnit, refuseUnknown, type Places, ownerIn } from '../place/sheet.ts';
import { ownerOrg, ownReadScope, scopeOf } from '../scope.ts';
import { isPermitVisible } from '../read-conditions.ts';
import { findPermitFaults, PERMIT_DICS } from './validate.ts';
import { isMemberOf, PERMIT_FORM } from './queries.ts';
import { createPermit, deletePermit, PERMITS, updatePermit } from './save.ts';
import { NIL_ID } from '../../db/id.ts';

type Field = ImportField<PermitForm>;
interface StoredPermit extends Stored<PermitForm>, Pick<Permit, 'uses' | 'taken'> {}

interface Lookups {
  places: Places;
  /** Ids of products by code, and the reverse. */
  products: ReadonlyMap<string, string>;
  codes: ReadonlyMap<string, string>;
  kind: (text: string) => string;
  kindName: (code: string) => string;
  unit: (text: string) => string;
  unitName: (code: string) => string;
}

function fieldsFor({ places, products, codes, kind, kindName, unit, unitName }: Lookups, locale: Locale): Field[] {
  const text = (key: 'number' | 'authority' | 'note', width: number, more: Partial<Field> = {}): Field => ({
    key,
    field: key,
    phrase: `wms.permit.${key}`,
    width,
    empty: null,
    read: (cell) => cell,
    write: (form) => form[key],
    ...more,
  });
  const day = (key: 'validFrom' | 'validUntil', edge: 'first' | 'last'): Field => ({
    key,
    field: key,
    phrase: `wms.permit.${key}`,
    width: 12,
    read: (cell) => readDay(cell, edge) ?? cell,
    write: (form) => form[key],
  });
  return [
    {
      key: 'code',
      field: 'code',
      phrase: 'wms.permit.code',
      words: 'permitCode',
      width: 18,
      empty: null,
      read: (cell) => normalizeText(cell).toUpperCase(),
      write: ({ code }) => code,
    },
    {
      key: 'org',
      field: 'orgId',
      phrase: 'wms.permit.org',
      words: 'ownerOrg',
      width: 18,
      read: (cell, remarks) => ownerIn(cell, places, remarks),
      write: ({ orgId }) => places.codes.get(orgId) ?? orgId,
    },
    {
      key: 'warehouse',
      field: 'warehouseId',
      phrase: 'wms.permit.warehouse',
      words: 'warehouseCode',
      width: 14,
      read: (cell, remarks) => places.warehouses.get(normalizeName(cell)) ?? refuseUnknown(remarks, cell),
      write: ({ warehouseId }) => places.codes.get(warehouseId) ?? warehouseId,
    },
    { key: 'kind', field: 'kind', phrase: 'wms.permit.kind', width: 16, read: kind, write: (form) => kindName(form.kind) },
    text('number', 22, { empty: undefined }),
    {
      key: 'controlClass',
      field: 'controlClass',
      phrase: 'wms.permit.controlClass',
      width: 12,
      read: (cell, remarks) => parseOption(cell, 'wms.control', CONTROL_FLAGS, locale, remarks),
      write: ({ controlClass }) => say(locale, `wms.control.${controlClass}`),
    },
    {
      key: 'products',
      field: 'productIds',
      phrase: 'wms.permit.products',
      words: 'permitProducts',
      width: 30,
      empty: [],
      read: (cell, remarks) => {
        const named = readList(cell);
        const missing = named.find((each) => !products.has(each.toUpperCase()));
        return missing === undefined ? named.map((each) => products.get(each.toUpperCase())!) : refuseUnknown(remarks, missing);
      },
      write: ({ productIds }) => productIds.map((id) => codes.get(id) ?? id).join('; ') || null,
    },
    {
      key: 'amount',
      field: 'amount',
      phrase: 'wms.permit.amount',
      width: 12,
      isNumber: true,
      empty: null,
      read: (cell) => decimalIn(cell),
      write: ({ amount }) => exactCell(amount),
    },
    {
      key: 'unit',
      field: 'unit',
      phrase: 'wms.permit.unit',
      width: 8,
      empty: null,
      read: unit,
      write: (form) => (form.unit === null ? null : unitName(form.unit)),
    },
    day('validFrom', 'first'),
    day('validUntil', 'last'),
    text('authority', 24),
    text('note', 24),
  ];
}

const INFOS: InfoField<StoredPermit>[] = [{ key: REV, phrase: 'workbook.rev', width: 10, write: ({ rev }) => rev }];

/** Splits amount and unit into their own cells, where there are columns for both. */
export const withSplitUnits = <F extends object>(table: ImportTable<F>): ImportTable<F> => ({
  ...table,
  read: (sheet, keys, asked) => {
    const [qtyAt, unitAt] = [keys.indexOf('amount'), keys.indexOf('unit')];
    if (qtyAt < 0 || unitAt < 0) return table.read(sheet, keys, asked);
    return table.read(
      { ...sheet, rows: sheet.rows.map((cells) => splitUnit(cells, { qtyAt, unitAt }, normalizeName)) },
      keys,
      asked,
    );
  },
});

/** @param asked by a member of the department that runs the warehouses */
export async function permitKind(db: Db | Trx, asked: CallContext): Promise<Importer<PermitForm, StoredPermit>> {
  const { caller } = asked;
  const { locale } = asked.origin;
  const words = await wordsOf(db, caller, locale);
  const inSight = isPermitVisible(ownReadScope(caller));
  return {
    entity: PERMITS,
    fields: fieldsFor(words, locale),
    infos: INFOS,
    key: 'code',
    schema: permitForm,
    blank: permitForm.parse({
      orgId: NIL_ID,
      warehouseId: NIL_ID,
      kind: '-',
      number: '-',
      controlClass: 'TOXIC',
      validFrom: '2000-01-01',
      validUntil: '2000-01-01',
    }),
    titleOf: ({ code, number }) => `${code ?? ''} ${number}`.trim(),
    asNew: (form) => ({ id: '', rev: 0, form, uses: 0, taken: null }),
    find: async (codes) => {
      const found = await permitsWhere(db, sql`m.code = any(${[...codes]}::text[]) and ${inSight}`);
      return new Map(found.map((one) => [one.form.code!, one]));
    },
    findById: async (any, ids) =>
      new Map((await permitsWhere(any, sql`m.id = ${anyOf(ids)} and ${inSight}`)).map((one) => [one.id, one])),
    usedOf: async (any, ids) => {
      const { rows } = await sql<{ id: string }>`
        select distinct u.permit_id as id from wms_permit_use u where u.permit_id = ${anyOf(ids)}`.execute(any);
      return new Set(rows.map(({ id }) => id));
    },
    validate: async (wanted) => {
      const faults = await findPermitFaults(
        db,
        scopeOf(caller),
        wanted.map(({ before, form }) => ({
          before: before && { ...before.form, id: before.id, uses: before.uses, taken: before.taken },
          form,
        })),
        locale,
      );
      const { taken, own } = await loadTakenCodes(db, caller, wanted);
      return wanted.map(({ before, form }, at) => [
        ...faults[at]!,
        ...(before === null && form.code !== null && taken.has(form.code)
          ? [new AppError('CODE_TAKEN', { params: { code: form.code }, field: 'code' })]
          : []),
        ...(own.has(form.orgId) ? [new AppError('PERMIT_OWN', { field: 'orgId' })] : []),
      ]);
    },
    missing: async (codes) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from wms_permit m where ${inSight} and m.state <> 'REVOKED' and m.code ${notAmong(codes)}`.execute(
        db,
      );
      return rows[0]!.n;
    },
    write: writePermits,
    remove: async (context, records) => {
      for (const { id, rev } of records) await deletePermit(context, id, rev);
    },
  };
}

async function wordsOf(db: Kysely<DB>, caller: Caller, locale: Locale): Promise<Lookups> {
  const places = await placesOf(db, ownerOrg(caller));
  const { rows } = await sql<{ id: string; code: string }>`
    select id, code from wms_product where deleted_at is null and control_flags <> '{}'`.execute(db);
  const offered = await loadOfferedEntries(db, PERMIT_DICS);
  return {
    places,
    products: new Map(rows.map(({ id, code }) => [code, id])),
    codes: new Map(rows.map(({ id, code }) => [id, code])),
    kind: (text) => resolveCode(offered, 'WMS_PERMIT_KIND', text),
    kindName: await offeredNames(db, 'WMS_PERMIT_KIND', locale),
    unit: (text) => resolveCode(offered, 'WMS_UNIT', text),
    unitName: await offeredNames(db, 'WMS_UNIT', locale),
  };
}

/** Codes in use, also by invisible permits, and organisations of the caller. */
async function loadTakenCodes(db: Kysely<DB>, caller: Caller, wanted: readonly { form: PermitForm }[]) {
  const codes = wanted.flatMap(({ form }) => form.code ?? []);
  const orgs = wanted.map(({ form }) => form.orgId);
  const { rows } = await sql<{ taken: string[]; own: string[] }>`
    select array(select code from wms_permit where code = any(${codes}::text[])) as taken,
           array(select o.id from wms_org o where o.id = any(${orgs}::uuid[]) and ${isMemberOf(sql`o.id`, caller)}) as own`.execute(
    db,
  );
  return { taken: new Set(rows[0]!.taken), own: new Set(rows[0]!.own) };
}

type Row = PermitForm & Pick<StoredPermit, 'id' | 'rev' | 'uses' | 'taken'>;

async function permitsWhere(db: Kysely<DB>, which: RawBuilder<unknown>): Promise<StoredPermit[]> {
  const { rows } = await rowsOf<Row, { m: WmsPermit; k: { uses: number; taken: string } }>(
    {
      ...PERMIT_FORM,
      id: 'm.id',
      rev: 'm.rev',
      uses: 'k.uses',
      taken: sql<string | null>`case when m.amount is not null then k.taken end`,
    },
    sql`wms_permit m cross join lateral (
      select count(*)::int as uses, trim_scale(round(coalesce(sum(t.amount), 0), 6))::text as taken from wms_permit_taken t where t.permit_id = m.id) k
     where ${which}`,
  ).execute(db);
  return rows.map(({ id, rev, uses, taken, ...form }) => ({ id, rev, uses, taken, form }));
}

async function writePermits(context: WriteContext<Caller>, proposals: readonly Proposal<PermitForm>[]): Promise<Written[]> {
  const written: Written[] = [];
  for (const { id, rev, form } of proposals) {
    if (id === null) {
      const made = await createPermit(context, form);
      written.push({ id: made.id, rev: made.rev, isNew: true, change: {} });
      continue;
    }
    const [before] = await permitsWhere(context.trx, sql`m.id = ${id}`);
    if (!before) throw new AppError('NOT_FOUND');
    const change = changesOf(before.form, form);
    const isChanged = Object.keys(change).length > 0;
    const after = isChanged ? await updatePermit(context, id, { ...form, rev: rev ?? before.rev }) : before;
    written.push({ id, rev: after.rev, isNew: false, change });
  }
  return written;
}

/** An empty sheet with an example row, which imports skip. */
export async function permitTemplate(db: Db, asked: CallContext): Promise<Download> {
  const { locale } = asked.origin;
  const words = await wordsOf(db, asked.caller, locale);
  const fields = fieldsFor(words, locale);
  const example: Record<string, string | number | null> = {
    code: say(locale, 'workbook.example', { text: 'PM20260901-0001' }),
    org: 'LAB-CHEN',
    warehouse: 'W1',
    kind: words.kindName('PURCHASE'),
    number: 'GA-2026-0815',
    controlClass: say(locale, 'wms.control.TOXIC'),
    products: 'C-NACN',
    amount: 5,
    unit: words.unitName('KG'),
    validFrom: '2026-09-01',
    validUntil: '2027-08-31',
    authority: say(locale, 'wms.permit.exampleAuthority'),
    note: null,
  };
  return templateSheet('permits', fields, example, locale);
}
