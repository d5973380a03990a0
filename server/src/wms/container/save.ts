import { AppError } from '@kuwei/contract/error';
import type { Container, ContainerForm } from '@kuwei/contract/wms/container';
import { CONTAINER_DEPTH_MAX } from '@kuwei/contract/wms/place';
import { sql } from 'kysely';
import { assertCoverageKept } from '../../auth/rule/facts.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf, valuesOf } from '../../db/columns.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { updateRow } from '../../db/rows.ts';
import { assertRevision, withUniqueRefusal } from '../../db/refuse-conflict.ts';
import { t } from '../../phrase.ts';
import { assertOffered } from '../../platform/dic/codes.ts';
import { lockTree } from '../place/lock.ts';
import { applyPlaceChange } from '../place/violations.ts';
import { containerSubtree } from '../place/tree-sql.ts';
import { inUseError } from '../place/in-use.ts';
import { ownerOrg, ownReadScope } from '../scope.ts';
import { changeWarehouse } from './change-warehouse.ts';
import { findGridRefusals } from './grid.ts';
import { CONTAINER, getContainer } from './queries.ts';

const CODE_INDEX = 'wms_container_code';

/** No allowed groups means any group. */
const columnsOf = ({ allowedGroups, ...form }: ContainerForm) =>
  valuesOf('c', CONTAINER, { ...form, allowedGroups: allowedGroups?.length ? allowedGroups : null });

export async function createContainer(context: WriteContext<Caller>, form: ContainerForm): Promise<Container> {
  const { trx, caller, origin } = context;
  const orgId = ownerOrg(caller);
  await lockTree(context);
  await assertFits(context, orgId, form);
  const id = newId();
  await withUniqueRefusal(CODE_INDEX, form.code, () =>
    trx
      .insertInto('wms_container')
      .values({ id, ...columnsOf(form), created_by: caller.userId, updated_by: caller.userId })
      .execute(),
  );
  await assertDepth(trx, id);
  context.logChange({ entity: 'wms_container', id, change: form });
  return getContainer(trx, ownReadScope(caller), id, origin.locale);
}

/**
 * Updates a container, or moves it with its subtree.
 * @throws AppError CYCLE, TOO_DEEP, BOX_NOT_EMPTY when a container with goods would change its warehouse, or the rule that stored
 * goods would break
 */
export async function updateContainer(
  context: WriteContext<Caller>,
  id: string,
  { rev, ...form }: ContainerForm & { rev: number },
): Promise<Container> {
  const { trx, caller, origin } = context;
  const orgId = ownerOrg(caller);
  await lockTree(context);
  const before = await getContainer(trx, ownReadScope(caller), id, origin.locale);
  assertRevision(before.rev, rev);
  await assertFits(context, orgId, form, before);
  await assertCoverageKept(context, 'WMS_CONTAINER', { id, ...(await factsOf(trx, before, form)) });
  await assertNotBelow(trx, id, form.parentId);
  const outside = (await findGridRefusals(trx, [{ id, before, after: form }])).get(id);
  if (outside) throw outside;
  if (before.warehouseId !== form.warehouseId) await changeWarehouse(context, id, before.warehouseId, form.warehouseId);
  await applyPlaceChange(trx, sql`b.container_id in ${containerSubtree(id)}`, origin.locale, async () => {
    await withUniqueRefusal(CODE_INDEX, form.code, () => updateRow(context, 'wms_container', before, columnsOf(form)));
  });
  await assertDepth(trx, id);
  context.logChange({ entity: 'wms_container', id, change: changesOf(before, form) });
  return getContainer(trx, ownReadScope(caller), id, origin.locale);
}

/**
 * Deletes a container with its never-used boxes; retired ones stay, as the ledger names them.
 * @throws AppError IN_USE_BY while there are containers in it, or boxes in use
 */
export async function deleteContainer(context: WriteContext<Caller>, id: string): Promise<void> {
  const { trx, caller, origin } = context;
  await lockTree(context);
  const before = await getContainer(trx, ownReadScope(caller), id, origin.locale);
  await sql`
    delete from wms_warehouse_box b
     where b.container_id = ${id} and not exists (select from wms_product_box s where s.box_id = b.id)
       and not exists (select from wms_transaction_line_box x where x.box_id = b.id)
       and not exists (select from wms_inventory_box x where x.box_id = b.id)`.execute(trx);
  const { rows } = await sql<{ containers: number; boxes: number }>`
    select (select count(*)::int from wms_container where parent_id = ${id} and deleted_at is null) as containers,
           (select count(*)::int from wms_warehouse_box where container_id = ${id} and state <> 'RETIRED') as boxes`.execute(trx);
  const { containers, boxes } = rows[0]!;
  if (containers > 0) throw inUseError(t(origin.locale, 'wms.used.containers', { n: containers }));
  if (boxes > 0) throw inUseError(t(origin.locale, 'wms.used.boxes', { n: boxes }));
  await updateRow(context, 'wms_container', before, { deleted_at: sql<string>`now()` });
  context.logChange({ entity: 'wms_container', id, change: { deleted: before.code } });
}

/**
 * Checks references and codes from the caller, at their fields.
 * @param before the stored container, whose codes may stay
 */
async function assertFits(
  { trx, origin }: WriteContext<Caller>,
  orgId: string,
  form: ContainerForm,
  before?: Container,
): Promise<void> {
  const warehouse = await trx
    .selectFrom('wms_warehouse')
    .where('id', '=', form.warehouseId)
    .where('org_id', '=', orgId)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  if (!warehouse) throw new AppError('NOT_FOUND', { field: 'warehouseId' });
  if (form.parentId !== null) {
    const parent = await trx
      .selectFrom('wms_container')
      .where('id', '=', form.parentId)
      .where('warehouse_id', '=', form.warehouseId)
      .where('deleted_at', 'is', null)
      .select('id')
      .executeTakeFirst();
    if (!parent) throw new AppError('NOT_FOUND', { field: 'parentId' });
  }
  const kept = before?.conditionsOffered ?? [];
  await assertOffered(
    trx,
    [{ path: 'conditionsOffered', dic: 'WMS_CONDITION', codes: form.conditionsOffered, kept }],
    origin.locale,
  );
}

/** Conditions for rules about a container, before and after the change. */
async function factsOf(trx: Trx, before: ContainerForm, after: ContainerForm) {
  const { rows } = await sql<{ id: string; code: string }>`
    select id, code from wms_warehouse where id in (${before.warehouseId}, ${after.warehouseId})`.execute(trx);
  const codes = new Map(rows.map(({ id, code }) => [id, code]));
  const facts = ({ warehouseId, code, name, type }: ContainerForm) => ({
    code,
    name,
    type,
    warehouse: codes.get(warehouseId) ?? null,
  });
  return { before: facts(before), after: facts(after) };
}

async function assertNotBelow(trx: Trx, id: string, parentId: string | null): Promise<void> {
  if (parentId === null) return;
  const { rows } = await sql<{ found: boolean }>`select ${parentId}::uuid in ${containerSubtree(id)} as found`.execute(trx);
  if (rows[0]!.found) throw new AppError('CYCLE', { field: 'parentId' });
}

/** Checked after the write, on the deepest descendant. */
async function assertDepth(trx: Trx, id: string): Promise<void> {
  const { rows } = await sql<{ depth: number }>`
    with recursive up as (
      select id, parent_id, 1 as depth from wms_container where id = ${id}
      union all select c.id, c.parent_id, up.depth + 1 from up join wms_container c on c.id = up.parent_id
    ), down as (
      select id, 0 as depth from wms_container where id = ${id}
      union all select c.id, down.depth + 1 from down join wms_container c on c.parent_id = down.id where c.deleted_at is null
    )
    select (select max(depth) from up) + (select max(depth) from down) as depth`.execute(trx);
  if (rows[0]!.depth > CONTAINER_DEPTH_MAX)
    throw new AppError('TOO_DEEP', { params: { max: CONTAINER_DEPTH_MAX }, field: 'parentId' });
}
