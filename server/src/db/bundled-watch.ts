// Ends the bundled PostgreSQL where this process ends without having done so itself: killed, or out of memory.
import { spawn } from 'node:child_process';

/** Waits for a line, which says that there is nothing to do; where the other end is gone, it ends who runs by the note. */
const WAIT = 'read -r line || kill -INT "$(head -n 1 "$1")"';

/**
 * Has another process wait for the end of this one. It is left alone by what ends a group of processes.
 * @param note the file with the process id of PostgreSQL in its first line; not there while none runs
 * @returns lets it go: PostgreSQL is ended by this process
 */
export function stopDatabaseOnExit(note: string): () => void {
  // Windows has neither the shell nor the signal.
  if (process.platform === 'win32') return () => {};
  const watch = spawn('/bin/sh', ['-c', WAIT, 'sh', note], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  watch.on('error', () => {});
  watch.stdin.on('error', () => {});
  watch.unref();
  (watch.stdin as unknown as { unref: () => void }).unref();
  return () => void watch.stdin.end('\n');
}
