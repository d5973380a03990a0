// What rows are called that name something by code: settings by the texts of the product, entries of the menu as it stands.
import type { Locale } from '@kuwei/contract/constants';
import { nameIn } from '@kuwei/contract/name';
import { SETTINGS, type SettingCode } from '@kuwei/contract/setting';
import type { LogEntry } from '@kuwei/contract/sys/log';
import type { Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { nameOf } from '../config/shown.ts';
import { readMenu } from '../menu/stored.ts';

/** @returns what gives a row its name; one of something that is there no more keeps its code */
export async function naming(db: Kysely<DB>, locale: Locale): Promise<(row: LogEntry) => LogEntry> {
  const entries = new Map((await readMenu(db)).map((entry) => [entry.id, nameIn(locale, entry)]));
  const nameFor = ({ entity, entityId, recordName }: LogEntry): string | null => {
    if (entityId === null) return recordName;
    if (entity === 'sys_config' && Object.hasOwn(SETTINGS, entityId)) return nameOf(locale, entityId as SettingCode);
    return entity === 'sys_menu' ? (entries.get(entityId) ?? recordName) : recordName;
  };
  return (row) => ({ ...row, recordName: nameFor(row) });
}
