import { AppError } from '@kuwei/contract/error';
import type { Locale } from '@kuwei/contract/constants';
import { EVENTS } from '@kuwei/contract/event';
import type { Warehouse, WarehouseForm } from '@kuwei/contract/wms/warehouse';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf, valuesOf } from '../../db/columns.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { updateRow } from '../../db/rows.ts';
import { mustBeRev, refuseTaken } from '../../db/stale.ts';
import { t } from '../../phrase.ts';
import { lockTree } from '../place/lock.ts';
import { KEEPERS_FOR_TOXIC } from '../place/rules.ts';
import { takesTwoKeepers } from '../product/check.ts';
import { usedBy } from '../place/used.ts';
import { ownerOrg } from '../scope.ts';
import { getWarehouse, selectKeepers, WAREHOUSE } from './queries.ts';

const CODE_INDEX = 'wms_warehouse_code';

/** Keepers stand in a table of their own. */
const columnsOf = (form: WarehouseForm) => valuesOf('w', WAREHOUSE, form, 'keeperIds');

/** The order of keepers says nothing. */
const inOrder = <T extends { keeperIds: readonly string[] }>(record: T) => ({
  ...record,
  keeperIds: [...new Set(record.keeperIds)].toSorted(),
});

export async function createWarehouse(context: WriteContext<Caller>, form: WarehouseForm): Promise<Warehouse> {
  const { trx, caller } = context;
  const orgId = ownerOrg(caller);
  const id = newId();
  await refuseTaken(CODE_INDEX, form.code, () =>
    trx
      .insertInto('wms_warehouse')
      .values({ id, org_id: orgId, ...columnsOf(form), created_by: caller.userId, updated_by: caller.userId })
      .execute(),
  );
  await setKeepers(trx, orgId, id, form.keeperIds);
  context.logChange({ entity: 'wms_warehouse', id, change: form });
  // What they may see is read off the warehouses that their sessions know.
  context.emit({ to: await membersOf(trx, orgId), ...EVENTS.rights, d: {} });
  return getWarehouse(trx, orgId, id);
}

async function membersOf(trx: Trx, orgId: string): Promise<string[]> {
  const rows = await trx.selectFrom('wms_org_user').where('org_id', '=', orgId).select('user_id').execute();
  return rows.map((row) => row.user_id);
}

/** @throws AppError KEEPERS_NEEDED where toxic goods lie and fewer than two keepers would be left */
export async function updateWarehouse(
  context: WriteContext<Caller>,
  id: string,
  { rev, ...form }: WarehouseForm & { rev: number },
): Promise<Warehouse> {
  const { trx, caller } = context;
  const orgId = ownerOrg(caller);
  // Goods that arrive meanwhile wait, or are seen here.
  await lockTree(trx);
  const before = await lock(trx, orgId, id);
  mustBeRev(before.rev, rev);
  const keepers = new Set(form.keeperIds).size;
  // Where there were too few before, what else is changed need not wait for another.
  if (keepers < KEEPERS_FOR_TOXIC && keepers < (await countKeepers(trx, id)) && (await holdsToxic(trx, id)))
    throw new AppError('KEEPERS_NEEDED', { field: 'keeperIds' });
  await refuseTaken(CODE_INDEX, form.code, () => updateRow(context, 'wms_warehouse', before, columnsOf(form)));
  await trx.deleteFrom('wms_warehouse_keeper').where('warehouse_id', '=', id).execute();
  await setKeepers(trx, orgId, id, form.keeperIds);
  context.logChange({ entity: 'wms_warehouse', id, change: changesOf(inOrder(before), inOrder(form)) });
  return getWarehouse(trx, orgId, id);
}

/** @throws AppError IN_USE_BY when goods or open documents are left in a warehouse to be closed */
export async function setWarehouseState(
  context: WriteContext<Caller>,
  id: string,
  { state, rev }: { state: 'ACTIVE' | 'CLOSED'; rev: number },
): Promise<Warehouse> {
  const { trx, caller, origin } = context;
  const orgId = ownerOrg(caller);
  await lockTree(trx);
  const before = await lock(trx, orgId, id);
  mustBeRev(before.rev, rev);
  if (state === 'CLOSED') await mustBeIdle(trx, id, origin.locale);
  await updateRow(context, 'wms_warehouse', before, { state });
  context.logChange({ entity: 'wms_warehouse', id, change: { state: [before.state, state] } });
  return getWarehouse(trx, orgId, id);
}

/** @throws AppError IN_USE_BY while it has containers, or documents that name it */
export async function deleteWarehouse(context: WriteContext<Caller>, id: string): Promise<void> {
  const { trx, caller, origin } = context;
  await lockTree(trx);
  const before = await lock(trx, ownerOrg(caller), id);
  const { rows } = await sql<{ containers: number; documents: number }>`
    select (select count(*)::int from wms_container where warehouse_id = ${id} and deleted_at is null) as containers,
           (select count(*)::int from wms_transaction
             where (warehouse_id = ${id} or target_warehouse_id = ${id}) and deleted_at is null) as documents`.execute(trx);
  const { containers, documents } = rows[0]!;
  if (containers > 0) throw usedBy(t(origin.locale, 'wms.used.containers', { n: containers }));
  if (documents > 0) throw usedBy(t(origin.locale, 'wms.used.documents', { n: documents }));
  await updateRow(context, 'wms_warehouse', before, { deleted_at: sql<string>`now()` });
  context.logChange({ entity: 'wms_warehouse', id, change: { deleted: before.code } });
}

/** @throws AppError NOT_FOUND, also for a warehouse of another organisation */
async function lock(trx: Trx, orgId: string, id: string): Promise<Warehouse> {
  await trx.selectFrom('wms_warehouse').where('id', '=', id).select('id').forNoKeyUpdate().execute();
  return getWarehouse(trx, orgId, id);
}

async function setKeepers(trx: Trx, orgId: string, id: string, keeperIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(keeperIds)];
  const possible = new Set((await selectKeepers(trx, orgId)).map((keeper) => keeper.id));
  if (wanted.some((keeper) => !possible.has(keeper))) throw new AppError('NOT_FOUND', { field: 'keeperIds' });
  await trx
    .insertInto('wms_warehouse_keeper')
    .values(wanted.map((user_id) => ({ warehouse_id: id, user_id })))
    .execute();
}

async function countKeepers(trx: Trx, id: string): Promise<number> {
  const { n } = await trx
    .selectFrom('wms_warehouse_keeper')
    .where('warehouse_id', '=', id)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

async function holdsToxic(trx: Trx, id: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from wms_product_box s join wms_product p on p.id = s.product_id
                    where s.warehouse_id = ${id} and s.qty > 0 and ${takesTwoKeepers}) as found`.execute(trx);
  return rows[0]!.found;
}

async function mustBeIdle(trx: Trx, id: string, locale: Locale): Promise<void> {
  const { rows } = await sql<{ boxes: number; documents: number }>`
    select (select count(distinct box_id)::int from wms_product_box where warehouse_id = ${id} and qty > 0) as boxes,
           (select count(*)::int from wms_transaction
             where (warehouse_id = ${id} or target_warehouse_id = ${id}) and deleted_at is null
               and state in ('SUBMITTED', 'APPROVED', 'EXECUTING', 'PARTIAL')) as documents`.execute(trx);
  const { boxes, documents } = rows[0]!;
  if (boxes > 0) throw usedBy(t(locale, 'wms.used.stock', { n: boxes }));
  if (documents > 0) throw usedBy(t(locale, 'wms.used.openDocuments', { n: documents }));
}
