// Hazard facts by CAS number from a catalogue file that a site has: what is empty is filled, nothing that is there is replaced.
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@kuwei/contract/error';
import type { Locale } from '@kuwei/contract/constants';
import { HEADING_WORDS } from '@kuwei/contract/headings';
import { hazardOf } from '@kuwei/contract/wms/hazard';
import type { AssessReply, ProductForm } from '@kuwei/contract/wms/product';
import { IMPORT_ROWS_MAX } from '@kuwei/contract/workbook';
import { sql, type Kysely } from 'kysely';
import { actorOf, type Caller, type OwnContext } from '../../context.ts';
import type { DB } from '../../db/types.ts';
import type { Upload } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import { keepImport } from '../../sys/import-history.ts';
import { readSheet } from '../../sys/workbook.ts';
import { CATALOGUE_NAMES, readCatalogue, type CatalogueRow, type CellError, type Facts } from './catalogue.ts';
import { faultsOfProducts } from './gates.ts';
import { productsById, PRODUCTS, titleOf, type StoredProduct } from './record.ts';
import { writeProducts } from './write.ts';

/** Changes and errors that the reply lists. */
const SHOWN = 200;

interface Change {
  product: StoredProduct;
  facts: Facts;
  form: ProductForm;
}

/**
 * Looks at a catalogue and, where it is to, writes what it knows. What is not understood or contradicts itself is left out and named.
 * @throws AppError WORKBOOK for a file that is no catalogue; STALE where a product has been changed meanwhile
 */
export async function assessProducts(context: OwnContext<Caller>, upload: Upload, dryRun: boolean): Promise<AssessReply> {
  const { locale } = context.origin;
  try {
    const sheet = await readSheet(upload.path, locale, actorOf(context.caller), IMPORT_ROWS_MAX, [
      ...CATALOGUE_NAMES,
      ...HEADING_WORDS['cas']!,
    ]);
    const catalogue = readCatalogue(sheet, locale);
    if (!catalogue) throw noCas(locale);
    const { byCas, contradicting, errors } = merged(catalogue.rows, locale);
    const products = await chemicalsOf(context.db, [...byCas.keys()]);
    const wanted = products.flatMap((product): Change[] => {
      const facts = missingIn(product.form, byCas.get(product.form.cas!)!.facts);
      return Object.keys(facts).length === 0 ? [] : [{ product, facts, form: formWith(product.form, facts, upload.name) }];
    });
    const judged = await refusedOf(context, wanted, byCas);
    const { changes } = judged;
    const before = await countNotAssessed(context.db);
    const learned = changes.filter(({ product, form }) => isUnknown(product.form) && !isUnknown(form)).length;
    const used = new Set(products.map(({ form }) => form.cas));
    const said = [...catalogue.errors, ...errors, ...judged.errors].toSorted((one, other) => one.row - other.row);
    const found: AssessReply = {
      rows: catalogue.count,
      wrong: catalogue.wrong,
      contradicting,
      unused: [...byCas.keys()].filter((cas) => !used.has(cas)).length,
      changed: changes.length,
      unchanged: products.length - changes.length,
      before,
      after: before - learned,
      unread: catalogue.unread,
      refused: said.length,
      errors: said.slice(0, SHOWN),
      changes: changes.slice(0, SHOWN).map(shown),
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

const noCas = (locale: Locale): AppError =>
  new AppError('WORKBOOK', { params: { reason: say(locale, 'workbook.noKey', { name: say(locale, 'wms.product.cas') }) } });

const shown = ({ product: { form }, facts }: Change): AssessReply['changes'][number] => ({
  code: form.code,
  name: form.name,
  cas: form.cas!,
  fields: Object.entries(facts as Record<string, string | string[]>).map(([field, value]) => ({
    field,
    value: [value].flat().join(', '),
  })),
});

/** One row for each CAS number; of a fact that its rows give differently, nothing is taken. */
function merged(
  rows: readonly CatalogueRow[],
  locale: Locale,
): { byCas: Map<string, CatalogueRow>; contradicting: number; errors: CellError[] } {
  const errors: CellError[] = [];
  const byCas = new Map<string, CatalogueRow>();
  let contradicting = 0;
  for (const [cas, same] of Map.groupBy(rows, (row) => row.cas)) {
    const facts: Record<string, unknown> = Object.assign({}, ...same.map((row) => row.facts));
    const differing = Object.keys(facts).filter((field) => !agree(same.map((row) => row.facts[field as keyof Facts])));
    for (const field of differing) delete facts[field];
    if (differing.length > 0) {
      contradicting += 1;
      const where = same.map(({ row }) => row).join(', ');
      const fields = differing.map((field) => say(locale, `wms.product.${PHRASE[field] ?? field}`)).join(', ');
      errors.push({ row: same[0]!.row, column: fields, message: say(locale, 'workbook.rowsDiffer', { rows: where, cas }) });
    }
    byCas.set(cas, { row: same[0]!.row, cas, facts });
  }
  return { byCas, contradicting, errors };
}

const agree = (values: readonly unknown[]): boolean => {
  const [first, ...others] = values.filter((value) => value !== undefined);
  return others.every((other) => isDeepStrictEqual(first, other));
};

/** Phrases of fields that are not called by their names. */
const PHRASE: Record<string, string> = {
  flashPointC: 'flashPoint',
  boilingPointC: 'boilingPoint',
  lowerExplosionPercent: 'lowerExplosion',
  upperExplosionPercent: 'upperExplosion',
};

/** What the gates of every write let through, and why not the rest: a look says what the write would. */
async function refusedOf(
  { db, caller, origin: { locale } }: OwnContext<Caller>,
  wanted: readonly Change[],
  byCas: ReadonlyMap<string, CatalogueRow>,
): Promise<{ changes: Change[]; errors: CellError[] }> {
  const pairs = wanted.map(({ product, form }) => ({ before: product, form }));
  const faults = await faultsOfProducts(db, { userId: caller.userId, locale, learns: true }, pairs);
  const errors = wanted.flatMap(({ product: { form } }, at) =>
    faults[at]!.map((fault) => {
      const [first] = fault.faults;
      const reason = first ? say(locale, first.key, first.params) : say(locale, `error.${fault.code}`, fault.params);
      return { row: byCas.get(form.cas!)!.row, column: titleOf(form), message: reason };
    }),
  );
  return { changes: wanted.filter((_, at) => faults[at]!.length === 0), errors };
}

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
