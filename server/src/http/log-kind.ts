// Which kind a row of the log is of. Each kind is kept for a time of its own, so a row is of one alone: what says how a record
// changed is data, whoever changed it.
import type { LogKind } from '@kuwei/contract/sys/log';

const SECURITY: ReadonlySet<string> = new Set(['sign-in', 'sign-out', 'session', 'password', 'second-factor', 'identity']);

/** Of what was done: what was refused or failed is told elsewhere. @param action method and path, or what the program calls it */
export function kindOf({
  entity,
  action,
  isActing = false,
}: {
  entity: string | null;
  action: string;
  isActing?: boolean;
}): LogKind {
  if (entity?.includes('_')) return 'DATA';
  if (isActing || entity === 'acting') return 'ACTING';
  if (entity !== null && SECURITY.has(entity)) return 'SIGN_IN';
  return /^[A-Z]+ \//.test(action) ? 'OPERATION' : 'JOB';
}

/** Kinds of which rows that tell of something are. */
export const kindsOf = (entity: string): LogKind[] =>
  entity === 'log'
    ? ['JOB']
    : [
        ...new Set([
          // Of a job tells whoever ran it by hand, too; of a tool what goes on by itself.
          ...(entity === 'job' || entity === 'tool' ? (['JOB'] as const) : []),
          ...[false, true].map((isActing) => kindOf({ entity, action: 'PUT /', isActing })),
        ]),
      ];
