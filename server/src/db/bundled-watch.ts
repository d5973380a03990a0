// Stops the bundled PostgreSQL if this process dies without doing so: killed, or out of memory.
import { spawn } from 'node:child_process';

/** Waits for a line, which means that there is nothing to do; at end of file, interrupts the process in the PID file. */
const WAIT = 'read -r line || kill -INT "$(head -n 1 "$1")"';

/**
 * Starts a watcher process outside this process group, so that signals to the group do not reach it.
 * @param note PostgreSQL's PID file; missing while it is not running
 * @returns releases the watcher: this process stops PostgreSQL
 */
export function stopDatabaseOnExit(note: string): () => void {
  // Windows has neither this shell nor the signal.
  if (process.platform === 'win32') return () => {};
  const watch = spawn('/bin/sh', ['-c', WAIT, 'sh', note], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  watch.on('error', () => {});
  watch.stdin.on('error', () => {});
  watch.unref();
  (watch.stdin as unknown as { unref: () => void }).unref();
  return () => void watch.stdin.end('\n');
}
