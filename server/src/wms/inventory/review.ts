// Decides about a count and applies the result in one commit.
import { AppError } from '@kuwei/contract/error';
import { decide } from '../../bpm/engine.ts';
import type { Given } from '../../bpm/kind.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import { bookCount } from './book.ts';
import { COUNT_KIND, varsOf } from './kind.ts';
import { lockRow, updateState, record } from './lock.ts';
import { notifyCounters, notifyNonBlind } from './messages.ts';
import { reopenDifferingLines } from './steps.ts';

const ACTION = { APPROVE: 'approve', RETURN: 'return', REJECT: 'reject' } as const;

/**
 * Decides from the to-do list or from the count. After a return, reasons are fixed and it is submitted again; after a refusal,
 * all differing lines are recounted.
 */
export async function decideCount(context: WriteContext<Caller>, id: string, given: Given): Promise<void> {
  const { decision, comment, rev } = given;
  const count = await lockRow(context, id);
  const action = ACTION[decision];
  if (count.state !== 'SUBMITTED') throw new AppError('ILLEGAL_TRANSITION', { data: { from: count.state, action } });
  if (rev !== undefined && rev !== null) assertRevision(count.rev, rev);
  const { state, decided, levels } = await decide(context, COUNT_KIND, id, given, () => varsOf(context, id));
  const at = {
    action,
    level: decided?.level ?? null,
    step: decided?.names ?? null,
    otherId: decided?.forUserId ?? null,
    comment,
  };
  switch (state) {
    case 'RUNNING':
      await updateState(context, count, { levels });
      await record(context, count, { ...at, to: 'SUBMITTED' });
      return COUNT_KIND.notifyCandidates(context, id);
    case 'APPROVED':
      await updateState(context, count, { levels, state: 'APPROVED' });
      await record(context, count, { ...at, to: 'APPROVED' });
      return bookCount(context, { ...count, rev: count.rev + 1 });
    default: {
      const again = state === 'REJECTED' ? await reopenDifferingLines(context.trx, count) : null;
      await updateState(context, count, { state: 'COUNTING' });
      await record(context, count, { ...at, to: 'COUNTING', lines: again?.lines ?? null });
      if (again) await notifyCounters(context, count, 'msg.toCount', again.asked);
      return notifyNonBlind(context, count, 'msg.countBack', comment ?? '');
    }
  }
}
