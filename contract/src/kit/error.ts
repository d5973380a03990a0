// All server errors: code and HTTP status here, text in phrases/{zh,en}/error.ts.
import type { PhraseKey } from './phrase.ts';
import type { PhraseParams } from './phrase-params.ts';

/** Value of `errorCode` in all our error bodies; a body without it was written by an intermediary. */
export const ERROR_TAG = 'WMS_ERROR';

/** Codes and texts must match, or this does not compile. */
type CodeWithText = PhraseKey extends infer Key
  ? Key extends `error.${infer Code extends Uppercase<string>}`
    ? Code
    : never
  : never;

export const errorStatus = {
  // Request
  VALIDATION: 400,
  UNAUTHORIZED: 401,
  TOKEN_FAIL: 401,
  SIGN_FAIL: 401,
  /** Returned only after the password was verified. */
  ACCOUNT_DISABLED: 401,
  ACCOUNT_ENDED: 401,
  /** The password was correct; a code is required, with the ticket in the data. */
  SECOND_FACTOR: 401,
  SECOND_FACTOR_CODE: 401,
  SSO_FAIL: 401,
  /** Used, expired, or superseded by a newer one. */
  LINK_OVER: 410,
  /** E-mail is not configured. */
  MAIL_OFF: 409,
  MAIL_PASSWORD_AGAIN: 409,
  NIGHTLY_BUSY: 409,
  /** Read-only mode: until a given time, until further notice, and while a backup is restored. */
  MAINTENANCE: 423,
  READ_ONLY: 423,
  RESTORING: 423,
  /** Only one backup, verification or restore at a time. */
  MAINTAIN_BUSY: 409,
  /** Only one table is reindexed at a time. */
  REINDEX_BUSY: 409,
  /** Still being written, or failed. */
  /** Jobs are paused in read-only mode. */
  JOBS_PAUSED: 409,
  BACKUP_NOT_READY: 409,
  /** Not inspected within the hour, or the inspection found obstacles. */
  BACKUP_NOT_LOOKED_INTO: 409,
  /** Exceeds the site's upload limit. */
  BACKUP_TOO_LARGE: 413,
  NO_ROOM_FOR: 507,
  SSO_UNKNOWN: 403,
  FORBIDDEN: 403,
  PAGE_ROLE: 403,
  PROXY_SELF: 403,
  PROXY_DISABLED: 403,
  PROXY_TARGET: 403,
  WHILE_ACTING: 403,
  NOT_ACTING: 409,
  PASSWORD_CHANGE_NEEDED: 403,
  SECOND_FACTOR_NEEDED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  /** The body arrived too slowly. */
  TOO_SLOW: 408,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA: 415,
  INVALID: 422,
  /** Too many failed sign-ins. */
  TOO_MANY: 429,
  /** Limit of concurrent requests per user or address. */
  TOO_MANY_AT_ONCE: 429,
  TOO_MANY_UPLOADS: 429,
  SERVER: 500,
  UNAVAILABLE: 503,
  /** Write conflict after several retries. */
  BUSY: 503,
  /** The disk for files is (nearly) full. */
  NO_ROOM: 507,
  // State of a record
  STALE: 409,
  CONFLICT: 409,
  /** Interrupted after some rows were written; the caller is no longer authorized. */
  IMPORT_CUT: 409,
  IN_USE: 409,
  IN_USE_BY: 409,
  /** Built-in entries and their codes cannot be removed. */
  DIC_FIXED: 409,
  IDEMPOTENCY_MISMATCH: 409,
  /** The idempotency key was used, and its response was a secret that is not stored. */
  ANSWERED_ONCE: 409,
  ORG_NEEDED: 409,
  ORG_CHANGED: 409,
  IMPORT_OTHERS: 403,
  /** Users cannot change their own rights or delete their own account. */
  OWN_RIGHTS: 403,
  /** Granting or revoking more than one's own rights. */
  BEYOND_RIGHTS: 403,
  ACCOUNT_BEYOND_RIGHTS: 403,
  /** Left to people. */
  API_TOKEN: 403,
  API_TOKENS_MAX: 422,
  API_TOKEN_ADMIN: 422,
  /** Granting for longer than one's own rights last. */
  BEYOND_DAYS: 403,
  /** An equivalent rule is already in force. */
  RULE_TWICE: 409,
  /** Reserved roles cannot be changed. */
  ROLE_RESERVED: 409,
  /** No administrator would be able to sign in any more. */
  LAST_ADMIN: 409,
  /** Stock, open documents, boxes and warehouses are not moved by a merge. */
  ORG_STILL_OWNS: 409,
  ORG_MERGED: 409,
  /** Limit of roles or memberships per user, or of members per organisation. */
  GIVEN_MAX: 422,
  /** The workbook of roles has one column per power. */
  POWERS_MAX: 422,
  /** Set by an environment variable. */
  SETTING_FIXED: 409,
  /** Previous values of secrets are not stored. */
  SETTING_NOT_KEPT: 409,
  EXPORT_TOO_MANY: 422,
  BATCH_TOO_MANY: 422,
  // Master data
  CODE_TAKEN: 409,
  /** Created by someone else after the import was previewed. */
  ROW_TAKEN: 409,
  CAS_INVALID: 422,
  GTIN_INVALID: 422,
  HAZARD_CODE_UNKNOWN: 422,
  UNIT_FACTOR: 422,
  CYCLE: 422,
  TOO_DEEP: 422,
  TOO_MANY_BOXES: 422,
  PRODUCT_IN_USE: 409,
  PRODUCT_UNIT_FIXED: 409,
  PRODUCT_CONTROLS_FIXED: 409,
  PRODUCT_INCOMPLETE: 422,
  PRODUCT_NOT_ACTIVE: 422,
  BATCH_DATES: 422,
  BATCH_CONFLICT: 409,
  KEEPERS_NEEDED: 422,
  // Stock warnings and limits
  EWS_UNTIL: 422,
  EWS_LIMIT_TWICE: 409,
  /** Organisation, warehouse and goods of a limit cannot change. */
  EWS_LIMIT_FIXED: 409,
  EWS_LIMIT_OF: 422,
  EWS_LIMIT_EMPTY: 422,
  EWS_LIMIT_RANGE: 422,
  // The shelf
  SHELF_TWICE: 409,
  /** Organisation and product of a listing cannot change. */
  SHELF_FIXED: 409,
  SHELF_DAYS: 422,
  SHELF_PRICE: 422,
  SHELF_NO_STOCK: 422,
  SHELF_CONTROLLED: 422,
  SHELF_OVER: 422,
  SHELF_SDS: 422,
  SHELF_HELD: 422,
  // Statistics
  STAT_PERIOD: 422,
  // Reports
  /** The database login for reports is missing, or has more than read access. */
  REPORT_UNFIT: 409,
  /** Built-in reports cannot be removed. */
  REPORT_SHIPPED: 409,
  /** The statement fails; error and position are in the data. */
  REPORT_SQL: 422,
  REPORT_TOO_SLOW: 422,
  REPORT_TOO_LARGE: 422,
  // Places
  BOX_NOT_EMPTY: 409,
  BOX_LOCKED: 409,
  BOX_IN_COUNT: 409,
  BOX_CAPACITY: 422,
  BOX_CONDITION: 422,
  BOX_INCOMPATIBLE: 422,
  BOX_OWNER: 422,
  BOX_MIX: 422,
  BOX_RETIRED: 422,
  BOX_SAME: 422,
  BOX_ELSEWHERE: 409,
  // Transactions
  ILLEGAL_TRANSITION: 409,
  INSUFFICIENT: 409,
  STOCK_FROZEN: 409,
  LINES_NEEDED: 422,
  LINES_TOO_MANY: 422,
  QTY_DECIMALS: 422,
  QTY_APPROVED: 422,
  QTY_ASSIGNED: 422,
  COMMENT_NEEDED: 422,
  EXPIRED_BATCH: 422,
  OWN_APPLICATION: 403,
  SAME_REVIEWER: 403,
  NOT_REVIEWER: 403,
  DELEGATED: 403,
  LAST_REVIEWER: 422,
  /** Cannot sign in, is the applicant, has decided, or is already a reviewer. */
  ASK_ANOTHER: 422,
  /** Recently reminded; try again later. */
  REMINDED: 409,
  RISK_UNSEEN: 409,
  SECOND_KEEPER_NEEDED: 422,
  SAME_KEEPER: 403,
  /** Separation of duties: reviewers of a document don't execute it. */
  KEEPER_REVIEWED: 403,
  QTY_COUNTED: 422,
  IDENTITY_NEEDED: 403,
  PICKUP_CODE: 422,
  PICKUP_LOCKED: 429,
  CANNOT_REVERSE: 409,
  DEPOSIT_UNTIL: 422,
  PLAN_DATE: 422,
  /** Goods that need two storekeepers must be deposited, not entered as opening stock. */
  OPENING_TWO_KEEPERS: 422,
  /** A posted row is in the ledger and cannot change. */
  OPENING_POSTED: 409,
  // Sharing
  /** One's own organisation offers it. */
  SHARE_OWN: 403,
  SHARE_MODE: 422,
  SHARE_MAX: 422,
  SHARE_SHORT: 422,
  SHARE_DAYS: 422,
  /** No longer listed. */
  SHARE_OFF: 409,
  SHARE_NOTHING_OUT: 409,
  /** More than is on loan, or other goods. */
  SHARE_BACK: 422,
  /** A collection with returns. */
  SHARE_GIVEN_BACK: 409,
  CASE_STANDS: 409,
  /** Agreed terms cannot change. */
  SHARE_FIXED: 409,
  // Permits
  /** Deposit without a valid permit of sufficient quantity. */
  PERMIT_NEEDED: 422,
  /** Separation of duties: members of its organisation. */
  PERMIT_OWN: 403,
  /** Used by deposits, checked or revoked. */
  PERMIT_FIXED: 409,
  /** Less than deposits have already used. */
  PERMIT_BELOW: 422,
  /** A permit with this number exists for the same goods. */
  PERMIT_TWICE: 409,
  // The flow register
  /** The month ended less than an hour ago. */
  FLOW_RUNNING: 409,
  FLOW_CLOSED: 409,
  /** The previous month is not closed. */
  FLOW_ORDER: 409,
  FLOW_UNBALANCED: 409,
  /** Separation of duties: the second signature must be another person's. */
  FLOW_SAME: 403,
  FLOW_SIGNED: 409,
  /** The ledger differs from the closed figures. */
  FLOW_DIFFERS: 409,
  /** A later month is closed. */
  FLOW_LATER: 409,
  FLOW_REOPENED: 409,
  /** The entries to be reported have changed since they were displayed. */
  FLOW_CHANGED: 409,
  FLOW_WITHDRAWN: 409,
  // Counts
  /** Not a storekeeper of this warehouse. */
  COUNT_COUNTER: 422,
  COUNT_EMPTY: 422,
  COUNT_TOO_LARGE: 422,
  COUNT_TWO_NEEDED: 422,
  /** Would reveal book quantities to a blind counter. */
  COUNT_BLIND: 403,
  /** A user with access to book quantities cannot be a blind counter. */
  COUNT_SEEN: 422,
  /** A recount must be done by someone else. */
  COUNT_OTHER: 403,
  /** Every assigned counter has already counted the line. */
  COUNT_NOBODY: 422,
  COUNT_MOVED: 409,
  COUNT_PROMISED: 409,
  // After-sales
  /** Outside the claim period, or the document is not finished. */
  AFTER_SALES_OVER: 422,
  /** The goods were shared by another group, which begins cases about them. */
  AFTER_SALES_SHARED: 422,
  /** The document was reversed, or reverses another. */
  AFTER_SALES_REVERSED: 422,
  /** More than was delivered, less earlier cases. */
  AFTER_SALES_QTY: 422,
  BOX_QUARANTINE: 409,
  WORKFLOW: 422,
  /** The workflow rejects requests without an eligible reviewer. */
  WORKFLOW_REFUSES: 422,
  /** Published versions are immutable. */
  FLOW_PUBLISHED: 409,
  /** A newer version was published in the meantime. */
  FLOW_NEWER: 409,
  FLOW_OWN: 403,
  /** Steps without deciders today were not confirmed. */
  FLOW_UNMANNED: 409,
  FLOW_IN_FORCE: 409,
  /** Requests have used it. */
  FLOW_USED: 409,
  // Files and workbooks
  FILE_TOO_LARGE: 413,
  /** Size after decoding. */
  PICTURE_TOO_LARGE: 413,
  FILE_TYPE: 422,
  FILE_BROKEN: 422,
  /** Reported by the site's virus scanner. */
  FILE_INFECTED: 422,
  /** The virus scanner does not respond. */
  FILE_NOT_SCANNED: 503,
  /** Missing or corrupted in storage. */
  FILE_LOST: 410,
  /** The user has too many uploaded files not yet attached to a record. */
  FILE_QUOTA: 409,
  WORKBOOK: 422,
  PAGE_TOO_DEEP: 422,
} as const satisfies Record<CodeWithText, number>;

export type ErrorCode = keyof typeof errorStatus;

/** Error message for a field. */
export interface FieldError {
  /** Dotted path in the request body, `lines.3.qtyReq`. */
  path: string;
  message: string;
}

/** Body of every error response. `errorCode` distinguishes it from a proxy's. */
export interface ErrorBody {
  errorCode: typeof ERROR_TAG;
  code: ErrorCode;
  message: string;
  data: ({ fields?: FieldError[]; requestId?: string } & Record<string, unknown>) | null;
}

/** A field error: path in the request body, and its phrase. */
export interface Fault {
  path: string;
  key: `rule.${string}`;
  params?: PhraseParams;
}

/** A refusal. Thrown by domain code, converted to an error response in one place. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: PhraseParams;
  readonly data: Record<string, unknown> | null;
  /** Path of the field it refers to. */
  readonly field: string | undefined;
  /** Several fields, each with its own text. */
  readonly faults: readonly Fault[];

  /**
   * @param params fill the placeholders of the code's phrase
   * @param data sent to the caller as is; must not contain secrets
   */
  constructor(
    code: ErrorCode,
    options: {
      params?: PhraseParams;
      data?: Record<string, unknown>;
      field?: string;
      faults?: readonly Fault[];
    } = {},
  ) {
    super(code);
    this.name = 'AppError';
    this.code = code;
    this.params = options.params ?? {};
    this.data = options.data ?? null;
    this.field = options.field;
    this.faults = options.faults ?? [];
  }

  get status(): number {
    return errorStatus[this.code];
  }
}
