// After-sales: cases about goods received, collected or in stock, with the messages of their parties and the decisions.
import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { listQuery, stamps } from '../kit/page.ts';
import { readRoutes, writeRoutes } from '../kit/record.ts';
import { routes } from '../kit/route.ts';
import { CASE_DOCUMENTS, CASE_KINDS, CASE_PLACES, CASE_SIDES, CASE_STATES, SOLUTIONS } from './after-sales-state.ts';
import { opinion, reason } from './transaction-form.ts';
import { STEP_ERRORS, TRANSACTION_STATES } from './transaction-state.ts';
import { TRANSACTION_TYPES } from './transaction-type.ts';

/** Per case, and per message. */
export const CASE_PICTURES_MAX = 10;
const pictures = z._default(f.list(f.id, CASE_PICTURES_MAX), []);

export const caseForm = z.strictObject({
  kind: z.enum(CASE_KINDS),
  /** The line of a finished document that moved the goods in or out. */
  transactionLineId: f.maybe(f.id),
  /** The stock row, for goods in store. */
  productBoxId: f.maybe(f.id),
  /** Base unit; optional for a complaint. */
  qty: f.maybe(f.quantity),
  /** The solution the applicant asks for. */
  solution: z.enum(SOLUTIONS),
  description: f.requiredText(2_000),
  pictures,
  /** Makes the supplier a party. */
  withSupplier: z._default(z.boolean(), false),
});
export type CaseForm = z.infer<typeof caseForm>;

const caseDocument = z.object({
  id: z.string(),
  no: z.string(),
  type: z.enum(TRANSACTION_TYPES),
  as: z.enum(CASE_DOCUMENTS),
  state: z.enum(TRANSACTION_STATES),
  reversed: z.boolean(),
});

const afterSalesCase = z.object({
  id: z.string(),
  no: z.string(),
  ...caseForm.shape,
  state: z.enum(CASE_STATES),
  levels: z.int(),
  round: z.int(),
  /** Of the open step. */
  level: f.maybe(z.int()),
  step: f.maybe(z.string()),
  /** Without an eligible reviewer; administrators have been asked to appoint one. */
  nobody: z.boolean(),
  productId: z.string(),
  productCode: z.string(),
  productName: z.string(),
  baseUnit: z.string(),
  controlFlags: z.array(z.string()),
  batchNo: f.maybe(z.string()),
  /** Hidden from suppliers: the box, and the document that moved the goods. */
  boxCode: f.maybe(z.string()),
  transactionId: f.maybe(z.string()),
  transactionNo: f.maybe(z.string()),
  transactionType: f.maybe(z.enum(TRANSACTION_TYPES)),
  documents: z.array(caseDocument),
  place: z.enum(CASE_PLACES),
  held: z.string(),
  ownerOrgName: z.string(),
  warehouseName: z.string(),
  supplierName: f.maybe(z.string()),
  applicantName: z.string(),
  submittedAt: f.maybe(z.string()),
  dueAt: f.maybe(z.string()),
  /** Overdue and undecided. */
  late: z.boolean(),
  decidedAt: f.maybe(z.string()),
  endedAt: f.maybe(z.string()),
  messages: z.int(),
  /** Facts about the caller, input of `caseRefusal`. */
  isApplicant: z.boolean(),
  reviews: z.boolean(),
  side: f.maybe(z.enum(CASE_SIDES)),
  begun: z.boolean(),
  ...stamps,
});
export type AfterSalesCase = z.infer<typeof afterSalesCase>;

/** What a new case may refer to. */
const caseOrigin = z.object({
  transactionLineId: f.maybe(z.string()),
  transactionNo: f.maybe(z.string()),
  transactionType: f.maybe(z.enum(TRANSACTION_TYPES)),
  productName: z.string(),
  baseUnit: z.string(),
  batchNo: f.maybe(z.string()),
  ownerOrgName: z.string(),
  warehouseName: z.string(),
  supplierName: f.maybe(z.string()),
  /** Largest quantity a case may claim, base unit, less what earlier cases claim. */
  most: z.string(),
  /** Where goods in store lie. */
  stocks: z.array(z.object({ id: z.string(), boxCode: z.string(), batchNo: z.string(), qty: z.string(), available: z.string() })),
});
export type CaseOrigin = z.infer<typeof caseOrigin>;

const caseMessage = z.object({
  id: z.string(),
  at: z.string(),
  userName: z.string(),
  proxyName: f.maybe(z.string()),
  side: z.enum(CASE_SIDES),
  mine: z.boolean(),
  content: z.string(),
  pictures: z.array(z.string()),
});
export type CaseMessage = z.infer<typeof caseMessage>;

const caseRecord = z.object({
  id: z.string(),
  at: z.string(),
  actorName: z.string(),
  proxyName: f.maybe(z.string()),
  otherName: f.maybe(z.string()),
  action: z.string(),
  from: f.maybe(z.enum(CASE_STATES)),
  to: z.enum(CASE_STATES),
  level: f.maybe(z.int()),
  step: f.maybe(z.string()),
  comment: f.maybe(z.string()),
  solution: f.maybe(z.enum(SOLUTIONS)),
});
export type CaseRecord = z.infer<typeof caseRecord>;

/** Reviewers may decide under any of their roles. */
const PARTIES = ['ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF', 'ROLE_WAREHOUSE_ADMIN'] as const;
const BEGIN = ['ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF', R.afterSales] as const;
const path = '/wms/after-sales';
const params = z.strictObject({ id: f.id });
const { rev } = f;

const caseQuery = listQuery(['no', 'submittedAt', 'dueAt', 'createdAt'], {
  kind: z.optional(f.choices(CASE_KINDS)),
  state: z.optional(f.choices(CASE_STATES)),
  warehouseId: z.optional(f.id),
  ownerOrgId: z.optional(f.id),
  transactionId: z.optional(f.id),
  productBoxId: z.optional(f.id),
  /** Overdue and undecided. */
  late: z.optional(f.flag),
  /** Awaiting the caller's decision. */
  mine: z.optional(f.flag),
});

const called = ['an after-sales case', 'After-sales cases that the caller is a party to'] as const;
const read = readRoutes({ path, called, needs: PARTIES, query: caseQuery, record: afterSalesCase });
const write = writeRoutes({ path, called: called[0], needs: BEGIN, form: caseForm, record: afterSalesCase });
export const ORIGIN_ERRORS = ['AFTER_SALES_OVER', 'AFTER_SALES_SHARED', 'AFTER_SALES_REVERSED'] as const;
const FORM_ERRORS = [...ORIGIN_ERRORS, 'AFTER_SALES_QTY', 'QTY_DECIMALS'] as const;

export const afterSalesRoutes = routes({
  exportCases: read.export,
  getCaseOrigin: {
    method: 'GET',
    path: `${path}/origin`,
    summary: 'Quantities and solutions available to a case about a document line or goods in store',
    needs: BEGIN,
    query: z.strictObject({ transactionLineId: z.optional(f.id), productBoxId: z.optional(f.id) }),
    reply: caseOrigin,
    errors: ORIGIN_ERRORS,
  },
  listCases: read.list,
  createCase: { ...write.create, errors: FORM_ERRORS },
  getCase: { ...read.get, reviewers: true },
  updateCase: { ...write.update, errors: [...STEP_ERRORS, ...FORM_ERRORS] },
  deleteCase: { ...write.remove, errors: [...STEP_ERRORS] },
  submitCase: {
    method: 'PUT',
    path: `${path}/{id}/submit`,
    summary: 'Hand it in: goods in store are held for it until it is decided',
    needs: BEGIN,
    params,
    body: z.strictObject({ rev }),
    reply: afterSalesCase,
    errors: [...STEP_ERRORS, ...FORM_ERRORS, 'INSUFFICIENT', 'WORKFLOW', 'WORKFLOW_REFUSES'],
  },
  withdrawCase: {
    method: 'PUT',
    path: `${path}/{id}/withdraw`,
    summary: 'Take it back before anybody has decided',
    needs: BEGIN,
    params,
    body: z.strictObject({ rev }),
    reply: afterSalesCase,
    errors: [...STEP_ERRORS],
  },
  cancelCase: {
    method: 'PUT',
    path: `${path}/{id}/cancel`,
    summary: 'Give it up for good',
    needs: BEGIN,
    params,
    body: z.strictObject({ rev, comment: reason }),
    reply: afterSalesCase,
    errors: [...STEP_ERRORS],
  },
  decideCase: {
    method: 'PUT',
    path: `${path}/{id}/decide`,
    summary: 'Decide the open step; the last approval makes the documents that carry the solution out',
    needs: PARTIES,
    params,
    body: z.strictObject({
      rev,
      decision: z.enum(['APPROVE', 'RETURN', 'REJECT']),
      /** A different solution than requested; first step only. */
      solution: f.maybe(z.enum(SOLUTIONS)),
      comment: opinion,
      /** RETURN only: id of the earlier step to go back to. */
      to: z.optional(f.maybe(f.text(64))),
    }),
    reply: afterSalesCase,
    errors: [...STEP_ERRORS, 'NOT_REVIEWER', 'OWN_APPLICATION', 'SAME_REVIEWER', 'COMMENT_NEEDED', 'INSUFFICIENT'],
  },
  listCaseMessages: {
    method: 'GET',
    path: `${path}/{id}/message`,
    summary: 'Messages of the parties',
    needs: PARTIES,
    reviewers: true,
    params,
    reply: z.array(caseMessage),
  },
  sayInCase: {
    method: 'POST',
    path: `${path}/{id}/message`,
    summary: 'Say something to the other parties',
    needs: PARTIES,
    params,
    body: z.strictObject({ content: f.requiredText(2_000), pictures }),
    reply: caseMessage,
    errors: ['ILLEGAL_TRANSITION'],
  },
  listCaseRecords: {
    method: 'GET',
    path: `${path}/{id}/record`,
    summary: 'The audit timeline',
    needs: PARTIES,
    reviewers: true,
    params,
    reply: z.array(caseRecord),
  },
});
