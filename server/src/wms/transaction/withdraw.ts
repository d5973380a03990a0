// Withdraws a request to a draft that can be changed and submitted again, or cancels it for good.
import { requestOf } from '@kuwei/contract/wms/transaction-type';
import { AppError } from '@kuwei/contract/error';
import { cancel as cancelApproval } from '../../bpm/engine.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { performAction } from './act.ts';
import type { Locked } from './document.ts';
import { TRANSACTION_KINDS } from './review-kind.ts';
import { releaseDocument } from './lines.ts';

interface Given {
  rev: number;
  comment: string | null;
}

/** Ends the review and releases reservations. */
async function release(context: WriteContext<Caller>, document: Locked): Promise<void> {
  await releaseDocument(context.trx, document, context.caller);
  await cancelApproval(context, TRANSACTION_KINDS[requestOf(document.type)], document.id);
}

/** Back to a draft with the same number, lines, files, dates and history; invisible to the warehouse until submitted again. */
export async function withdraw(context: WriteContext<Caller>, id: string, { rev, comment }: Given): Promise<void> {
  await performAction(context, id, 'withdraw', rev, async (document) => {
    await release(context, document);
    return { to: 'DRAFT', comment, set: { submitted_at: null, levels: 0, controlled: false, toxic: false } };
  });
}

/** @throws AppError COMMENT_NEEDED once others have seen the document */
export async function cancel(context: WriteContext<Caller>, id: string, { rev, comment }: Given): Promise<void> {
  await performAction(context, id, 'cancel', rev, async (document) => {
    if (document.round > 0 && (comment === null || comment === '')) throw new AppError('COMMENT_NEEDED', { field: 'comment' });
    await release(context, document);
    return { to: 'CANCELED', comment };
  });
}
