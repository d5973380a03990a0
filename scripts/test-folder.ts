// Where tests keep what goes with them: in memory where a machine has a folder and room for it (docs/decisions/139).
import { statfsSync } from 'node:fs';

const FOLDER = '/dev/shm';
/** As Linux names a file system in memory. */
const IN_MEMORY = 0x01021994;
/** A whole run takes a quarter of it. */
const ROOM_BYTES = 4 * 1024 ** 3;

function hasRoom(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(FOLDER);
    return type === IN_MEMORY && bavail * bsize >= ROOM_BYTES && process.availableMemory() >= 2 * ROOM_BYTES;
  } catch {
    // Another system than Linux.
    return false;
  }
}

/** For this process and those it starts; a folder that somebody has chosen stays. */
export function keepInMemory(): void {
  if (process.env['TMPDIR'] === undefined && hasRoom()) process.env['TMPDIR'] = FOLDER;
}
