// Decisions on a request: approve, return, reject. Part of the route table in transaction.ts.
import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { LINES_MAX_BYTES, routes } from '../kit/route.ts';
import { batchReply } from '../workbook/workbook.ts';
import { LINES_MAX, opinion, reason } from './transaction-form.ts';
import { productOption } from './product.ts';
import { transaction } from './transaction-reply.ts';
import { TRANSACTION_RISKS } from './transaction-risk.ts';
import { STEP_ERRORS } from './transaction-state.ts';

const REVIEW = [R.inbound1, R.inbound2, R.outbound1, R.outbound2] as const;
const params = z.strictObject({ id: f.id });
const { rev } = f;

/** Documents per bulk approval. */
const BATCH_MAX = 100;
/** Lines shown per document before a bulk approval, those with risks first. */
export const REVIEW_LINES_MAX = 20;

const risks = z.array(z.enum(TRANSACTION_RISKS));

/** A document in the preview of a bulk approval. */
const reviewSheet = z.object({
  id: z.string(),
  no: z.string(),
  rev: z.int(),
  ownerOrgName: z.string(),
  applicantName: z.string(),
  warehouseName: z.string(),
  planDate: f.maybe(z.string()),
  /** Σ quantity × price of the lines that have one, CNY. */
  value: f.maybe(z.string()),
  risks,
  /** It would be the final approval of a deposit with expired goods, which requires a reason. */
  needsReason: z.boolean(),
  /** Total number of lines; `lines` has the first. */
  lineCount: z.int(),
  lines: z.array(
    z.object({
      lineNo: z.int(),
      product: productOption,
      batchNo: f.maybe(z.string()),
      expiresOn: f.maybe(z.string()),
      /** Quantity requested, or approved by the previous level; base unit. */
      qty: z.string(),
      value: f.maybe(z.string()),
      risks,
    }),
  ),
});
export type ReviewSheet = z.infer<typeof reviewSheet>;

export const reviewRoutes = routes({
  listReviewSheets: {
    method: 'GET',
    path: '/wms/transaction/batch/approve',
    summary: 'Documents that wait for the caller, with their lines and risks, to be looked at before they are approved together',
    needs: REVIEW,
    query: z.strictObject({ ids: f.ids }),
    reply: z.array(reviewSheet),
  },
  approveBatch: {
    method: 'PUT',
    path: '/wms/transaction/batch/approve',
    summary: 'Approve many documents as they were applied for, each in the version and with the risks that were looked at',
    needs: REVIEW,
    body: z.strictObject({
      documents: f
        .list(
          z.strictObject({
            id: f.id,
            rev: f.rev,
            /** Risks shown to the reviewer; a document with any other is refused with RISK_UNSEEN. */
            seen: z._default(f.list(z.enum(TRANSACTION_RISKS), TRANSACTION_RISKS.length), []),
          }),
          BATCH_MAX,
        )
        .check(z.minLength(1)),
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
    bodyMax: LINES_MAX_BYTES,
    body: z.strictObject({
      rev,
      comment: opinion,
      lines: z.optional(f.list(z.strictObject({ lineId: f.id, qtyAppr: f.decimal, reason: f.maybeText(200) }), LINES_MAX)),
    }),
    reply: transaction,
    errors: [...STEP_ERRORS, 'NOT_REVIEWER', 'OWN_APPLICATION', 'SAME_REVIEWER', 'QTY_APPROVED', 'QTY_DECIMALS', 'EXPIRED_BATCH'],
  },
  returnTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}/return',
    summary: 'Give an application back to be corrected, or to a step before',
    needs: REVIEW,
    params,
    /** `to`: step to return to. */
    body: z.strictObject({ rev, comment: reason, to: z.optional(f.maybe(f.text(64))) }),
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
