// Labels of fields and codes in the log, taken from the screens. Logging a field without a label does not compile. Server only.
import type { PlainKey } from '../kit/phrase.ts';
import type { LogEntity } from './log.ts';

/** Label prefixes on the screens by record type: a field uses its label there, else `log.field.…`. */
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
} as const satisfies Record<LogEntity, readonly string[]>;

/** Prefixes of code texts that differ from the key of their label. */
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

/** Fields that are lists: a pair of values is not before and after. */
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

/** Fields that hold ids use the label without `Id`: `keeperIds` that of `keepers`. */
type Short<F extends string> = F extends `${infer One}Id` ? One : F extends `${infer One}Ids` ? `${One}s` : F;
type Beginning<E extends LogEntity> = (typeof LOG_LABELS)[E][number] | 'log.field';
type LabelOf<E extends LogEntity, F extends string> = Extract<`${Beginning<E>}.${F | Short<F>}`, PlainKey>;

type WordOf<E extends LogEntity, A extends string> = Extract<
  `${Beginning<E>}.action.${A}` | `${(typeof LOG_CODES)[keyof typeof LOG_CODES & `${E}.action`]}.${A}`,
  PlainKey
>;
/** A pair elsewhere is before and after. */
type IsList<V> = V extends readonly unknown[] ? (number extends V['length'] ? true : never) : never;

/** What a field lacks. A plain `string` cannot be checked. */
type Fault<E extends LogEntity, F extends string, V> = string extends F
  ? never
  : [LabelOf<E, F>] extends [never]
    ? `${E}.${F} has neither a label (LOG_LABELS in log-labels.ts, phrases/zh and en) nor a log.field`
    : [IsList<V>] extends [never]
      ? F extends 'action'
        ? V extends string
          ? string extends V
            ? never
            : [WordOf<E, V>] extends [never]
              ? `The action ${V} of ${E} has no text (phrases/zh and en)`
              : never
          : never
        : never
      : F extends (typeof LOG_LISTS)[number]
        ? never
        : `LOG_LISTS (log-labels.ts) lacks ${F}`;
type Faults<E extends LogEntity, C> = E extends unknown
  ? C extends unknown
    ? { [F in keyof C & string]-?: Fault<E, F, C[F]> }[keyof C & string]
    : never
  : never;
/** Contents of a log row: a field without a label does not compile. */
export type Named<E extends LogEntity, C> = [Faults<E, C>] extends [never] ? unknown : Faults<E, C>;
