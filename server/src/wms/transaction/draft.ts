// Turns entered forms into documents with lines, or refuses at the offending field.
import { divide } from '@kuwei/contract/decimal';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { nameIn } from '@kuwei/contract/name';
import { factorIn, type Units } from '@kuwei/contract/wms/amount';
import type { ProductUnit } from '@kuwei/contract/wms/product';
import { LINES_MAX, type LineForm, type TransactionForm } from '@kuwei/contract/wms/transaction-form';
import { NO_PREFIX } from '@kuwei/contract/wms/transaction-no';
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { recheckAfterWait } from '../../session/recheck.ts';
import { valuesOf } from '../../db/columns.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { insertRows } from '../../db/rows.ts';
import { openUnits } from '../unit-amount.ts';
import { baseAmount } from '../product/units.ts';
import { ownerOrg } from '../scope.ts';
import { assertOnLoan } from '../share/loan.ts';
import type { Locked } from './document.ts';
import { FORM_COLUMNS } from './columns.ts';

const SOURCE = { ROLE_TEACHER: 'LAB', ROLE_SUPPLIER: 'SUPPLIER', ROLE_STAFF: 'PURCHASE', ROLE_WAREHOUSE_ADMIN: 'ADMIN' } as const;

/** Document number: type, day, and a sequence that is never reused. */
export async function nextNo(trx: Trx, type: TransactionType): Promise<string> {
  const sequence = `wms_${type.toLowerCase()}_no`;
  const { rows } = await sql<{ no: string }>`
    select ${NO_PREFIX[type]} || to_char(current_date, 'YYYYMMDD') || lpad(n, greatest(5, length(n)), '0') as no
      from (select nextval(${sequence}::regclass)::text) x(n)`.execute(trx);
  return rows[0]!.no;
}

/** Source of a document by active page role: owners deposit and collect, warehouses move. */
function sourceOf(caller: Caller, type: TransactionType): (typeof SOURCE)[keyof typeof SOURCE] {
  const source = SOURCE[caller.pageRole as keyof typeof SOURCE];
  if (!source || (source === 'ADMIN') !== (type === 'MOVE')) throw new AppError('FORBIDDEN');
  return source;
}

/** @returns id of the new draft */
export async function createDraft(context: WriteContext<Caller>, form: TransactionForm): Promise<string> {
  const { trx, caller, origin } = context;
  const source = sourceOf(caller, form.type);
  const owner = ownerOrg(caller);
  const id = newId();
  const stillMay = recheckAfterWait(context);
  await checkHead(trx, form, owner, caller);
  const lines = await prepareLines(trx, form, owner, origin.locale);
  await shareAttachments(trx, form, owner);
  await stillMay();
  await trx
    .insertInto('wms_transaction')
    .values({
      id,
      no: await nextNo(trx, form.type),
      type: form.type,
      source,
      owner_org_id: owner,
      applicant_id: caller.userId,
      created_by: caller.userId,
      ...headColumns(form),
    })
    .execute();
  await insertLines(trx, id, lines);
  return id;
}

/** Replaces head and lines of a draft or returned document. */
export async function replaceDraft(
  trx: Trx,
  document: Pick<
    Locked,
    'id' | 'type' | 'owner_org_id' | 'submitted_at' | 'warehouseOrgId' | 'warehouse_id' | 'share_request_id'
  >,
  form: TransactionForm,
  caller: Caller,
  locale: Locale,
): Promise<void> {
  if (form.type !== document.type) throw new AppError('INVALID', { faults: [{ path: 'type', key: 'rule.fixed' }] });
  await checkHead(trx, form, document.owner_org_id, caller);
  if (document.submitted_at !== null) await assertSameWarehouseOrg(trx, form, document.warehouseOrgId);
  const lines = await prepareLines(trx, form, document.owner_org_id, locale);
  if (document.share_request_id !== null && form.warehouseId !== document.warehouse_id)
    throw new AppError('INVALID', { faults: [{ path: 'warehouseId', key: 'rule.fixed' }] });
  await assertOnLoan(trx, document, lines, locale);
  await shareAttachments(trx, form, document.owner_org_id);
  await trx.updateTable('wms_transaction').set(headColumns(form)).where('id', '=', document.id).execute();
  await trx.deleteFrom('wms_transaction_line').where('transaction_id', '=', document.id).execute();
  await insertLines(trx, document.id, lines);
}

/** A submitted document is visible to its warehouse's staff, so it can't be moved to another organisation's warehouse. */
async function assertSameWarehouseOrg(trx: Trx, { warehouseId }: TransactionForm, warehouseOrgId: string): Promise<void> {
  const { org_id } = await trx
    .selectFrom('wms_warehouse')
    .where('id', '=', warehouseId)
    .select('org_id')
    .executeTakeFirstOrThrow();
  if (org_id !== warehouseOrgId) throw new AppError('INVALID', { faults: [{ path: 'warehouseId', key: 'rule.fixed' }] });
}

const headColumns = (form: TransactionForm) => {
  const isElsewhere = form.type === 'MOVE' && form.targetWarehouseId !== form.warehouseId;
  const settled = {
    ...form,
    targetWarehouseId: isElsewhere ? form.targetWarehouseId : null,
  };
  return {
    // The type never changes, and lines are separate rows.
    ...valuesOf('t', FORM_COLUMNS, settled, 'type', 'lines', 'attachments', 'unfinished'),
    attachments: form.attachments,
    unfinished: JSON.stringify(form.unfinished),
  };
};

/** Refuses fields that only other document types store. */
function assertFieldsOfType({ type, targetWarehouseId, depositUntil, permitIds }: TransactionForm): void {
  const unstored = [
    ...(type !== 'MOVE' && targetWarehouseId !== null ? ['targetWarehouseId'] : []),
    ...(type !== 'INBOUND' && depositUntil !== null ? ['depositUntil'] : []),
    ...(type !== 'INBOUND' && permitIds.length > 0 ? ['permitIds'] : []),
  ];
  if (unstored.length > 0) throw new AppError('INVALID', { faults: unstored.map((path) => ({ path, key: 'rule.empty' })) });
}

async function checkHead(trx: Trx, form: TransactionForm, owner: string, caller: Caller): Promise<void> {
  assertFieldsOfType(form);
  const found = await trx
    .selectNoFrom([
      // Locks the owner: disabling or merging it waits for the draft, or the draft waits and is refused.
      sql<number>`(select count(*)::int from (select from wms_org where id = ${owner} and valid for key share) o)`.as('owner'),
      sql<boolean>`exists (select from wms_warehouse where id = ${form.warehouseId} and state = 'ACTIVE' and deleted_at is null
        and (${form.type} <> 'MOVE' or org_id = ${owner}))`.as('warehouse'),
      sql<boolean>`${form.targetWarehouseId}::uuid is null or exists (
        select from wms_warehouse where id = ${form.targetWarehouseId} and state = 'ACTIVE' and deleted_at is null and org_id = ${owner})`.as(
        'target',
      ),
      sql<boolean>`${form.supplierOrgId}::uuid is null or exists (select from wms_org where id = ${form.supplierOrgId} and type = 'SUPPLIER' and valid)`.as(
        'supplier',
      ),
      sql<number>`(select count(*)::int from wms_permit where id = any(${form.permitIds}::uuid[])
        and org_id = ${owner} and warehouse_id = ${form.warehouseId})`.as('permits'),
      sql<boolean>`${form.depositUntil}::date is null or ${form.depositUntil}::date >= current_date`.as('depositUntil'),
      sql<number>`(select count(*)::int from (select from sys_file where id = any(${form.attachments}::uuid[])
        and (visibility = 'ALL' or org_id = ${owner} and visibility = 'ORG' or org_id is null and created_by = ${caller.userId})
        order by id for key share) f)`.as('attachments'),
    ])
    .executeTakeFirstOrThrow();
  if (found.owner === 0) throw new AppError('ORG_NEEDED');
  if (!found.warehouse) throw new AppError('NOT_FOUND', { field: 'warehouseId' });
  if (!found.target) throw new AppError('NOT_FOUND', { field: 'targetWarehouseId' });
  if (!found.supplier) throw new AppError('NOT_FOUND', { field: 'supplierOrgId' });
  if (found.permits !== new Set(form.permitIds).size) throw new AppError('NOT_FOUND', { field: 'permitIds' });
  if (!found.depositUntil) throw new AppError('DEPOSIT_UNTIL', { field: 'depositUntil' });
  if (found.attachments !== new Set(form.attachments).size) throw new AppError('NOT_FOUND', { field: 'attachments' });
}

/** Attachments are visible to the owner: a file not yet attached to anything becomes the owner's. */
async function shareAttachments(trx: Trx, form: TransactionForm, owner: string): Promise<void> {
  if (form.attachments.length === 0) return;
  await sql`update sys_file set org_id = ${owner}, visibility = 'ORG'
    where id = any(${form.attachments}::uuid[]) and org_id is null and visibility <> 'ALL'`.execute(trx);
}

export interface PreparedLine extends LineForm {
  factor: string;
  qtyReq: string;
  /** Per base unit. */
  basePrice: string | null;
}

interface ProductFacts {
  id: string;
  name: string;
  state: string;
  base_unit: string;
  units: unknown;
}

/** Resolves each line's unit factor and its quantity in the base unit. */
async function prepareLines(trx: Trx, form: TransactionForm, owner: string, locale: Locale): Promise<PreparedLine[]> {
  if (form.lines.length + form.unfinished.length > LINES_MAX)
    throw new AppError('INVALID', { faults: [{ path: 'unfinished', key: 'rule.length', params: { min: 0, max: LINES_MAX } }] });
  if (form.lines.length === 0) return [];
  const products = await trx
    .selectFrom('wms_product')
    .where(sql<boolean>`id = any(${form.lines.map((line) => line.productId)}::uuid[])`)
    .where('deleted_at', 'is', null)
    .select(['id', 'name', 'name_en as nameEn', 'state', 'base_unit', 'units'])
    // Deleting a product or changing its base unit waits for these lines, and then sees them.
    .orderBy('id')
    .forKeyShare()
    .execute();
  const byId = new Map(products.map((product) => [product.id, product]));
  const units = await openUnits(trx, locale);
  await checkStock(trx, form, owner);
  return form.lines.map((line, at) => {
    const path = `lines.${at}.`;
    const product = byId.get(line.productId);
    if (!product) throw new AppError('NOT_FOUND', { field: `${path}productId` });
    if (form.type === 'INBOUND' && product.state !== 'ACTIVE') {
      throw new AppError('PRODUCT_NOT_ACTIVE', { params: { name: nameIn(locale, product) }, field: `${path}productId` });
    }
    return prepareLine(line, path, product, units);
  });
}

/** @param path prefix of the field name in refusals */
export function prepareLine(
  line: LineForm,
  path: string,
  product: Pick<ProductFacts, 'base_unit' | 'units'>,
  units: Units,
): PreparedLine {
  const counted = { baseUnit: product.base_unit, units: product.units as ProductUnit[] };
  const qtyReq = baseAmount(line, counted, units, `${path}qty`);
  const factor = factorIn(counted, line.unit)!;
  if (line.madeOn !== null && line.expiresOn !== null && line.expiresOn < line.madeOn) {
    throw new AppError('BATCH_DATES', { field: `${path}expiresOn` });
  }
  return { ...line, factor, qtyReq, basePrice: line.unitPrice === null ? null : divide(line.unitPrice, factor) };
}

/** Stock named by a line must belong to the owner and be in this warehouse; other stock is treated as non-existent. */
async function checkStock(trx: Trx, form: TransactionForm, owner: string): Promise<void> {
  if (form.type === 'INBOUND') {
    const at = form.lines.findIndex((line) => line.productBoxId !== null);
    if (at >= 0) throw new AppError('INVALID', { faults: [{ path: `lines.${at}.productBoxId`, key: 'rule.empty' }] });
    return;
  }
  const named = form.lines.map((line) => line.productBoxId).filter((id) => id !== null);
  const rows = await trx
    .selectFrom('wms_product_box as s')
    .innerJoin('wms_warehouse_box as b', 'b.id', 's.box_id')
    .where(sql<boolean>`s.id = any(${named}::uuid[])`)
    .where('b.warehouse_id', '=', form.warehouseId)
    .$if(form.type === 'OUTBOUND', (qb) => qb.where('s.owner_org_id', '=', owner))
    .select(['s.id', 's.product_id'])
    .execute();
  const productOf = new Map(rows.map((row) => [row.id, row.product_id]));
  for (const [at, line] of form.lines.entries()) {
    if (line.productBoxId === null && form.type === 'OUTBOUND') continue;
    if (line.productBoxId === null || productOf.get(line.productBoxId) !== line.productId) {
      throw new AppError('NOT_FOUND', { field: `lines.${at}.productBoxId` });
    }
  }
}

const LINE = {
  productId: 'l.product_id',
  productBoxId: 'l.product_box_id',
  batchNo: 'l.batch_no',
  madeOn: 'l.made_on',
  expiresOn: 'l.expires_on',
  unit: 'l.unit',
  factor: 'l.unit_factor',
  qty: 'l.qty',
  qtyReq: 'l.qty_req',
  basePrice: 'l.unit_price',
  remark: 'l.remark',
} as const;

async function insertLines(trx: Trx, transactionId: string, lines: readonly PreparedLine[]): Promise<void> {
  const rows = lines.map((line, at) => ({
    id: newId(),
    transaction_id: transactionId,
    line_no: at + 1,
    // Stored per base unit.
    ...valuesOf('l', LINE, { ...line, batchNo: line.batchNo || null }, 'unitPrice'),
  }));
  await insertRows(trx, 'wms_transaction_line', rows);
}
