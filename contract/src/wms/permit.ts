// Permits (许可、备案) for controlled goods: what an organisation may bring to a warehouse, how much, and until when.
import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { listQuery, pageOf, stamps } from '../kit/page.ts';
import { readRoutes } from '../kit/record.ts';
import { LINES_MAX_BYTES, routes } from '../kit/route.ts';
import { importQuery, importReply, importsAt } from '../workbook/workbook.ts';
import { CONTROL_FLAGS } from './hazard.ts';
import { LINES_MAX } from './transaction-form.ts';
import { TRANSACTION_STATES } from './transaction-state.ts';

/** PENDING: entered by the owner, not checked yet. VALID: checked by the warehouse. REVOKED: by the warehouse. */
export const PERMIT_STATES = ['PENDING', 'VALID', 'REVOKED'] as const;
/** Validity of a checked permit today: future, current, expiring soon, expired. */
export const PERMIT_SPANS = ['COMING', 'RUNNING', 'ENDING', 'ENDED'] as const;
/**
 * Why no permit covers a line: none exists, not valid today, too little left, or the product's quantity cannot be converted to
 * the permit's unit.
 */
const PERMIT_CAUSES = ['NONE', 'ENDED', 'USED', 'UNKNOWN'] as const;
export type PermitCause = (typeof PERMIT_CAUSES)[number];

export const permitForm = z.strictObject({
  /** Internal code; generated if left out. */
  code: f.maybe(f.code),
  orgId: f.id,
  /** Where goods under it are stored. */
  warehouseId: f.id,
  kind: f.requiredText(32),
  /** Number on the document. */
  number: f.name(100),
  controlClass: z.enum(CONTROL_FLAGS),
  /** Products it names; empty: all of its class. */
  productIds: z._default(f.list(f.id, 50), []),
  /** In its unit; null: unlimited. */
  amount: f.maybe(f.quantity),
  unit: f.maybeText(32),
  validFrom: f.day,
  /** Last day of validity. */
  validUntil: f.day,
  authority: f.maybeName(100),
  fileId: f.maybe(f.id),
  note: f.maybeText(500),
});
export type PermitForm = z.infer<typeof permitForm>;

const permit = z.object({
  id: z.string(),
  ...permitForm.shape,
  code: z.string(),
  productIds: z.array(z.string()),
  products: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
  orgName: z.string(),
  warehouseName: z.string(),
  fileName: f.maybe(z.string()),
  state: z.enum(PERMIT_STATES),
  span: z.enum(PERMIT_SPANS),
  /** Whether this kind allows deposits; transport permits are only recorded. */
  admits: z.boolean(),
  /** Quantity used by active deposits, and how much of that is not in stock yet; null without an amount. */
  taken: f.maybe(z.string()),
  coming: f.maybe(z.string()),
  left: f.maybe(z.string()),
  /** Deposit lines that use it. */
  uses: z.int(),
  checkedBy: f.maybe(z.string()),
  checkedAt: f.maybe(z.string()),
  /** Why it was revoked. */
  reason: f.maybe(z.string()),
  /** Whether the caller may edit, check, revoke it now. */
  mayEdit: z.boolean(),
  mayCheck: z.boolean(),
  mayRevoke: z.boolean(),
  ...stamps,
});
export type Permit = z.infer<typeof permit>;

/** A deposit line that uses a permit. */
const permitUse = z.object({
  id: z.string(),
  documentId: z.string(),
  documentNo: z.string(),
  state: z.enum(TRANSACTION_STATES),
  /** Reversed by another document. */
  reversed: z.boolean(),
  lineNo: z.int(),
  productCode: z.string(),
  productName: z.string(),
  baseUnit: z.string(),
  /** Quantity used: in base units, and in the unit of the permit. */
  qty: z.string(),
  amount: f.maybe(z.string()),
  submittedAt: f.maybe(z.string()),
  applicantName: z.string(),
});
export type PermitUse = z.infer<typeof permitUse>;

/** A permit that a line uses or could use. */
const permitChoice = z.object({
  id: z.string(),
  code: z.string(),
  number: z.string(),
  kind: z.string(),
  validUntil: z.string(),
  amount: f.maybe(z.string()),
  unit: f.maybe(z.string()),
  /** In its unit; null: unlimited. */
  left: f.maybe(z.string()),
  /** The same in base units of the product, to two decimals; null also if it cannot be converted. */
  leftQty: f.maybe(z.string()),
});
export type PermitChoice = z.infer<typeof permitChoice>;

/** Permit requirement of a deposit, per product and class. */
const permitNeed = z.object({
  productId: z.string(),
  productName: z.string(),
  baseUnit: z.string(),
  controlClass: z.enum(CONTROL_FLAGS),
  /** Total of the product's lines, base units. */
  qty: z.string(),
  /** Permits valid today, earliest expiry first; of a submitted document, those it uses. */
  permits: z.array(permitChoice),
  /** Why it could not be submitted or executed now; null when it could. */
  cause: z.nullable(z.enum(PERMIT_CAUSES)),
});
export type PermitNeed = z.infer<typeof permitNeed>;

const OWNERS = ['ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF'] as const;
const KEEP = [R.control] as const;
const ENTER = [...OWNERS, R.control] as const;
/** Roles that review or put away deposits can read permits. */
export const PERMIT_READERS = [R.control, R.inbound1, R.inbound2, R.box] as const;
const READ = [...OWNERS, ...PERMIT_READERS] as const;
const path = '/wms/permit';
const params = z.strictObject({ id: f.id });
const rev = { rev: f.rev };

const permitQuery = listQuery(['code', 'number', 'org', 'validUntil', 'updatedAt'], {
  orgId: z.optional(f.id),
  warehouseId: z.optional(f.id),
  kind: z.optional(f.texts(32, 50)),
  controlClass: z.optional(f.choices(CONTROL_FLAGS)),
  productId: z.optional(f.id),
  state: z.optional(f.choices(PERMIT_STATES)),
  span: z.optional(f.choices(PERMIT_SPANS)),
});
const read = readRoutes({
  path,
  called: ['a permit', 'Permits for controlled goods'],
  needs: READ,
  query: permitQuery,
  record: permit,
});
/** Errors of saving a permit. */
const WRITE_ERRORS = ['CODE_TAKEN', 'PERMIT_FIXED', 'PERMIT_BELOW', 'PERMIT_OWN', 'PERMIT_TWICE'] as const;
const IMPORT_ERRORS = ['STALE', 'INVALID', 'IN_USE_BY', ...WRITE_ERRORS] as const;
const imports = importsAt(path, KEEP, IMPORT_ERRORS);

export const permitRoutes = routes({
  selectPermitOrgs: {
    method: 'GET',
    path: `${path}/org`,
    summary: 'Organisations that permits may be entered for',
    needs: ENTER,
    query: listQuery(['name'], {}),
    reply: pageOf(z.object({ id: z.string(), code: z.string(), name: z.string() })),
  },
  getPermitOrg: {
    method: 'GET',
    path: `${path}/org/{id}`,
    summary: 'One of them',
    needs: READ,
    params,
    reply: z.object({ id: z.string(), code: z.string(), name: z.string() }),
  },
  exportPermits: read.export,
  getPermitTemplate: {
    method: 'GET',
    path: `${path}/import/template`,
    summary: 'An empty workbook for the import',
    needs: KEEP,
    reply: 'file',
  },
  importPermits: {
    method: 'POST',
    path: `${path}/import`,
    summary: 'Import permits from a workbook; with `dryRun` only a preview',
    needs: KEEP,
    query: importQuery,
    body: 'file',
    reply: importReply,
    errors: ['WORKBOOK', 'FILE_QUOTA', 'TOO_MANY', ...IMPORT_ERRORS],
  },
  listPermitImports: imports.listImports,
  lookAtPermitUndo: imports.lookAtUndo,
  undoPermitImport: imports.undoImport,
  askPermits: {
    method: 'POST',
    path: `${path}/need`,
    summary: 'Permits that a draft deposit needs, and their remainders',
    asks: true,
    needs: OWNERS,
    bodyMax: LINES_MAX_BYTES,
    body: z.strictObject({
      warehouseId: f.id,
      /** The draft itself, excluded from usage. */
      documentId: f.maybe(f.id),
      permitIds: z._default(f.list(f.id, 20), []),
      /** In base units. */
      lines: f.list(z.strictObject({ productId: f.id, qty: f.quantity }), LINES_MAX),
    }),
    reply: z.array(permitNeed),
  },
  getDocumentPermits: {
    method: 'GET',
    path: `${path}/document/{id}`,
    summary: 'Permits that a deposit uses, and their remainders; for users who see the deposit',
    needs: [...OWNERS, 'ROLE_WAREHOUSE_ADMIN'],
    params,
    reply: z.array(permitNeed),
  },
  listPermits: read.list,
  createPermit: {
    method: 'POST',
    path,
    summary:
      'Enter a permit: one of the own organisation, which the warehouse checks; or, for the warehouse, one that it has checked',
    needs: ENTER,
    body: permitForm,
    reply: permit,
    errors: WRITE_ERRORS,
  },
  getPermit: read.get,
  updatePermit: {
    method: 'PUT',
    path: `${path}/{id}`,
    summary: 'Change a permit; its owner only before it is checked',
    needs: ENTER,
    params,
    body: f.updateOf(permitForm),
    reply: permit,
    errors: ['STALE', ...WRITE_ERRORS],
  },
  checkPermit: {
    method: 'PUT',
    attests: true,
    path: `${path}/{id}/check`,
    summary: 'Say that a permit was compared with its paper: from now on it counts',
    needs: KEEP,
    params,
    body: z.strictObject(rev),
    reply: permit,
    errors: ['STALE', 'PERMIT_OWN', 'ILLEGAL_TRANSITION'],
  },
  revokePermit: {
    method: 'PUT',
    path: `${path}/{id}/stop`,
    summary: 'Let a permit count no more, with a reason; goods that came in under it stay',
    needs: KEEP,
    params,
    body: z.strictObject({ reason: f.requiredText(500), ...rev }),
    reply: permit,
    errors: ['STALE', 'ILLEGAL_TRANSITION'],
  },
  deletePermit: {
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Delete an unused permit; its owner only before it is checked',
    needs: ENTER,
    params,
    reply: z.null(),
    errors: ['IN_USE_BY', 'PERMIT_FIXED', 'PERMIT_OWN'],
  },
  listPermitUses: {
    method: 'GET',
    path: `${path}/{id}/use`,
    summary: 'Deposits that use a permit, newest first',
    needs: READ,
    params,
    query: listQuery(['submittedAt'], {}),
    reply: pageOf(permitUse),
  },
});
