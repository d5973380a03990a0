// Formats rows of the log for readers, on screen and in workbooks: actions, field labels and values.
import { joinList, type PlainKey } from '@kuwei/contract/phrase';
import type { PhraseParams } from '@kuwei/contract/phrase-params';
import type { Locale } from '@kuwei/contract/constants';
import { aboutPhrase, callPhrase, listPhrase } from '@kuwei/contract/sys/call-words';
import type { LogEntity, LogEntry, LocalizedField } from '@kuwei/contract/sys/log';
import { LOG_CODES, LOG_LABELS, LOG_LISTS } from '@kuwei/contract/sys/log-labels';
import { stateKey, type TransactionState } from '@kuwei/contract/wms/transaction-state';
import { typeOfNo } from '@kuwei/contract/wms/transaction-no';
import { say, phraseOrKey } from '../../phrase.ts';

type Json = LogEntry['change'];
/** Names of records by id, and of dictionary codes. */
type Names = Readonly<Record<string, string>>;
/** The part of a row that names and values depend on. */
type Row = Pick<LogEntry, 'entity'> & Partial<Pick<LogEntry, 'action' | 'entityId' | 'recordName' | 'change'>>;

/** Jobs, by their action name in the log. */
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

/** Phrase of the action of a call or job; null without one. */
export function actionPhraseKey(action: string): PlainKey | null {
  const called = callPhrase(action);
  if (called) return called;
  const job = Object.entries(JOBS).find(([name]) => name === action)?.[1];
  if (job) return `log.job.${job}`;
  if (action.startsWith('COMMAND ')) return 'log.job.command';
  return action.startsWith('job ') ? 'log.job.failed' : null;
}

const ENTITY = 'log.entity.';
const isEntity = (name: string): name is LogEntity => Object.hasOwn(LOG_LABELS, name);

/** The entity of a row: for an export that of its list, for a refused call that of its path. */
export function entityOf({ entity, entityId, action }: Row): LogEntity | null {
  const phrase = entity === 'export' && entityId ? listPhrase(entityId) : entity === null && action ? aboutPhrase(action) : null;
  const name = phrase?.startsWith(ENTITY) ? phrase.slice(ENTITY.length) : entity;
  return name !== null && isEntity(name) ? name : null;
}

/** The text of a key, if it exists and has no placeholders. */
function findText(locale: Locale, key: string): string | null {
  const text = phraseOrKey(locale, key);
  return text === key || text.includes('{') ? null : text;
}

const firstText = (locale: Locale, keys: readonly string[]): string | null => {
  for (const key of keys) {
    const text = findText(locale, key);
    if (text !== null) return text;
  }
  return null;
};

/** Candidate keys for the label of a field, most specific first, as typed by `LabelOf`. */
function listLabelKeys(entity: LogEntity | null, field: string): string[] {
  // Elsewhere `….title` is the title of a page.
  const beginnings = [...(entity === null || field === 'title' ? [] : LOG_LABELS[entity]), 'log.field'];
  const names = [...new Set([field, field.replace(/Id(s?)$/, '$1')])];
  return names.flatMap((name) => beginnings.map((beginning) => `${beginning}.${name}`));
}

/** @returns the label of a field; null without one */
export const labelOf = (locale: Locale, entity: LogEntity | null, field: string): string | null =>
  firstText(locale, listLabelKeys(entity, field));

/** Phrase prefixes of codes shared by entities, where they differ from the key of the label. */
const SHARED_CODES: Readonly<Record<string, string>> = {
  relation: 'org.relation',
  hazard: 'wms.hazard',
  storageGroup: 'hazard.group',
  allowedGroups: 'hazard.group',
  controlFlags: 'wms.control',
  controlClass: 'wms.control',
};

/** The text of a code; null without one. */
function findCodeText(locale: Locale, row: Row, field: string, code: string): string | null {
  if (row.entity === 'sys_config' && field === 'value') return findText(locale, `setting.option.${row.entityId}.${code}`);
  if (row.entity === 'wms_transaction' && field === 'state') return stateText(locale, row.recordName ?? null, code);
  const about = entityOf(row);
  const own = (LOG_CODES as Readonly<Record<string, string>>)[`${about}.${field}`] ?? SHARED_CODES[field];
  // User input is not a code.
  const labels = listLabelKeys(about, field).filter((key) => key.startsWith('log.') || /^[A-Z0-9][A-Z0-9_]*$/.test(code));
  const beginnings = own === undefined ? labels : [own, ...labels];
  return firstText(
    locale,
    beginnings.map((beginning) => `${beginning}.${code}`),
  );
}

const LISTS: ReadonlySet<string> = new Set(LOG_LISTS);

/** Identifying fields come first; the database does not keep the order of fields. */
const FIRST = ['code', 'name', 'title', 'result', 'action', 'from', 'fromDay', 'fromAt', 'state', 'password', 'expired'];
const place = (field: string): number => (FIRST.includes(field) ? FIRST.indexOf(field) : FIRST.length);

/** Whether a value is a pair of old and new. */
const isBeforeAndAfter = (field: string, value: Json): value is [Json, Json] =>
  Array.isArray(value) &&
  value.length === 2 &&
  (!LISTS.has(field) || value.every((each) => each === null || Array.isArray(each)));

/** Parameters of an error message, which contains them. */
const PARTICULARS = 'particulars';

/** Fields of a change with old and new value; created fields have no old one. */
export function fieldsOf(change: Json): { field: string; before?: Json; after: Json }[] {
  if (change === null || typeof change !== 'object' || Array.isArray(change)) return [];
  return Object.entries(describeMove(change))
    .filter(([field, value]) => field !== PARTICULARS && !(field === 'result' && value === 'REFRESH'))
    .toSorted(([one], [other]) => place(one) - place(other))
    .map(([field, value]) =>
      isBeforeAndAfter(field, value) ? { field, before: value[0], after: value[1] } : { field, after: value },
    );
}

/** Shows the state change of a document step; nothing if the state stayed. */
function describeMove(change: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> {
  const { from, to, ...rest } = change;
  if (from === undefined || to === undefined) return change;
  if (from === to) return rest;
  return { ...rest, state: from === null ? to : [from, to] };
}

/** The wording of a document's state depends on its type, which is the prefix of its number. */
function stateText(locale: Locale, no: string | null, state: string): string | null {
  const type = no === null ? null : typeOfNo(no);
  const key = type ? stateKey(type, state as TransactionState) : `wms.state.${state}`;
  return firstText(locale, [key, `log.state.${state}`]);
}

const ENTRY = 'fields.';

/** The entity of a row, or of the path of a refused or ineffective call. */
export function subjectText(locale: Locale, { entity, action }: Pick<LogEntry, 'entity' | 'action'>): string | null {
  if (entity !== null) return say(locale, `log.entity.${entity}`);
  const about = aboutPhrase(action);
  return about && say(locale, about);
}

/** Text of a call by itself. */
export function callText(locale: Locale, action: string): string {
  const [about, does] = [aboutPhrase(action), callPhrase(action)];
  return about && does ? say(locale, 'log.call.name', { about: say(locale, about), does: say(locale, does) }) : action;
}

export function actionText(locale: Locale, action: string): string {
  const phrase = actionPhraseKey(action);
  return phrase ? say(locale, phrase) : action;
}

/** Labels of fields in nested rows that differ from the entity's own field or from the form. */
const IN_ROWS: Readonly<Record<string, PlainKey>> = {
  'members.userId': 'log.field.member',
  'roles.untilDay': 'org.untilDay',
  'orgs.untilDay': 'org.untilDay',
};

/** @param within the parent field, for a nested row */
function fieldText(locale: Locale, row: Row, field: string, within = ''): string {
  // A row without an entity is a call with its error.
  if (row.entity === null && (field === 'code' || field === 'fields'))
    return say(locale, field === 'code' ? 'log.answer' : 'log.faulty');
  // Dictionary entries are named by their code.
  if (row.entity === 'sys_dic' && field.startsWith(ENTRY)) return say(locale, 'log.entry', { code: field.slice(ENTRY.length) });
  return nameOf(locale, entityOf(row), field, within);
}

function nameOf(locale: Locale, about: LogEntity | null, field: string, within: string): string {
  const own = IN_ROWS[`${within}.${field}`];
  return own ? say(locale, own) : (labelOf(locale, about, field) ?? field);
}

/** Label for a field path such as `members.1.userId`: list, row and field. */
function pathText(locale: Locale, about: LogEntity | null, path: string): string {
  const steps: string[] = [];
  let within = '';
  for (const step of path.split('.')) {
    const list = steps.pop();
    if (list !== undefined && /^\d+$/.test(step)) steps.push(say(locale, 'log.row', { field: list, n: Number(step) + 1 }));
    else {
      steps.push(...(list === undefined ? [] : [list]), nameOf(locale, about, step, within));
      within = step;
    }
  }
  return steps.join(' · ');
}

export function valueText(locale: Locale, row: Row, field: string, value: Json, names: Names = {}): string {
  if (value === null || value === '') return '—';
  if (typeof value === 'boolean') return flagText(locale, row, field, value);
  if (Array.isArray(value)) {
    const texts = value.map((each) => valueText(locale, row, field, each, names));
    if (texts.length === 0) return '—';
    return value.some((each) => typeof each === 'object') ? texts.join(say(locale, 'log.semicolon')) : joinList(locale, texts);
  }
  if (typeof value === 'object') return partsText(locale, row, field, value, names);
  const text = String(value);
  if (row.entity === null && field === 'code') return answerText(locale, row, text);
  if (row.entity === null && field === 'fields') return pathText(locale, entityOf(row), text);
  return findCodeText(locale, row, field, text) ?? names[text] ?? text;
}

function flagText(locale: Locale, row: Row, field: string, value: boolean): string {
  const words = listLabelKeys(entityOf(row), field).map((label) => `${label}.${value}`);
  return firstText(locale, words) ?? say(locale, value ? 'value.yes' : 'value.no');
}

const isNothing = (value: Json): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/** A nested object such as a membership: the record it refers to, followed by its fields. */
function partsText(locale: Locale, row: Row, within: string, value: Readonly<Record<string, Json>>, names: Names): string {
  const parts = Object.entries(value).filter(([, each]) => !isNothing(each));
  // The fields of a filter are not a record.
  const about = row.entity === 'export' ? undefined : parts.find(([field, each]) => field === 'code' || isId(each));
  const texts = parts
    .filter((each) => each !== about)
    .map(([field, each]) => {
      const name = fieldText(locale, row, field, within);
      return say(locale, 'log.made', { field: name, value: valueText(locale, row, field, each, names) });
    });
  if (!about) return joinList(locale, texts);
  const name = valueText(locale, row, ...about, names);
  return texts.length === 0 ? name : name + say(locale, 'log.bracketed', { code: joinList(locale, texts) });
}

/** The error message of a refused call, without unknown parameters. */
function answerText(locale: Locale, { change }: Row, code: string): string {
  const particulars = (change as { particulars?: PhraseParams } | null | undefined)?.particulars;
  const text = say(locale, `error.${code}`, particulars);
  return text === `error.${code}`
    ? code
    : `${text.replace(/[：:]\s*\{[^}]*\}$/, '').replaceAll(/\{[^}]*\}/g, '…')}${say(locale, 'log.bracketed', { code })}`;
}

/** The changed fields of a row. */
export const fieldsText = (locale: Locale, row: Row, names: Names): LocalizedField[] =>
  fieldsOf(row.change ?? null).map(({ field, before, after }) => ({
    field,
    name: fieldText(locale, row, field),
    ...(before !== undefined && { before: valueText(locale, row, field, before, names) }),
    after: valueText(locale, row, field, after, names),
  }));

/** The same in one line. @param brief omits nested values and records without a name here */
export function changeText(
  locale: Locale,
  row: Row,
  { names = {}, brief = false }: { names?: Names | undefined; brief?: boolean } = {},
): string {
  const isLong = (value: Json): boolean =>
    Array.isArray(value)
      ? value.some(isLong)
      : (isId(value) && !(value in names)) || (typeof value === 'object' && value !== null);
  return fieldsOf(row.change ?? null)
    .map(({ field, before, after }) => {
      const name = fieldText(locale, row, field);
      const text = (value: Json): string => valueText(locale, row, field, value, names);
      const given = brief && GRANT_FIELDS.has(field) ? grantChangeText(locale, before ?? [], after, names) : null;
      if (given !== null) return given === '' ? name : say(locale, 'log.made', { field: name, value: given });
      if (brief && (field === 'order' || [before ?? null, after].some(isLong)))
        return before === undefined && field !== 'order' ? '' : name;
      return before === undefined
        ? say(locale, 'log.made', { field: name, value: text(after) })
        : say(locale, 'log.changed', { field: name, before: text(before), after: text(after) });
    })
    .filter((text) => text !== '')
    .join(say(locale, 'log.semicolon'));
}

/** Lists of grants by code or id, for which the short form shows what was added and removed. */
export const GRANT_FIELDS: ReadonlySet<string> = new Set(['roles', 'orgs', 'powers']);

/** @returns '' if only dates changed; null if a name is unknown here */
function grantChangeText(locale: Locale, before: Json, after: Json, names: Names): string | null {
  const [had, has] = [listGrantIds(before), listGrantIds(after)];
  const added = has.filter((each) => !had.includes(each));
  const taken = had.filter((each) => !has.includes(each));
  if ([...added, ...taken].some((each) => !(each in names))) return null;
  const signed = [...added.map((each) => `+${names[each]}`), ...taken.map((each) => `−${names[each]}`)];
  return signed.join(say(locale, 'log.comma'));
}

/** Codes or ids in a list of grants. */
const listGrantIds = (list: Json): string[] => (Array.isArray(list) ? list.flatMap(grantIdOf) : []);
function grantIdOf(each: Json): string | [] {
  if (typeof each === 'string') return each;
  if (typeof each !== 'object' || each === null || Array.isArray(each)) return [];
  const named = Object.entries(each).find(([field, value]) => field === 'code' || isId(value))?.[1];
  return typeof named === 'string' ? named : [];
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isId = (value: Json): value is string => typeof value === 'string' && ID.test(value);

type ByField = 'userName' | 'proxyUserName' | 'apiToken' | 'action' | 'entity' | 'entityId' | 'recordName';
/** The user, with the proxy acting as them; for a failed sign-in the account tried. */
export function actorText(
  locale: Locale,
  { userName, proxyUserName, apiToken, action, entity, entityId, recordName }: Pick<LogEntry, ByField>,
): string {
  // Logged without a session; the row names the account.
  if ((entity === 'sign-in' || entity === 'sign-out' || entity === 'session') && userName === null)
    return recordName ?? entityId ?? '';
  if (userName === null) return say(locale, /^[A-Z]+ \//.test(action) || action === 'more calls' ? 'log.nobody' : 'log.program');
  if (apiToken !== null) return say(locale, 'log.byToken', { name: userName, token: apiToken });
  return proxyUserName === null ? userName : say(locale, 'log.acted', { proxy: proxyUserName, name: userName });
}
