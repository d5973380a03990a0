// Kinds of log rows. Each kind has its own retention, so a row has exactly one; changes of records are always DATA.
import type { LogKind } from '@kuwei/contract/sys/log';

const SECURITY: ReadonlySet<string> = new Set(['sign-in', 'sign-out', 'session', 'password', 'second-factor', 'identity']);

/** The kind of an action; refused and failed calls have their own. @param action method and path, or the program's name for it */
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

/** Kinds that rows about an entity may have. */
export const kindsOf = (entity: string): LogKind[] =>
  entity === 'log'
    ? ['JOB']
    : [
        ...new Set([
          // Jobs run by schedule or by hand; tools by hand or automatically.
          ...(entity === 'job' || entity === 'tool' ? (['JOB'] as const) : []),
          ...[false, true].map((isActing) => kindOf({ entity, action: 'PUT /', isActing })),
        ]),
      ];
