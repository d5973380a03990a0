// Who did what, when and from where. Rows are written with what they tell of and never changed.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { listQuery } from '../kit/page.ts';
import { readRoutes } from '../kit/record.ts';
import { routes } from '../kit/route.ts';

/** What each row is one of: it says how long the row is kept. */
export const LOG_KINDS = ['OPERATION', 'SIGN_IN', 'API', 'ERROR', 'DATA', 'ACTING', 'JOB'] as const;
export type LogKind = (typeof LOG_KINDS)[number];

/** Parts of the log that are looked at by themselves; a row may be in several. */
export const LOG_PARTS = ['OPERATION', 'DATA', 'SIGN_IN', 'ACTING', 'API', 'ERROR', 'JOB'] as const;
export type LogPart = (typeof LOG_PARTS)[number];

/** What rows tell of, by the name they have in the log; `log-labels.ts` says what their fields are called. */
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
  /** `POST /wms/transaction/{id}/approve`, or what the program did by itself. */
  action: z.string(),
  /** As whom it was done; null for nobody who was signed in. */
  userId: f.maybe(z.string()),
  userName: f.maybe(z.string()),
  /** Who really did it, while acting as that person. */
  proxyUserId: f.maybe(z.string()),
  proxyUserName: f.maybe(z.string()),
  pageRole: f.maybe(z.string()),
  pageRoleName: f.maybe(z.string()),
  orgName: f.maybe(z.string()),
  ip: f.maybe(z.string()),
  requestId: f.maybe(z.string()),
  entity: f.maybe(z.string()),
  /** Id of the record; of a sign-in the username. */
  entityId: f.maybe(z.string()),
  /** What the record is called now; null for one that is gone or has no name. */
  recordName: f.maybe(z.string()),
  /** What was made, or by field what was there before and what is. */
  change: z.nullable(z.json()),
  /** Of calls that were refused or failed: what was answered, and after how many milliseconds. */
  status: f.maybe(z.number()),
  ms: f.maybe(z.number()),
});
export type LogEntry = z.infer<typeof logEntry>;

/** In the language of whoever asks. */
const said = z.object({
  action: z.string(),
  /** What the row tells of. */
  about: f.maybe(z.string()),
  by: z.string(),
  /** What became of each field, in one line. */
  change: z.string(),
});
/** What was there before, which what was made has not, and what is. */
const saidField = z.object({ field: z.string(), name: z.string(), before: z.optional(z.string()), after: z.string() });
export type SaidField = z.infer<typeof saidField>;

const saidEntry = z.extend(logEntry, { said });
export type SaidEntry = z.infer<typeof saidEntry>;

/** Of a row, as a text: it has more digits than a number of JavaScript. */
const number = z.string().check(z.regex(/^\d{1,18}$/));

const query = listQuery(['id'], {
  part: z.optional(z.enum(LOG_PARTS)),
  /** Whoever it was done as, or really did it. */
  userId: z.optional(f.id),
  entity: z.optional(z.enum(LOG_ENTITIES)),
  from: z.optional(f.moment),
  to: z.optional(f.moment),
  /** Only rows before this one: the next page of a long list, however deep. */
  before: z.optional(number),
});

const read = readRoutes({
  path: '/sys/log',
  called: ['a row of the log', 'What was done, newest first'],
  needs: ['ROLE_ADMIN'],
  query,
  record: saidEntry,
});

export const logRoutes = routes({
  exportLog: read.export,
  listLog: read.list,
  getLog: {
    ...read.get,
    params: z.strictObject({ id: number }),
    reply: z.extend(saidEntry, { fields: z.array(saidField) }),
  },
});
