// Names of routes for people, in the log and the comparison of roles: subject and action.
import type { PlainKey } from '../kit/phrase.ts';

/** Subjects by path prefix; the longest match wins. */
const ABOUT: Readonly<Record<string, PlainKey>> = {
  '/auth/auth/auth': 'log.entity.sys_user',
  '/auth/auth/auth/proxy': 'log.entity.acting',
  '/auth/auth/token': 'log.entity.sign-in',
  '/auth/biz/session': 'log.entity.session',
  '/auth/biz/user': 'log.entity.sys_user',
  '/auth/biz/user/account': 'log.entity.sys_user',
  '/auth/biz/user/account/{id}/api-token': 'user.token.title',
  '/auth/biz/user/by-me': 'log.entity.sys_user',
  '/auth/biz/user/by-me/password': 'log.entity.password',
  '/auth/biz/user/by-me/second-factor': 'log.entity.second-factor',
  '/auth/biz/user/{id}/second-factor': 'log.entity.second-factor',
  '/auth/dic/dic': 'log.entity.sys_dic',
  '/auth/power/power': 'log.entity.sys_power',
  '/auth/power/role': 'log.entity.sys_role',
  '/auth/power/rule': 'log.entity.sys_rule',
  '/auth/user/power': 'log.entity.sys_power',
  '/sys/bpm': 'log.entity.bpm_task',
  '/sys/bpm/definition': 'log.entity.bpm_definition',
  '/sys/bpm/delegation': 'log.entity.bpm_delegation',
  '/sys/bpm/task': 'log.entity.bpm_task',
  '/sys/bpm/workflow': 'log.entity.bpm_definition',
  '/sys/config': 'log.entity.sys_config',
  '/sys/first-steps': 'log.entity.sys_first_steps',
  '/sys/fs': 'log.entity.sys_file',
  '/sys/log': 'log.entity.log',
  '/sys/mail': 'log.entity.mail',
  '/sys/maintain/upgrade/mode': 'log.entity.mode',
  '/sys/maintain/upgrade': 'menu.upgrade',
  '/sys/maintain/upgrade/bak': 'log.entity.sys_backup',
  '/sys/maintain/upgrade/load': 'log.entity.sys_backup',
  '/sys/maintain/upgrade/utils': 'menu.upgrade',
  '/sys/maintain/upgrade/utils/job': 'log.entity.job',
  '/sys/maintain/upgrade/utils/log-level': 'log.entity.tool',
  '/sys/maintain/upgrade/utils/orphan': 'log.entity.tool',
  '/sys/maintain/upgrade/utils/reindex': 'log.entity.tool',
  '/sys/maintain/upgrade/utils/statement': 'log.entity.tool',
  '/sys/maintain/upgrade/work': 'log.entity.sys_backup',
  '/sys/msg-inbox': 'log.entity.sys_message',
  '/sys/msg-inbox/by-me': 'log.entity.sys_message',
  '/sys/msg-inbox/sender': 'log.entity.sys_message',
  '/sys/msg-inbox/template': 'log.entity.sys_message_template',
  '/sys/nightly': 'log.job.nightly',
  '/sys/project/app/menu': 'log.entity.sys_menu',
  '/sys/report/own': 'log.entity.sys_report',
  '/sys/report/plan': 'log.entity.sys_report_plan',
  '/sys/report/query': 'log.entity.sys_report',
  '/sys/report/sent': 'log.entity.sys_report',
  '/sys/report/view': 'log.entity.sys_report',
  '/wms/batch': 'log.entity.wms_batch',
  '/wms/category': 'log.entity.wms_category',
  '/wms/container': 'log.entity.wms_container',
  '/wms/ews-limit': 'log.entity.wms_stock_limit',
  '/wms/ews-product': 'log.entity.wms_ews',
  '/wms/after-sales': 'log.entity.wms_after_sales',
  '/wms/inventory': 'log.entity.wms_inventory',
  '/wms/ledger': 'log.list.ledger',
  '/wms/ledger-proof': 'log.job.proof',
  '/wms/opening': 'log.entity.wms_opening_row',
  '/wms/org': 'log.entity.wms_org',
  '/wms/org-product': 'log.entity.wms_org_product',
  '/wms/org-quota': 'log.entity.wms_org_quota',
  '/wms/permit': 'log.entity.wms_permit',
  '/wms/hazard-flow': 'log.entity.wms_flow_close',
  '/wms/hazard-flow/report': 'log.entity.wms_flow_report',
  '/wms/hazard-flow/due': 'log.entity.wms_flow_report',
  '/wms/product': 'log.entity.wms_product',
  '/wms/product-box': 'log.entity.wms_product_box',
  '/wms/product-space': 'log.list.space',
  '/wms/scan': 'log.list.scan',
  '/wms/share': 'log.entity.wms_share_request',
  '/wms/share/offer': 'log.entity.wms_org_product',
  '/wms/statistics': 'log.list.statistics',
  '/wms/storage-rule': 'log.entity.wms_storage_rule',
  '/wms/transaction': 'log.entity.wms_transaction',
  '/wms/warehouse': 'log.entity.wms_warehouse',
  '/wms/warehouse-box': 'log.entity.wms_warehouse_box',
};

/** Exported lists whose name differs from the subject of their path. */
const LISTS: Readonly<Record<string, PlainKey>> = {
  '/wms/inventory/{id}/line': 'log.list.lines',
  '/wms/hazard-flow': 'menu.hazardFlow',
  '/wms/statistics/hazard': 'log.list.hazard',
  '/wms/statistics/flow': 'log.list.flow',
  '/wms/statistics/stock': 'log.list.stockFigures',
  '/wms/statistics/lead': 'log.list.lead',
  '/wms/statistics/age': 'stat.kind.age',
  '/wms/statistics/space': 'stat.kind.space',
  '/wms/statistics/load': 'stat.kind.load',
  '/wms/statistics/entry': 'log.list.entries',
  '/wms/transaction/{id}/lines': 'log.list.lines',
};
/** Paths of lists, with their names. */
export const LIST_PHRASES: readonly (readonly [path: string, key: PlainKey])[] = Object.entries({ ...ABOUT, ...LISTS });

export const listPhrase = (path: string): PlainKey | null => LISTS[path] ?? ABOUT[beginningOf(path)] ?? null;

const ENTITY = 'log.entity.';
/** Record types by path prefix. */
export const ENTITY_PREFIXES: readonly (readonly [prefix: string, entity: string])[] = Object.entries(ABOUT).flatMap(
  ([prefix, about]) => (about.startsWith(ENTITY) ? [[prefix, about.slice(ENTITY.length)] as const] : []),
);

/** Actions by last path segment; otherwise the method decides. */
const ACTS = {
  import: 'import',
  undo: 'undo',
  login: 'login',
  sso: 'sso',
  demo: 'demo',
  second: 'second',
  refresh: 'refresh',
  revoke: 'revoke',
  switch2user: 'switch2user',
  back: 'back',
  setting: 'setting',
  password: 'password',
  'second-factor': 'secondFactor',
  off: 'off',
  session: 'session',
  end: 'end',
  'end-others': 'endOthers',
  'copy-rights': 'copyRights',
  restore: 'restore',
  reset: 'reset',
  unlock: 'unlock',
  state: 'state',
  status: 'status',
  batch: 'batch',
  leaders: 'leaders',
  person: 'person',
  remove: 'remove',
  merge: 'merge',
  move: 'move',
  'switch-org': 'switchOrg',
  'get-user-by-auth-user': 'GET',
  check: 'check',
  look: 'check',
  documents: 'check',
  try: 'test',
  preview: 'check',
  count: 'count',
  select: 'choose',
  approve: 'approve',
  reject: 'reject',
  return: 'return',
  transfer: 'transfer',
  reassign: 'reassign',
  sign: 'sign',
  remind: 'remind',
  read: 'read',
  submit: 'submit',
  withdraw: 'withdraw',
  cancel: 'cancel',
  work: 'cancel',
  void: 'void',
  suggest: 'suggest',
  resolve: 'resolve',
  finish: 'finish',
  'close-short': 'closeShort',
  cut: 'cut',
  cosign: 'cosign',
  'ask-reversal': 'askReversal',
  reverse: 'reverse',
  release: 'release',
  freeze: 'freeze',
  'give-back': 'giveBack',
  stop: 'stop',
  close: 'closeMonth',
  reopen: 'reopen',
  generate: 'generate',
  assess: 'assess',
  prove: 'prove',
  send: 'send',
  test: 'test',
  retry: 'retry',
  run: 'runNow',
  recall: 'recall',
  notify: 'notify',
  del: 'del',
  verify: 'verify',
  ticket: 'download',
  nightly: 'nightly',
  ack: 'ack',
  ignore: 'ignore',
  snooze: 'snooze',
  up: 'up',
  down: 'down',
  publish: 'publish',
  recount: 'recount',
  line: 'explain',
  decide: 'decide',
  message: 'say',
  label: 'labels',
  need: 'need',
  people: 'choose',
  trial: 'check',
  past: 'check',
} as const;

/** The same for reads, whose paths use some of the words with another meaning. */
const READS = {
  export: 'export',
  template: 'template',
  import: 'imports',
  undo: 'undoLook',
  opens: 'GET',
  compare: 'compare',
  deed: 'deeds',
  doer: 'doers',
  person: 'people',
  find: 'choose',
  choice: 'choose',
  select: 'choose',
  owner: 'choose',
  subject: 'choose',
  explain: 'explain',
  history: 'history',
  change: 'history',
  usage: 'usage',
  need: 'usage',
  use: 'usage',
  register: 'GET',
  document: 'usage',
  preview: 'preview',
  tree: 'tree',
  box: 'boxes',
  count: 'count',
  copy: 'copies',
  kinds: 'kinds',
  stuck: 'stuck',
  state: 'standing',
  work: 'standing',
  upgrade: 'standing',
  check: 'check',
  standing: 'standing',
  purchase: 'purchase',
  month: 'month',
  reservations: 'reservations',
  picture: 'picture',
  'not-assessed': 'notAssessed',
  hazards: 'hazards',
  approve: 'risks',
  merge: 'mergeLook',
  owned: 'owned',
  own: 'list',
  'by-no': 'GET',
  'by-qr': 'GET',
  chain: 'chain',
  record: 'history',
  'pickup-code': 'pickupCode',
  keeper: 'keepers',
  role: 'roles',
  user: 'people',
  org: 'orgs',
  supplier: 'suppliers',
  warehouse: 'warehouses',
  product: 'products',
  age: 'age',
  entry: 'entries',
  total: 'total',
  flow: 'flow',
  hazard: 'hazard',
  counter: 'counters',
  openable: 'openable',
  lead: 'lead',
  load: 'load',
  space: 'space',
  stock: 'stock',
  line: 'lines',
  message: 'messages',
  origin: 'origin',
  pack: 'pack',
  instance: 'list',
  all: 'list',
  shipped: 'GET',
  statistics: 'statistics',
  waiting: 'waiting',
} as const;
const METHODS = ['POST', 'PUT', 'DELETE'] as const;

/** Whole paths, where the last segment alone is ambiguous. */
const WHOLE: Readonly<Record<string, PlainKey>> = {
  'POST /sys/maintain/upgrade/utils/reindex/run': 'log.act.reindex',
  'POST /sys/maintain/upgrade/utils/statement/cancel': 'log.act.cancelStatement',
  'PUT /wms/transaction/{id}/box': 'log.act.box',
  'PUT /wms/transaction/batch/approve': 'log.act.approveMany',
  'PUT /wms/inventory/{id}/count': 'log.act.enter',
  'PUT /wms/hazard-flow/{id}/sign': 'log.act.signMonth',
};

/** The path prefix that names the subject. */
function beginningOf(path: string): string {
  const steps = path.split('/');
  while (steps.length > 1 && !(steps.join('/') in ABOUT)) steps.pop();
  return steps.join('/');
}

/** @returns the subject; null for other texts */
export function aboutPhrase(action: string): PlainKey | null {
  const path = action.slice(action.indexOf(' ') + 1);
  return ABOUT[beginningOf(path)] ?? null;
}

/** @returns the action; null for other texts */
export function callPhrase(action: string): PlainKey | null {
  const whole = WHOLE[action];
  if (whole) return whole;
  const [method, path] = action.split(' ');
  if (!path?.startsWith('/')) return null;
  const wordOf = (some: string): string => some.split('/').findLast((step) => !step.startsWith('{')) ?? '';
  const of = (words: Readonly<Record<string, string>>, word: string): string | undefined =>
    Object.hasOwn(words, word) ? words[word] : undefined;
  if (method === 'GET') {
    const rest = path.slice(beginningOf(path).length);
    const isList = rest === '' && !path.endsWith('by-me');
    return `log.act.${of(READS, wordOf(rest)) ?? (isList ? 'list' : 'GET')}` as PlainKey;
  }
  const act = of(ACTS, wordOf(path)) ?? METHODS.find((known) => known === method);
  return act ? (`log.act.${act}` as PlainKey) : null;
}

/** Whether every part of a path is covered here. */
export function hasPhrases(action: string): boolean {
  const [method, path] = action.split(' ') as [string, string];
  const beginning = beginningOf(path);
  const words: Readonly<Record<string, string>> = method === 'GET' ? READS : ACTS;
  const rest = path
    .slice(beginning.length)
    .split('/')
    .filter((step) => step !== '' && !step.startsWith('{'));
  return beginning !== '' && (action in WHOLE || rest.length === 0 || Object.hasOwn(words, rest.at(-1)!));
}
