// All routes of inbound, outbound and move documents.
import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { listQuery, pageOf } from '../kit/page.ts';
import { LINES_MAX_BYTES, routes } from '../kit/route.ts';
import { readingChoice, sheetChoice } from '../workbook/workbook.ts';
import { ORG_TYPES } from '../kit/org.ts';
import { executionRoutes } from './transaction-execution.ts';
import { transactionChain } from './transaction-chain.ts';
import { LINES_MAX, opinion, rawLine, transactionForm } from './transaction-form.ts';
import { importedLines, resolvedLine, transaction, transactionRecord, transactionRow } from './transaction-reply.ts';
import { reviewRoutes } from './transaction-review.ts';
import { DOCUMENT_STATUSES, STEP_ERRORS } from './transaction-state.ts';
import { REQUEST_TYPES, TRANSACTION_TYPES } from './transaction-type.ts';

const OWNERS = ['ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF'] as const;
const READ = [...OWNERS, R.inbound1, R.inbound2, R.outbound1, R.outbound2, R.box, R.opening] as const;
const APPLY = [...OWNERS, R.box] as const;
const params = z.strictObject({ id: f.id });
const { rev } = f;

export const transactionQuery = listQuery(['no', 'createdAt', 'submittedAt', 'updatedAt', 'planDate', 'state'], {
  type: z.enum(TRANSACTION_TYPES),
  state: z.optional(f.choices(DOCUMENT_STATUSES)),
  warehouseId: z.optional(f.id),
  ownerOrgId: z.optional(f.id),
  productId: z.optional(f.id),
  mine: z.optional(f.flag),
  /** Awaiting the caller's review. */
  waiting: z.optional(f.flag),
  /** `execute`: awaiting a storekeeper. */
  task: z.optional(z.enum(['execute'])),
  controlled: z.optional(f.flag),
  overdue: z.optional(f.flag),
  from: z.optional(f.day),
  to: z.optional(f.day),
});

export const transactionRoutes = routes({
  resolveLines: {
    method: 'POST',
    path: '/wms/transaction/lines/resolve',
    summary: 'Turn pasted rows into lines',
    asks: true,
    needs: APPLY,
    bodyMax: LINES_MAX_BYTES,
    body: z.strictObject({ type: z.enum(REQUEST_TYPES), warehouseId: f.maybe(f.id), rows: f.list(rawLine, LINES_MAX) }),
    reply: z.array(resolvedLine),
  },
  importLines: {
    method: 'POST',
    path: '/wms/transaction/lines/import',
    summary: 'Turn the rows of a workbook into lines',
    needs: APPLY,
    query: z.strictObject({
      type: z.enum(REQUEST_TYPES),
      warehouseId: z.optional(f.id),
      /** The user's mapping of unrecognized columns: `3=expiresOn,7=none`. */
      columns: z.optional(z.string().check(z.maxLength(2_000), z.regex(/^\d{1,4}=\w{1,20}(,\d{1,4}=\w{1,20})*$/))),
      sheet: sheetChoice,
      ...readingChoice,
    }),
    body: 'file',
    reply: importedLines,
    errors: ['WORKBOOK', 'LINES_TOO_MANY'],
  },
  getLineTemplate: {
    method: 'GET',
    path: '/wms/transaction/lines/template',
    summary: 'An empty workbook for lines',
    needs: APPLY,
    query: z.strictObject({ type: z.enum(REQUEST_TYPES) }),
    reply: 'file',
  },
  exportTransactions: {
    method: 'GET',
    path: '/wms/transaction/export',
    summary: 'The list as a workbook',
    needs: READ,
    query: transactionQuery,
    reply: 'sheet',
  },
  listTransactions: {
    method: 'GET',
    path: '/wms/transaction',
    summary: 'Documents of a type',
    needs: READ,
    query: transactionQuery,
    reply: pageOf(transactionRow),
  },
  findByNo: {
    method: 'GET',
    path: '/wms/transaction/by-no/{no}',
    summary: 'The document of a number, as slips carry it',
    needs: READ,
    params: z.strictObject({ no: z.string().check(z.maxLength(64)) }),
    reply: z.object({ id: z.string(), type: z.enum(TRANSACTION_TYPES) }),
  },
  findOwner: {
    method: 'GET',
    path: '/wms/transaction/{id}/owner',
    summary: "The caller's organisation that a document belongs to; it is hidden while acting for another",
    needs: READ,
    params,
    reply: z.object({ id: z.string(), name: z.string(), type: z.enum(ORG_TYPES) }),
  },
  createTransaction: {
    method: 'POST',
    path: '/wms/transaction',
    summary: 'Draft a document',
    needs: APPLY,
    bodyMax: LINES_MAX_BYTES,
    body: transactionForm,
    reply: transaction,
    errors: ['QTY_DECIMALS', 'PRODUCT_NOT_ACTIVE', 'BATCH_DATES', 'DEPOSIT_UNTIL', 'ORG_NEEDED'],
  },
  getTransaction: {
    method: 'GET',
    path: '/wms/transaction/{id}',
    summary: 'A document with its lines',
    needs: READ,
    reviewers: true,
    params,
    reply: transaction,
  },
  updateTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}',
    summary: 'Change a draft',
    needs: APPLY,
    params,
    bodyMax: LINES_MAX_BYTES,
    body: f.updateOf(transactionForm),
    reply: transaction,
    errors: [...STEP_ERRORS, 'QTY_DECIMALS', 'PRODUCT_NOT_ACTIVE', 'BATCH_DATES', 'DEPOSIT_UNTIL', 'SHARE_FIXED', 'SHARE_BACK'],
  },
  deleteTransaction: {
    method: 'DELETE',
    path: '/wms/transaction/{id}',
    summary: 'Delete a draft',
    needs: APPLY,
    params,
    reply: z.null(),
    errors: [...STEP_ERRORS],
  },
  submitTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}/submit',
    summary: 'Submit; outbound and move reserve their stock, all or nothing',
    needs: APPLY,
    params,
    body: z.strictObject({ rev }),
    reply: transaction,
    errors: [
      ...STEP_ERRORS,
      'LINES_NEEDED',
      'BATCH_CONFLICT',
      'PLAN_DATE',
      'DEPOSIT_UNTIL',
      'INSUFFICIENT',
      'STOCK_FROZEN',
      'PRODUCT_NOT_ACTIVE',
      'WORKFLOW',
      'WORKFLOW_REFUSES',
      'SHARE_BACK',
      'PERMIT_NEEDED',
    ],
  },
  withdrawTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}/withdraw',
    summary: 'Withdraw an undecided request: it is a draft again, under its number',
    needs: APPLY,
    params,
    body: z.strictObject({ rev, comment: opinion }),
    reply: transaction,
    errors: [...STEP_ERRORS, 'SHARE_FIXED'],
  },
  cancelTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}/cancel',
    summary: 'End a request for good; with a reason once it has been submitted',
    needs: APPLY,
    params,
    body: z.strictObject({ rev, comment: opinion }),
    reply: transaction,
    errors: [...STEP_ERRORS, 'COMMENT_NEEDED'],
  },
  ...reviewRoutes,
  ...executionRoutes,
  getPickupCode: {
    method: 'GET',
    path: '/wms/transaction/{id}/pickup-code',
    summary: 'The six digits that let the goods go, for their owner',
    needs: OWNERS,
    params,
    /** Null before the goods are ready and after they are collected. */
    reply: z.object({ code: f.maybe(z.string()) }),
  },
  exportLines: {
    method: 'GET',
    path: '/wms/transaction/{id}/lines/export',
    summary: 'The lines of a document as a workbook, in the columns that the import of lines reads',
    needs: READ,
    params,
    reply: 'sheet',
  },
  getChain: {
    method: 'GET',
    path: '/wms/transaction/{id}/chain',
    summary: 'Who decides about a document at which level, and why',
    needs: READ,
    reviewers: true,
    params,
    reply: transactionChain,
  },
  listRecords: {
    method: 'GET',
    path: '/wms/transaction/{id}/record',
    summary: 'The audit timeline',
    needs: READ,
    reviewers: true,
    params,
    reply: z.array(transactionRecord),
  },
});
