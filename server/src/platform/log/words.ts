// What rows of the log are called where people read them, on the screen and in a workbook: calls by what they do, fields by their
// labels, values by their words.
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
/** Of records, by their ids, and of codes that a dictionary has. */
type Names = Readonly<Record<string, string>>;
/** A row as far as names and values go by it. */
type Row = Pick<LogEntry, 'entity'> & Partial<Pick<LogEntry, 'action' | 'entityId' | 'recordName' | 'change'>>;

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

/** What a row is about: of a list that went out what it lists, of a call that was refused what its address says. */
export function entityOf({ entity, entityId, action }: Row): LogEntity | null {
  const phrase = entity === 'export' && entityId ? listPhrase(entityId) : entity === null && action ? aboutPhrase(action) : null;
  const name = phrase?.startsWith(ENTITY) ? phrase.slice(ENTITY.length) : entity;
  return name !== null && isEntity(name) ? name : null;
}

/** The text of a key, if there is one that says something without particulars. */
function textOf(locale: Locale, key: string): string | null {
  const text = phraseOrKey(locale, key);
  return text === key || text.includes('{') ? null : text;
}

const firstText = (locale: Locale, keys: readonly string[]): string | null => {
  for (const key of keys) {
    const text = textOf(locale, key);
    if (text !== null) return text;
  }
  return null;
};

/** Keys under which the label of a field may stand, as `LabelOf` has them, the likeliest first. */
function labelsOf(entity: LogEntity | null, field: string): string[] {
  // What is called `….title` elsewhere is the title of a page.
  const beginnings = [...(entity === null || field === 'title' ? [] : LOG_LABELS[entity]), 'log.field'];
  const names = [...new Set([field, field.replace(/Id(s?)$/, '$1')])];
  return names.flatMap((name) => beginnings.map((beginning) => `${beginning}.${name}`));
}

/** @returns the label of a field; null for one that has none */
export const labelOf = (locale: Locale, entity: LogEntity | null, field: string): string | null =>
  firstText(locale, labelsOf(entity, field));

/** What the words of codes begin with whatever they are of, where that is not the key of their label. */
const SHARED_CODES: Readonly<Record<string, string>> = {
  relation: 'org.relation',
  hazard: 'wms.hazard',
  storageGroup: 'hazard.group',
  allowedGroups: 'hazard.group',
  controlFlags: 'wms.control',
  controlClass: 'wms.control',
};

/** The word of a code; null where it has none. */
function wordOf(locale: Locale, row: Row, field: string, code: string): string | null {
  if (row.entity === 'sys_config' && field === 'value') return textOf(locale, `setting.option.${row.entityId}.${code}`);
  if (row.entity === 'wms_transaction' && field === 'state') return stateText(locale, row.recordName ?? null, code);
  const about = entityOf(row);
  const own = (LOG_CODES as Readonly<Record<string, string>>)[`${about}.${field}`] ?? SHARED_CODES[field];
  // What somebody typed is no code.
  const labels = labelsOf(about, field).filter((key) => key.startsWith('log.') || /^[A-Z0-9][A-Z0-9_]*$/.test(code));
  const beginnings = own === undefined ? labels : [own, ...labels];
  return firstText(
    locale,
    beginnings.map((beginning) => `${beginning}.${code}`),
  );
}

const LISTS: ReadonlySet<string> = new Set(LOG_LISTS);

/** What a row is about stands before what became of it: the database keeps no order of fields. */
const FIRST = ['code', 'name', 'title', 'result', 'action', 'from', 'fromDay', 'fromAt', 'state', 'password', 'expired'];
const place = (field: string): number => (FIRST.includes(field) ? FIRST.indexOf(field) : FIRST.length);

/** Before and after. */
const isBeforeAndAfter = (field: string, value: Json): value is [Json, Json] =>
  Array.isArray(value) &&
  value.length === 2 &&
  (!LISTS.has(field) || value.every((each) => each === null || Array.isArray(each)));

/** What fills the sentence of a refusal: the sentence says it. */
const PARTICULARS = 'particulars';

/** Fields of a change with what was there before, which what was made has not, and what is. */
export function fieldsOf(change: Json): { field: string; before?: Json; after: Json }[] {
  if (change === null || typeof change !== 'object' || Array.isArray(change)) return [];
  return Object.entries(describeMove(change))
    .filter(([field, value]) => field !== PARTICULARS && !(field === 'result' && value === 'REFRESH'))
    .toSorted(([one], [other]) => place(one) - place(other))
    .map(([field, value]) =>
      isBeforeAndAfter(field, value) ? { field, before: value[0], after: value[1] } : { field, after: value },
    );
}

/** A step of a document says from which state to which, and nothing of it where that stayed. */
function describeMove(change: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> {
  const { from, to, ...rest } = change;
  if (from === undefined || to === undefined) return change;
  if (from === to) return rest;
  return { ...rest, state: from === null ? to : [from, to] };
}

/** What the state of a document is called goes by its kind, which its number begins with. */
function stateText(locale: Locale, no: string | null, state: string): string | null {
  const type = no === null ? null : typeOfNo(no);
  const key = type ? stateKey(type, state as TransactionState) : `wms.state.${state}`;
  return firstText(locale, [key, `log.state.${state}`]);
}

const ENTRY = 'fields.';

/** What a row tells of: a record, or what a call is about that was refused or changed none. */
export function subjectText(locale: Locale, { entity, action }: Pick<LogEntry, 'entity' | 'action'>): string | null {
  if (entity !== null) return say(locale, `log.entity.${entity}`);
  const about = aboutPhrase(action);
  return about && say(locale, about);
}

/** What a call is called where it stands by itself. */
export function callText(locale: Locale, action: string): string {
  const [about, does] = [aboutPhrase(action), callPhrase(action)];
  return about && does ? say(locale, 'log.call.name', { about: say(locale, about), does: say(locale, does) }) : action;
}

export function actionText(locale: Locale, action: string): string {
  const phrase = actionPhraseKey(action);
  return phrase ? say(locale, phrase) : action;
}

/** Fields of rows within a field, where a field of the record itself is called so, or the form calls it otherwise than the log. */
const IN_ROWS: Readonly<Record<string, PlainKey>> = {
  'members.userId': 'log.field.member',
  'roles.untilDay': 'org.untilDay',
  'orgs.untilDay': 'org.untilDay',
};

/** @param within the field whose rows have it */
function fieldText(locale: Locale, row: Row, field: string, within = ''): string {
  // A row without an entity tells of a call, and of what was answered to it.
  if (row.entity === null && (field === 'code' || field === 'fields'))
    return say(locale, field === 'code' ? 'log.answer' : 'log.faulty');
  // Of the entries of a dictionary each goes by its code.
  if (row.entity === 'sys_dic' && field.startsWith(ENTRY)) return say(locale, 'log.entry', { code: field.slice(ENTRY.length) });
  return nameOf(locale, entityOf(row), field, within);
}

function nameOf(locale: Locale, about: LogEntity | null, field: string, within: string): string {
  const own = IN_ROWS[`${within}.${field}`];
  return own ? say(locale, own) : (labelOf(locale, about, field) ?? field);
}

/** A field by its path, `members.1.userId`: the list, which row of it, and what of that. */
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
  return wordOf(locale, row, field, text) ?? names[text] ?? text;
}

function flagText(locale: Locale, row: Row, field: string, value: boolean): string {
  const words = labelsOf(entityOf(row), field).map((label) => `${label}.${value}`);
  return firstText(locale, words) ?? say(locale, value ? 'value.yes' : 'value.no');
}

const isNothing = (value: Json): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/** Something that has fields of its own, such as a membership: the record it is about, and what is said of that. */
function partsText(locale: Locale, row: Row, within: string, value: Readonly<Record<string, Json>>, names: Names): string {
  const told = Object.entries(value).filter(([, each]) => !isNothing(each));
  // A filter is no record that something is said of.
  const about = row.entity === 'export' ? undefined : told.find(([field, each]) => field === 'code' || isId(each));
  const said = told
    .filter((each) => each !== about)
    .map(([field, each]) => {
      const name = fieldText(locale, row, field, within);
      return say(locale, 'log.made', { field: name, value: valueText(locale, row, field, each, names) });
    });
  if (!about) return joinList(locale, said);
  const name = valueText(locale, row, ...about, names);
  return said.length === 0 ? name : name + say(locale, 'log.bracketed', { code: joinList(locale, said) });
}

/** What a call that was refused was answered; what is not known any more is left out of it. */
function answerText(locale: Locale, { change }: Row, code: string): string {
  const particulars = (change as { particulars?: PhraseParams } | null | undefined)?.particulars;
  const text = say(locale, `error.${code}`, particulars);
  return text === `error.${code}`
    ? code
    : `${text.replace(/[：:]\s*\{[^}]*\}$/, '').replaceAll(/\{[^}]*\}/g, '…')}${say(locale, 'log.bracketed', { code })}`;
}

/** What became of each field. */
export const fieldsText = (locale: Locale, row: Row, names: Names): LocalizedField[] =>
  fieldsOf(row.change ?? null).map(({ field, before, after }) => ({
    field,
    name: fieldText(locale, row, field),
    ...(before !== undefined && { before: valueText(locale, row, field, before, names) }),
    after: valueText(locale, row, field, after, names),
  }));

/**
 * The same in one line.
 * @param how `brief`: what has parts, or is the number of a record without a name here, is not spelled out
 */
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

/** What is given to a record, each by its code or id: in short, what was added and what was taken away. */
export const GRANT_FIELDS: ReadonlySet<string> = new Set(['roles', 'orgs', 'powers']);

/** @returns '' where what was given stayed, with other days; null where something of it has no name here */
function grantChangeText(locale: Locale, before: Json, after: Json, names: Names): string | null {
  const [had, has] = [listGrantIds(before), listGrantIds(after)];
  const added = has.filter((each) => !had.includes(each));
  const taken = had.filter((each) => !has.includes(each));
  if ([...added, ...taken].some((each) => !(each in names))) return null;
  const signed = [...added.map((each) => `+${names[each]}`), ...taken.map((each) => `−${names[each]}`)];
  return signed.join(say(locale, 'log.comma'));
}

/** Codes or ids of what a list gives. */
const listGrantIds = (list: Json): string[] => (Array.isArray(list) ? list.flatMap(grantIdOf) : []);
function grantIdOf(each: Json): string | [] {
  if (typeof each === 'string') return each;
  if (typeof each !== 'object' || each === null || Array.isArray(each)) return [];
  const named = Object.entries(each).find(([field, value]) => field === 'code' || isId(value))?.[1];
  return typeof named === 'string' ? named : [];
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isId = (value: Json): value is string => typeof value === 'string' && ID.test(value);

type ByField = 'userName' | 'proxyUserName' | 'action' | 'entity' | 'entityId' | 'recordName';
/** Who it was, and who really did it while acting as them; of a sign-in, whose account it was tried with. */
export function actorText(
  locale: Locale,
  { userName, proxyUserName, action, entity, entityId, recordName }: Pick<LogEntry, ByField>,
): string {
  // They are called without a session, and say whose account it was.
  if ((entity === 'sign-in' || entity === 'sign-out' || entity === 'session') && userName === null)
    return recordName ?? entityId ?? '';
  if (userName === null) return say(locale, /^[A-Z]+ \//.test(action) || action === 'more calls' ? 'log.nobody' : 'log.program');
  return proxyUserName === null ? userName : say(locale, 'log.acted', { proxy: proxyUserName, name: userName });
}
