// What rows are called that name something by code: settings by the texts of the product, entries of the menu as it stands.
import { LOCALES, type Locale } from '@kuwei/contract/constants';
import { nameIn } from '@kuwei/contract/name';
import { aboutPhrase } from '@kuwei/contract/sys/call-words';
import { listPhrase } from '@kuwei/contract/sys/log-words';
import { SETTINGS, type SettingCode } from '@kuwei/contract/setting';
import type { LogEntry } from '@kuwei/contract/sys/log';
import type { Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import { nameOf } from '../config/shown.ts';
import { readMenu } from '../menu/stored.ts';

/** What a row tells of; of a call that was refused, what its address says. */
const aboutOf = ({ entity, action }: LogEntry): string | null =>
  entity ?? aboutPhrase(action)?.replace('log.entity.', '') ?? null;

/**
 * @param rows that are to be named, where they are known: the menu is read for those of it alone
 * @returns what gives a row its name; one of something that is there no more keeps its code
 */
export async function naming(db: Kysely<DB>, locale: Locale, rows?: readonly LogEntry[]): Promise<(row: LogEntry) => LogEntry> {
  const isOfMenu = rows?.some((row) => aboutOf(row) === 'sys_menu') ?? true;
  const entries = new Map(isOfMenu ? (await readMenu(db)).map((entry) => [entry.id, nameIn(locale, entry)]) : []);
  const nameFor = (row: LogEntry): string | null => {
    const { entityId, recordName, change } = row;
    const entity = aboutOf(row);
    if (entityId === null) return recordName;
    if (entityId === 'import' || entityId === 'undo') return (change as { file?: string } | null)?.file ?? null;
    if (entity === 'job' && entityId === 'nightly') return say(locale, 'log.job.nightly');
    const list = entity === 'export' ? listPhrase(entityId) : null;
    if (list !== null) return say(locale, list);
    if (entity === 'sys_config' && Object.hasOwn(SETTINGS, entityId)) return nameOf(locale, entityId as SettingCode);
    return entity === 'sys_menu' ? (entries.get(entityId) ?? recordName) : recordName;
  };
  return (row) => ({ ...row, recordName: nameFor(row) });
}

/** Settings and entries of the menu that have this name in some language, by what they go by in the log. */
export async function entriesCalled(db: Kysely<DB>, text: string): Promise<string[]> {
  const isIt = (name: string): boolean => name.toLowerCase() === text.toLowerCase();
  return [
    ...(Object.keys(SETTINGS) as SettingCode[]).filter((code) => LOCALES.some((locale) => isIt(nameOf(locale, code)))),
    ...(await readMenu(db)).filter((entry) => LOCALES.some((locale) => isIt(nameIn(locale, entry)))).map(({ id }) => id),
  ];
}
