// Every error the server sends: a code, its HTTP status here, its text in phrases/{zh,en}/error.ts.
import type { PhraseParams } from './phrase-params.ts';

/** Value of `errorCode` in every error body of ours; a body without it was written by something in between. */
export const ERROR_TAG = 'WMS_ERROR';

export const errorStatus = {
  // Request
  VALIDATION: 400,
  UNAUTHORIZED: 401,
  TOKEN_FAIL: 401,
  SIGN_FAIL: 401,
  /** Said only to whoever has shown that the account is theirs. */
  ACCOUNT_DISABLED: 401,
  ACCOUNT_ENDED: 401,
  /** The password was right: a code is asked for, under the ticket in the data. */
  SECOND_FACTOR: 401,
  SECOND_FACTOR_CODE: 401,
  SSO_FAIL: 401,
  /** Used, too old, or taken the place of by a newer one. */
  LINK_OVER: 410,
  /** This installation sends no e-mail. */
  MAIL_OFF: 409,
  MAIL_PASSWORD_AGAIN: 409,
  NIGHTLY_BUSY: 409,
  /** A time in which people look and change nothing, with an end and without; and while a backup is restored. */
  MAINTENANCE: 423,
  READ_ONLY: 423,
  RESTORING: 423,
  /** A backup, a check of one or a restore is under way: one at a time. */
  MAINTAIN_BUSY: 409,
  /** Indexes of one table at a time. */
  REINDEX_BUSY: 409,
  /** It is being written, or could not be. */
  /** People only look just now, and jobs stand still. */
  JOBS_PAUSED: 409,
  BACKUP_NOT_READY: 409,
  /** Nobody has looked into it within the hour, or what was found stands in the way. */
  BACKUP_NOT_LOOKED_INTO: 409,
  /** Beyond what the site takes of one that is uploaded. */
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
  /** The body did not come on. */
  TOO_SLOW: 408,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA: 415,
  INVALID: 422,
  /** Failed sign-ins: a delay runs. */
  TOO_MANY: 429,
  /** More at once than one person, or one address, may have under way. */
  TOO_MANY_AT_ONCE: 429,
  TOO_MANY_UPLOADS: 429,
  SERVER: 500,
  UNAVAILABLE: 503,
  /** Others write the same just now; the server has tried several times itself. */
  BUSY: 503,
  /** The disk for files is full, or nearly. */
  NO_ROOM: 507,
  // State of a record
  STALE: 409,
  CONFLICT: 409,
  /** Parts of an import stand, and whoever sent it may write no more. */
  IMPORT_CUT: 409,
  IN_USE: 409,
  IN_USE_BY: 409,
  /** Entries that come with the product stay, under their codes. */
  DIC_FIXED: 409,
  IDEMPOTENCY_MISMATCH: 409,
  /** Its answer was a secret, and is kept nowhere. */
  ANSWERED_ONCE: 409,
  ORG_NEEDED: 409,
  ORG_CHANGED: 409,
  IMPORT_OTHERS: 403,
  /** Nobody changes their own rights, or ends their own account. */
  OWN_RIGHTS: 403,
  /** Nobody gives or takes what is beyond their own rights. */
  BEYOND_RIGHTS: 403,
  /** Nor for longer than they have it. */
  BEYOND_DAYS: 403,
  /** A rule that holds says the same already. */
  RULE_TWICE: 409,
  /** Everybody's, the program's and the administrator's role carry what they carry. */
  ROLE_RESERVED: 409,
  /** Nobody who can sign in would be an administrator any more. */
  LAST_ADMIN: 409,
  /** Stock, open documents, boxes or warehouses: none of them moves by merging. */
  ORG_STILL_OWNS: 409,
  ORG_MERGED: 409,
  /** More roles or places for somebody, or people in an organisation, than a form holds. */
  GIVEN_MAX: 422,
  /** More powers than the workbook of roles has columns for. */
  POWERS_MAX: 422,
  /** The environment sets it. */
  SETTING_FIXED: 409,
  /** A secret of before. */
  SETTING_NOT_KEPT: 409,
  EXPORT_TOO_MANY: 422,
  BATCH_TOO_MANY: 422,
  // Master data
  CODE_TAKEN: 409,
  /** By somebody else, after the workbook was looked at. */
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
  // Stock warnings, and the limits they go by
  EWS_UNTIL: 422,
  EWS_LIMIT_TWICE: 409,
  /** A limit stays that of its organisation, warehouse and goods. */
  EWS_LIMIT_FIXED: 409,
  EWS_LIMIT_OF: 422,
  EWS_LIMIT_EMPTY: 422,
  EWS_LIMIT_RANGE: 422,
  // The shelf
  SHELF_TWICE: 409,
  /** A listing stays that of its organisation and product. */
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
  /** The database has no login for them, or one that could do more than read them. */
  REPORT_UNFIT: 409,
  /** Reports that come with the product stay. */
  REPORT_SHIPPED: 409,
  /** Its statement cannot be run: what is wrong, and where, is in the data. */
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
  /** Who cannot sign in, has applied, has decided or is asked already. */
  ASK_ANOTHER: 422,
  /** Just now; once more later. */
  REMINDED: 409,
  RISK_UNSEEN: 409,
  SECOND_KEEPER_NEEDED: 422,
  SAME_KEEPER: 403,
  /** Who has decided about a document does not carry it out. */
  KEEPER_REVIEWED: 403,
  QTY_COUNTED: 422,
  IDENTITY_NEEDED: 403,
  PICKUP_CODE: 422,
  PICKUP_LOCKED: 429,
  CANNOT_REVERSE: 409,
  DEPOSIT_UNTIL: 422,
  PLAN_DATE: 422,
  /** Goods that take two storekeepers come in by a deposit, which two sign. */
  OPENING_TWO_KEEPERS: 422,
  /** A row that was posted stands in the ledger. */
  OPENING_POSTED: 409,
  // Sharing
  /** Who belongs to the organisation that offers it. */
  SHARE_OWN: 403,
  SHARE_MODE: 422,
  SHARE_MAX: 422,
  SHARE_SHORT: 422,
  SHARE_DAYS: 422,
  /** It was taken off the shelf since. */
  SHARE_OFF: 409,
  SHARE_NOTHING_OUT: 409,
  /** More than is out, or something else. */
  SHARE_BACK: 422,
  /** A collection of which something was given back. */
  SHARE_GIVEN_BACK: 409,
  CASE_STANDS: 409,
  /** What was agreed with the owner stays. */
  SHARE_FIXED: 409,
  // Permits
  /** Of a deposit: there is none, it does not hold today, or too little of it is left. */
  PERMIT_NEEDED: 422,
  /** Who belongs to the organisation that it is of. */
  PERMIT_OWN: 403,
  /** Deposits have gone by it, or it was checked, or revoked. */
  PERMIT_FIXED: 409,
  /** Deposits have taken more already. */
  PERMIT_BELOW: 422,
  /** The same paper has been entered for the same goods. */
  PERMIT_TWICE: 409,
  // The flow register
  /** The month has not ended an hour ago. */
  FLOW_RUNNING: 409,
  FLOW_CLOSED: 409,
  /** The one before is not closed. */
  FLOW_ORDER: 409,
  FLOW_UNBALANCED: 409,
  /** Who closed the month. */
  FLOW_SAME: 403,
  FLOW_SIGNED: 409,
  /** The ledger no longer says what was closed. */
  FLOW_DIFFERS: 409,
  /** A later month is closed. */
  FLOW_LATER: 409,
  FLOW_REOPENED: 409,
  /** More, or less, waits to be reported than was seen. */
  FLOW_CHANGED: 409,
  FLOW_WITHDRAWN: 409,
  // Counts
  /** Who does not work in the warehouse. */
  COUNT_COUNTER: 422,
  COUNT_EMPTY: 422,
  COUNT_TOO_LARGE: 422,
  COUNT_TWO_NEEDED: 422,
  /** Whoever counts blind, for what goes by the books. */
  COUNT_BLIND: 403,
  /** Whoever could look at the books of a blind count that runs. */
  COUNT_SEEN: 422,
  /** Whoever has counted a line before. */
  COUNT_OTHER: 403,
  /** Of those who are named nobody is left who has not counted the line. */
  COUNT_NOBODY: 422,
  COUNT_MOVED: 409,
  COUNT_PROMISED: 409,
  // After-sales
  /** It was handed over too long ago, or its document is not finished. */
  AFTER_SALES_OVER: 422,
  /** More than was handed over, or than earlier cases have left. */
  AFTER_SALES_QTY: 422,
  BOX_QUARANTINE: 409,
  WORKFLOW: 422,
  /** Its definition says that a request for which nobody is found is refused. */
  WORKFLOW_REFUSES: 422,
  /** A version is never changed. */
  FLOW_PUBLISHED: 409,
  /** Somebody has published another one meanwhile. */
  FLOW_NEWER: 409,
  FLOW_OWN: 403,
  FLOW_IN_FORCE: 409,
  /** Requests have followed it. */
  FLOW_USED: 409,
  // Files and workbooks
  FILE_TOO_LARGE: 413,
  /** Decoded, not as it was sent. */
  PICTURE_TOO_LARGE: 413,
  FILE_TYPE: 422,
  FILE_BROKEN: 422,
  /** The scanner of the site has found something. */
  FILE_INFECTED: 422,
  /** It does not answer. */
  FILE_NOT_SCANNED: 503,
  /** What was stored is not there any more, or is not what was stored. */
  FILE_LOST: 410,
  /** Too much that its sender stored and nothing carries yet. */
  FILE_QUOTA: 409,
  WORKBOOK: 422,
  PAGE_TOO_DEEP: 422,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/** What stands at a field that was refused. */
export interface FieldError {
  /** Dotted path in the request body, `lines.3.qtyReq`. */
  path: string;
  message: string;
}

/** The body of every refusal and failure. `errorCode` tells it from what a proxy answers. */
export interface ErrorBody {
  errorCode: typeof ERROR_TAG;
  code: ErrorCode;
  message: string;
  data: ({ fields?: FieldError[]; requestId?: string } & Record<string, unknown>) | null;
}

/** What is wrong with a field: its path in the request body, and the phrase that says it. */
export interface Fault {
  path: string;
  key: `rule.${string}`;
  params?: PhraseParams;
}

/** A refusal. Thrown by domain code, turned into the error body in one place. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: PhraseParams;
  readonly data: Record<string, unknown> | null;
  /** Path of the field the refusal belongs to. */
  readonly field: string | undefined;
  /** Several fields at once, each with a text of its own. */
  readonly faults: readonly Fault[];

  /**
   * @param params fill the placeholders of the code's phrase
   * @param data sent to the caller as it is: nothing in it may be a secret
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
