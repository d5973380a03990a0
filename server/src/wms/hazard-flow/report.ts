// Reports to the police: recorded once sent, withdrawn if they were not.
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import type { BodyOf } from '@kuwei/contract/route';
import type { FlowReport, flowRoutes } from '@kuwei/contract/wms/hazard-flow';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import { ownReadScope } from '../scope.ts';
import { isOwnWarehouse, type RegisterKey } from './register-month.ts';
import { lockRegister } from './close.ts';
import { getReport, addToReport, reportRulesOf } from './due.ts';

type Context = WriteContext<Caller>;

/**
 * Reports everything that was waiting when the caller looked.
 * @throws AppError FLOW_CHANGED where other entries wait by now; INVALID for a future day
 */
export async function reportFlow(context: Context, body: BodyOf<(typeof flowRoutes)['reportFlow']>): Promise<FlowReport> {
  const { trx, caller, services, logChange } = context;
  const { warehouseId, controlClass, untilSeq, entries, number, filedOn, note } = body;
  await lockRegister(context, body);
  const { rows } = await sql<{ isToCome: boolean }>`select ${filedOn}::date > current_date as "isToCome"`.execute(trx);
  if (rows[0]!.isToCome) throw new AppError('INVALID', { faults: [{ path: 'filedOn', key: 'rule.notAfterToday' }] });
  const id = newId();
  await sql`
    insert into wms_flow_report (id, warehouse_id, control_class, number, filed_on, note, entries, created_by)
    values (${id}, ${warehouseId}, ${controlClass}, ${number}, ${filedOn}, ${note}, ${entries}, ${caller.userId})`.execute(trx);
  if ((await addToReport(trx, id, body, reportRulesOf(services), untilSeq)) !== entries) throw new AppError('FLOW_CHANGED');
  logChange({ entity: 'wms_flow_report', id, change: { warehouseId, controlClass, number, filedOn, entries, note } });
  context.emit({ to: 'all', ...EVENTS.hazardFlow, d: {} });
  return getReport(trx, id);
}

/** @throws AppError STALE, FLOW_WITHDRAWN; NOT_FOUND, also for another warehouse */
export async function withdrawReport(
  context: Context,
  id: string,
  { rev, reason }: { rev: number; reason: string },
): Promise<FlowReport> {
  const { trx, caller, logChange } = context;
  const { rows } = await sql<RegisterKey>`
    select warehouse_id as "warehouseId", control_class as "controlClass" from wms_flow_report where id = ${id}`.execute(trx);
  const which = rows[0];
  if (!which || !isOwnWarehouse(ownReadScope(caller), which.warehouseId)) throw new AppError('NOT_FOUND');
  await lockRegister(context, which);
  const before = await getReport(trx, id);
  const { rows: withdrawn } = await sql`select from wms_flow_report where id = ${id} and withdrawn_at is not null`.execute(trx);
  if (withdrawn.length > 0) throw new AppError('FLOW_WITHDRAWN');
  assertRevision(before.rev, rev);
  await sql`delete from wms_flow_reported where report_id = ${id}`.execute(trx);
  await sql`
    update wms_flow_report set withdrawn_by = ${caller.userId}, withdrawn_at = now(), reason = ${reason}, rev = rev + 1 where id = ${id}`.execute(
    trx,
  );
  logChange({ entity: 'wms_flow_report', id, change: { number: before.number, entries: before.entries, reason } });
  context.emit({ to: 'all', ...EVENTS.hazardFlow, d: {} });
  return getReport(trx, id);
}
