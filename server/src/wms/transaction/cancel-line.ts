// Cancels a line of an approved document that cannot be carried out; the others continue.
import { AppError } from '@kuwei/contract/error';
import type { Caller, WriteContext } from '../../context.ts';
import { post } from '../stock/posting.ts';
import { performAction } from './act.ts';
import { clearBoxes, isPositive, openOf, postedBy, releaseOf } from './lines.ts';

/**
 * Cancels what is open of a line and releases its reservations. A document with nothing left open is done, or cancelled if
 * nothing was posted.
 * @throws AppError NOT_FOUND at `lineId` if the line has nothing open
 */
export async function cancelLine(
  context: WriteContext<Caller>,
  id: string,
  { rev, lineId, comment }: { rev: number; lineId: string; comment: string },
): Promise<void> {
  const { trx, caller } = context;
  await performAction(context, id, 'cut', rev, async (document) => {
    const open = document.lines.filter((line) => isPositive(openOf(line)));
    const line = open.find((each) => each.id === lineId);
    if (!line) throw new AppError('NOT_FOUND', { field: 'lineId' });
    const held = line.boxes.filter((box) => isPositive(box.reserved));
    await post(
      trx,
      postedBy(document, caller),
      held.map((box) => releaseOf(line, box, box.reserved)),
    );
    await clearBoxes(trx, [line.id]);
    await trx
      .updateTable('wms_transaction_line')
      .set({ qty_appr: line.qtyDone, reject_reason: comment.slice(0, 200) })
      .where('id', '=', line.id)
      .execute();
    const diff = [{ lineNo: line.lineNo, from: line.qtyAppr ?? line.qtyReq, to: line.qtyDone }];
    if (open.length > 1) return { to: document.state, comment, diff };
    return { to: document.facts.posted ? 'DONE' : 'CANCELED', comment, diff };
  });
}
