// Fills empty hazard facts by CAS number from the site's catalogue file; never replaces values.
import { isDeepStrictEqual } from 'node:util';
import type { AppError } from '@kuwei/contract/error';
import type { Locale } from '@kuwei/contract/constants';
import { hazardOf } from '@kuwei/contract/wms/hazard';
import type { ProductForm } from '@kuwei/contract/wms/product';
import { sql, type Kysely } from 'kysely';
import type { Caller, OwnContext } from '../../context.ts';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import type { ImportTable, RowError, RowNote } from '../../platform/import/kind.ts';
import { cellChanges, truncateText } from '../../platform/import/rows.ts';
import type { Sheet } from '../../platform/workbook/workbook.ts';
import { CATALOGUE_COLUMNS, IGNORED_COLUMNS, readCatalogue, type CatalogueRow, type Facts } from './catalogue.ts';
import { findProductFaults } from './validate.ts';
import { productsById, PRODUCTS, titleOf, type StoredProduct } from './record.ts';
import { productKind } from './workbook.ts';
import { writeProducts } from './write.ts';

interface Change {
  row: number;
  product: StoredProduct;
  form: ProductForm;
}

/**
 * A catalogue as an import table: each row applies to every chemical with its CAS number; unreadable cells are skipped.
 * @param file its name, recorded as the source of an assessment
 */
export async function catalogueTable(
  { db, caller, origin: { locale } }: Pick<OwnContext<Caller>, 'db' | 'caller' | 'origin'>,
  file: string,
): Promise<ImportTable<ProductForm>> {
  const kind = await productKind(db, caller.userId, locale);
  return {
    entity: PRODUCTS,
    columns: CATALOGUE_COLUMNS,
    key: 'cas',
    unneeded: IGNORED_COLUMNS,
    read: async (sheet, keys, asked) => {
      const catalogue = readCatalogue(sheet, keys, locale);
      const { byCas, notes } = merged(catalogue.rows, keys, locale);
      const products = await chemicalsOf(db, [...byCas.keys()]);
      const wanted = products.map((product): Change => {
        const { row, facts } = byCas.get(product.form.cas!)!;
        return { row, product, form: applyFacts(product.form, missingFacts(product.form, facts), file) };
      });
      const writer = { userId: caller.userId, locale, learns: true };
      const faults = await findProductFaults(
        db,
        writer,
        wanted.map(({ product, form }) => ({ before: product, form })),
      );
      const changes = wanted.filter(({ product, form }, at) => faults[at]!.length === 0 || isDeepStrictEqual(product.form, form));
      return {
        rows: changes.map(({ row, product: { id, rev, form: before }, form }) => ({
          row,
          proposal: { id, rev, form },
          title: titleOf(form, locale),
          fields: cellChanges(kind, before, form, locale),
        })),
        errors: [...catalogue.errors, ...toRowErrors(wanted, faults, locale)].toSorted(byRow),
        notes: [...catalogue.notes, ...notes].toSorted(byRow),
        summary: await summaryOf(db, { byCas, products, changes, sheet, keys, asked }, locale),
      };
    },
    write: (context, proposals) => writeProducts(context, proposals, { learns: true }),
  };
}

const byRow = (one: RowError, other: RowError): number => one.row - other.row;

/** Validation errors of products, at the rows that would change them. */
const toRowErrors = (wanted: readonly Change[], faults: readonly AppError[][], locale: Locale): RowError[] =>
  wanted.flatMap(({ row, product, form }, at) =>
    isDeepStrictEqual(product.form, form)
      ? []
      : faults[at]!.map((fault) => {
          const [first] = fault.faults;
          const reason = first ? say(locale, first.key, first.params) : say(locale, `error.${fault.code}`, fault.params);
          return { row, at: null, column: '', message: `${titleOf(form, locale)}: ${reason}` };
        }),
  );

interface Found {
  byCas: ReadonlyMap<string, CatalogueRow>;
  products: readonly StoredProduct[];
  changes: readonly Change[];
  sheet: Sheet;
  keys: readonly (string | null)[];
  asked: ReadonlySet<number>;
}

/** Counts assessed products and rows without a product, and lists unused columns. */
async function summaryOf(
  db: Kysely<DB>,
  { byCas, products, changes, sheet, keys, asked }: Found,
  locale: Locale,
): Promise<string[]> {
  const before = await countNotAssessed(db);
  const learned = changes.filter(({ product, form }) => isUnknown(product.form) && !isUnknown(form)).length;
  const used = new Set(products.map(({ form }) => form.cas));
  const unused = [...byCas.keys()].filter((cas) => !used.has(cas)).length;
  const left = sheet.headings.filter(
    (heading, at) => keys[at] === null && !asked.has(at) && heading !== '' && sheet.rows.some((row) => row[at]),
  );
  return [
    ...(learned > 0 ? [say(locale, 'safety.assess.learned', { before, after: before - learned })] : []),
    ...(learned === 0 && before > 0 ? [say(locale, 'safety.assess.still', { count: before })] : []),
    ...(unused > 0 ? [say(locale, 'safety.assess.unused', { count: unused })] : []),
    ...(left.length > 0 ? [say(locale, 'safety.assess.unread', { names: left.map(truncateText) })] : []),
  ];
}

/** Merges rows by CAS number; conflicting facts are dropped. */
function merged(
  rows: readonly CatalogueRow[],
  keys: readonly (string | null)[],
  locale: Locale,
): { byCas: Map<string, CatalogueRow>; notes: RowNote[] } {
  const notes: RowNote[] = [];
  const byCas = new Map<string, CatalogueRow>();
  for (const [cas, same] of Map.groupBy(rows, (row) => row.cas)) {
    const facts: Record<string, unknown> = Object.assign({}, ...same.map((row) => row.facts));
    const differing = Object.keys(facts).filter((field) => !areEqual(same.map((row) => row.facts[field as keyof Facts])));
    const where = same.map(({ row }) => row).join(say(locale, 'wms.place.comma'));
    for (const field of differing) {
      delete facts[field];
      const at = keys.indexOf(field);
      notes.push({
        row: same[0]!.row,
        at: at < 0 ? null : at,
        column: say(locale, `wms.product.${PHRASE[field] ?? field}`),
        message: say(locale, 'workbook.rowsDiffer', { rows: where, cas }),
        isLeftOut: true,
      });
    }
    byCas.set(cas, { row: same[0]!.row, cas, facts });
  }
  return { byCas, notes };
}

const areEqual = (values: readonly unknown[]): boolean => {
  const [first, ...others] = values.filter((value) => value !== undefined);
  return others.every((other) => isDeepStrictEqual(first, other));
};

/** Phrases of fields whose phrase key differs from their name. */
const PHRASE: Record<string, string> = {
  flashPointC: 'flashPoint',
  boilingPointC: 'boilingPoint',
  lowerExplosionPercent: 'lowerExplosion',
  upperExplosionPercent: 'upperExplosion',
};

export async function countNotAssessed(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from wms_product where hazard = 'UNKNOWN' and deleted_at is null`.execute(db);
  return rows[0]!.n;
}

const isUnknown = (form: ProductForm): boolean => hazardOf(form) === 'UNKNOWN';

async function chemicalsOf(db: Kysely<DB>, cas: readonly string[]): Promise<StoredProduct[]> {
  const { rows } = await sql<{ id: string }>`
    select id from wms_product where kind = 'CHEMICAL' and deleted_at is null and cas = any(${[...cas]}::text[]) order by code`.execute(
    db,
  );
  const ids = rows.map(({ id }) => id);
  const products = await productsById(db, ids);
  return ids.flatMap((id) => products.get(id) ?? []);
}

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** Facts the product lacks. A file never contradicts "not hazardous". */
function missingFacts(form: ProductForm, facts: Facts): Facts {
  const entries = Object.entries(facts) as [keyof ProductForm, unknown][];
  const hazards: readonly string[] = ['unNo', 'unClass', 'hCodes', 'storageGroup'];
  return Object.fromEntries(entries.filter(([field]) => isEmpty(form[field]) && !(form.notHazardous && hazards.includes(field))));
}

function applyFacts(form: ProductForm, facts: Facts, file: string): ProductForm {
  const next = { ...form, ...facts };
  return isUnknown(form) && !isUnknown(next) ? { ...next, assessedSource: file.slice(0, 200) } : next;
}
