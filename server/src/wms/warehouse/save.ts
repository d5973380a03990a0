import { AppError } from '@kuwei/contract/error';
import type { Locale } from '@kuwei/contract/constants';
import { EVENTS } from '@kuwei/contract/event';
import type { Warehouse, WarehouseForm } from '@kuwei/contract/wms/warehouse';
import { sql } from 'kysely';
import { assertCoverageKept } from '../../auth/rule/facts.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { valuesOf } from '../../db/columns.ts';
import type { Trx } from '../../db/open.ts';
import { updateRow } from '../../db/rows.ts';
import { searchText } from '../../db/search.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import { t } from '../../phrase.ts';
import { writeHandlers } from '../../platform/record.ts';
import { lockTree } from '../place/lock.ts';
import { KEEPERS_FOR_TOXIC } from '../place/rules.ts';
import { needsTwoKeepers } from '../product/check.ts';
import { inUseError } from '../place/in-use.ts';
import { ownerOrg } from '../scope.ts';
import { findWarehouse, getWarehouse, selectKeepers, WAREHOUSE_FORM } from './queries.ts';

/** The order of storekeepers is irrelevant. */
const inOrder = (form: WarehouseForm): WarehouseForm => ({ ...form, keeperIds: [...new Set(form.keeperIds)].toSorted() });

export const warehouseWrites = writeHandlers<'wms_warehouse', WarehouseForm, Warehouse>({
  table: 'wms_warehouse',
  codeIndex: 'wms_warehouse_code',
  find: findWarehouse,
  // Storekeepers are in their own table.
  valuesOf: async (form) => ({
    ...valuesOf('w', WAREHOUSE_FORM, form, 'keeperIds'),
    search: await searchText([form.code, form.name, form.nameEn, form.campus]),
  }),
  insertDefaults: ({ caller }) => ({ org_id: ownerOrg(caller), created_by: caller.userId }),
  // Concurrent arrivals wait, or are visible here.
  lock: lockTree,
  check: async (context, form, before) => {
    const { keeperIds } = form;
    const { trx } = context;
    if (before) await assertCoverageKept(context, 'WMS_WAREHOUSE', { id: before.id, before, after: form });
    const keepers = new Set(keeperIds).size;
    // Only a reduction is refused: with too few before, other changes are still allowed.
    if (before && keepers < KEEPERS_FOR_TOXIC && keepers < before.keeperIds.length && (await holdsToxic(trx, before.id)))
      throw new AppError('KEEPERS_NEEDED', { field: 'keeperIds' });
  },
  afterWrite: async (context, id, { keeperIds }, before) => {
    const { trx, caller } = context;
    const orgId = ownerOrg(caller);
    await trx.deleteFrom('wms_warehouse_keeper').where('warehouse_id', '=', id).execute();
    await setKeepers(trx, orgId, id, keeperIds, before?.keeperIds);
    // Sessions cache the warehouses that scope their rights.
    if (!before) context.emit({ to: await membersOf(trx, orgId), ...EVENTS.rights, d: {} });
  },
  compared: inOrder,
  checkUnused: assertUnused,
  keepsDeleted: true,
});

async function membersOf(trx: Trx, orgId: string): Promise<string[]> {
  const rows = await trx.selectFrom('wms_org_user').where('org_id', '=', orgId).select('user_id').execute();
  return rows.map((row) => row.user_id);
}

/** @throws AppError IN_USE_BY when closing a warehouse with goods or open documents */
export async function setWarehouseState(
  context: WriteContext<Caller>,
  id: string,
  { state, rev }: { state: 'ACTIVE' | 'CLOSED'; rev: number },
): Promise<Warehouse> {
  const { trx, caller, origin } = context;
  const orgId = ownerOrg(caller);
  await lockTree(context);
  const before = await lock(trx, orgId, id);
  assertRevision(before.rev, rev);
  if (state === 'CLOSED') await assertIdle(trx, id, origin.locale);
  await updateRow(context, 'wms_warehouse', before, { state });
  context.logChange({ entity: 'wms_warehouse', id, change: { state: [before.state, state] } });
  return getWarehouse(trx, orgId, id);
}

/** @throws AppError IN_USE_BY while it has containers, or documents that name it */
async function assertUnused({ trx, origin }: WriteContext<Caller>, { id }: Warehouse): Promise<void> {
  const { rows } = await sql<{ containers: number; documents: number }>`
    select (select count(*)::int from wms_container where warehouse_id = ${id} and deleted_at is null) as containers,
           (select count(*)::int from wms_transaction
             where (warehouse_id = ${id} or target_warehouse_id = ${id}) and deleted_at is null) as documents`.execute(trx);
  const { containers, documents } = rows[0]!;
  if (containers > 0) throw inUseError(t(origin.locale, 'wms.used.containers', { n: containers }));
  if (documents > 0) throw inUseError(t(origin.locale, 'wms.used.documents', { n: documents }));
}

/** @throws AppError NOT_FOUND, also for a warehouse of another organisation */
async function lock(trx: Trx, orgId: string, id: string): Promise<Warehouse> {
  await trx.selectFrom('wms_warehouse').where('id', '=', id).select('id').forNoKeyUpdate().execute();
  return getWarehouse(trx, orgId, id);
}

/** Storekeepers who can no longer act may stay, so that other changes need no successor. */
async function setKeepers(
  trx: Trx,
  orgId: string,
  id: string,
  keeperIds: readonly string[],
  kept: readonly string[] = [],
): Promise<void> {
  const wanted = [...new Set(keeperIds)];
  const possible = new Set([...kept, ...(await selectKeepers(trx, orgId)).map((keeper) => keeper.id)]);
  if (wanted.some((keeper) => !possible.has(keeper))) throw new AppError('NOT_FOUND', { field: 'keeperIds' });
  await trx
    .insertInto('wms_warehouse_keeper')
    .values(wanted.map((user_id) => ({ warehouse_id: id, user_id })))
    .execute();
}

async function holdsToxic(trx: Trx, id: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from wms_product_box s join wms_product p on p.id = s.product_id
                    where s.warehouse_id = ${id} and s.qty > 0 and ${needsTwoKeepers}) as found`.execute(trx);
  return rows[0]!.found;
}

async function assertIdle(trx: Trx, id: string, locale: Locale): Promise<void> {
  const { rows } = await sql<{ boxes: number; documents: number }>`
    select (select count(distinct box_id)::int from wms_product_box where warehouse_id = ${id} and qty > 0) as boxes,
           (select count(*)::int from wms_transaction
             where (warehouse_id = ${id} or target_warehouse_id = ${id}) and deleted_at is null
               and state in ('SUBMITTED', 'APPROVED', 'EXECUTING', 'PARTIAL')) as documents`.execute(trx);
  const { boxes, documents } = rows[0]!;
  if (boxes > 0) throw inUseError(t(locale, 'wms.used.stock', { n: boxes }));
  if (documents > 0) throw inUseError(t(locale, 'wms.used.openDocuments', { n: documents }));
}
