// Drafts of cases, and the checks before submission.
import { compare } from '@kuwei/contract/decimal';
import { AppError, type Fault } from '@kuwei/contract/error';
import type { AfterSalesCase, CaseForm } from '@kuwei/contract/wms/after-sales';
import { needsPicture, needsQty, solutionsOf } from '@kuwei/contract/wms/after-sales-state';
import { sql } from 'kysely';
import { recheckAuthorization } from '../../session/recheck.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf, valuesOf } from '../../db/columns.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { updateRow } from '../../db/rows.ts';
import { amountText } from '../unit-amount.ts';
import { checkBaseAmounts } from '../product/units.ts';
import { ownerOrg } from '../scope.ts';
import { lockForAction, record } from './lock.ts';
import { originOf, type Origin } from './origin.ts';
import { CASE, getCase } from './queries.ts';

type Context = WriteContext<Caller>;

const columnsOf = (form: CaseForm, origin: Origin) => ({
  ...valuesOf('c', CASE, form, 'withSupplier'),
  owner_org_id: origin.ownerOrgId,
  warehouse_id: origin.warehouseId,
  product_id: origin.productId,
  batch_id: origin.batchId,
  supplier_org_id: form.withSupplier ? origin.supplierOrgId : null,
});

/** @throws AppError NOT_FOUND for what belongs to others, AFTER_SALES_OVER, AFTER_SALES_QTY, QTY_DECIMALS */
export async function createCase(context: Context, form: CaseForm): Promise<AfterSalesCase> {
  const { trx, caller, origin } = context;
  const about = await assertFits(context, form, null);
  await assertPictures(trx, form.pictures, { caller, ownerOrgId: about.ownerOrgId, known: [] });
  const id = newId();
  const { rows } = await sql<{ no: string }>`
    select 'AS' || to_char(current_date, 'YYYYMMDD') || lpad(n, greatest(5, length(n)), '0') as no
      from (select nextval('wms_after_sales_no')::text) x(n)`.execute(trx);
  await trx
    .insertInto('wms_after_sales')
    .values({
      id,
      no: rows[0]!.no,
      ...columnsOf(form, about),
      applicant_id: caller.userId,
      applicant_org_id: ownerOrg(caller),
      created_by: caller.userId,
      updated_by: caller.userId,
    })
    .execute();
  await recheckAuthorization(trx, caller);
  await record(context, { id, round: 0, state: 'DRAFT' }, { action: 'create', to: 'DRAFT' });
  return getCase(trx, id, caller, origin.locale, null);
}

export async function updateCase(
  context: Context,
  id: string,
  { rev, ...form }: CaseForm & { rev: number },
): Promise<AfterSalesCase> {
  const { trx, caller, origin } = context;
  const { row, seen } = await lockForAction(context, id, 'edit', rev);
  const about = await assertFits(context, form, id);
  await assertPictures(trx, form.pictures, { caller, ownerOrgId: about.ownerOrgId, known: row.pictures });
  // The parties are fixed.
  if (about.ownerOrgId !== row.owner_org_id || about.warehouseId !== row.warehouse_id)
    throw new AppError('INVALID', { faults: [{ path: 'transactionLineId', key: 'rule.fixed' }] });
  await updateRow(context, 'wms_after_sales', row, columnsOf(form, about));
  await record(context, row, { action: 'edit', to: row.state, fields: changesOf(seen, form) });
  return getCase(trx, id, caller, origin.locale, null);
}

export async function deleteCase(context: Context, id: string): Promise<null> {
  const { row } = await lockForAction(context, id, 'delete', null);
  await sql`delete from wms_after_sales where id = ${id}`.execute(context.trx);
  context.logChange({ entity: 'wms_after_sales', id, change: { deleted: row.no } });
  return null;
}

/** @param id of the case, null for a new one */
async function assertFits(context: Context, form: CaseForm, id: string | null): Promise<Origin> {
  const { trx, caller, origin, services } = context;
  if (form.transactionLineId === null && form.productBoxId === null)
    throw new AppError('INVALID', { faults: [{ path: 'productBoxId', key: 'rule.required' }] });
  const about = await originOf(trx, form, caller, services.settings, origin.locale, id);
  const faults: Fault[] = [];
  if (form.qty === null && needsQty(form.kind)) faults.push({ path: 'qty', key: 'rule.required' });
  if (!solutionsOf(about.place, form.qty !== null).includes(form.solution))
    faults.push({ path: 'solution', key: 'rule.notOffered' });
  if (form.withSupplier && about.supplierOrgId === null) faults.push({ path: 'withSupplier', key: 'rule.empty' });
  if (faults.length > 0) throw new AppError('INVALID', { faults });
  if (form.qty !== null) await assertAmount(context, form.qty, about);
  return about;
}

async function assertAmount({ trx, origin }: Context, qty: string, { baseUnit, most }: Origin): Promise<void> {
  await checkBaseAmounts(trx, [{ qty, unit: baseUnit, path: 'qty' }], origin.locale);
  if (compare(qty, most) > 0)
    throw new AppError('AFTER_SALES_QTY', {
      params: { most: await amountText(trx, most, baseUnit, origin.locale) },
      field: 'qty',
    });
}

/**
 * Re-checks a case on submission, since other cases may have been submitted first.
 * @throws AppError as `createCase`, and INVALID where a picture is missing
 */
export async function assertComplete(context: Context, id: string, seen: AfterSalesCase): Promise<void> {
  const { kind, transactionLineId, productBoxId, qty, solution, description, pictures, withSupplier } = seen;
  // Serializes cases about the same line.
  await sql`select from wms_transaction_line where id = ${transactionLineId} for no key update`.execute(context.trx);
  await assertFits(context, { kind, transactionLineId, productBoxId, qty, solution, description, pictures, withSupplier }, id);
  if (needsPicture(kind) && pictures.length === 0)
    throw new AppError('INVALID', { faults: [{ path: 'pictures', key: 'rule.required' }] });
}

/**
 * Pictures become the owner's, like attachments of documents. Users outside the owner may attach only their own uploads and
 * pictures that the case already shows.
 * @throws AppError NOT_FOUND
 */
export async function assertPictures(
  trx: Trx,
  ids: readonly string[],
  { caller, ownerOrgId, known }: { caller: Caller; ownerOrgId: string; known: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  const isOwner = caller.orgs.some(({ id }) => id === ownerOrgId);
  const { rows } = await sql<{ id: string }>`
    select id from sys_file where id = any(${[...ids]}::uuid[]) and image and (id = any(${[...known]}::uuid[])
       or visibility <> 'ALL' and org_id is null and created_by = ${caller.userId} or ${isOwner} and org_id = ${ownerOrgId} and visibility = 'ORG')
     order by id for key share`.execute(trx);
  if (rows.length !== new Set(ids).size) throw new AppError('NOT_FOUND', { field: 'pictures' });
  await sql`update sys_file set org_id = ${ownerOrgId}, visibility = 'ORG' where id = any(${[...ids]}::uuid[]) and org_id is null`.execute(
    trx,
  );
}
