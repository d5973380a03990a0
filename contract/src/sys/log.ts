// Audit log: who did what, when and from where. Rows are immutable.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { listQuery } from '../kit/page.ts';
import { readRoutes } from '../kit/record.ts';
import { routesOn } from '../kit/route.ts';

/** Kind of a row, which determines its retention. */
export const LOG_KINDS = ['OPERATION', 'SIGN_IN', 'API', 'ERROR', 'DATA', 'ACTING', 'JOB'] as const;
export type LogKind = (typeof LOG_KINDS)[number];

/** Views of the log; a row may be in several. */
export const LOG_PARTS = ['OPERATION', 'DATA', 'SIGN_IN', 'ACTING', 'API', 'ERROR', 'JOB'] as const;
export type LogPart = (typeof LOG_PARTS)[number];

/** Record types in the log; `log-labels.ts` has the labels of their fields. */
export const LOG_ENTITIES = [
  'sign-in',
  'sign-out',
  'session',
  'password',
  'second-factor',
  'identity',
  'acting',
  'sys_user',
  'sys_role',
  'sys_power',
  'sys_rule',
  'sys_dic',
  'sys_menu',
  'sys_config',
  'sys_message',
  'sys_message_copy',
  'sys_message_template',
  'sys_file',
  'sys_import_run',
  'sys_first_steps',
  'sys_backup',
  'mode',
  'mail',
  'bpm_definition',
  'bpm_task',
  'bpm_delegation',
  'wms_org',
  'wms_org_quota',
  'wms_category',
  'wms_product',
  'wms_warehouse',
  'wms_container',
  'wms_warehouse_box',
  'wms_storage_rule',
  'wms_batch',
  'wms_product_box',
  'wms_org_product',
  'wms_ews',
  'sys_report',
  'sys_report_plan',
  'wms_stock_limit',
  'wms_inventory',
  'wms_after_sales',
  'wms_share_request',
  'wms_permit',
  'wms_flow_close',
  'wms_flow_report',
  'wms_transaction',
  'wms_opening_row',
  'log',
  'export',
  'job',
  'tool',
] as const;
export type LogEntity = (typeof LOG_ENTITIES)[number];

const logEntry = z.object({
  id: z.string(),
  kind: z.enum(LOG_KINDS),
  at: z.string(),
  /** `POST /wms/transaction/{id}/approve`, or the name of a system action. */
  action: z.string(),
  /** The user; null if not signed in. */
  userId: f.maybe(z.string()),
  userName: f.maybe(z.string()),
  /** The real user during impersonation. */
  proxyUserId: f.maybe(z.string()),
  proxyUserName: f.maybe(z.string()),
  /** Name of the API token that the user's integration called with. */
  apiToken: f.maybe(z.string()),
  pageRole: f.maybe(z.string()),
  pageRoleName: f.maybe(z.string()),
  orgName: f.maybe(z.string()),
  ip: f.maybe(z.string()),
  requestId: f.maybe(z.string()),
  entity: f.maybe(z.string()),
  /** Id of the record; the user name for a sign-in. */
  entityId: f.maybe(z.string()),
  /** Current name of the record; null if deleted or unnamed. */
  recordName: f.maybe(z.string()),
  /** The created record, or before and after by field. */
  change: z.nullable(z.json()),
  /** Failed or rejected calls: status, and duration in milliseconds. */
  status: f.maybe(z.number()),
  ms: f.maybe(z.number()),
});
export type LogEntry = z.infer<typeof logEntry>;

/** In the caller's language. */
const said = z.object({
  action: z.string(),
  /** The record concerned. */
  about: f.maybe(z.string()),
  by: z.string(),
  /** Changes of all fields, in one line. */
  change: z.string(),
});
/** Before (absent for a created record) and after. */
const localizedField = z.object({ field: z.string(), name: z.string(), before: z.optional(z.string()), after: z.string() });
export type LocalizedField = z.infer<typeof localizedField>;

const localizedEntry = z.extend(logEntry, { said });
export type LocalizedEntry = z.infer<typeof localizedEntry>;

/** Row number as text, as it exceeds JavaScript's safe integers. */
const number = z.string().check(z.regex(/^\d{1,18}$/));

const query = listQuery(['id'], {
  part: z.optional(z.enum(LOG_PARTS)),
  /** The user or the impersonator. */
  userId: z.optional(f.id),
  entity: z.optional(z.enum(LOG_ENTITIES)),
  from: z.optional(f.moment),
  to: z.optional(f.moment),
  /** Keyset pagination: only rows before this one. */
  before: z.optional(number),
});

const read = readRoutes({
  path: '/sys/log',
  called: ['a row of the log', 'What was done, newest first'],
  needs: ['ROLE_ADMIN'],
  query,
  record: localizedEntry,
});

export const logRoutes = routesOn('SYS_LOG', {
  exportLog: read.export,
  listLog: read.list,
  getLog: {
    ...read.get,
    params: z.strictObject({ id: number }),
    reply: z.extend(localizedEntry, { fields: z.array(localizedField) }),
  },
});
