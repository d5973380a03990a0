// Names in the log for subjects identified by code rather than by record: settings, menu entries and program constants.
import { LOCALES, type Locale } from '@kuwei/contract/constants';
import { nameIn } from '@kuwei/contract/name';
import { LIST_PHRASES, listPhrase } from '@kuwei/contract/sys/call-words';
import type { PlainKey } from '@kuwei/contract/phrase';

import { CLOCK_JOBS } from '@kuwei/contract/sys/maintain-utils';
import { SETTINGS, type SettingCode } from '@kuwei/contract/setting';
import type { LogEntity, LogEntry } from '@kuwei/contract/sys/log';
import type { Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import { nameOf } from '../config/format.ts';
import { readMenu } from '../../platform/menu/stored.ts';
import { SOURCES } from './record-names.ts';
import { entityOf } from '../../platform/log/words.ts';

/** Names of subjects without a record, by their fixed ids. */
const WORDS: Readonly<Partial<Record<LogEntity, Readonly<Record<string, PlainKey>>>>> = {
  job: Object.fromEntries(CLOCK_JOBS.map((name) => [name, `utils.task.${name}`] as const)),
  tool: { reindex: 'log.act.reindex', 'log-level': 'log.name.logLevel', orphan: 'utils.orphans' },
  mode: { MAINTENANCE: 'upgrade.mode', READ_ONLY: 'log.name.readOnly', RESTORE: 'upgrade.mode.restore' },
  mail: { test: 'mailing.test', all: 'mailing.retryAll' },
  sys_message_copy: { all: 'log.name.allMessages' },
  sys_first_steps: { one: 'log.entity.sys_first_steps' },
};
/** The same for subjects with a numeric id. */
const NUMBERED = { wms_storage_rule: 'log.name.version', tool: 'log.name.statement' } as const;

function nonRecordName(locale: Locale, entity: string, id: string): string | null {
  const key = WORDS[entity as LogEntity]?.[id];
  if (key !== undefined) return say(locale, key);
  const numbered = /^\d+$/.test(id) ? NUMBERED[entity as keyof typeof NUMBERED] : undefined;
  return numbered === undefined ? null : say(locale, numbered, { n: id });
}

/** Whether the entity has ids from the program, which are shown if nothing names them. */
const isOwnId = (entity: string): boolean =>
  Object.hasOwn(SOURCES, entity) && SOURCES[entity as LogEntity].length === 0 && entity !== 'sign-in';

/**
 * @param rows to name, if known: the menu is only read if they need it
 * @returns a function that adds the name to a row; a deleted menu entry keeps its code
 */
export async function createRecordNamer(
  db: Kysely<DB>,
  locale: Locale,
  rows?: readonly LogEntry[],
): Promise<(row: LogEntry) => LogEntry> {
  const isOfMenu = rows?.some((row) => entityOf(row) === 'sys_menu') ?? true;
  const entries = new Map(isOfMenu ? (await readMenu(db)).map((entry) => [entry.id, nameIn(locale, entry)]) : []);
  const nameFor = (row: LogEntry): string | null => {
    const { entityId, recordName, change } = row;
    const entity = row.entity ?? entityOf(row);
    if (entityId === null) return recordName;
    if (entityId === 'import' || entityId === 'undo') return (change as { file?: string } | null)?.file ?? null;
    const word = entity === null ? null : nonRecordName(locale, entity, entityId);
    if (word !== null) return word;
    const list = entity === 'export' ? listPhrase(entityId) : null;
    if (list !== null) return say(locale, list);
    if (entity === 'sys_config' && Object.hasOwn(SETTINGS, entityId)) return nameOf(locale, entityId as SettingCode);
    if (entity === 'sys_menu') return entries.get(entityId) ?? recordName;
    return recordName ?? (entity !== null && isOwnId(entity) ? entityId : null);
  };
  return (row) => ({ ...row, recordName: nameFor(row) });
}

/**
 * Ids, as in the log, of settings, menu entries and program constants with this name in any language; menu entries also by code.
 */
export async function findEntriesByName(db: Kysely<DB>, text: string): Promise<string[]> {
  const matches = (name: string): boolean => name.toLowerCase() === text.toLowerCase();
  const isCalled = (nameIn: (locale: Locale) => string): boolean => LOCALES.some((locale) => matches(nameIn(locale)));
  const number = /\d+/.exec(text)?.[0];
  return [
    ...(Object.keys(SETTINGS) as SettingCode[]).filter((code) => isCalled((locale) => nameOf(locale, code))),
    ...(await readMenu(db))
      .filter((entry) => matches(entry.code) || isCalled((locale) => nameIn(locale, entry)))
      .map(({ id }) => id),
    ...Object.values(WORDS)
      .flatMap((words) => Object.entries(words))
      .flatMap(([id, key]) => (isCalled((locale) => say(locale, key)) ? [id] : [])),
    ...Object.values(NUMBERED).flatMap((key) =>
      number !== undefined && isCalled((locale) => say(locale, key, { n: number })) ? [number] : [],
    ),
    ...LIST_PHRASES.flatMap(([path, key]) => (isCalled((locale) => say(locale, key)) ? [path] : [])),
  ];
}
