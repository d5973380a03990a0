// Disk space that backups and restores need, by disk.
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** SQL: an upper bound of the size of a backup of the current data. Stored files hardly compress; rows do. */
export const BACKUP_BYTES = `((select coalesce(sum(pg_relation_size(oid)), 0) from pg_class
   where relnamespace = 'public'::regnamespace and relkind = 'r') + (select coalesce(sum(size), 0) from sys_file))::float8`;

interface Need {
  folder: string;
  bytes: number;
}

interface Room {
  folder: string;
  free: number;
  wanted: number;
}

/**
 * Adds up what folders on the same disk need.
 * @param keepFree bytes that must stay free on each disk
 * @returns the disk with the least to spare, by the first of its folders
 */
export async function findTightestDisk(needs: readonly Need[], keepFree: number): Promise<Room> {
  const disks = new Map<number, Room>();
  for (const { folder, bytes } of needs) {
    const { device, free } = await diskOf(folder);
    const disk = disks.get(device) ?? { folder, free, wanted: keepFree };
    disks.set(device, { ...disk, wanted: disk.wanted + bytes });
  }
  return [...disks.values()].toSorted((a, b) => a.free - a.wanted - (b.free - b.wanted))[0]!;
}

/** The disk of a folder, even if the folder does not exist yet. Nothing is free if it is unknown. */
async function diskOf(folder: string): Promise<{ device: number; free: number }> {
  for (let at = folder; ; at = dirname(at)) {
    const found = await Promise.all([stat(at), statfs(at)]).catch(() => null);
    if (found) return { device: found[0].dev, free: found[1].bavail * found[1].bsize };
    if (at === dirname(at)) return { device: -1, free: 0 };
  }
}

/** Free bytes on the disk of a folder; 0 if unknown. */
export const freeIn = async (folder: string): Promise<number> => (await diskOf(folder)).free;
