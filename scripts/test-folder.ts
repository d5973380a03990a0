// Keeps temporary files of tests in memory, if the machine has a suitable folder with enough room (docs/decisions/139).
import { statfsSync } from 'node:fs';

const FOLDER = '/dev/shm';
/** Linux file system type of tmpfs. */
const IN_MEMORY = 0x01021994;
/** A full run takes a quarter of it. */
const ROOM_BYTES = 4 * 1024 ** 3;

function hasRoom(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(FOLDER);
    return type === IN_MEMORY && bavail * bsize >= ROOM_BYTES && process.availableMemory() >= 2 * ROOM_BYTES;
  } catch {
    // Not Linux.
    return false;
  }
}

/** For this process and its children; a TMPDIR set by the user is kept. */
export function keepInMemory(): void {
  if (process.env['TMPDIR'] === undefined && hasRoom()) process.env['TMPDIR'] = FOLDER;
}
