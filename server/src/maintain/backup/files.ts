// The backup folder: its contents and the removal of leftovers.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';

/** Suffix of files being written. */
const PART = '.part';

type Where = Pick<Config, 'backupDir'>;

export const pathIn = ({ backupDir }: Where, name: string): string => join(backupDir, name);
export const partOf = (path: string): string => path + PART;
/** Partial upload; survives a restart. */
export const uploadOf = (path: string): string => `${path}.upload`;

/** File name of a new backup. @param id its end makes names unique within a second */
export function nameFor(id: string, at: Date, encrypted: boolean): string {
  const time = at.toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `kuwei-${time}-${id.slice(-8)}.tar.zst${encrypted ? '.enc' : ''}`;
}

export async function prepareFolder({ backupDir }: Where): Promise<void> {
  await mkdir(backupDir, { recursive: true, mode: 0o700 });
}

/** Removes partial files of ended processes. Only called by the single writer. */
export async function removeParts({ backupDir }: Where): Promise<void> {
  const names = await readdir(backupDir);
  await Promise.all(names.filter((name) => name.endsWith(PART)).map((name) => rm(join(backupDir, name), { force: true })));
}
