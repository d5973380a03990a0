// Execution of an approved document by storekeepers, and its reversal. Part of the route table in transaction.ts.
import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import { currentPassword } from '../auth/password.ts';
import * as f from '../kit/field.ts';
import { LINES_MAX_BYTES, routes } from '../kit/route.ts';
import { PLACE_ERRORS } from './place.ts';
import { assignedLine, LINES_MAX, opinion, reason } from './transaction-form.ts';
import { boxSuggestion, transaction } from './transaction-reply.ts';
import { COSIGNED_FOR, STEP_ERRORS } from './transaction-state.ts';

const EXECUTE = [R.box] as const;
const params = z.strictObject({ id: f.id });
const { rev } = f;

export const executionRoutes = routes({
  suggestBoxes: {
    method: 'POST',
    asks: true,
    path: '/wms/transaction/{id}/box/suggest',
    summary: 'Where the goods could lie or come from',
    needs: EXECUTE,
    params,
    bodyMax: LINES_MAX_BYTES,
    /** Lines already planned: they get no suggestion, and their goods count as lying there. */
    body: z.strictObject({ planned: z._default(f.list(assignedLine, LINES_MAX), []) }),
    reply: z.array(boxSuggestion),
  },
  assignBoxes: {
    method: 'PUT',
    path: '/wms/transaction/{id}/box',
    summary: 'Assign boxes to the lines',
    needs: EXECUTE,
    params,
    bodyMax: LINES_MAX_BYTES,
    body: z.strictObject({
      rev,
      lines: f.list(assignedLine, LINES_MAX),
    }),
    reply: transaction,
    errors: [
      ...STEP_ERRORS,
      ...PLACE_ERRORS,
      'LINES_NEEDED',
      'QTY_DECIMALS',
      'QTY_ASSIGNED',
      'BOX_SAME',
      'BOX_ELSEWHERE',
      'INSUFFICIENT',
      'STOCK_FROZEN',
      'KEEPER_REVIEWED',
    ],
  },
  cosignTransaction: {
    method: 'PUT',
    attests: true,
    path: '/wms/transaction/{id}/cosign',
    summary: 'Confirm as the second storekeeper what was counted, with the own password or a code of the app',
    needs: EXECUTE,
    params,
    body: z.strictObject({
      rev,
      /** Confirms execution, or a reversal. */
      what: z.enum(COSIGNED_FOR),
      password: f.maybe(currentPassword),
      code: f.maybeText(16),
      /** Counted quantity per assigned box; empty for a reversal. */
      boxes: z._default(f.list(z.strictObject({ id: f.id, qty: f.decimal }), 5_000), []),
    }),
    reply: transaction,
    errors: [...STEP_ERRORS, 'SAME_KEEPER', 'KEEPER_REVIEWED', 'QTY_COUNTED', 'IDENTITY_NEEDED', 'WHILE_ACTING', 'TOO_MANY'],
  },
  finishTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}/finish',
    summary: 'Post what was done; a part may follow later',
    needs: EXECUTE,
    params,
    bodyMax: LINES_MAX_BYTES,
    body: z.strictObject({
      rev,
      pickupCode: f.maybeText(6),
      /** Executed quantity per assigned box; left out: everything. */
      boxes: z.optional(f.list(z.strictObject({ id: f.id, qty: f.decimal }), 5_000)),
      comment: opinion,
    }),
    reply: transaction,
    errors: [
      ...STEP_ERRORS,
      ...PLACE_ERRORS,
      'LINES_NEEDED',
      'COMMENT_NEEDED',
      'SECOND_KEEPER_NEEDED',
      'SAME_KEEPER',
      'KEEPER_REVIEWED',
      'PICKUP_CODE',
      'PICKUP_LOCKED',
      'QTY_DECIMALS',
      'QTY_ASSIGNED',
      'BATCH_CONFLICT',
      'BOX_ELSEWHERE',
      'INSUFFICIENT',
      'STOCK_FROZEN',
      'PERMIT_NEEDED',
    ],
  },
  cutLine: {
    method: 'PUT',
    path: '/wms/transaction/{id}/cut',
    summary: 'Take a line that cannot be carried out off an approved document',
    needs: EXECUTE,
    params,
    body: z.strictObject({ rev, lineId: f.id, comment: reason }),
    reply: transaction,
    errors: [...STEP_ERRORS],
  },
  closeShortTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}/close-short',
    summary: 'End a partly finished document with what was done',
    needs: EXECUTE,
    params,
    body: z.strictObject({ rev, comment: reason }),
    reply: transaction,
    errors: [...STEP_ERRORS],
  },
  voidTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}/void',
    summary: 'Void an approved document before anything was posted',
    needs: EXECUTE,
    params,
    body: z.strictObject({ rev, comment: reason }),
    reply: transaction,
    errors: [...STEP_ERRORS],
  },
  askReversal: {
    method: 'PUT',
    path: '/wms/transaction/{id}/ask-reversal',
    summary: 'Ask a second storekeeper to confirm the reversal of highly toxic goods',
    needs: [R.inbound2, R.outbound2],
    params,
    body: z.strictObject({ rev, comment: reason }),
    reply: transaction,
    errors: [...STEP_ERRORS],
  },
  releasePickupCode: {
    method: 'PUT',
    path: '/wms/transaction/{id}/pickup-code/release',
    summary: 'Let a pick-up code be tried again that wrong ones have locked',
    // Not for those who issue goods: they could guess codes.
    needs: [R.outbound2],
    params,
    body: z.strictObject({ comment: reason }),
    reply: transaction,
    errors: ['ILLEGAL_TRANSITION'],
  },
  reverseTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}/reverse',
    summary: 'Take a posted document back by a linked one',
    needs: [R.inbound2, R.outbound2],
    params,
    body: z.strictObject({ rev, comment: reason }),
    reply: transaction,
    errors: [
      ...STEP_ERRORS,
      ...PLACE_ERRORS,
      'CANNOT_REVERSE',
      'SECOND_KEEPER_NEEDED',
      'SAME_KEEPER',
      'SHARE_GIVEN_BACK',
      'CASE_STANDS',
    ],
  },
});
