// Hazard facts by CAS number from a catalogue file that a site has: what is empty is filled, nothing that is there is replaced.
import { readFile } from 'node:fs/promises';
import { AppError } from '@kuwei/contract/error';
import { hazardOf, IARC_GROUPS, isCas, isUnNumber, STORAGE_GROUPS } from '@kuwei/contract/wms/hazard';
import type { AssessReply, ProductForm } from '@kuwei/contract/wms/product';
import { readCas, readHazards } from '@kuwei/contract/wms/read-hazard';
import { parseCsv } from 'hucre/csv';
import { sql, type Kysely } from 'kysely';
import type { Caller, OwnContext } from '../../context.ts';
import type { DB } from '../../db/types.ts';
import type { Upload } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import { keepImport } from '../../sys/import-history.ts';
import { productsById, PRODUCTS, titleOf, type StoredProduct } from './record.ts';
import { writeProducts } from './write.ts';

/** A catalogue of 20,000 rows is about as large. */
const BYTES_MAX = 2 * 1024 * 1024;
/** Changes that the reply lists. */
const SHOWN = 200;

type Row = Record<string, string>;
type Facts = Partial<ProductForm>;

/** @throws AppError WORKBOOK for a file that is no catalogue; STALE where a product has been changed meanwhile */
export async function assessProducts(context: OwnContext<Caller>, upload: Upload, dryRun: boolean): Promise<AssessReply> {
  try {
    const rows = await readCatalogue(upload, context.origin.locale);
    const right = new Map(rows.filter((row) => isCas(readCas(row['cas']!))).map((row) => [readCas(row['cas']!), row]));
    const products = await chemicalsOf(context.db, [...right.keys()]);
    const changes = products.flatMap((product) => {
      const facts = missingIn(product.form, factsOf(right.get(product.form.cas!)!));
      return Object.keys(facts).length === 0 ? [] : [{ product, facts, form: formWith(product.form, facts, upload.name) }];
    });
    const before = await countNotAssessed(context.db);
    const learned = changes.filter(({ product, form }) => isUnknown(product.form) && !isUnknown(form)).length;
    const used = new Set(products.map(({ form }) => form.cas));
    const found: AssessReply = {
      rows: rows.length,
      wrong: rows.filter((row) => !isCas(readCas(row['cas']!))).length,
      unused: [...right.keys()].filter((cas) => !used.has(cas)).length,
      changed: changes.length,
      unchanged: products.length - changes.length,
      before,
      after: before - learned,
      changes: changes.slice(0, SHOWN).map(({ product: { form }, facts }) => ({
        code: form.code,
        name: form.name,
        cas: form.cas!,
        fields: Object.entries(facts as Record<string, string | string[]>).map(([field, value]) => ({
          field,
          value: [value].flat().join(', '),
        })),
      })),
      written: !dryRun && changes.length > 0,
    };
    return await context.once(async (inside) => {
      if (!found.written) return found;
      const proposals = changes.map(({ product: { id, rev }, form }) => ({ id, rev, form }));
      const written = await writeProducts(inside, proposals, { learns: true });
      const imported = written.map((record, at) => ({ ...record, title: titleOf(proposals[at]!.form) }));
      await keepImport(inside, PRODUCTS, upload.name, imported);
      return found;
    });
  } finally {
    await upload.discard();
  }
}

export async function countNotAssessed(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from wms_product where hazard = 'UNKNOWN' and deleted_at is null`.execute(db);
  return rows[0]!.n;
}

const isUnknown = (form: ProductForm): boolean => hazardOf(form) === 'UNKNOWN';

async function readCatalogue(upload: Upload, locale: Parameters<typeof say>[0]): Promise<Row[]> {
  const refused = (): AppError => new AppError('WORKBOOK', { params: { reason: say(locale, 'workbook.noCatalogue') } });
  if (upload.size > BYTES_MAX) throw refused();
  const [head = [], ...rows] = parseCsv((await readFile(upload.path, 'utf8')).replace(/^\uFEFF/, ''));
  const names = head.map((cell) => String(cell).trim().toLowerCase());
  if (!names.includes('cas')) throw refused();
  return rows
    .map((row) => Object.fromEntries(names.map((name, at) => [name, String(row[at] ?? '').trim()])))
    .filter((row) => row['cas'] !== '');
}

async function chemicalsOf(db: Kysely<DB>, cas: readonly string[]): Promise<StoredProduct[]> {
  const { rows } = await sql<{ id: string }>`
    select id from wms_product where kind = 'CHEMICAL' and deleted_at is null and cas = any(${[...cas]}::text[]) order by code`.execute(
    db,
  );
  const ids = rows.map(({ id }) => id);
  const products = await productsById(db, ids);
  return ids.flatMap((id) => products.get(id) ?? []);
}

/** The groups of the IARC as some catalogues number them. */
const IARC: Record<string, string> = { '11': '2A', '12': '2B' };

/** What a row says; a cell that means nothing says nothing. */
function factsOf(row: Row): Facts {
  const limits = [
    ['oel_twa', 'TWA'],
    ['oel_stel', 'STEL'],
  ].flatMap(([name, kind]) => (row[name!] ? [`${row[name!]} (${kind})`] : []));
  const iarc = IARC[row['iarc_group'] ?? ''] ?? row['iarc_group'];
  const unNo = (row['un_number'] ?? '').replace(/^UN\s*/i, '').padStart(4, '0');
  const group = (row['storage_group'] ?? '').toUpperCase();
  return {
    ...(row['formula'] && row['formula'].length <= 100 && { formula: row['formula'] }),
    ...degrees('flashPointC', row['flash_point_c']),
    ...degrees('boilingPointC', row['boiling_point_c']),
    ...percent('lowerExplosionPercent', row['lfl']),
    ...percent('upperExplosionPercent', row['ufl']),
    ...(IARC_GROUPS.some((each) => each === iarc) && { iarcGroup: iarc as ProductForm['iarcGroup'] }),
    ...(limits.length > 0 && { exposureLimit: limits.join(', ').slice(0, 60) }),
    ...(row['un_number'] && isUnNumber(unNo) && { unNo, ...(row['un_class'] && { unClass: row['un_class'].slice(0, 20) }) }),
    ...(row['h_codes'] && { hCodes: readHazards(row['h_codes']) }),
    ...(STORAGE_GROUPS.some((each) => each === group) && { storageGroup: group as ProductForm['storageGroup'] }),
  };
}

const degrees = (field: 'flashPointC' | 'boilingPointC', cell = ''): Facts =>
  /^-?\d{1,4}(\.\d+)?$/.test(cell) ? { [field]: String(Math.round(Number(cell) * 100) / 100) } : {};

/** Catalogues give the limits as parts of one, or as percent. */
function percent(field: 'lowerExplosionPercent' | 'upperExplosionPercent', cell = ''): Facts {
  const value = Number(cell);
  if (!/^\d+(\.\d+)?$/.test(cell) || value > 100) return {};
  return { [field]: String(Math.round((value <= 1 ? value * 100 : value) * 10_000) / 10_000) };
}

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** Facts of which the product says nothing yet. Whoever ticked "not hazardous" is not contradicted by a file. */
function missingIn(form: ProductForm, facts: Facts): Facts {
  const entries = Object.entries(facts) as [keyof ProductForm, unknown][];
  const hazards: readonly string[] = ['unNo', 'unClass', 'hCodes', 'storageGroup'];
  return Object.fromEntries(entries.filter(([field]) => isEmpty(form[field]) && !(form.notHazardous && hazards.includes(field))));
}

function formWith(form: ProductForm, facts: Facts, file: string): ProductForm {
  const next = { ...form, ...facts };
  return isUnknown(form) && !isUnknown(next) ? { ...next, assessedSource: file.slice(0, 200) } : next;
}
