// User actions on warnings. The database raises, escalates and closes them (wms_ews_settle).
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import type { Warning } from '@kuwei/contract/wms/ews-product';
import { sql } from 'kysely';
import { recheckAuthorization } from '../../session/recheck.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import { UNCHANGED } from '../../platform/batch.ts';
import { ownReadScope } from '../scope.ts';
import { getWarning } from './queries.ts';

type Context = WriteContext<Caller>;
export type Act = { to: 'ACKED' } | { to: 'SNOOZED'; untilDay: string } | { to: 'IGNORED'; reason: string };

/**
 * @param rev version the caller saw; absent in bulk, where a warning already in the state is skipped
 * @throws AppError STALE, ILLEGAL_TRANSITION for a closed one, EWS_UNTIL
 */
export async function applyAction(context: Context, id: string, act: Act, rev?: number): Promise<Warning | typeof UNCHANGED> {
  const { trx, caller, origin } = context;
  const own = ownReadScope(caller);
  const untilDay = act.to === 'SNOOZED' ? act.untilDay : null;
  const reason = act.to === 'IGNORED' ? act.reason : null;
  if (untilDay !== null) await assertFuture(context, untilDay);
  await sql`select from wms_ews where id = ${id} for no key update`.execute(trx);
  await recheckAuthorization(trx, caller);
  const before = await getWarning(trx, own, id, origin.locale);
  const isUnchanged = before.state === act.to && before.untilDay === untilDay && before.reason === reason;
  if (rev === undefined && isUnchanged) return UNCHANGED;
  if (rev !== undefined) assertRevision(before.rev, rev);
  if (before.state === 'RESOLVED') throw new AppError('ILLEGAL_TRANSITION', { data: { from: before.state, to: act.to } });
  await sql`update wms_ews set state = ${act.to}, until_day = ${untilDay}, reason = ${reason}, handled_by = ${caller.userId},
      handled_at = clock_timestamp(), to_tell = to_tell or ${act.to === 'IGNORED'}, rev = rev + 1, updated_at = now() where id = ${id}`.execute(
    trx,
  );
  await trx
    .insertInto('wms_ews_event')
    .values({ ews_id: id, what: act.to, reason, until_day: untilDay, user_id: caller.userId })
    .execute();
  context.logChange({ entity: 'wms_ews', id, change: { state: [before.state, act.to], ...(reason !== null && { reason }) } });
  context.emit({ to: 'all', ...EVENTS.warning, d: { id } });
  return getWarning(trx, own, id, origin.locale);
}

async function assertFuture({ trx }: Context, day: string): Promise<void> {
  const { rows } = await sql<{ ahead: boolean }>`
    select ${day}::date > current_date and ${day}::date <= current_date + 366 as ahead`.execute(trx);
  if (!rows[0]!.ahead) throw new AppError('EWS_UNTIL', { field: 'untilDay' });
}
