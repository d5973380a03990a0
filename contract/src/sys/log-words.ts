// What rows of the log are called where people read them, on the screen and in a workbook: calls by what they do, fields by their
// names on the screens, values by their words.
import type { Locale } from '../kit/constants.ts';
import { listed, type PlainKey } from '../kit/phrase.ts';
import type { PhraseParams } from '../kit/phrase-params.ts';
import { aboutPhrase, callPhrase } from './call-words.ts';
import type { LogEntry } from './log.ts';
import { stateKey, type TransactionState } from '../wms/transaction-state.ts';
import { typeOfNo } from '../wms/transaction-no.ts';

/** What says a phrase in a language. */
export interface Speaker {
  locale: Locale;
  say: (key: string, params?: PhraseParams) => string;
}

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
  'reports by the clock': 'reports',
  maintenance: 'maintain',
  'listings taken down': 'shelf',
  'acting that ended': 'acting',
} as const;

/** What a call or the program does; null where it says so in its own words. */
export function actPhrase(action: string): PlainKey | null {
  const called = callPhrase(action);
  if (called) return called;
  const job = Object.entries(JOBS).find(([name]) => name === action)?.[1];
  if (job) return `log.job.${job}`;
  if (action.startsWith('COMMAND ')) return 'log.job.command';
  return action.startsWith('job ') ? 'log.job.failed' : null;
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
  'gtin',
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
  'visibleTo',
  'shareMode',
  'minQty',
  'expiryDays',
  'maxQty',
  'productId',
  'q',
  'filters',
  'id',
  'locked',
  'without',
  'endsWithin',
  'builtIn',
  'missing',
  'changed',
  'unused',
  'power',
  'ownerId',
  'subjectId',
  'model',
  'when',
  'group',
  'part',
  'entity',
  'before',
  'expiresBefore',
  'condition',
  'owns',
  'boxId',
  'batchId',
  'depositOverdue',
  'available',
  'controlFlag',
  'withEmpty',
  'asOf',
  'productBoxId',
  'transactionId',
  'noSds',
  'hazard',
  'control',
  'categoryIds',
  'controlSet',
  'compare',
  'flow',
  'ownCategoryId',
  'asOfSeq',
  'mine',
  'waiting',
  'task',
  'controlled',
  'overdue',
  'occupied',
  'ids',
  'abc',
  'assignees',
  'blind',
  'boxIds',
  'containerIds',
  'deadline',
  'found',
  'freeze',
  'lineIds',
  'orgIds',
  'productIds',
  'recountOf',
  'sample',
  'scope',
  'toleranceAbs',
  'tolerancePct',
  'values',
  'ver',
  'differing',
  'open',
  'decision',
  'pictures',
  'solution',
  'transactionLineId',
  'withSupplier',
  'qty',
  'giveBackBy',
  'listingId',
  'loan',
  'neededBy',
  'side',
  'minutes',
  'modified',
  'controlClass',
  'number',
  'amount',
  'unit',
  'validFrom',
  'validUntil',
  'authority',
  'fileId',
  'permitIds',
  'month',
  'entries',
  'hash',
  'filedOn',
  'sql',
  'built',
  'columns',
  'chart',
  'rowLimit',
  'seconds',
  'descriptionEn',
  'category',
  'active',
  'day',
  'hour',
  'onlyRows',
  'reportId',
  'rhythm',
  'roleCode',
  'pid',
  'begunAt',
  'level',
  'ms',
  'member',
  'label',
  'labels',
  'language',
  'props',
  'factor',
  'batchNo',
  'unitPrice',
  'qtyAppr',
  'lineId',
  'zh',
  'en',
] as const;

export function fieldPhrase(field: string): PlainKey | null {
  const known = FIELDS.find((name) => name === field);
  return known ? `log.field.${known}` : null;
}

/** What lists are called that go out as files, by their addresses. */
const FILES: Readonly<Record<string, PlainKey>> = {
  '/auth/biz/user/account': 'log.entity.sys_user',
  '/auth/dic/dic': 'log.entity.sys_dic',
  '/auth/power/power': 'log.entity.sys_power',
  '/auth/power/role': 'log.entity.sys_role',
  '/auth/power/rule': 'log.entity.sys_rule',
  '/sys/config': 'log.entity.sys_config',
  '/sys/log': 'log.entity.log',
  '/sys/project/app/menu': 'log.entity.sys_menu',
  '/sys/report/own/{id}': 'log.entity.sys_report',
  '/sys/report/query': 'log.entity.sys_report',
  '/sys/msg-inbox/by-me': 'log.entity.sys_message',
  '/wms/after-sales': 'log.entity.wms_after_sales',
  '/wms/batch': 'log.entity.wms_batch',
  '/wms/category': 'log.entity.wms_category',
  '/wms/container': 'log.entity.wms_container',
  '/wms/ews-limit': 'log.entity.wms_stock_limit',
  '/wms/ews-product': 'log.entity.wms_ews',
  '/wms/inventory': 'log.entity.wms_inventory',
  '/wms/inventory/{id}/line': 'log.list.lines',
  '/wms/org-product': 'log.entity.wms_org_product',
  '/wms/org-quota': 'log.entity.wms_org_quota',
  '/wms/org': 'log.entity.wms_org',
  '/wms/product-box': 'log.entity.wms_product_box',
  '/wms/ledger': 'log.list.ledger',
  '/wms/product-space': 'log.list.space',
  '/wms/product': 'log.entity.wms_product',
  '/wms/permit': 'log.entity.wms_permit',
  '/wms/hazard-flow': 'menu.hazardFlow',
  '/wms/hazard-flow/due': 'log.entity.wms_flow_report',
  '/wms/share': 'log.entity.wms_share_request',
  '/wms/statistics/hazard': 'log.list.hazard',
  '/wms/statistics/flow': 'log.list.flow',
  '/wms/statistics/stock': 'log.list.stockFigures',
  '/wms/statistics/lead': 'log.list.lead',
  '/wms/statistics/entry': 'log.list.entries',
  '/wms/transaction': 'log.entity.wms_transaction',
  '/wms/transaction/{id}/lines': 'log.list.lines',
  '/wms/warehouse-box': 'log.entity.wms_warehouse_box',
  '/wms/warehouse': 'log.entity.wms_warehouse',
};

/** Paths of the lists that go out as files, with what they are called. */
export const LISTED_AS: readonly (readonly [path: string, key: PlainKey])[] = Object.entries(FILES);

export const listPhrase = (path: string): PlainKey | null => FILES[path] ?? null;

/** Codes that have words, by what they are of; those that the console has no words for here, the server gives with the row. */
const CODES: Readonly<Record<string, string>> = {
  'job.action': 'log.nightly',
  'mode.action': 'log.mode',
  'tool.action': 'log.tool',
  'sys_backup.action': 'log.backup',
  'sys_backup.kind': 'backup.kind',
  'sys_backup.cause': 'backup.fault',
  'sys_user.state': 'user.account.state',
  'sys_rule.ownerType': 'rights.rule.owner',
  'sys_rule.subjectType': 'rights.rule.subject',
  'sys_rule.subjectModel': 'rights.rule.model',
  'sys_rule.actions': 'rights.rule.action',
  'sys_report_plan.rhythm': 'result.rhythm',
  'wms_org.state': 'org.state',
  'wms_org.type': 'org.type',
  'wms_product.state': 'wms.product.state',
  'wms_product.kind': 'wms.product.kind',
  'wms_warehouse.state': 'wms.warehouse.state',
  'wms_container.type': 'wms.container.type',
  'wms_warehouse_box.state': 'wms.box.state',
  'wms_warehouse_box.type': 'wms.box.type',
  'wms_transaction.state': 'wms.state',
  'wms_after_sales.state': 'wms.afs.state',
  'wms_after_sales.kind': 'wms.afs.kind',
  'wms_after_sales.solution': 'wms.afs.solution',
  'wms_after_sales.action': 'log.case',
  'wms_inventory.state': 'wms.count.state',
  'wms_inventory.action': 'log.count',
  'wms_share_request.state': 'wms.share.state',
  'wms_permit.state': 'wms.permit.state',
  'wms_permit.controlClass': 'wms.control',
  'wms_flow_close.controlClass': 'wms.control',
  'wms_flow_report.controlClass': 'wms.control',
  'wms_batch.status': 'wms.batch.status',
  'acting.cause': 'log.actingEnd',
  'wms_org_product.cause': 'wms.listing.cause',
  'wms_ews.state': 'wms.warning.state',
  'wms_org_product.state': 'wms.listing.state',
  'wms_org_product.visibleTo': 'wms.listing.visibleTo',
  'wms_org_product.shareMode': 'wms.listing.shareMode',
  'wms_product.hazard': 'wms.hazard',
  'wms_product.storageGroup': 'hazard.group',
  'wms_product.controlFlags': 'wms.control',
  'wms_container.allowedGroups': 'hazard.group',
  'wms_warehouse_box.allowedGroups': 'hazard.group',
  'wms_warehouse_box.mixPolicy': 'wms.box.mixPolicy',
  'bpm_task.action': 'log.task',
  'bpm_task.by': 'log.limit',
  'bpm_delegation.action': 'log.task',
  'log.kind': 'log.part',
};
/** Those that mean the same whatever they are of. */
const SHARED_CODES: Readonly<Record<string, string>> = { relation: 'org.relation' };
const PASSWORDS = ['issued', 'link'] as const;
const WAYS = { password: 'password', sso: 'sso', demo: 'demo', 'second factor': 'second', link: 'link' } as const;
const RESULTS = ['OK', 'FAIL', 'START', 'END', 'BEGIN', 'ON', 'OFF', 'RESET', 'REFRESH', 'REUSE'] as const;

type Json = LogEntry['change'];
type Row = Pick<LogEntry, 'action' | 'entity' | 'entityId' | 'recordName' | 'change' | 'userName' | 'proxyUserName'>;

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

/** What a row is about stands before what became of it: the database keeps no order of fields. */
const FIRST = ['code', 'name', 'title', 'result', 'action', 'from', 'fromDay', 'fromAt', 'state', 'password', 'expired'];
const place = (field: string): number => (FIRST.includes(field) ? FIRST.indexOf(field) : FIRST.length);

/** Before and after. */
const isPair = (field: string, value: Json): value is [Json, Json] =>
  Array.isArray(value) &&
  value.length === 2 &&
  (!LISTS.has(field) || value.every((each) => each === null || Array.isArray(each)));

/** What fills the sentence of a refusal: the sentence says it. */
const PARTICULARS = 'particulars';

/** Fields of a change with what was there before, which what was made has not, and what is. */
export function fieldsOf(change: Json): { field: string; before?: Json; after: Json }[] {
  if (change === null || typeof change !== 'object' || Array.isArray(change)) return [];
  return Object.entries(asMove(change))
    .filter(([field, value]) => field !== PARTICULARS && !(field === 'result' && value === 'REFRESH'))
    .toSorted(([one], [other]) => place(one) - place(other))
    .map(([field, value]) => (isPair(field, value) ? { field, before: value[0], after: value[1] } : { field, after: value }));
}

/** A step of a document says from which state to which, and nothing of it where that stayed. */
function asMove(change: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> {
  const { from, to, ...rest } = change;
  if (from === undefined || to === undefined) return change;
  if (from === to) return rest;
  return { ...rest, state: from === null ? to : [from, to] };
}

/** What the state of a document is called goes by its kind, which its number begins with. */
function stateText({ say }: Speaker, no: string | null, state: string): string {
  const type = no === null ? null : typeOfNo(no);
  const key = type ? stateKey(type, state as TransactionState) : `wms.state.${state}`;
  const word = say(key);
  if (word !== key) return word;
  return state === 'APPROVED' || state === 'EXECUTING' || state === 'DONE' ? say(`log.state.${state}`) : state;
}

const ENTRY = 'fields.';

/** What a row tells of: a record, or what a call is about that was refused or changed none. */
export function whatText({ say }: Speaker, { entity, action }: Pick<Row, 'entity' | 'action'>): string | null {
  if (entity !== null) return say(`log.entity.${entity}`);
  const about = aboutPhrase(action);
  return about && say(about);
}

/** What a call is called where it stands by itself. */
export function callText({ say }: Speaker, action: string): string {
  const [about, does] = [aboutPhrase(action), callPhrase(action)];
  return about && does ? say('log.call.name', { about: say(about), does: say(does) }) : action;
}

export function actionText({ say }: Speaker, action: string): string {
  const phrase = actPhrase(action);
  return phrase ? say(phrase) : action;
}

/** @param entity of the row: one without tells of a call, and of what was answered to it */
export function fieldText({ say }: Speaker, field: string, entity?: string | null): string {
  if (entity === null && (field === 'code' || field === 'fields')) return say(field === 'code' ? 'log.answer' : 'log.faulty');
  // Of the entries of a dictionary each goes by its code.
  if (entity === 'sys_dic' && field.startsWith(ENTRY)) return say('log.entry', { code: field.slice(ENTRY.length) });
  const phrase = fieldPhrase(field);
  return phrase ? say(phrase) : field;
}

/** Fields of rows that a form calls otherwise than the log does. */
const IN_ROWS: Readonly<Record<string, PlainKey>> = { 'members.userId': 'log.field.member' };

/** A field by its path, `members.1.userId`: the list, which row of it, and what of that. */
function pathText(speaker: Speaker, path: string): string {
  const steps: string[] = [];
  let within = '';
  for (const step of path.split('.')) {
    const list = steps.pop();
    if (list !== undefined && /^\d+$/.test(step)) steps.push(speaker.say('log.row', { field: list, n: Number(step) + 1 }));
    else {
      const own = IN_ROWS[`${within}.${step}`];
      steps.push(...(list === undefined ? [] : [list]), own ? speaker.say(own) : fieldText(speaker, step));
      within = step;
    }
  }
  return steps.join(' · ');
}

/** What a row is about, as far as its values go by that. */
type About = Pick<Row, 'entity'> & Partial<Pick<Row, 'entityId' | 'recordName'>>;

/** @param names of records, by their ids */
export function valueText(
  speaker: Speaker,
  of: About,
  field: string,
  value: Json,
  names: Readonly<Record<string, string>> = {},
): string {
  const { say, locale } = speaker;
  const { entity } = of;
  if (value === null || value === '') return '—';
  if (typeof value === 'boolean') return say(value ? 'value.yes' : 'value.no');
  if (Array.isArray(value)) {
    const texts = value.map((each) => valueText(speaker, of, field, each, names));
    if (texts.length === 0) return '—';
    return value.some((each) => typeof each === 'object') ? texts.join(say('log.semicolon')) : listed(locale, texts);
  }
  if (typeof value === 'object') return partsText(speaker, of, value, names);
  const text = String(value);
  if (field === 'password' && PASSWORDS.some((known) => known === text)) return say(`log.password.${text}`);
  if (field === 'result' && RESULTS.some((known) => known === text)) return say(`log.result.${text}`);
  const way = field === 'way' && Object.entries(WAYS).find(([name]) => name === text)?.[1];
  if (way) return say(`log.way.${way}`);
  if (field === 'code' && entity === null) return answerText(speaker, text, names[text]);
  if (field === 'fields' && entity === null) return pathText(speaker, text);
  if (entity === 'wms_transaction' && field === 'state') return stateText(speaker, of.recordName ?? null, text);
  const words = wordsOf(of, field);
  if (words === undefined) return names[text] ?? text;
  const word = say(`${words}.${text}`);
  return word === `${words}.${text}` ? text : word;
}

/** What the words of a code begin with: those of a list that went out are of what it lists. */
function wordsOf({ entity, entityId }: About, field: string): string | undefined {
  const listed = entity === 'export' && entityId ? FILES[entityId]?.replace('log.entity.', '') : entity;
  return CODES[`${listed}.${field}`] ?? SHARED_CODES[field];
}

const isNothing = (value: Json): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/** Something that has fields of its own, such as a membership: the record it is about, and what is said of that. */
function partsText(
  speaker: Speaker,
  of: About,
  value: Readonly<Record<string, Json>>,
  names: Readonly<Record<string, string>>,
): string {
  const { say, locale } = speaker;
  const told = Object.entries(value).filter(([, each]) => !isNothing(each));
  // A filter is no record that something is said of.
  const about = of.entity === 'export' ? undefined : told.find(([field, each]) => field === 'code' || isId(each));
  const said = told
    .filter((each) => each !== about)
    .map(([field, each]) =>
      say('log.made', { field: fieldText(speaker, field, of.entity), value: valueText(speaker, of, field, each, names) }),
    );
  if (!about) return listed(locale, said);
  const name = valueText(speaker, of, ...about, names);
  return said.length === 0 ? name : name + say('log.bracketed', { code: listed(locale, said) });
}

/** What a call that was refused was answered; what is not known any more is left out of it. */
function answerText({ say }: Speaker, code: string, known?: string): string {
  const text = known ?? say(`error.${code}`);
  return text === `error.${code}`
    ? code
    : `${text.replace(/[：:]\s*\{[^}]*\}$/, '').replaceAll(/\{[^}]*\}/g, '…')}${say('log.bracketed', { code })}`;
}

/**
 * What became of each field, in one line.
 * @param how `brief`: what has parts, or is the number of a record without a name here, is not spelled out
 */
export function changeText(
  speaker: Speaker,
  row: About & Pick<Row, 'change'>,
  { names = {}, brief = false }: { names?: Readonly<Record<string, string>> | undefined; brief?: boolean } = {},
): string {
  const { say } = speaker;
  const isLong = (value: Json): boolean =>
    Array.isArray(value)
      ? value.some(isLong)
      : (isId(value) && !(value in names)) || (typeof value === 'object' && value !== null);
  return fieldsOf(row.change)
    .map(({ field, before, after }) => {
      const name = fieldText(speaker, field, row.entity);
      const text = (value: Json): string => valueText(speaker, row, field, value, names);
      const given = brief && GIVEN.has(field) ? givenText(speaker, before ?? [], after, names) : null;
      if (given !== null) return given === '' ? name : say('log.made', { field: name, value: given });
      if (brief && (field === 'order' || [before ?? null, after].some(isLong)))
        return before === undefined && field !== 'order' ? '' : name;
      return before === undefined
        ? say('log.made', { field: name, value: text(after) })
        : say('log.changed', { field: name, before: text(before), after: text(after) });
    })
    .filter((text) => text !== '')
    .join(say('log.semicolon'));
}
/** What is given to a record, each by its code or id: in short, what was added and what was taken away. */
export const GIVEN: ReadonlySet<string> = new Set(['roles', 'orgs', 'powers']);

/** @returns '' where what was given stayed, with other days; null where something of it has no name here */
function givenText({ say }: Speaker, before: Json, after: Json, names: Readonly<Record<string, string>>): string | null {
  const [had, has] = [givenIn(before), givenIn(after)];
  const added = has.filter((each) => !had.includes(each));
  const taken = had.filter((each) => !has.includes(each));
  if ([...added, ...taken].some((each) => !(each in names))) return null;
  const signed = [...added.map((each) => `+${names[each]}`), ...taken.map((each) => `−${names[each]}`)];
  return signed.join(say('log.comma'));
}

/** Codes or ids of what a list gives. */
const givenIn = (list: Json): string[] => (Array.isArray(list) ? list.flatMap(givenBy) : []);
function givenBy(each: Json): string | [] {
  if (typeof each === 'string') return each;
  if (typeof each !== 'object' || each === null || Array.isArray(each)) return [];
  const named = Object.entries(each).find(([field, value]) => field === 'code' || isId(value))?.[1];
  return typeof named === 'string' ? named : [];
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isId = (value: Json): value is string => typeof value === 'string' && ID.test(value);

/** Who it was, and who really did it while acting as them; of a sign-in, whose account it was tried with. */
export function byText({ say }: Speaker, { userName, proxyUserName, action, entity, entityId, recordName }: Row): string {
  // They are called without a session, and say whose account it was.
  if ((entity === 'sign-in' || entity === 'sign-out' || entity === 'session') && userName === null)
    return recordName ?? entityId ?? '';
  if (userName === null) return say(/^[A-Z]+ \//.test(action) || action === 'more calls' ? 'log.nobody' : 'log.program');
  return proxyUserName === null ? userName : say('log.acted', { proxy: proxyUserName, name: userName });
}
