// What is wrong with a backup, or stands in its way: a code that the console says in the language of whoever reads it.
import type { BackupFault } from '@kuwei/contract/sys/maintain';

export class Fault extends Error {
  readonly fault: BackupFault;

  constructor(code: BackupFault['code'], params: BackupFault['params'] = {}, cause?: unknown) {
    super(`${code} ${JSON.stringify(params)}`, { cause });
    this.fault = { code, params };
  }
}

/** Codes of a disk without room: of the system, and of PostgreSQL. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whatever was thrown, in the words of a report. What nobody foresaw is told by its message. */
export function faultOf(thrown: unknown): BackupFault {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof Fault) return error.fault;
    if (FULL.has((error as { code?: string }).code ?? '')) return { code: 'NO_ROOM', params: {} };
  }
  const { message } = thrown as Error;
  return { code: 'FAILED', params: { detail: message || String(thrown) } };
}
