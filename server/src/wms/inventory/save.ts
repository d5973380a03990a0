// Drafts of counts; assignees and deadline of running ones.
import { AppError } from '@kuwei/contract/error';
import type { Count, CountForm } from '@kuwei/contract/wms/inventory';
import { COUNT_KEEPERS } from '@kuwei/contract/wms/inventory-state';
import { sql, type Kysely } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import { recheckAuthorization } from '../../session/recheck.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf, valuesOf } from '../../db/columns.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { updateRow } from '../../db/rows.ts';
import type { DB } from '../../db/types.ts';
import { holders } from '../../platform/people.ts';
import { ownReadScope } from '../scope.ts';
import { COUNT, getCount } from './queries.ts';
import { isBooked } from './extent.ts';
import { notifyChanged, lockForAction, record, type LockedCount } from './lock.ts';
import { notifyCounters } from './messages.ts';

type Context = WriteContext<Caller>;

/** @throws AppError NOT_FOUND for a warehouse of others, COUNT_COUNTER */
export async function createCount(context: Context, form: CountForm): Promise<Count> {
  const { trx, caller, origin } = context;
  await assertFits(context, form);
  assertDeadlineAhead(form.deadline);
  const id = newId();
  const { rows } = await sql<{ no: string }>`
    select 'PD' || to_char(current_date, 'YYYYMMDD') || lpad(n, greatest(5, length(n)), '0') as no
      from (select nextval('wms_count_no')::text) x(n)`.execute(trx);
  const { no } = rows[0]!;
  await trx
    .insertInto('wms_inventory')
    .values({ id, no, ...valuesOf('c', COUNT, form), created_by: caller.userId, updated_by: caller.userId })
    .execute();
  await recheckAuthorization(trx, caller);
  const { orgId: warehouseOrgId } = ownReadScope(caller).own;
  await record(context, { id, round: 0, state: 'DRAFT', warehouseOrgId }, { action: 'create', to: 'DRAFT' });
  return getCount(trx, id, caller, origin.locale, null);
}

/** Fields that can change while counting. */
const EDITABLE_WHILE_COUNTING: readonly (keyof CountForm)[] = ['assignees', 'deadline', 'remark'];

/** @throws AppError STALE, ILLEGAL_TRANSITION, COUNT_COUNTER, and INVALID for fields fixed by publication */
export async function updateCount(context: Context, id: string, { rev, ...form }: CountForm & { rev: number }): Promise<Count> {
  const { trx, caller, origin } = context;
  const row = await lockForAction(context, id, 'edit', rev);
  const before = await getCount(trx, id, caller, origin.locale, null);
  if (row.state !== 'DRAFT') {
    const fixed = (Object.keys(form) as (keyof CountForm)[]).filter(
      (field) => !EDITABLE_WHILE_COUNTING.includes(field) && !isDeepStrictEqual(before[field], form[field]),
    );
    if (fixed.length > 0) throw new AppError('INVALID', { faults: fixed.map((path) => ({ path, key: 'rule.fixed' })) });
  }
  await assertFits(context, form);
  // A running count may pass its deadline, and keeps it then; but locked boxes need one.
  if (row.state === 'DRAFT' || form.deadline === null || Date.parse(form.deadline) !== Date.parse(row.deadline ?? ''))
    assertDeadlineAhead(form.deadline);
  if (row.state !== 'DRAFT' && row.frozen && form.deadline === null)
    throw new AppError('INVALID', { faults: [{ path: 'deadline', key: 'rule.required' }] });
  const added = row.state === 'DRAFT' ? [] : form.assignees.filter((each) => !row.assignees.includes(each));
  if (row.blind) await assertBlind(trx, row, added);
  const named = row.state === 'DRAFT' ? [] : [...new Set([...row.named, ...form.assignees])];
  const values = { ...valuesOf('c', COUNT, form), named, reminded_at: null, told_late_at: null };
  await updateRow(context, 'wms_inventory', row, values);
  await record(context, row, { action: 'edit', to: row.state, fields: changesOf(before, form) });
  await notifyCounters(context, row, 'msg.toCount', added);
  return getCount(trx, id, caller, origin.locale, null);
}

/** @throws AppError INVALID for a deadline that has passed */
export function assertDeadlineAhead(deadline: string | Date | null): void {
  if (deadline !== null && new Date(deadline) <= new Date())
    throw new AppError('INVALID', { faults: [{ path: 'deadline', key: 'rule.future' }] });
}

export async function deleteCount(context: Context, id: string): Promise<null> {
  const row = await lockForAction(context, id, 'delete', null);
  await sql`delete from wms_inventory where id = ${id}`.execute(context.trx);
  context.logChange({ entity: 'wms_inventory', id, change: { deleted: row.no } });
  await notifyChanged(context, row, row.state);
  return null;
}

/** Required field of a scope. */
const REQUIRED_FIELD: Partial<Record<CountForm['scope'], keyof CountForm>> = {
  CONTAINER: 'containerIds',
  BOX: 'boxIds',
  OWNER: 'orgIds',
  PRODUCT: 'productIds',
  CATEGORY: 'categoryIds',
  CONTROL: 'controlFlags',
  ABC: 'abc',
  RANDOM: 'sample',
  DIFFERENCES: 'recountOf',
};

async function assertFits({ trx, caller }: Context, form: CountForm): Promise<void> {
  const needed = REQUIRED_FIELD[form.scope];
  const empty = needed !== undefined && (form[needed] === null || (Array.isArray(form[needed]) && form[needed].length === 0));
  if (empty) throw new AppError('INVALID', { faults: [{ path: needed, key: 'rule.required' }] });
  const { orgId } = ownReadScope(caller).own;
  const { rows } = await sql<{ warehouse: boolean; places: boolean }>`
    select exists (select from wms_warehouse where id = ${form.warehouseId} and org_id = ${orgId} and deleted_at is null) as warehouse,
           not exists (select from unnest(${form.boxIds}::uuid[]) x(id) where not exists (
             select from wms_warehouse_box b where b.id = x.id and b.warehouse_id = ${form.warehouseId}))
             and not exists (select from unnest(${form.containerIds}::uuid[]) x(id) where not exists (
             select from wms_container k where k.id = x.id and k.warehouse_id = ${form.warehouseId})) as places`.execute(trx);
  const { warehouse, places } = rows[0]!;
  if (!warehouse) throw new AppError('NOT_FOUND', { field: 'warehouseId' });
  if (!places) throw new AppError('NOT_FOUND', { field: form.boxIds.length > 0 ? 'boxIds' : 'containerIds' });
  if (!(await isBooked(trx, form))) throw new AppError('NOT_FOUND', { field: 'recountOf' });
  await assertCounters(trx, orgId, form.assignees);
}

/** Eligible counters, by name. @param countId the count to which they may be added */
export async function selectCounters(db: Kysely<DB>, orgId: string, countId: string | undefined) {
  const { rows } = await sql<{ id: string; name: string; username: string; seen: boolean }>`
    select u.id, u.name, u.username,
           u.id in (${holders(sql`${COUNT_KEEPERS}::text[]`, sql`${orgId}::uuid`)}) and not exists (
             select from wms_inventory c join wms_warehouse w on w.id = c.warehouse_id
              where c.id = ${countId ?? null}::uuid and w.org_id = ${orgId} and u.id = any(c.assignees || c.named)) as seen
      from sys_user u
     where u.id in (${holders(sql`array['ROLE_WAREHOUSE_ADMIN']`, sql`${orgId}::uuid`)}) and u.state = 'ACTIVE' and u.deleted_at is null
     order by u.name, u.id`.execute(db);
  return rows;
}

/** A manager of counts who was not assigned could have seen the books of a running count. @throws AppError COUNT_SEEN */
async function assertBlind(trx: Trx, { warehouseOrgId, named }: LockedCount, added: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select u.name from sys_user u where u.id = any(${[...added]}::uuid[]) and u.id <> all(${named}::uuid[])
       and u.id in (${holders(sql`${COUNT_KEEPERS}::text[]`, sql`${warehouseOrgId}::uuid`)}) limit 1`.execute(trx);
  const [one] = rows;
  if (one) throw new AppError('COUNT_SEEN', { params: { name: one.name }, field: 'assignees' });
}

/** Counters must work in the warehouse. @throws AppError COUNT_COUNTER */
export async function assertCounters(trx: Trx, orgId: string, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; name: string | null }>`
    select x.id, u.name from unnest(${[...ids]}::uuid[]) x(id) left join sys_user u on u.id = x.id
     where x.id not in (${holders(sql`array['ROLE_WAREHOUSE_ADMIN']`, sql`${orgId}::uuid`)}) or u.state <> 'ACTIVE' or u.deleted_at is not null
     limit 1`.execute(trx);
  const [one] = rows;
  if (one) throw new AppError('COUNT_COUNTER', { params: { name: one.name ?? one.id }, field: 'assignees' });
}
