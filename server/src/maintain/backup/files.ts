// The folder of backups: what lies there, and what does not belong there any more.
import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../../config.ts';

/** What is being written, and has no name yet. */
const PART = '.part';

type Where = Pick<Config, 'backupDir'>;

export const pathIn = ({ backupDir }: Where, name: string): string => join(backupDir, name);
export const partOf = (path: string): string => path + PART;
/** What has come of one that is uploaded: it outlives the process. */
export const uploadOf = (path: string): string => `${path}.upload`;

/** Of a backup that is made now. @param id of it, of which the name shows the end: two may be made in one second */
export function nameFor(id: string, at: Date, encrypted: boolean): string {
  const time = at.toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `kuwei-${time}-${id.slice(-8)}.tar.zst${encrypted ? '.enc' : ''}`;
}

export async function prepareFolder({ backupDir }: Where): Promise<void> {
  await mkdir(backupDir, { recursive: true, mode: 0o700 });
}

/** What was being written when a process ended. Called by whoever writes, of whom there is one. */
export async function removeParts({ backupDir }: Where): Promise<void> {
  const names = await readdir(backupDir);
  await Promise.all(names.filter((name) => name.endsWith(PART)).map((name) => rm(join(backupDir, name), { force: true })));
}

/** Bytes that are free there, or will be where the folder is not made yet; 0 where nothing can be read. */
export async function freeIn({ backupDir }: Where): Promise<number> {
  for (let folder = backupDir; ; folder = dirname(folder)) {
    const found = await statfs(folder).catch(() => null);
    if (found) return found.bavail * found.bsize;
    if (folder === dirname(folder)) return 0;
  }
}
