// Deciding on an application: approve, give back, refuse. Part of the table of transaction.ts.
import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../access.ts';
import * as f from '../field.ts';
import { routes } from '../route.ts';
import { batchReply } from '../workbook.ts';
import { LINES_MAX, opinion, reason } from './transaction-form.ts';
import { transaction } from './transaction-reply.ts';
import { STEP_ERRORS } from './transaction-state.ts';

const REVIEW = [R.inbound1, R.inbound2, R.outbound1, R.outbound2] as const;
const params = z.strictObject({ id: f.id });
const { rev } = f;

export const reviewRoutes = routes({
  approveBatch: {
    method: 'PUT',
    path: '/wms/transaction/batch/approve',
    summary: 'Approve many documents as they were applied for, each in the version that was looked at',
    needs: REVIEW,
    body: z.strictObject({
      documents: f.list(z.strictObject({ id: f.id, rev: f.rev }), 100).check(z.minLength(1)),
      comment: opinion,
    }),
    reply: batchReply,
  },
  approveTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}/approve',
    summary: 'Approve the open review, whole or with smaller quantities',
    needs: REVIEW,
    params,
    body: z.strictObject({
      rev,
      comment: opinion,
      lines: z.optional(f.list(z.strictObject({ lineId: f.id, qtyAppr: f.decimal, reason: f.maybeText(200) }), LINES_MAX)),
    }),
    reply: transaction,
    errors: [...STEP_ERRORS, 'NOT_REVIEWER', 'OWN_APPLICATION', 'SAME_REVIEWER', 'QTY_APPROVED', 'EXPIRED_BATCH'],
  },
  returnTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}/return',
    summary: 'Give an application back to be mended',
    needs: REVIEW,
    params,
    body: z.strictObject({ rev, comment: reason }),
    reply: transaction,
    errors: [...STEP_ERRORS, 'NOT_REVIEWER', 'OWN_APPLICATION', 'SAME_REVIEWER'],
  },
  rejectTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}/reject',
    summary: 'Refuse an application for good',
    needs: REVIEW,
    params,
    body: z.strictObject({ rev, comment: reason }),
    reply: transaction,
    errors: [...STEP_ERRORS, 'NOT_REVIEWER', 'OWN_APPLICATION', 'SAME_REVIEWER'],
  },
});
