// Who did what, when and from where. Rows are written with what they tell of and never changed.
import * as z from 'zod/mini';
import * as f from '../field.ts';
import { listQuery } from '../page.ts';
import type { PlainKey } from '../phrase.ts';
import { readRoutes } from '../record.ts';
import { routes } from '../route.ts';

/** What each row is one of: it says how long the row is kept. */
export const LOG_KINDS = ['OPERATION', 'SIGN_IN', 'API', 'ERROR', 'DATA', 'ACTING', 'JOB'] as const;
export type LogKind = (typeof LOG_KINDS)[number];

/** Parts of the log that are looked at by themselves; a row may be in several. */
export const LOG_PARTS = ['OPERATION', 'DATA', 'SIGN_IN', 'ACTING', 'API', 'ERROR', 'JOB'] as const;
export type LogPart = (typeof LOG_PARTS)[number];

/**
 * What rows tell of, by the name it has in the log, with what the labels of its fields begin with on the screens: a field goes by
 * its label there, else by `log.field.…`.
 */
export const LOG_LABELS = {
  'sign-in': ['login'],
  'sign-out': [],
  session: [],
  password: [],
  'second-factor': [],
  identity: ['user.account'],
  acting: ['proxy', 'log.acting'],
  sys_user: ['user.account', 'account.profile', 'account'],
  sys_role: ['rights.role'],
  sys_power: ['rights.power'],
  sys_rule: ['rights.rule'],
  sys_dic: ['dic', 'dic.entry'],
  sys_menu: ['menu'],
  sys_config: ['config'],
  sys_message: ['log.sent', 'sender'],
  sys_message_copy: ['inbox'],
  sys_message_template: ['template'],
  sys_file: [],
  sys_import_run: ['import'],
  sys_first_steps: [],
  sys_backup: ['backup.column', 'backup', 'log.backup'],
  mode: ['upgrade.mode', 'log.mode'],
  mail: ['mailing'],
  bpm_definition: ['design', 'log.task'],
  bpm_task: ['log.task'],
  bpm_delegation: ['bpm.away', 'log.task'],
  wms_org: ['org'],
  wms_org_quota: ['quota', 'org.quota'],
  wms_category: [],
  wms_product: ['wms.product', 'product'],
  wms_warehouse: ['wms.warehouse'],
  wms_container: ['wms.container'],
  wms_warehouse_box: ['wms.box', 'box'],
  wms_storage_rule: ['safety'],
  wms_batch: ['batch'],
  wms_product_box: ['wms.stock'],
  wms_org_product: ['wms.listing'],
  wms_ews: ['wms.warning'],
  sys_report: ['report'],
  sys_report_plan: ['result.plan', 'result'],
  wms_stock_limit: ['wms.limit'],
  wms_inventory: ['wms.count', 'log.count'],
  wms_after_sales: ['wms.afs', 'afs', 'log.case'],
  wms_share_request: ['wms.share', 'share'],
  wms_permit: ['wms.permit'],
  wms_flow_close: ['wms.flow'],
  wms_flow_report: ['wms.flow'],
  wms_transaction: ['tx.head', 'wms.line', 'wms.transaction'],
  wms_opening_row: ['wms.opening'],
  log: [],
  export: [],
  job: ['log.job'],
  tool: ['log.tool'],
} as const;
export type LogEntity = keyof typeof LOG_LABELS;
export const LOG_ENTITIES = Object.keys(LOG_LABELS) as LogEntity[];

/** What the words of codes begin with where that is not the key of their label. */
export const LOG_CODES = {
  'sys_backup.cause': 'backup.fault',
  'sys_rule.ownerType': 'rights.rule.owner',
  'sys_rule.subjectType': 'rights.rule.subject',
  'sys_rule.subjectModel': 'rights.rule.model',
  'sys_rule.actions': 'rights.rule.action',
  'sys_message.kind': 'inbox.kind',
  'sys_message_template.kind': 'inbox.kind',
  'wms_transaction.action': 'work.step',
  'wms_share_request.action': 'share.did',
  'wms_share_request.mode': 'wms.listing.shareMode',
  'bpm_task.by': 'log.limit',
  'log.kind': 'log.part',
} as const;

/** Fields that are lists: two entries of one are not what was there before and what is. */
export const LOG_LISTS = [
  'actions',
  'allowedGroups',
  'changes',
  'columns',
  'conditions',
  'conditionsOffered',
  'conditionsRequired',
  'controlFlags',
  'fields',
  'file',
  'hCodes',
  'images',
  'keeperIds',
  'keys',
  'members',
  'order',
  'orgs',
  'otherCas',
  'ownerIds',
  'pCodes',
  'pageRole',
  'params',
  'powers',
  'productIds',
  'quotas',
  'role',
  'roles',
  'skipped',
  'subjectIds',
  'units',
  'urlExp',
] as const;

/** Fields that hold records go by the label without its `Id`: `keeperIds` by `keepers`. */
type Short<F extends string> = F extends `${infer One}Id` ? One : F extends `${infer One}Ids` ? `${One}s` : F;
type Beginning<E extends LogEntity> = (typeof LOG_LABELS)[E][number] | 'log.field';
type LabelOf<E extends LogEntity, F extends string> = Extract<`${Beginning<E>}.${F | Short<F>}`, PlainKey>;

type WordOf<E extends LogEntity, A extends string> = Extract<
  `${Beginning<E>}.action.${A}` | `${(typeof LOG_CODES)[keyof typeof LOG_CODES & `${E}.action`]}.${A}`,
  PlainKey
>;
/** Two that stand in one place are what was there before and what is. */
type IsList<V> = V extends readonly unknown[] ? (number extends V['length'] ? true : never) : never;

/** What is missing of a field. Of a plain `string` nothing is known. */
type Fault<E extends LogEntity, F extends string, V> = string extends F
  ? never
  : [LabelOf<E, F>] extends [never]
    ? `${E}.${F} has neither a label (LOG_LABELS) nor a log.field`
    : [IsList<V>] extends [never]
      ? F extends 'action'
        ? V extends string
          ? string extends V
            ? never
            : [WordOf<E, V>] extends [never]
              ? `No text says the action ${V} of ${E}`
              : never
          : never
        : never
      : F extends (typeof LOG_LISTS)[number]
        ? never
        : `LOG_LISTS lacks ${F}`;
type Faults<E extends LogEntity, C> = E extends unknown
  ? C extends unknown
    ? { [F in keyof C & string]-?: Fault<E, F, C[F]> }[keyof C & string]
    : never
  : never;
/** What a row may tell: a field that the log could not put into words does not compile. */
export type Named<E extends LogEntity, C> = [Faults<E, C>] extends [never] ? unknown : Faults<E, C>;

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
