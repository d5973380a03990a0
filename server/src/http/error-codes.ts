import type { ErrorCode } from '@kuwei/contract/error';
import type { Route } from '@kuwei/contract/route';
import { isClosedWhileActing } from '../session/acting.ts';
import { isHeld } from '../services/mode.ts';

/** Errors of any call: invalid input, missing records, limits, server state. */
const GENERAL: readonly ErrorCode[] = ['VALIDATION', 'INVALID', 'NOT_FOUND', 'TOO_MANY_AT_ONCE', 'SERVER', 'UNAVAILABLE', 'BUSY'];
/** Errors of authentication and authorization. */
const SIGNED_IN: readonly ErrorCode[] = [
  'UNAUTHORIZED',
  'TOKEN_FAIL',
  'FORBIDDEN',
  'PAGE_ROLE',
  'PASSWORD_CHANGE_NEEDED',
  'SECOND_FACTOR_NEEDED',
  'ORG_NEEDED',
  'API_TOKEN',
];
/** While the server is read-only. */
const WHILE_HELD: readonly ErrorCode[] = ['MAINTENANCE', 'READ_ONLY', 'RESTORING'];
const WITH_BODY: readonly ErrorCode[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA', 'TOO_SLOW'];
const WITH_FILE: readonly ErrorCode[] = ['FILE_TOO_LARGE', 'TOO_MANY_UPLOADS', 'NO_ROOM', 'FILE_INFECTED', 'FILE_NOT_SCANNED'];

/** Every code that a route may return: declared ones and implicit ones. */
export function errorCodesOf(route: Route): ReadonlySet<ErrorCode> {
  const signedIn = route.needs !== 'open';
  return new Set([
    ...GENERAL,
    ...(signedIn ? SIGNED_IN : []),
    ...(signedIn && route.method !== 'GET' ? (['ORG_CHANGED'] as const) : []),
    ...(signedIn && route.method !== 'GET' && !route.asks && route.repeat !== 'runs' ? (['IDEMPOTENCY_MISMATCH'] as const) : []),
    ...(route.repeat === 'refused' ? (['ANSWERED_ONCE'] as const) : []),
    ...(isClosedWhileActing(route) ? (['WHILE_ACTING'] as const) : []),
    ...(route.body === undefined ? [] : WITH_BODY),
    ...(route.body === 'file' ? WITH_FILE : []),
    ...(route.body === 'file' && route.errors?.includes('CODE_TAKEN') ? (['ROW_TAKEN'] as const) : []),
    ...(isHeld(route) ? WHILE_HELD : []),
    ...(route.path.endsWith('/export') ? (['EXPORT_TOO_MANY'] as const) : []),
    ...(route.errors ?? []),
  ]);
}
