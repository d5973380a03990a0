// The only writer of products, for the form, the import and the API.
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@kuwei/contract/error';
import { separationGroupOf } from '@kuwei/contract/wms/hazard';
import type { ProductForm } from '@kuwei/contract/wms/product';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf } from '../../db/columns.ts';
import { newId } from '../../db/id.ts';
import { anyOf, insertRows } from '../../db/rows.ts';
import { assertRevision, withUniqueRefusal } from '../../db/refuse-conflict.ts';
import type { ExtraValues, Proposal as ImportProposal, Written } from '../../platform/import/kind.ts';
import { lockDicsForShare } from '../../platform/dic/codes.ts';
import { PRODUCT_DICS } from './check.ts';
import { findProductFaults, filesOf, type ProposedProduct } from './validate.ts';
import { columnsOf, lockProducts, normalizeDecimals, type Assessment } from './record.ts';

const CODE_INDEX = 'wms_product_code';
/** Products per statement. */
const CHUNK = 500;

type Proposal = ImportProposal<ProductForm>;

/**
 * Writes products, all or none. Unchanged ones keep their version; new ones are drafts; the log gets values before and after.
 * @param how `learns`: allows new hazards on a product in use before its storage group and data sheet are set
 * @returns one for each proposal, in order
 * @throws AppError NOT_FOUND, STALE, CODE_TAKEN, or the first error of `findProductFaults`
 */
export async function writeProducts(
  context: WriteContext<Caller>,
  proposals: readonly Proposal[],
  how: { learns?: boolean } = {},
): Promise<Written[]> {
  const written: Written[] = [];
  for (let from = 0; from < proposals.length; from += CHUNK)
    written.push(...(await writeChunk(context, proposals.slice(from, from + CHUNK), how.learns ?? false)));
  return written;
}

async function writeChunk(context: WriteContext<Caller>, proposals: readonly Proposal[], learns: boolean): Promise<Written[]> {
  const { trx, caller, origin } = context;
  const stored = await lockProducts(
    context,
    proposals.flatMap(({ id }) => id ?? []),
  );
  const wanted = proposals.map(({ id, rev, form }): ProposedProduct => {
    const before = id === null ? null : stored.get(id);
    if (before === undefined) throw new AppError('NOT_FOUND');
    if (before && rev !== null) assertRevision(before.rev, rev);
    return { before, form: normalizeDecimals(form) };
  });
  await lockDicsForShare(trx, PRODUCT_DICS);
  const faults = await findProductFaults(trx, { userId: caller.userId, locale: origin.locale, learns }, wanted);
  const first = faults.flat()[0];
  if (first) throw first;

  const written = wanted.map(({ before, form }, at) => ({
    ...resultOf({ before, form }),
    form,
    ...assessmentOf({ before, form }, caller.userId, proposals[at]!.besides),
  }));
  const changed = written.filter(({ isNew, change }) => isNew || Object.keys(change).length > 0);
  const rows = await Promise.all(
    changed.map(async ({ id, rev, form, assessed_at, assessed_by }) => ({
      id,
      rev,
      updated_by: caller.userId,
      assessed_at,
      assessed_by,
      ...(await columnsOf(form)),
    })),
  );
  await withUniqueRefusal(CODE_INDEX, changed[0]?.form.code ?? '', async () => {
    const created = rows.filter((_, at) => changed[at]!.isNew).map((row) => ({ ...row, created_by: caller.userId }));
    await insertRows(trx, 'wms_product', created);
    await updateRows(
      context,
      rows.filter((_, at) => !changed[at]!.isNew),
    );
  });
  await shareFiles(
    context,
    changed.map(({ form }) => form),
  );
  for (const { id, isNew, change, form } of changed)
    context.logChange({ entity: 'wms_product', id, change: isNew ? form : change });
  return written.map(({ id, rev, isNew, change }, at) => {
    const before = wanted[at]!.before;
    return { id, rev, isNew, change, ...(before && { besides: before.assessed }) };
  });
}

function resultOf({ before, form }: ProposedProduct): Written {
  if (!before) return { id: newId(), rev: 1, isNew: true, change: {} };
  const change = changesOf(before.form, form);
  return { id: before.id, rev: before.rev + (Object.keys(change).length > 0 ? 1 : 0), isNew: false, change };
}

const ASSESSING = ['kind', 'storageGroup', 'hCodes', 'unNo', 'controlFlags', 'notHazardous', 'assessedSource'] as const;

/**
 * The assessment of a product: by the user who changes its hazard facts, else as stored.
 * @param former the earlier assessment, which an undo restores
 */
function assessmentOf({ before, form }: ProposedProduct, userId: string, former?: ExtraValues): Assessment {
  if (before && ASSESSING.every((field) => isDeepStrictEqual(before.form[field], form[field]))) return before.assessed;
  if (former && 'assessed_at' in former)
    return { assessed_at: former['assessed_at'] ?? null, assessed_by: former['assessed_by'] ?? null };
  const isAssessed = form.notHazardous || separationGroupOf({ ...form, kind: 'OTHER', notHazardous: false }) !== null;
  return isAssessed ? { assessed_at: new Date().toISOString(), assessed_by: userId } : { assessed_at: null, assessed_by: null };
}

/** All rows have the columns of the first. */
async function updateRows({ trx }: WriteContext<Caller>, rows: readonly Record<string, unknown>[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]!).filter((column) => column !== 'id');
  const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = n.${sql.ref(column)}`));
  await sql`update wms_product p set ${set}, updated_at = now()
    from jsonb_populate_recordset(null::wms_product, ${JSON.stringify(rows)}::jsonb) n where p.id = n.id`.execute(trx);
}

/** Pictures and data sheets of products are visible to all signed-in users. */
async function shareFiles({ trx }: WriteContext<Caller>, forms: readonly ProductForm[]): Promise<void> {
  const files = forms.flatMap(filesOf);
  if (files.length > 0) await trx.updateTable('sys_file').set({ visibility: 'ALL' }).where('id', '=', anyOf(files)).execute();
}
