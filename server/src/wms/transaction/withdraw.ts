// Taking a request back: as a draft that can be changed and sent again, or for good.
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

/** Ends what is open: the review, and what the document holds of the stock. */
async function release(context: WriteContext<Caller>, document: Locked): Promise<void> {
  await releaseDocument(context.trx, document, context.caller);
  await cancelApproval(context, TRANSACTION_KINDS[requestOf(document.type)], document.id);
}

/** A draft again under the same number, with lines, files, dates and history; the warehouse sees it no more until it comes back. */
export async function withdraw(context: WriteContext<Caller>, id: string, { rev, comment }: Given): Promise<void> {
  await performAction(context, id, 'withdraw', rev, async (document) => {
    await release(context, document);
    return { to: 'DRAFT', comment, set: { submitted_at: null, levels: 0, controlled: false, toxic: false } };
  });
}

/** @throws AppError COMMENT_NEEDED for what others have seen */
export async function cancel(context: WriteContext<Caller>, id: string, { rev, comment }: Given): Promise<void> {
  await performAction(context, id, 'cancel', rev, async (document) => {
    if (document.round > 0 && (comment === null || comment === '')) throw new AppError('COMMENT_NEEDED', { field: 'comment' });
    await release(context, document);
    return { to: 'CANCELED', comment };
  });
}
