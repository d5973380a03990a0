// What rows of the log are called where people read them, on the screen and in a workbook: calls by what they do, fields by their
// names on the screens, values by their words.
import type { Locale } from '../constants.ts';
import { listed, type PlainKey } from '../phrase.ts';
import type { PhraseParams } from '../phrase-params.ts';
import type { LogEntry } from './log.ts';

/** What says a phrase in a language. */
export interface Speaker {
  locale: Locale;
  say: (key: string, params?: PhraseParams) => string;
}

/** By the last word of the address; any other call does what its method says. */
const ACTS = {
  import: 'import',
  export: 'export',
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
  unlock: 'unlock',
  state: 'state',
  status: 'status',
  batch: 'batch',
  person: 'person',
  remove: 'remove',
  merge: 'merge',
  'switch-org': 'switchOrg',
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
  void: 'void',
  box: 'box',
  finish: 'finish',
  'close-short': 'closeShort',
  cut: 'cut',
  cosign: 'cosign',
  'ask-reversal': 'askReversal',
  reverse: 'reverse',
  release: 'release',
  freeze: 'freeze',
  generate: 'generate',
  assess: 'assess',
  prove: 'prove',
  send: 'send',
  recall: 'recall',
  notify: 'notify',
  del: 'del',
  nightly: 'nightly',
} as const;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** What the program does by itself, by the name that it has in the log. */
const JOBS = {
  'rights that begin and end': 'rights',
  'forgotten passwords': 'forgotten',
  'workflow time limit': 'limit',
  'workflow steps that nobody can decide': 'stuck',
  'ledger proof': 'proof',
  'imports that were cut off': 'cutOff',
  'send planned message': 'planned',
  'drop log': 'dropLog',
  'more calls': 'moreCalls',
  'tidy up': 'tidy',
  'nightly import': 'nightly',
} as const;

/** What a call or the program does; null where it says so in its own words. */
export function actPhrase(action: string): PlainKey | null {
  const [method, path] = action.split(' /');
  if (path === undefined) {
    const job = Object.entries(JOBS).find(([name]) => name === action)?.[1];
    if (job) return `log.job.${job}`;
    if (action.startsWith('COMMAND ')) return 'log.job.command';
    return action.startsWith('job ') ? 'log.job.failed' : null;
  }
  const last = path.split('/').findLast((step) => !step.startsWith('{')) ?? '';
  const act = Object.entries(ACTS).find(([word]) => word === last)?.[1] ?? METHODS.find((known) => known === method);
  return act ? `log.act.${act}` : null;
}

/** Names of fields that rows tell of. */
const FIELDS = [
  'name',
  'username',
  'staffNo',
  'identity',
  'email',
  'phone',
  'untilDay',
  'fromDay',
  'remark',
  'roles',
  'orgs',
  'state',
  'status',
  'code',
  'nameEn',
  'public',
  'fields',
  'password',
  'module',
  'description',
  'reason',
  'sort',
  'valid',
  'powers',
  'kind',
  'type',
  'title',
  'content',
  'link',
  'everyone',
  'sendAt',
  'recipients',
  'madeOn',
  'expiresOn',
  'parentId',
  'warehouseId',
  'containerId',
  'ownerOrgId',
  'conditionsOffered',
  'allowedGroups',
  'hazardAllowed',
  'dualLock',
  'maxVolumeL',
  'maxMassKg',
  'maxBoxes',
  'maxLines',
  'mixPolicy',
  'rows',
  'cols',
  'row',
  'col',
  'lockReason',
  'campus',
  'openingHours',
  'keeperIds',
  'contact',
  'address',
  'members',
  'quotas',
  'mergedInto',
  'merged',
  'note',
  'depositUntil',
  'frozen',
  'categoryId',
  'spec',
  'grade',
  'brand',
  'maker',
  'baseUnit',
  'units',
  'defaultShelfLifeDays',
  'trackBatch',
  'trackExpiry',
  'cas',
  'formula',
  'unNo',
  'unClass',
  'packingGroup',
  'hCodes',
  'pCodes',
  'catalogNo',
  'flashPointC',
  'boilingPointC',
  'notHazardous',
  'assessedSource',
  'storageGroup',
  'conditionsRequired',
  'controlFlags',
  'criticalQtyT',
  'unitVolumeL',
  'unitMassKg',
  'price',
  'sdsFileId',
  'sdsRevDate',
  'images',
  'source',
  'changes',
  'lines',
  'boxes',
  'comment',
  'action',
  'from',
  'to',
  'planDate',
  'purpose',
  'purchaseNo',
  'deliveryNo',
  'supplierOrgId',
  'targetWarehouseId',
  'attachments',
  'way',
  'result',
  'userId',
  'orgId',
  'ended',
  'deleted',
  'restored',
  'unlocked',
  'import',
  'file',
  'created',
  'updated',
  'refused',
  'generated',
  'size',
  'version',
  'key',
  'keys',
  'fromAt',
  'untilAt',
  'cause',
  'count',
  'command',
  'powerCodes',
  'roleCodes',
  'leaderId',
  'tables',
  'locale',
  'mail',
  'rev',
  'value',
  'ownerType',
  'ownerIds',
  'relation',
  'subjectType',
  'subjectModel',
  'subjectIds',
  'conditions',
  'actions',
  'nameTag',
  'url',
  'urlExp',
  'role',
  'pageRole',
  'icon',
  'show',
  'keepalive',
  'order',
  'closed',
  'skipped',
  'otherCas',
  'lowerExplosionPercent',
  'upperExplosionPercent',
  'iarcGroup',
  'exposureLimit',
  'sdsLang',
  'finished',
  'expired',
  'endedOthers',
  'emailPending',
  'provider',
  'line',
  'again',
  'taken',
  'n',
  'by',
  'stuck',
  'done',
  'total',
] as const;

export function fieldPhrase(field: string): PlainKey | null {
  const known = FIELDS.find((name) => name === field);
  return known ? `log.field.${known}` : null;
}

/** Codes that have words, by what they are of. */
const CODES: Readonly<Record<string, string>> = {
  'job.action': 'log.nightly',
  'sys_user.state': 'user.account.state',
  'sys_rule.ownerType': 'rights.rule.owner',
  'sys_rule.subjectType': 'rights.rule.subject',
  'sys_rule.subjectModel': 'rights.rule.model',
  'sys_rule.actions': 'rights.rule.action',
  'wms_org.state': 'org.state',
  'wms_org.type': 'org.type',
  'wms_product.state': 'wms.product.state',
  'wms_product.kind': 'wms.product.kind',
  'wms_warehouse.state': 'wms.warehouse.state',
  'wms_container.type': 'wms.container.type',
  'wms_warehouse_box.state': 'wms.box.state',
  'wms_warehouse_box.type': 'wms.box.type',
  'wms_transaction.state': 'wms.state',
  'wms_transaction.from': 'wms.state',
  'wms_transaction.to': 'wms.state',
  'wms_batch.status': 'wms.batch.status',
};
/** Those that mean the same whatever they are of. */
const SHARED_CODES: Readonly<Record<string, string>> = { relation: 'org.relation' };
const PASSWORDS = ['issued', 'link'] as const;
const WAYS = { password: 'password', sso: 'sso', demo: 'demo', 'second factor': 'second', link: 'link' } as const;
const RESULTS = ['OK', 'FAIL', 'START', 'END', 'BEGIN', 'ON', 'OFF', 'RESET', 'REFRESH', 'REUSE'] as const;

type Json = LogEntry['change'];
type Row = Pick<LogEntry, 'action' | 'entity' | 'entityId' | 'change' | 'userName' | 'proxyUserName'>;

/** Fields that are lists: two entries of one are not what was there before and what is. */
const LISTS: ReadonlySet<string> = new Set([
  'roles',
  'orgs',
  'members',
  'quotas',
  'ownerIds',
  'subjectIds',
  'conditions',
  'actions',
  'powers',
  'powerCodes',
  'roleCodes',
  'fields',
  'file',
  'tables',
  'urlExp',
  'role',
  'pageRole',
  'order',
  'skipped',
  'keeperIds',
  'conditionsOffered',
  'conditionsRequired',
  'allowedGroups',
  'controlFlags',
  'hCodes',
  'pCodes',
  'otherCas',
  'units',
  'images',
  'attachments',
  'lines',
  'keys',
]);

/** Before and after. */
const isPair = (field: string, value: Json): value is [Json, Json] =>
  Array.isArray(value) &&
  value.length === 2 &&
  (!LISTS.has(field) || value.every((each) => each === null || Array.isArray(each)));

/** Fields of a change with what was there before, which what was made has not, and what is. */
export function fieldsOf(change: Json): { field: string; before?: Json; after: Json }[] {
  if (change === null || typeof change !== 'object' || Array.isArray(change)) return [];
  return Object.entries(change).map(([field, value]) =>
    isPair(field, value) ? { field, before: value[0], after: value[1] } : { field, after: value },
  );
}

export function actionText({ say }: Speaker, action: string): string {
  const phrase = actPhrase(action);
  return phrase ? say(phrase) : action;
}

/** @param entity of the row: one without tells of a call, and of what was answered to it */
export function fieldText({ say }: Speaker, field: string, entity?: string | null): string {
  if (entity === null && (field === 'code' || field === 'fields')) return say(field === 'code' ? 'log.answer' : 'log.faulty');
  const phrase = fieldPhrase(field);
  return phrase ? say(phrase) : field;
}

/** @param names of records, by their ids */
export function valueText(
  speaker: Speaker,
  { entity }: Pick<Row, 'entity'>,
  field: string,
  value: Json,
  names: Readonly<Record<string, string>> = {},
): string {
  const { say, locale } = speaker;
  if (value === null || value === '') return '—';
  if (typeof value === 'boolean') return say(value ? 'value.yes' : 'value.no');
  if (Array.isArray(value)) {
    const texts = value.map((each) => valueText(speaker, { entity }, field, each, names));
    if (texts.length === 0) return '—';
    return value.some((each) => typeof each === 'object') ? texts.join(say('log.semicolon')) : listed(locale, texts);
  }
  if (typeof value === 'object') return partsText(speaker, { entity }, value, names);
  const text = String(value);
  if (field === 'password' && PASSWORDS.some((known) => known === text)) return say(`log.password.${text}`);
  if (field === 'result' && RESULTS.some((known) => known === text)) return say(`log.result.${text}`);
  const way = field === 'way' && Object.entries(WAYS).find(([name]) => name === text)?.[1];
  if (way) return say(`log.way.${way}`);
  if (field === 'code' && entity === null) return answerText(speaker, text);
  if (field === 'fields' && entity === null) return fieldText(speaker, text);
  const words = CODES[`${entity}.${field}`] ?? SHARED_CODES[field];
  if (words === undefined) return names[text] ?? text;
  const word = say(`${words}.${text}`);
  return word === `${words}.${text}` ? text : word;
}

/** Something that has fields of its own, such as a membership: the record it is about, and what is said of that. */
function partsText(
  speaker: Speaker,
  of: Pick<Row, 'entity'>,
  value: Readonly<Record<string, Json>>,
  names: Readonly<Record<string, string>>,
): string {
  const { say, locale } = speaker;
  const told = Object.entries(value).filter(([, each]) => each !== null && each !== '');
  const about = told.find(([field, each]) => field === 'code' || isId(each));
  const said = told
    .filter((each) => each !== about)
    .map(([field, each]) =>
      say('log.made', { field: fieldText(speaker, field, of.entity), value: valueText(speaker, of, field, each, names) }),
    );
  if (!about) return listed(locale, said);
  const name = valueText(speaker, of, ...about, names);
  return said.length === 0 ? name : name + say('log.bracketed', { code: listed(locale, said) });
}

/** What a call that was refused was answered, as far as it says so without more. */
function answerText({ say }: Speaker, code: string): string {
  const text = say(`error.${code}`);
  return text.includes('{') || text === `error.${code}` ? code : `${text}${say('log.bracketed', { code })}`;
}

/** What became of each field, in one line; without names, what has parts or is the number of a record is not spelled out. */
export function changeText(
  speaker: Speaker,
  row: Pick<Row, 'entity' | 'change'>,
  names?: Readonly<Record<string, string>>,
): string {
  const { say } = speaker;
  return fieldsOf(row.change)
    .map(({ field, before, after }) => {
      const name = fieldText(speaker, field, row.entity);
      const text = (value: Json): string => valueText(speaker, row, field, value, names);
      if (names === undefined && [before ?? null, after].some(isLong)) return before === undefined ? '' : name;
      return before === undefined
        ? say('log.made', { field: name, value: text(after) })
        : say('log.changed', { field: name, before: text(before), after: text(after) });
    })
    .filter((text) => text !== '')
    .join(say('log.semicolon'));
}
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isId = (value: Json): boolean => typeof value === 'string' && ID.test(value);
const isLong = (value: Json): boolean =>
  Array.isArray(value) ? value.some(isLong) : isId(value) || (typeof value === 'object' && value !== null);

/** Who it was, and who really did it while acting as them; of a sign-in that failed, whose name was typed. */
export function byText({ say }: Speaker, { userName, proxyUserName, action, entity, entityId }: Row): string {
  if (entity === 'sign-in' && userName === null) return entityId ?? '';
  if (userName === null) return say(/^[A-Z]+ \//.test(action) || action === 'more calls' ? 'log.nobody' : 'log.program');
  return proxyUserName === null ? userName : say('log.acted', { proxy: proxyUserName, name: userName });
}
