// Faults of a backup, or of what is needed to use it: codes that the console translates.
import type { BackupFault } from '@kuwei/contract/sys/maintain';

export class Fault extends Error {
  readonly fault: BackupFault;

  constructor(code: BackupFault['code'], params: BackupFault['params'] = {}, cause?: unknown) {
    super(`${code} ${JSON.stringify(params)}`, { cause });
    this.fault = { code, params };
  }
}

/** Disk full: codes of the operating system and of PostgreSQL. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Converts any thrown error to a reportable fault; unexpected errors keep their message. */
export function faultOf(thrown: unknown): BackupFault {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof Fault) return error.fault;
    if (FULL.has((error as { code?: string }).code ?? '')) return { code: 'NO_ROOM', params: {} };
  }
  const { message } = thrown as Error;
  return { code: 'FAILED', params: { detail: message || String(thrown) } };
}
