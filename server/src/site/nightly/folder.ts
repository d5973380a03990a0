// Files of a folder configured by the operator. Others write there concurrently and are untrusted: opens only regular files of
// this folder, and waits until they stop growing.
import { constants } from 'node:fs';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { NightlyKind } from '@kuwei/contract/sys/nightly';
import { storeUpload, type Upload } from '../../http/transfer.ts';
import type { ReservedSpace } from '../../http/upload-room.ts';
import { NightFault } from './fault.ts';

/** Base name of the file of each kind. */
export const FILE_NAMES: Readonly<Record<NightlyKind, string>> = {
  PEOPLE: 'people',
  GROUPS: 'groups',
  MEMBERS: 'memberships',
};
const ENDINGS = ['xlsx', 'xls', 'ods', 'csv', 'txt'];
/** Foreign names listed in a report. */
const OTHERS_SHOWN_MAX = 20;
const NAME_SHOWN_MAX = 80;

/** How long a file has to be unchanged, and how often to check before giving up. */
export interface SettlePolicy {
  settle: (signal?: AbortSignal) => Promise<unknown>;
  looks: number;
  /** Aborts early. */
  signal?: AbortSignal;
}

export interface Listing {
  /** Names of the files of each kind. */
  files: Readonly<Record<NightlyKind, readonly string[]>>;
  others: string[];
}

/** @throws NightFault */
export async function listFolder(folder: string): Promise<Listing> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new NightFault('folder', {}, { cause: error });
  });
  const ofKind = (kind: NightlyKind): string[] =>
    names.filter((name) => ENDINGS.some((ending) => name.toLowerCase() === `${FILE_NAMES[kind]}.${ending}`)).toSorted();
  const files = { PEOPLE: ofKind('PEOPLE'), GROUPS: ofKind('GROUPS'), MEMBERS: ofKind('MEMBERS') };
  const known = new Set(Object.values(files).flat());
  // Dot files are hidden, or being written.
  const others = names.filter((name) => !known.has(name) && !name.startsWith('.')).toSorted();
  return {
    files,
    others: others.slice(0, OTHERS_SHOWN_MAX).map((name) =>
      name
        .slice(0, NAME_SHOWN_MAX)
        .replace(/\p{Cc}/gu, '?')
        .toWellFormed(),
    ),
  };
}

interface Facts {
  path: string;
  ino: number;
  size: number;
  mtimeMs: number;
}

const isSame = (one: Facts, other: Facts): boolean =>
  one.path === other.path && one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs;

/** Of the file itself: a link must point to a sibling, or is refused. */
async function loadFacts(folder: string, name: string): Promise<Facts> {
  const unreadable = (error: unknown): never => {
    throw new NightFault('noFile', {}, { cause: error });
  };
  const home = await realpath(folder).catch(unreadable);
  const path = await realpath(join(folder, name)).catch(unreadable);
  if (dirname(path) !== home) throw new NightFault('outside');
  const found = await lstat(path).catch(unreadable);
  if (!found.isFile()) throw new NightFault('noFile');
  return { path, ino: found.ino, size: found.size, mtimeMs: found.mtimeMs };
}

/** Waits until a file stops changing. @throws NightFault */
export async function awaitSettledFile(folder: string, name: string, { settle, looks, signal }: SettlePolicy): Promise<Facts> {
  let before = await loadFacts(folder, name);
  for (let look = 0; look < looks; look++) {
    await settle(signal);
    const now = await loadFacts(folder, name);
    if (isSame(before, now)) return now;
    before = now;
  }
  throw new NightFault('unstable');
}

/** Copies a settled file. @throws NightFault; AppError FILE_TOO_LARGE, NO_ROOM */
export async function copyFile(facts: Facts, name: string, incoming: string, room: ReservedSpace): Promise<Upload> {
  // Neither follows nor blocks on whatever replaced the file meanwhile.
  const file = await open(facts.path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: unknown) => {
      throw new NightFault('noFile', {}, { cause: error });
    },
  );
  try {
    const assertUnchanged = async (): Promise<void> => {
      const now = await file.stat();
      if (!now.isFile() || !isSame(facts, { path: facts.path, ino: now.ino, size: now.size, mtimeMs: now.mtimeMs }))
        throw new NightFault('unstable');
    };
    await assertUnchanged();
    const upload = await storeUpload(file.createReadStream({ autoClose: false }), name, incoming, room);
    try {
      await assertUnchanged();
      return upload;
    } catch (error) {
      await upload.discard();
      throw error;
    }
  } finally {
    await file.close();
  }
}
