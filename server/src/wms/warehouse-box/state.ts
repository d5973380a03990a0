import { AppError } from '@kuwei/contract/error';
import type { BodyOf } from '@kuwei/contract/route';
import { boxRefusal } from '@kuwei/contract/wms/state-moves';
import type { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import type { Caller, WriteContext } from '../../context.ts';
import { updateRow } from '../../db/rows.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import { UNCHANGED } from '../../platform/batch.ts';
import { assertNotInCount } from '../place/open-count.ts';
import { notifyTrouble } from '../transaction/trouble.ts';
import { lockBox } from './save.ts';

type StateChange = Omit<BodyOf<(typeof boxRoutes)['setBoxState']>, 'rev'> & { rev?: number };

/**
 * Locks, unlocks or retires a box. In bulk, without `rev`, a box already in the state is skipped.
 * @throws AppError ILLEGAL_TRANSITION, BOX_IN_COUNT while it is being counted, BOX_NOT_EMPTY
 */
export async function setBoxState(
  context: WriteContext<Caller>,
  id: string,
  { state, lockReason, rev }: StateChange,
): Promise<void | typeof UNCHANGED> {
  const before = await lockBox(context, id);
  if (rev !== undefined) assertRevision(before.rev, rev);
  else if (before.state === state && before.lockReason === lockReason) return UNCHANGED;
  const { origin, trx } = context;
  const refused = boxRefusal(before, state);
  if (refused === 'BOX_IN_COUNT' || state === 'RETIRED') await assertNotInCount(trx, [id], origin.locale);
  if (refused)
    throw new AppError(refused, { params: { code: before.code, count: '–' }, data: { from: before.state, to: state } });
  if ((state === 'LOCKED') !== (lockReason !== null))
    throw new AppError('INVALID', {
      faults: [{ path: 'lockReason', key: lockReason === null ? 'rule.required' : 'rule.empty' }],
    });
  await updateRow(context, 'wms_warehouse_box', before, { state, lock_reason: lockReason });
  const trouble = state === 'ACTIVE' ? null : state === 'LOCKED' ? 'msg.troubleLocked' : 'msg.troubleRetired';
  await notifyTrouble(context, { box: id }, trouble, { box: before.code });
  context.logChange({ entity: 'wms_warehouse_box', id, change: { state: [before.state, state], lockReason } });
}
